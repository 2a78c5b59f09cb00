/** Unseen names: Unicode numbers and names of invisible characters, for messages. */

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'NULL', 0x0b: 'LINE TABULATION', 0x0c: 'FORM FEED', 0x1a: 'SUBSTITUTE', 0x85: 'NEXT LINE', 0xa0: 'NO-BREAK SPACE', 0xad: 'SOFT HYPHEN', 0x1680: 'OGHAM SPACE MARK',
  0x180e: 'MONGOLIAN VOWEL SEPARATOR', 0x2000: 'EN QUAD', 0x2001: 'EM QUAD', 0x2002: 'EN SPACE', 0x2003: 'EM SPACE', 0x2004: 'THREE-PER-EM SPACE',
  0x2005: 'FOUR-PER-EM SPACE', 0x2006: 'SIX-PER-EM SPACE', 0x2007: 'FIGURE SPACE', 0x2008: 'PUNCTUATION SPACE', 0x2009: 'THIN SPACE', 0x200a: 'HAIR SPACE',
  0x200b: 'ZERO WIDTH SPACE', 0x200c: 'ZERO WIDTH NON-JOINER', 0x200d: 'ZERO WIDTH JOINER', 0x200e: 'LEFT-TO-RIGHT MARK', 0x200f: 'RIGHT-TO-LEFT MARK',
  0x2028: 'LINE SEPARATOR', 0x2029: 'PARAGRAPH SEPARATOR', 0x202f: 'NARROW NO-BREAK SPACE', 0x205f: 'MEDIUM MATHEMATICAL SPACE', 0x2060: 'WORD JOINER',
  0x3000: 'IDEOGRAPHIC SPACE', 0xfeff: 'ZERO WIDTH NO-BREAK SPACE (BOM)',
};

/** Returns the number and name of an invisible character, such as `U+200B ZERO WIDTH SPACE`; undefined for other characters. */
export function unseenName(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[code];
  return name === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${name}`;
}
