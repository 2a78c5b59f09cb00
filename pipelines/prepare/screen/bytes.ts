/**
 * Bytes: reading JSON where it lies, without making values of it.
 *
 * A reader takes the place where a value begins and says where it ends, or NO: then nothing is proven and the value
 * must be looked at with care. NO is always allowed, a wrong place never: what a reader lets through is strict JSON
 * (strict.ts). Escapes and exponents are not looked into: they are rare, and a NO is cheap.
 */
import { isAscii, isUtf8 } from 'node:buffer';

export const NO = -1;

/** Reads one value from `at`: the place just after it, or NO. */
export type Reader = (bytes: Buffer, at: number) => number;

/** What is read: bytes, and the same as text, character for byte, when all of them are ASCII. */
export interface Source {
  readonly bytes: Buffer;
  readonly ascii: string | null;
}

export function sourceOf(bytes: Buffer): Source {
  return { bytes, ascii: isAscii(bytes) ? bytes.toString('latin1') : null };
}

/** The text from `start` to `end`. */
export function sliceOf({ bytes, ascii }: Source, start: number, end: number): string {
  return ascii === null ? bytes.toString('utf8', start, end) : ascii.slice(start, end);
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** What can stand in a text as itself and is one byte; from 0x80 on are parts of longer characters. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[0x5c] = 0;
const SPACE = new Uint8Array(256);
for (const space of ' \t\n\r') SPACE[space.charCodeAt(0)] = 1;

/** Skips white space. */
export function space(bytes: Buffer, at: number): number {
  while (SPACE[bytes[at]!] === 1) at++;
  return at;
}

/** The closing quote of the text whose opening quote stands before `at`; any text without escapes. */
export function textEnd(bytes: Buffer, at: number): number {
  const from = at;
  while (PLAIN[bytes[at]!] === 1) at++;
  if (bytes[at] === QUOTE) return at;
  while (PLAIN[bytes[at]!] === 1 || bytes[at]! >= 0x80) at++;
  return bytes[at] === QUOTE && isUtf8(bytes.subarray(from, at)) ? at : NO;
}

/** The same of a text of which every byte stands in `allowed`. */
export function classEnd(bytes: Buffer, at: number, allowed: Uint8Array): number {
  while (allowed[bytes[at]!] === 1) at++;
  return bytes[at] === QUOTE ? at : NO;
}

export function equalAt(bytes: Buffer, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** The number that `numberEnd` read last, in an array because a variable would be boxed at each number. */
export const readNumber = new Float64Array(1);

/** Digits that a double holds exactly, so that a whole number of so many over a power of ten is rounded but once. */
const DIGITS_MAX = 15;
const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power);

/** The end of a number without exponent of at most 15 digits; its value is the nearest double, in `readNumber`. */
export function numberEnd(bytes: Buffer, at: number): number {
  const negative = bytes[at] === MINUS;
  if (negative) at++;
  const first = at;
  let whole = 0;
  let digit = bytes[at]! - ZERO;
  if (!(digit >= 0 && digit <= 9)) return NO;
  const leadingZero = digit === 0;
  do {
    whole = whole * 10 + digit;
    digit = bytes[++at]! - ZERO;
  } while (digit >= 0 && digit <= 9);
  let digits = at - first;
  if (leadingZero && digits > 1) return NO;
  let decimals = 0;
  if (bytes[at] === POINT) {
    const point = at;
    digit = bytes[++at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      whole = whole * 10 + digit;
      digit = bytes[++at]! - ZERO;
    }
    decimals = at - point - 1;
    if (decimals === 0) return NO;
    digits += decimals;
  }
  if (digits > DIGITS_MAX || (bytes[at]! | 0x20) === 0x65) return NO;
  const value = whole / POWERS[decimals]!;
  readNumber[0] = negative ? -value : value;
  return at;
}
