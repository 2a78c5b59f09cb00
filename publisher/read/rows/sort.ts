/**
 * Sort: sorts rows by fields, as far as they are needed. Rows are put into buckets by the first field (buckets.ts). A bucket is sorted
 * when a row of it is first needed, and stays sorted. Rows without a value come last in either direction; equal rows are in publication
 * order. Runs in steps (select.ts): a step reads some thousand rows, or makes one pass over all.
 */
import { compareIds } from '../../format/order.ts';
import { countBefore } from '../../format/search.ts';
import type { PageColumn } from '../../format/column.ts';
import { bucketed, type Bucketed } from './buckets.ts';
import type { OrderedRows } from './ordered-rows.ts';
import type { Pages } from '../bytes/index.ts';
import { inPublicationOrder, type RowRange } from './publication-order.ts';
import type { OrderBy } from '../series-query.ts';
import { radixSorted } from './radix-sort.ts';
import type { Selected, Steps } from '../steps.ts';

const STEP = 8_192;

/** `rows` are sorted by their numbers (pages.ts). */
export function* sorted(rows: Selected, order: readonly [OrderBy, ...OrderBy[]], pages: Pages): Steps<OrderedRows> {
  return new SortedRows(yield* bucketed(rows, order[0], pages), order);
}

class SortedRows implements OrderedRows {
  readonly #rows: Selected;
  readonly #ends: Uint32Array;
  readonly #order: readonly OrderBy[];
  readonly #isSorted: Uint8Array;
  /** 1 for a row that differs from the previous one in a field of the order, once its bucket is sorted. */
  readonly #startsEqual: Uint8Array;

  constructor({ rows, ends }: Bucketed, order: readonly OrderBy[]) {
    this.#rows = rows;
    this.#ends = ends;
    this.#order = order;
    this.#isSorted = new Uint8Array(ends.length);
    this.#startsEqual = new Uint8Array(rows.length + 1);
    for (const end of ends) this.#startsEqual[end] = 1;
    this.#startsEqual[0] = 1;
  }

  get count(): number {
    return this.#rows.length;
  }

  get bytes(): number {
    return [this.#rows, this.#ends, this.#isSorted, this.#startsEqual].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  * rows({ from, to }: RowRange, pages: Pages): Steps<Selected> {
    const ends = this.#ends;
    for (let bucket = countBefore(ends.length, (at) => ends[at]! <= from); this.#startOf(bucket) < to; bucket += 1) {
      if (this.#isSorted[bucket] === 0) yield* this.#sort(bucket, pages);
    }
    if (pages.firstRows === pages.rows) return this.#rows.subarray(from, to);
    const found = new Uint32Array(to - from);
    for (let at = from; at < to;) {
      const [start, end] = [this.#startsEqual.lastIndexOf(1, at), this.#startsEqual.indexOf(1, at + 1)];
      const next = Math.min(to, end);
      found.set(yield* inPublicationOrder(this.#rows.subarray(start, end), { from: at - start, to: next - start }, pages), at - from);
      at = next;
    }
    return found;
  }

  #startOf(bucket: number): number {
    return bucket === 0 ? 0 : this.#ends[bucket - 1] ?? Infinity;
  }

  * #sort(bucket: number, pages: Pages): Steps<void> {
    const start = this.#startOf(bucket);
    const rows = this.#rows.slice(start, this.#ends[bucket]);
    let indexes = countUp(rows.length);
    const allKeys: Float64Array[] = [];
    for (const by of rows.length > 1 ? this.#order.toReversed() : []) {
      const keys = yield* keysOf(rows, by, pages);
      allKeys.push(keys.slice());
      indexes = yield* radixSorted(indexes, keys);
    }
    for (let at = 1; at < indexes.length; at += 1) {
      const [index, before] = [indexes[at]!, indexes[at - 1]!];
      if (allKeys.some((keys) => keys[index] !== keys[before])) this.#startsEqual[start + at] = 1;
      if (at % STEP === 0) yield;
    }
    // Another query that sorts the same bucket meanwhile gets the same result.
    this.#rows.set(indexes.map((index) => rows[index]!), start);
    this.#isSorted[bucket] = 1;
  }
}

/** Returns a number for each row that compares as its value does; Infinity for no value. */
function* keysOf(rows: Selected, { field, descending }: OrderBy, pages: Pages): Steps<Float64Array<ArrayBuffer>> {
  const keys = new Float64Array(rows.length).fill(Infinity);
  /** Per page: the texts of its rows. */
  const texts: string[] = [];
  const sign = descending ? -1 : 1;
  yield* pages.columns(rows, field, (column, { before, from, to }) => {
    if (column === undefined) return;
    const number = numbering(column, texts);
    for (let at = from; at < to; at += 1) {
      const value = number(rows[at]! - before);
      if (value !== null) keys[at] = value * sign;
    }
  });
  if (texts.length === 0) return keys;
  const ranks = yield* ranksOf(texts);
  for (let at = 0; at < keys.length; at += 1) if (keys[at] !== Infinity) keys[at] = ranks[keys[at]! * sign]! * sign;
  return keys;
}

/** Returns the number of a row of a page, null for no value. For texts this is an index into `texts`, which grows. */
function numbering(column: PageColumn, texts: string[]): (row: number) => number | null {
  if (column.kind === 'number') return (row) => (Number.isNaN(column.numbers[row]!) ? null : column.numbers[row]!);
  if (column.kind === 'boolean') return (row) => column.codes[row] || null;
  const known = new Uint32Array(column.size + 1);
  return (row) => {
    const code = column.codes[row]!;
    if (code === 0) return null;
    if (known[code] === 0) known[code] = texts.push(column.text(code));
    return known[code]! - 1;
  };
}

/** Returns the rank of each text by its index; equal texts have the same rank. */
function* ranksOf(texts: readonly string[]): Steps<Uint32Array> {
  const indexes = yield* mergeSorted(countUp(texts.length), (left, right) => compareIds(texts[left]!, texts[right]!));
  const ranks = new Uint32Array(texts.length);
  for (let at = 1; at < indexes.length; at += 1) {
    const [before, index] = [indexes[at - 1]!, indexes[at]!];
    ranks[index] = texts[before] === texts[index] ? ranks[before]! : at;
    if (at % STEP === 0) yield;
  }
  return ranks;
}

function countUp(length: number): Selected {
  const list = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) list[at] = at;
  return list;
}

type Compare = (left: number, right: number) => number;

/** Sorts by merging runs, step by step. */
function* mergeSorted(list: Selected, compare: Compare): Steps<Selected> {
  for (let from = 0; from < list.length; from += STEP) {
    list.subarray(from, from + STEP).sort(compare);
    yield;
  }
  let [source, target] = [list, new Uint32Array(list.length)];
  for (let length = STEP; length < list.length; length *= 2) {
    for (let from = 0; from < list.length; from += 2 * length) {
      const [middle, to] = [Math.min(from + length, list.length), Math.min(from + 2 * length, list.length)];
      yield* merged({ source, target, from, middle, to }, compare);
    }
    [source, target] = [target, source];
  }
  return source;
}

interface Merging {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly from: number;
  readonly middle: number;
  readonly to: number;
}

function* merged({ source, target, from, middle, to }: Merging, compare: Compare): Steps<void> {
  let [one, other] = [from, middle];
  for (let at = from; at < to; at += 1) {
    const takesOne = one < middle && (other === to || compare(source[one]!, source[other]!) <= 0);
    target[at] = takesOne ? source[one++]! : source[other++]!;
    if (at % STEP === STEP - 1) yield;
  }
}
