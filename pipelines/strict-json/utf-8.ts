/**
 * UTF-8: the defect of bytes that are not UTF-8, and the character that they probably stand for.
 *
 * Old programs in the Netherlands write Windows-1252 (ANSI); Latin-1 is the same for all letters.
 * Not here: UTF-16 (prepare/read/file-kinds.ts).
 */
import { isAscii } from 'node:buffer';
import type { JsonDefect } from './defect.ts';

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Letters and signs that people type. */
const USUAL = /^[\p{L}€°²³½‘’“”„–—…·§®©±µ«»\u00a0]$/u;

/** Characters that are shown on either side of the byte. */
const AROUND_CHARS = 20;

/** The defect at the first byte that is not UTF-8. */
export function notUtf8(bytes: Buffer): JsonDefect {
  const at = lengthAsUtf8(bytes);
  const character = windowsCharacter(bytes[at] ?? 0);
  return {
    rule: 'json.utf8', pointer: '', offset: at, expected: 'UTF-8', ...(isHalf(bytes.subarray(at)) ? { isAtEnd: true } as const : {}),
    ...(character === undefined ? strangeBytes(bytes.subarray(at, at + 4)) : inWindows(bytes, at, character)),
    mend: {
      nl: 'Sla het bestand op als UTF-8: in een tekstprogramma bij Opslaan als, onder Codering; in Python met encoding="utf-8". Maakt een ander programma het? '
        + 'Kies UTF-8 bij het exporteren.',
      en: 'Save the file as UTF-8: in a text editor under Save as, Encoding; in Python with encoding="utf-8". If another program makes it, choose UTF-8 in its export.',
    },
  };
}

function strangeBytes(bytes: Buffer): Pick<JsonDefect, 'found' | 'message'> {
  return {
    found: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    message: { nl: 'Het bestand bevat bytes die geen UTF-8 zijn.', en: 'The file contains bytes that are not UTF-8.' },
  };
}

/** The text around the byte, decoded. Non-ASCII characters before the byte show that only a part has another encoding. */
function inWindows(bytes: Buffer, at: number, character: string): Pick<JsonDefect, 'found' | 'message'> {
  const before = bytes.subarray(0, at);
  const around = before.toString().slice(-AROUND_CHARS) + WINDOWS_1252.decode(bytes.subarray(at, at + AROUND_CHARS));
  const line = around.split(/[\r\n]/).find((one) => one.includes(character));
  return {
    found: line?.trim() ?? character,
    message: isAscii(before)
      ? {
        nl: `Het bestand is geen UTF-8, waarschijnlijk wel Windows-1252 (ook ANSI of Latin-1 genoemd): hier is ${character} bedoeld.`,
        en: `The file is not UTF-8 but probably Windows-1252 (also called ANSI or Latin-1): the character here is ${character}.`,
      }
      : {
        nl: `Het bestand is deels UTF-8 en hier Windows-1252 (ook ANSI of Latin-1 genoemd): hier is waarschijnlijk ${character} bedoeld.`,
        en: `The file is partly UTF-8 and here Windows-1252 (also called ANSI or Latin-1): the character here is probably ${character}.`,
      },
  };
}

/** Whether the bytes are the beginning of a character. */
function isHalf(bytes: Buffer): boolean {
  const [first = 0, ...more] = bytes.subarray(0, 4);
  const wanted = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  return first >= 0xc2 && first < 0xf5 && more.length < wanted && more.every((byte) => byte >= 0x80 && byte < 0xc0);
}

/** Number of bytes before the first that is not UTF-8. At that byte the decoded text differs. */
function lengthAsUtf8(bytes: Buffer): number {
  const read = Buffer.from(bytes.toString());
  let at = 0;
  while (at < bytes.length && bytes[at] === read[at]) at++;
  return at;
}

/** The character of a byte in Windows-1252; undefined when people do not type it. */
function windowsCharacter(byte: number): string | undefined {
  const character = WINDOWS_1252.decode(Uint8Array.of(byte));
  return byte >= 0x80 && USUAL.test(character) ? character : undefined;
}
