/**
 * Radix sort: sorts indexes by their numbers, the lowest first, with one pass for each byte in which the numbers differ. The sort is
 * stable, so a sort by several keys begins with the last key. It runs in steps of some thousand indexes.
 */
import type { Selected, Steps } from '../steps.ts';

const STEP = 8_192;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;
const BYTE_VALUES = 256;
const SIGN = 0x8000_0000;

/** `numbers` has no NaN and is overwritten; so is `indexes`. */
export function* radixSorted(indexes: Selected, numbers: Float64Array<ArrayBuffer>): Steps<Selected> {
  const counts = new Uint32Array(NUMBER_BYTES * BYTE_VALUES);
  for (let from = 0; from < numbers.length; from += STEP) {
    const some = numbers.subarray(from, from + STEP);
    makeComparable(some);
    countBytes(some, counts);
    yield;
  }
  const bytes = new Uint8Array(numbers.buffer);
  let [source, target] = [indexes, new Uint32Array(indexes.length)];
  for (let byte = 0; byte < NUMBER_BYTES; byte += 1) {
    const next = counts.subarray(byte * BYTE_VALUES, (byte + 1) * BYTE_VALUES);
    if (next.includes(numbers.length)) continue;
    sumUp(next);
    for (let from = 0; from < source.length; from += STEP) {
      spread(source.subarray(from, from + STEP), { target, next, bytes, byte });
      yield;
    }
    [source, target] = [target, source];
  }
  return source;
}

/** Changes numbers so that their bits, as an unsigned integer, compare as they did; 0 and -0 are equal. */
function makeComparable(numbers: Float64Array<ArrayBuffer>): void {
  const halves = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  for (let at = 0; at < numbers.length; at += 1) {
    if (numbers[at] === 0) numbers[at] = 0;
    const high = halves[2 * at + 1]!;
    halves[2 * at + 1] = high < SIGN ? high + SIGN : ~high;
    if (high >= SIGN) halves[2 * at] = ~halves[2 * at]!;
  }
}

/** Counts for each byte of the numbers how often it has each value: the lowest byte first, as in memory. */
function countBytes(numbers: Float64Array<ArrayBuffer>, counts: Uint32Array): void {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (let at = 0; at < bytes.length; at += 1) counts[at % NUMBER_BYTES * BYTE_VALUES + bytes[at]!]! += 1;
}

/** Replaces counts by the number of items before. */
function sumUp(counts: Uint32Array): void {
  for (let value = 0, before = 0; value < counts.length; value += 1) {
    const count = counts[value]!;
    counts[value] = before;
    before += count;
  }
}

/** Puts each index at the next position for its value of a byte. */
function spread(indexes: Selected, { target, next, bytes, byte }: {
  target: Selected; next: Uint32Array; bytes: Uint8Array; byte: number;
}): void {
  for (let at = 0; at < indexes.length; at += 1) {
    const index = indexes[at]!;
    target[next[bytes[index * NUMBER_BYTES + byte]!]!++] = index;
  }
}
