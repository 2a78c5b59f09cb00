/**
 * Garbled: signs that a text is not as its holder wrote it. It was decoded with another encoding (misread.ts), copied from a web page or
 * program code, or has lost letters. The warning suggests the original text when that is known.
 * Not here: characters that no text may contain (forbidden-characters.ts), the texts that are checked (texts.ts).
 */
import type { Finding, FindingText } from '../../../schemas/finding.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { MISREAD_SIGN, writtenAs } from './misread.ts';

type GarbledRule = 'json.tekst-verminkt' | 'json.html-code' | 'json.letter-verloren';
export type Garbled = FindingText & Pick<Finding, 'expected' | 'suggestions'> & { readonly rule: GarbledRule };

/** Longer texts are not checked. */
const TEXT_CHARS_MAX = 10_000;

/** Signs of garbled letters, as a regular expression. */
export const GARBLED_SIGN = String.raw`${MISREAD_SIGN}|[\x7f-\x9f\ufffd]|&(?:#|[a-zA-Z]{2,8}\d?;)`;
const SIGN = new RegExp(String.raw`${GARBLED_SIGN}|\\u[\da-fA-F]{4}`);

/** The finding on a garbled text; undefined when the text is fine. */
export function garbledIn(text: string): Garbled | undefined {
  if (text.length > TEXT_CHARS_MAX || !SIGN.test(text)) return undefined;
  const escaped = withoutEscapes(text);
  const read = writtenAs(escaped).map(withoutBytes);
  const written = read.length > 0 ? read : [withoutBytes(escaped)];
  const originals = [...new Set(written.map(withoutEntities))].filter((one) => one !== text);
  const lost = (originals[0] ?? text).search(LOST);
  if (lost >= 0) return { rule: 'json.letter-verloren', ...TEXT_WORDS['json.letter-verloren'] };
  if (originals.length === 0) return undefined;
  const rule = written.every((one) => one === text) ? 'json.html-code' : 'json.tekst-verminkt';
  const words = rule === 'json.tekst-verminkt' && escaped !== text && read.length === 0 ? ESCAPED : TEXT_WORDS[rule];
  const suggestions = originals.map(shown);
  return { rule, ...words, expected: suggestions.join(' | '), suggestions };
}

/** Replacement characters for lost letters, and bytes of unknown letters. */
const LOST = /[\ufffd\x7f-\x9f]/;

const ESCAPED: FindingText = {
  message: {
    nl: 'In deze tekst staat een code van JSON in plaats van een letter: het teken \\ is twee keer geschreven.',
    en: 'This text has a JSON escape instead of a letter: the character \\ was written twice.',
  },
  mend: {
    nl: 'Schrijf de letter zelf, of de code met één \\.',
    en: 'Write the letter itself, or the escape with one \\.',
  },
};

/** Replaces escapes such as \u00e9 with their letters; other escapes stay. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\\u([\da-fA-F]{4})/g, (code, hex: string) => {
    const letter = String.fromCharCode(parseInt(hex, 16));
    return LETTER.test(letter) ? letter : code;
  });
}

/** Letters and signs beyond ASCII in Latin texts. */
const LETTER = /^[\u00a1-\u017f€‘’‚“”„–—…]$/;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Replaces single bytes of Windows-1252, which are control characters in Unicode, with their characters. */
function withoutBytes(text: string): string {
  return text.replaceAll(/[\x80-\x9f]/g, (byte) => WINDOWS_1252.decode(Uint8Array.of(byte.charCodeAt(0))));
}

/** HTML names of the characters of ISO 8859-1, from U+00C0 on. */
const LATIN_1 = 'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc '
  + 'Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml '
  + 'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCharCode(0xc0 + at)] as const),
  ...Object.entries({
    amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', nbsp: ' ', euro: '€', deg: '°', sup2: '²', sup3: '³', ndash: '–', mdash: '—', hellip: '…',
    lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', middot: '·', plusmn: '±', micro: 'µ', frac12: '½', oelig: 'œ', OElig: 'Œ', scaron: 'š', Scaron: 'Š',
  }),
]);

/** Replaces HTML entities with their characters: `Jansen &amp; Zn` becomes `Jansen & Zn`. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,8}\d?));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return name === undefined ? character(code) ?? all : ENTITIES.get(name) ?? all;
  });
}

function character(code: number): string | undefined {
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}
