/**
 * Buckets: distributes rows into many buckets roughly in the order of a field: no value in a bucket sorts behind a value in the next.
 * Numbers are placed between the lowest and the highest of the series, texts by their first bytes behind the common prefix. Rows without a
 * value are in the last bucket, in either direction.
 */
import { unreachable } from '../../../schemas/fault.ts';
import type { PageColumn } from '../../format/column.ts';
import type { FieldRange } from '../../format/ranges.ts';
import type { Texts } from '../../format/segment.ts';
import type { PageRows, Pages } from '../bytes/index.ts';
import type { OrderBy } from '../series-query.ts';
import type { Selected, Steps } from '../steps.ts';

/** Number of buckets for rows with a value. Rows without one have a bucket more. Bucket numbers fit in 16 bits. */
const BUCKETS = 2 ** 14;
/** Number of text bytes that determine the bucket; this many fit exactly in a number. */
const TEXT_BYTES = 6;
const BYTE_VALUES = 256;
const STEP = 8_192;

export interface Bucketed {
  /** Bucket by bucket; within a bucket the order is unchanged. */
  readonly rows: Selected;
  /** Per bucket: its end in `rows`. */
  readonly ends: Uint32Array;
}

export function* bucketed(rows: Selected, { field, descending }: OrderBy, pages: Pages): Steps<Bucketed> {
  const buckets = new Uint16Array(rows.length).fill(BUCKETS);
  const scale = new Scale(pages.ranges(field), descending);
  yield* pages.columns(rows, field, (column, some) => { if (column !== undefined) scale.put(column, some, buckets); });
  const ends = new Uint32Array(BUCKETS + 1);
  for (let at = 0; at < rows.length; at += 1) {
    ends[buckets[at]!]! += 1;
    if (at % STEP === 0) yield;
  }
  for (let bucket = 0, before = 0; bucket < ends.length; bucket += 1) {
    const count = ends[bucket]!;
    ends[bucket] = before;
    before += count;
  }
  const spread = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    spread[ends[buckets[at]!]!++] = rows[at]!;
    if (at % STEP === 0) yield;
  }
  return { rows: spread, ends };
}

/** Maps values to buckets: equal steps between the lowest and the highest value of a series. */
class Scale {
  readonly #low: number;
  readonly #stepsPerOne: number;
  readonly #descending: boolean;
  /** Number of bytes in the common prefix of all texts. */
  readonly #shared: number;

  constructor(ranges: readonly FieldRange[], descending: boolean) {
    const extents = ranges.map((range) => range.extent()).filter((extent) => extent !== null);
    const bounds = extents.flatMap(({ low, high }) => [low, high]);
    const texts = bounds.filter((bound) => typeof bound !== 'number').sort((one, other) => Buffer.compare(one, other));
    this.#shared = sharedBytes(texts);
    const numbers = bounds.map((bound) => (typeof bound === 'number' ? bound : this.#numberOf(bound, 0, bound.length)));
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const stepsPerOne = BUCKETS / (high - low);
    this.#low = low;
    // When all values are equal, or their difference is not a finite number, there is one bucket.
    this.#stepsPerOne = Number.isFinite(stepsPerOne) && Number.isFinite(low) ? stepsPerOne : 0;
    this.#descending = descending;
  }

  /** Writes the buckets of rows with a value. */
  put(column: PageColumn, { rows, before, from, to }: PageRows, buckets: Uint16Array): void {
    if (column.kind === 'number') {
      const { numbers } = column;
      for (let at = from; at < to; at += 1) {
        const number = numbers[rows[at]! - before]!;
        if (!Number.isNaN(number)) buckets[at] = this.#bucketOf(number);
      }
      return;
    }
    const { codes } = column;
    const table = this.#table(column);
    for (let at = from; at < to; at += 1) buckets[at] = table[codes[rows[at]! - before]!]!;
  }

  /** Returns the bucket of each code. */
  #table(column: Exclude<PageColumn, { readonly kind: 'number' }>): Uint16Array {
    switch (column.kind) {
      case 'boolean': return Uint16Array.of(BUCKETS, this.#bucketOf(0), this.#bucketOf(1));
      case 'text': {
        const table = new Uint16Array(column.size + 1);
        table[0] = BUCKETS;
        const { ends, text } = column.dictionary;
        for (let code = 1, start = 0; code < table.length; code += 1) {
          const end = ends[code - 1]!;
          table[code] = this.#bucketOf(this.#numberOf(text, start, end));
          start = end;
        }
        return table;
      }
      default: return unreachable(column);
    }
  }

  #bucketOf(value: number): number {
    const bucket = Math.min(BUCKETS - 1, Math.trunc((value - this.#low) * this.#stepsPerOne)) || 0;
    return this.#descending ? BUCKETS - 1 - bucket : bucket;
  }

  /** Returns the bytes of a text behind the common prefix as a number that compares as they do. */
  #numberOf(text: Texts['text'], start: number, end: number): number {
    let number = 0;
    for (let at = start + this.#shared; at < start + this.#shared + TEXT_BYTES; at += 1) {
      number = number * BYTE_VALUES + (at < end ? text[at]! : 0);
    }
    return number;
  }
}

/** Returns the number of equal bytes at the start of the first and the last of sorted texts. */
function sharedBytes(texts: readonly Buffer[]): number {
  const [first, last] = [texts[0], texts.at(-1)];
  let shared = 0;
  if (first !== undefined && last !== undefined) while (shared < first.length && first[shared] === last[shared]) shared += 1;
  return shared;
}
