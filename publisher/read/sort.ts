/**
 * Sort: puts selected rows in the order asked for. Rows are given a number for each field, that compares as its values do; rows
 * without a value come last either way, equal ones stay as they were. In steps (select.ts): none looks at more than some
 * thousand rows, or does more than go once through all.
 */
import { compareIds } from '../format/order.ts';
import { PARTS } from '../format/page.ts';
import type { PageColumn } from '../format/column.ts';
import type { Pages } from './pages.ts';
import type { OrderBy } from './question.ts';
import { radixSorted } from './radix-sort.ts';
import type { Selected, Steps } from './steps.ts';

const STEP = 8_192;

/** `rows` are in publication order. */
export function* sorted(rows: Selected, order: readonly OrderBy[], pages: Pages): Steps<Selected> {
  let places = countUp(rows.length);
  for (const by of order.toReversed()) places = yield* radixSorted(places, yield* keysOf(rows, by, pages));
  for (let at = 0; at < places.length; at += 1) places[at] = rows[places[at]!]!;
  return places;
}

/** Rows of *now* and of *other*, each in publication order, as one list in that order. */
export function* inPublicationOrder(rows: Selected, pages: Pages): Steps<Selected> {
  const first = rows.findIndex((row) => row >= pages.firstRows);
  if (first <= 0) return rows;
  const merged = new Uint32Array(rows.length);
  const [now, rest] = [new Walk(rows.subarray(0, first), pages), new Walk(rows.subarray(first), pages)];
  yield* now.start();
  yield* rest.start();
  for (let at = 0; at < merged.length; at += 1) {
    const walk = rest.isAtEnd || !now.isAtEnd && now.comesBefore(rest) ? now : rest;
    merged[at] = walk.row;
    if (walk.isLastOfPage) yield* walk.nextPage(); else walk.next();
    if (at % STEP === STEP - 1) yield;
  }
  return merged;
}

/** Goes along rows in publication order, page by page. */
class Walk {
  readonly #rows: Selected;
  readonly #pages: Pages;
  #at = -1;
  /** Of the page of the row. */
  #before = 0;
  #end = 0;
  #keys: Uint32Array = new Uint32Array();
  #id: (row: number) => string = () => '';
  #begins: Float64Array = new Float64Array();

  constructor(rows: Selected, pages: Pages) {
    this.#rows = rows;
    this.#pages = pages;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#rows.length;
  }

  get row(): number {
    return this.#rows[this.#at]!;
  }

  /** Or there is no next row. */
  get isLastOfPage(): boolean {
    const next = this.#rows[this.#at + 1];
    return next === undefined || next >= this.#end;
  }

  next(): void {
    this.#at += 1;
  }

  start(): Steps<void> {
    return this.nextPage();
  }

  * nextPage(): Steps<void> {
    this.#at += 1;
    if (this.isAtEnd) return;
    const index = this.#pages.pageOf(this.row);
    const { order, begins, count } = yield* this.#pages.steps(() => {
      const page = this.#pages.pageAt(index);
      page.want([PARTS.order, PARTS.periods]);
      return { order: page.order(), begins: page.periods().begins, count: page.count };
    });
    this.#before = this.#pages.rowsBefore(index);
    this.#end = this.#before + count;
    this.#keys = order.keys;
    this.#id = (row) => order.id(row);
    this.#begins = begins;
  }

  comesBefore(other: Walk): boolean {
    const [one, two] = [this.row - this.#before, other.row - other.#before];
    const difference = this.#keys[one]! - other.#keys[two]! || compareIds(this.#id(one), other.#id(two));
    return (difference || this.#begins[one]! - other.#begins[two]!) < 0;
  }
}

/** A number for each row that compares as its value does; Infinity for none. */
function* keysOf(rows: Selected, { field, descending }: OrderBy, pages: Pages): Steps<Float64Array<ArrayBuffer>> {
  const keys = new Float64Array(rows.length).fill(Infinity);
  /** Of each page those that its rows have. */
  const texts: string[] = [];
  const sign = descending ? -1 : 1;
  yield* byPage(rows, pages, (page, column, from, to) => {
    if (column === undefined) return;
    const before = pages.rowsBefore(page);
    const number = numbering(column, texts);
    for (let at = from; at < to; at += 1) {
      const value = number(rows[at]! - before);
      if (value !== null) keys[at] = value * sign;
    }
  }, field);
  if (texts.length === 0) return keys;
  const ranks = yield* ranksOf(texts);
  for (let at = 0; at < keys.length; at += 1) if (keys[at] !== Infinity) keys[at] = ranks[keys[at]! * sign]! * sign;
  return keys;
}

/** The number of a row of a page, null for no value; of texts a place in `texts`, which grows. */
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

/** The rank of each text by its place; equal ones have the same. */
function* ranksOf(texts: readonly string[]): Steps<Uint32Array> {
  const places = yield* mergeSorted(countUp(texts.length), (left, right) => compareIds(texts[left]!, texts[right]!));
  const ranks = new Uint32Array(texts.length);
  for (let at = 1; at < places.length; at += 1) {
    const [before, place] = [places[at - 1]!, places[at]!];
    ranks[place] = texts[before] === texts[place] ? ranks[before]! : at;
    if (at % STEP === 0) yield;
  }
  return ranks;
}

/** Calls `use` with stretches [from, to) of rows that lie in one page and follow each other. */
function* byPage(
  rows: Selected, pages: Pages, use: (page: number, column: PageColumn | undefined, from: number, to: number) => void, field: string,
): Steps<void> {
  for (let from = 0; from < rows.length;) {
    const page = pages.pageOf(rows[from]!);
    const { count, column } = yield* pages.steps(() => ({ count: pages.pageAt(page).count, column: pages.pageAt(page).column(field) }));
    const low = pages.rowsBefore(page);
    let to = from + 1;
    while (to < rows.length && rows[to]! >= low && rows[to]! < low + count) to += 1;
    use(page, column, from, to);
    from = to;
    yield;
  }
}

function countUp(length: number): Selected {
  const list = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) list[at] = at;
  return list;
}

type Compare = (left: number, right: number) => number;

/** Sorts by merging stretches, step by step. */
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
