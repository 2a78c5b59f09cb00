/**
 * Strict JSON: bytes to a value, or what is wrong with them (design 6, level 1).
 *
 * Stricter than JSON.parse: UTF-8 only, no repeated member name, no lone surrogate, no integer beyond 2^53, no
 * overflow, no nesting beyond LIMITS.jsonDepthMax. Decimals with more digits become the nearest double.
 * How: one pass over the bytes measures the text, JSON.parse makes the value, and the number of member names in
 * both must be equal. Only where something is wrong or doubtful does scanner.ts read the text again, slowly.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { isObject, type Json } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { WINDOWS_1252, windowsCharacter } from './encodings.ts';
import { scan, type JsonDefect } from './scanner.ts';

export interface StrictJson {
  /** Undefined when the text is no JSON. With defects beside it, it serves for further findings only. */
  readonly value: Json | undefined;
  readonly defects: readonly JsonDefect[];
  /** The text as decoded; undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** Parses one JSON text. Never throws; no defects means the value is safe to use. */
export function parseStrict(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes)) return { value: undefined, defects: [notUtf8(bytes)], text: undefined };
  const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
  const { depth, objects, members, isDoubtful } = measure(bytes);
  if (objects > LIMITS.jsonObjectsMax) return { value: undefined, defects: [tooManyObjects(objects)], text };
  const value = depth > LIMITS.jsonDepthMax ? undefined : parsed(text);
  const isSure = value !== undefined && !isDoubtful && members === countMembers(value);
  return { value, defects: isSure ? [] : scan(text), text };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

interface Measure {
  readonly depth: number;
  /** Opening braces outside strings. */
  readonly objects: number;
  /** Colons outside strings: as many as there are member names. */
  readonly members: number;
  /** A digit run of 16 or more, an exponent, or a surrogate escape was seen. */
  readonly isDoubtful: boolean;
}

/** What a byte means outside strings; 0 is nothing. */
const DIGIT = 1;
const OPEN = 2;
const CLOSE = 3;
const COLON = 4;
const QUOTE = 5;
const EXPONENT = 6;
const POINT = 7;
const MEANING = new Uint8Array(256);
for (const [chars, meaning] of [
  ['0123456789', DIGIT], ['[{', OPEN], [']}', CLOSE], [':', COLON], ['"', QUOTE], ['eE', EXPONENT], ['.', POINT],
] as const) {
  for (const char of chars) MEANING[char.charCodeAt(0)] = meaning;
}
const QUOTE_BYTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
const TO_LOWER_CASE = 0x20;

const DIGITS_DOUBTFUL = 16;
/** Fewer than any text has digits: after a decimal point any number of them is fine. */
const FRACTION = -(2 ** 30);

function measure(bytes: Buffer): Measure {
  const { length } = bytes;
  let [depth, deepest, objects, members] = [0, 0, 0, 0];
  /** Digits of the integer at hand. */
  let digits = 0;
  let isDoubtful = false;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    const meaning = MEANING[byte]!;
    if (meaning === DIGIT) {
      if (++digits === DIGITS_DOUBTFUL) isDoubtful = true;
      continue;
    }
    // `e` also stands in true and false: an exponent follows a digit.
    if (meaning === EXPONENT && digits !== 0) isDoubtful = true;
    digits = meaning === POINT ? FRACTION : 0;
    if (meaning === OPEN) {
      if (++depth > deepest) deepest = depth;
      if (byte === OPEN_OBJECT) objects++;
    } else if (meaning === CLOSE) depth--;
    else if (meaning === COLON) members++;
    else if (meaning === QUOTE) {
      for (at++; at < length; at++) {
        const char = bytes[at];
        if (char === QUOTE_BYTE) break;
        if (char !== BACKSLASH) continue;
        at++;
        // \ud…: may be a surrogate.
        if (bytes[at] === LETTER_U && (bytes[at + 1]! | TO_LOWER_CASE) === LETTER_D) isDoubtful = true;
      }
    }
  }
  return { depth: deepest, objects, members, isDoubtful };
}

function countMembers(value: Json): number {
  let count = 0;
  if (Array.isArray(value)) {
    // Most lists are positions. Of a mixed list too few are counted: then the scanner decides.
    if (typeof value[0] === 'number') return 0;
    for (const item of value as readonly Json[]) if (typeof item === 'object' && item !== null) count += countMembers(item);
  } else if (isObject(value)) {
    // Nothing is inherited by what JSON.parse makes, and this makes no list of the members.
    for (const name in value) {
      count++;
      const item = value[name]!;
      if (typeof item === 'object' && item !== null) count += countMembers(item);
    }
  }
  return count;
}

function tooManyObjects(objects: number): JsonDefect {
  return {
    rule: 'json.objecten', pointer: '', offset: 0, found: String(objects), expected: `≤ ${LIMITS.jsonObjectsMax}`,
    message: {
      nl: 'Dit object bestaat uit te veel onderdelen en is niet gelezen.',
      en: 'This object has too many objects in it and was not read.',
    },
    mend: {
      nl: 'Verdeel het over meer objecten. Is het een omhulsel om een lijst? Lever dan alleen de lijst.',
      en: 'Divide it over more objects. If it is a wrapper around a list, deliver only the list.',
    },
  };
}

function notUtf8(bytes: Buffer): JsonDefect {
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
    message: { nl: 'Het bestand bevat bytes die geen UTF-8 zijn.', en: 'The file holds bytes that are not UTF-8.' },
  };
}

/** What stands around, as it was meant; characters before the byte in UTF-8 show that only a part is of another encoding. */
function inWindows(bytes: Buffer, at: number, character: string): Pick<JsonDefect, 'found' | 'message'> {
  const before = bytes.subarray(0, at);
  const around = before.toString().slice(-AROUND_CHARS) + WINDOWS_1252.decode(bytes.subarray(at, at + AROUND_CHARS));
  const line = around.split(/[\r\n]/).find((one) => one.includes(character));
  return {
    found: line?.trim() ?? character,
    message: isAscii(before)
      ? {
        nl: `Het bestand is geen UTF-8, waarschijnlijk wel Windows-1252 (ook ANSI of Latin-1 genoemd): hier is ${character} bedoeld.`,
        en: `The file is not UTF-8 but probably Windows-1252 (also called ANSI or Latin-1): ${character} is meant here.`,
      }
      : {
        nl: `Het bestand is deels UTF-8 en hier Windows-1252 (ook ANSI of Latin-1 genoemd): hier is waarschijnlijk ${character} bedoeld.`,
        en: `The file is partly UTF-8 and here Windows-1252 (also called ANSI or Latin-1): probably ${character} is meant here.`,
      },
  };
}

const AROUND_CHARS = 20;

/** Whether the bytes are the beginning of a character. */
function isHalf(bytes: Buffer): boolean {
  const [first = 0, ...more] = bytes.subarray(0, 4);
  const wanted = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  return first >= 0xc2 && first < 0xf5 && more.length < wanted && more.every((byte) => byte >= 0x80 && byte < 0xc0);
}

/** How many bytes come before the first that is not UTF-8: there the text that was read differs. */
function lengthAsUtf8(bytes: Buffer): number {
  const read = Buffer.from(bytes.toString());
  let at = 0;
  while (at < bytes.length && bytes[at] === read[at]) at++;
  return at;
}
