/**
 * Encodings: what text was meant by bytes, or letters, of another encoding than UTF-8.
 *
 * Windows-1252 (ANSI) is what old programs in this country write; Latin-1 is the same for all letters.
 * Not here: UTF-16 (file-kinds.ts).
 */
export const WINDOWS_1252 = new TextDecoder('windows-1252');
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The byte of each character of Windows-1252 that is not ASCII. */
const BYTES: ReadonlyMap<string, number> = new Map(Array.from({ length: 128 }, (_, index) =>
  [WINDOWS_1252.decode(Uint8Array.of(128 + index)), 128 + index] as const));

/** Letters, and the signs that people type in a text. */
const USUAL = /^[\p{L}€°²³½‘’“”„–—…·§®©±µ«»\u00a0]$/u;

/** The character that a byte stands for in Windows-1252; undefined when nobody types it. */
export function windowsCharacter(byte: number): string | undefined {
  const character = WINDOWS_1252.decode(Uint8Array.of(byte));
  return byte >= 0x80 && USUAL.test(character) ? character : undefined;
}

/** Whether a text may hold letters that were UTF-8 and were read as something else, or codes of HTML; asked of every root. */
export function mayBeGarbled(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign)) && GARBLED.test(text);
}

const SIGNS = ['&', 'Ã', 'Â', 'â'];
const GARBLED = /[ÃÂâ]|&(?:#|[a-zA-Z]{2,8}\d?;)/;

/** A text of which UTF-8 was read as Windows-1252, as it was meant: `CafÃ©` as `Café`; undefined for any other. */
export function ungarbled(text: string): string | undefined {
  const meant = text.replaceAll(/[^\0-\x7f]+/g, (run) => {
    const bytes = Array.from(run, (character) => BYTES.get(character) ?? -1);
    if (bytes.includes(-1)) return run;
    try {
      return UTF_8.decode(Uint8Array.from(bytes));
    } catch {
      return run;
    }
  });
  return meant.length < text.length ? meant : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', nbsp: ' ', euro: '€', deg: '°', sup2: '²', sup3: '³', ndash: '–', mdash: '—', hellip: '…',
  eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', iuml: 'ï', ouml: 'ö', uuml: 'ü', auml: 'ä', aacute: 'á', oacute: 'ó', ccedil: 'ç',
};

/** A text with codes of HTML as it was meant: `Jansen &amp; Zn` as `Jansen & Zn`; undefined when there are none. */
export function withoutEntities(text: string): string | undefined {
  const meant = text.replaceAll(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,8}\d?));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return name === undefined ? character(code) ?? all : ENTITIES[name] ?? all;
  });
  return meant === text ? undefined : meant;
}

function character(code: number): string | undefined {
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}
