/** Texts: readers of the values that the model writes as a JSON text. */
import type { Bounds } from '../../../schemas/model/conventions.ts';
import { classEnd, equalAt, NO, QUOTE, textEnd } from './bytes.ts';
import type { Reader } from './bytes.ts';

const ZERO = 0x30;
/** The mark of model 3.0, in any text at all (upgrade.ts). */
const MARK = Buffer.from('gegevenInTransitie"');

/** Any text, from `min` to `max` characters. */
export function text({ min = 0, max = Infinity }: Bounds): Reader {
  return (bytes, at) => {
    if (bytes[at] !== QUOTE) return NO;
    const end = textEnd(bytes, at + 1);
    const length = end - at - 1;
    // A character is one to four bytes.
    return end === NO || length > max || length < (min > 1 ? 4 * min : min) || equalAt(bytes, at + 1, MARK) ? NO : end + 1;
  };
}

/** A text in ASCII that `isRight` accepts. */
export function checkedText(isRight: (text: string) => boolean): Reader {
  return (bytes, at) => {
    if (bytes[at] !== QUOTE) return NO;
    const end = textEnd(bytes, at + 1);
    if (end === NO || equalAt(bytes, at + 1, MARK)) return NO;
    return isRight(bytes.toString('latin1', at + 1, end)) ? end + 1 : NO;
  };
}

/** A text of `min` to `max` characters, each of which is `allowed`; those are ASCII. */
export function charsText(allowed: Uint8Array, min: number, max: number): Reader {
  const chars = Uint8Array.from(allowed);
  chars[QUOTE] = 0;
  chars[0x5c] = 0;
  return (bytes, at) => {
    if (bytes[at] !== QUOTE) return NO;
    const end = classEnd(bytes, at + 1, chars);
    const length = end - at - 1;
    return end === NO || length < min || length > max || equalAt(bytes, at + 1, MARK) ? NO : end + 1;
  };
}

/** One of a few texts; those seen before cost a comparison of bytes. */
export function knownText(values: readonly string[]): Reader {
  const right = new Set(values);
  const seen: (Uint8Array | undefined)[] = Array.from({ length: 64 });
  return (bytes, at) => {
    if (bytes[at] !== QUOTE) return NO;
    const end = textEnd(bytes, at + 1);
    if (end === NO) return NO;
    const slot = (end - at + 7 * bytes[end - 1]! + 13 * bytes[(at + end) >> 1]!) & 63;
    const before = seen[slot];
    if (before !== undefined && before.length === end - at - 1 && equalAt(bytes, at + 1, before)) return end + 1;
    const value = Buffer.from(bytes.subarray(at + 1, end));
    if (!right.has(value.toString())) return NO;
    seen[slot] = value;
    return end + 1;
  };
}

/** A date in quotes: not the 29th of February, which a closer look must judge. */
export function date(bytes: Buffer, at: number): number {
  const end = bytes[at] === QUOTE ? dateEnd(bytes, at + 1) : NO;
  return end !== NO && bytes[end] === QUOTE ? end + 1 : NO;
}

/** A moment in quotes (convention 6). */
export function moment(bytes: Buffer, at: number): number {
  let end = bytes[at] === QUOTE ? dateEnd(bytes, at + 1) : NO;
  if (end === NO || bytes[end] !== 0x54) return NO;
  if (!(pair(bytes, end + 1) <= 23) || bytes[end + 3] !== 0x3a) return NO;
  if (!(pair(bytes, end + 4) <= 59) || bytes[end + 6] !== 0x3a || !(pair(bytes, end + 7) <= 59)) return NO;
  end += 9;
  if (bytes[end] === 0x2e && isDigit(bytes[end + 1])) end += 2;
  if (bytes[end] === 0x5a) end++;
  else if (bytes[end] === 0x2b || bytes[end] === 0x2d) {
    if (!(pair(bytes, end + 1) <= 13) || bytes[end + 3] !== 0x3a || !(pair(bytes, end + 4) <= 59)) return NO;
    end += 6;
  }
  return bytes[end] === QUOTE ? end + 1 : NO;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dateEnd(bytes: Buffer, at: number): number {
  const century = pair(bytes, at);
  // The years 0000 and 9999 have rules of their own.
  if (!(century >= 1 && century <= 98) || Number.isNaN(pair(bytes, at + 2)) || bytes[at + 4] !== 0x2d) return NO;
  const days = DAYS[pair(bytes, at + 5) - 1];
  const day = pair(bytes, at + 8);
  return days !== undefined && day >= 1 && day <= days && bytes[at + 7] === 0x2d ? at + 10 : NO;
}

/** The number that two digits make, or NaN. */
function pair(bytes: Buffer, at: number): number {
  return isDigit(bytes[at]) && isDigit(bytes[at + 1]) ? (bytes[at]! - ZERO) * 10 + bytes[at + 1]! - ZERO : Number.NaN;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 0x39;
}
