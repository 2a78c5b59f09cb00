/**
 * Misread: restores texts whose UTF-8 was once decoded as another encoding: `Caf├®` was `Café`.
 *
 * Known encodings: Windows-1252, Latin-1, Mac Roman, and the code pages 437 and 850 of a console.
 * Invariants:
 *  - A letter of a name, a formula or a box drawing is not taken for part of a misread letter. A sign that people also type counts only
 *    between letters.
 *  - Of several readings the shortest is the original; readings of equal length are all returned.
 * Not here: HTML codes, escapes and single bytes (garbled.ts).
 */
interface Encoding {
  readonly byteOf: ReadonlyMap<string, number>;
  /** Matches the two or three characters of one misread letter. */
  readonly sequence: RegExp;
}

const CODE_PAGE_437 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const CODE_PAGE_850 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The upper half of each encoding, byte 128 first. */
const UPPER_HALVES: readonly string[] = [
  upperHalf('windows-1252'), Array.from({ length: 128 }, (_, at) => String.fromCharCode(128 + at)).join(''), upperHalf('macintosh'),
  CODE_PAGE_850, CODE_PAGE_437,
];
const ENCODINGS = UPPER_HALVES.map(encodingOf);
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Characters of Latin texts: letters, accents, and signs that people type. */
const WRITTEN = /^(?:[\u00c0-\u017f]|[\u0300-\u030c]|[\u0327\u0328]|[€£§©®°±²³µ·¹¼½¾¿¡«»‘’‚“”„†•–—…™\u00a0\ufffd])$/u;

/**
 * Sequences that people also type, and the context in which each is a misread letter. The context is the character before, a NUL in place
 * of the sequence, and the characters behind.
 */
const NEEDS_LETTERS: readonly { readonly sequence: RegExp; readonly around: RegExp }[] = [
  // A capital with a quotation mark, a dash or a space behind it.
  { sequence: /^[ÄÅ][‚„…‹›‘’“”–—«»\u00a0]/u, around: /\p{Ll}\0|^\P{L}?\0(?!s\b)\p{L}/u },
  { sequence: /^(?:Â[\u00a0«»°·]|Ã[—\u00a0])/u, around: /^\P{Lu}?\0/u },
  { sequence: /^Ã[’”»…–]/u, around: /^\P{Lu}?\0|\0(?!s\b)\p{L}/u },
  { sequence: /^Ô/u, around: /^\P{Lu}?\0(?!\p{Lu})/u },
  // Accents follow their letter.
  { sequence: /^[ÌÍ]/u, around: /[a-zA-Z]\0/ },
  // A root in a formula, guilders, an approximation.
  { sequence: /^(?:√[π∑∏∫Ω≠≤≥±÷∞]|[ƒ≈])/u, around: /\p{L}\0|\0\p{L}/u },
  // Lines of a drawing.
  { sequence: /^[┬├┼][│-▟]/u, around: /\p{L}\0|\0\p{L}/u },
  { sequence: /^─[^░▒]/u, around: /\p{L}\0/u },
  { sequence: /^─[░▒]/u, around: /\p{L}\0|\0\p{L}/u },
];
const DRAWING = /[─-▟]/u;
/** Times that a text may be misread. Twice is usual when two programs follow each other. */
const TIMES_MAX = 3;

/** First bytes in UTF-8 of Latin letters, accents and signs. */
const FIRST_BYTES = [0xc2, 0xc3, 0xc4, 0xc5, 0xcc, 0xcd, 0xe2];

/** A cheap regular expression for misread letters. It also matches some correct texts. */
export const MISREAD_SIGN = String.raw`[${UPPER_HALVES.map((upper) => FIRST_BYTES.map((byte) => upper[byte - 128]).join('')).join('')}][\x80-\uffff]|ï¿½|┐[¢╜]`;

/** The possible originals of a misread text; empty for a text that was not misread. */
export function writtenAs(text: string, times = TIMES_MAX): readonly string[] {
  const readings = [...new Set(ENCODINGS.flatMap((encoding) => readAs(text, encoding) ?? []))];
  const again = readings.flatMap((reading) => {
    const further = times > 1 ? writtenAs(reading, times - 1) : [];
    return further.length === 0 ? [reading.normalize('NFC')] : further;
  });
  const least = Math.min(...again.map(({ length }) => length));
  return [...new Set(again.filter(({ length }) => length === least))];
}

function readAs(text: string, { byteOf, sequence }: Encoding): string | undefined {
  let end = 0;
  const read = text.replaceAll(sequence, (found, at: number) => {
    const letter = decoded(Uint8Array.from(found, (character) => byteOf.get(character)!));
    const isNext = at > 0 && at === end;
    if (letter === undefined || !WRITTEN.test(letter) || !(isNext || isLetterHere(text, found, at))) return found;
    end = at + found.length;
    return letter;
  });
  const draws = DRAWING.test(text) && DRAWING.test(read);
  return read === text || draws ? undefined : read;
}

const BEHIND_CHARS = 2;

/** Whether a sequence is a misread letter in its context. */
function isLetterHere(text: string, found: string, at: number): boolean {
  const rule = NEEDS_LETTERS.find(({ sequence }) => sequence.test(found));
  const end = at + found.length;
  return rule === undefined || rule.around.test(`${text.slice(Math.max(0, at - 1), at)}\0${text.slice(end, end + BEHIND_CHARS)}`);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

function upperHalf(name: string): string {
  return new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at));
}

function encodingOf(upper: string): Encoding {
  const at = (...bytes: readonly number[]): string => bytes.map((byte) => upper[byte - 128]!).join('');
  const further = `[${upper.slice(0, 64).replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]`;
  // Combining accents begin with the bytes CC and CD. Where CC is not Ì, these bytes are letters of names or parts of drawings.
  const accents = upper[0xcc - 128] === 'Ì' ? at(0xcc, 0xcd) : '';
  const two = `[${at(0xc2, 0xc3, 0xc4, 0xc5)}${accents}]${further}`;
  return {
    byteOf: new Map(Array.from(upper, (character, index) => [character, 128 + index] as const)),
    sequence: new RegExp(`${at(0xe2)}${further}${further}|${at(0xef, 0xbf, 0xbd)}|${two}`, 'gu'),
  };
}
