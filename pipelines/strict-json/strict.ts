/**
 * Strict JSON: parses bytes to a value, or to defects (level 1 of the checks).
 *
 * Stricter than JSON.parse: UTF-8 only, no repeated member name, no lone surrogate, no integer beyond 2^53, no overflow, no nesting beyond
 * LIMITS.jsonDepthMax. Decimals with more digits become the nearest double.
 * How: one pass over the bytes counts tokens, and JSON.parse makes the value. Both must have equally many member names.
 * Only invalid or doubtful texts are read again, slowly, by scanner.ts.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { isObject, type Json } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import * as characters from './characters.ts';
import type { JsonDefect } from './defect.ts';
import { scan } from './scanner.ts';
import { notUtf8 } from './utf-8.ts';

export interface StrictJson {
  /** Undefined when the text is not JSON. When there are defects, the value is for further findings only. */
  readonly value: Json | undefined;
  readonly defects: readonly JsonDefect[];
  /** The text as decoded; undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** Parses one JSON text. Never throws. Without defects the value is safe to use. */
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
  /** Colons outside strings, which is the number of member names. */
  readonly members: number;
  /** The text has a run of 16 digits or more, an exponent, or a surrogate escape. */
  readonly isDoubtful: boolean;
}

/** Meaning of each byte outside strings; 0 is none. */
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
// Local constants: an imported binding is slower to read, and these are read for every byte.
const { QUOTE: QUOTE_BYTE, BACKSLASH, OPEN_OBJECT } = characters;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
const TO_LOWER_CASE = 0x20;

const DIGITS_DOUBTFUL = 16;
/** A count so low that no fraction reaches DIGITS_DOUBTFUL: any number of decimals is fine. */
const FRACTION = -(2 ** 30);

function measure(bytes: Buffer): Measure {
  const { length } = bytes;
  let [depth, deepest, objects, members] = [0, 0, 0, 0];
  /** Digits of the current integer. */
  let digits = 0;
  let isDoubtful = false;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    const meaning = MEANING[byte]!;
    if (meaning === DIGIT) {
      if (++digits === DIGITS_DOUBTFUL) isDoubtful = true;
      continue;
    }
    // `e` also occurs in true and false: an exponent follows a digit.
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
    // Most lists are positions. In a mixed list too few members are counted; then the scanner decides.
    if (typeof value[0] === 'number') return 0;
    for (const item of value as readonly Json[]) if (typeof item === 'object' && item !== null) count += countMembers(item);
  } else if (isObject(value)) {
    // Objects from JSON.parse inherit no members, and `for … in` makes no list of names.
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
      en: 'This object contains too many objects and was not read.',
    },
    mend: {
      nl: 'Verdeel het over meer objecten. Is het een omhulsel om een lijst? Lever dan alleen de lijst.',
      en: 'Divide it over more objects. If it is a wrapper around a list, deliver only the list.',
    },
  };
}
