/**
 * Publication order: rows of *now* and of *other* of a series, each in publication order, as one list in that order. Any range of the list
 * can be read without sorting the rest.
 */
import { compareRows, type RowOrder } from '../../format/order.ts';
import { PARTS } from '../../format/page-directory.ts';
import { countBefore } from '../../format/search.ts';
import type { Pages } from '../bytes/index.ts';
import type { Selected, Steps } from '../steps.ts';

const STEP = 8_192;

/** Range [from, to) of a list. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Returns a range of the ordered list of `rows`, which are sorted by their numbers: rows of *now* come first (pages.ts). */
export function* inPublicationOrder(rows: Selected, { from, to }: RowRange, pages: Pages): Steps<Selected> {
  const first = countBefore(rows.length, (at) => rows[at]! < pages.firstRows);
  if (first === 0 || first === rows.length) return rows.subarray(from, to);
  const [now, rest] = [rows.subarray(0, first), rows.subarray(first)];
  const before = yield* countOfNow({ now, rest }, from, pages);
  const walks = [new Walk(now.subarray(before), pages), new Walk(rest.subarray(from - before), pages)] as const;
  for (const walk of walks) yield* walk.next();
  const merged = new Uint32Array(to - from);
  for (let at = 0; at < merged.length; at += 1) {
    const walk = walks[0].comesBefore(walks[1]) ? walks[0] : walks[1];
    merged[at] = walk.row;
    yield* walk.next();
    if (at % STEP === STEP - 1) yield;
  }
  return merged;
}

/** Returns how many of the first `count` rows in order belong to *now*. */
function* countOfNow({ now, rest }: { readonly now: Selected; readonly rest: Selected }, count: number, pages: Pages): Steps<number> {
  let [least, most] = [Math.max(0, count - rest.length), Math.min(count, now.length)];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (yield* comesBefore(now[middle]!, rest[count - 1 - middle]!, pages)) least = middle + 1; else most = middle;
  }
  return least;
}

/** Returns whether a row comes before another; pages are read only when the roots do not decide. */
function* comesBefore(row: number, other: number, pages: Pages): Steps<boolean> {
  const [page, otherPage] = [pages.pageOf(row), pages.pageOf(other)];
  if (pages.isBefore(page, otherPage)) return true;
  if (pages.isBefore(otherPage, page)) return false;
  return compareRows(yield* orderOf(row, pages), yield* orderOf(other, pages)) < 0;
}

function* orderOf(row: number, pages: Pages): Steps<RowOrder> {
  return (yield* opened(row, pages)).orderOf(row);
}

/** The page of a row. */
interface Opened {
  /** Its rows have lower numbers than this one. */
  readonly end: number;
  readonly orderOf: (row: number) => RowOrder;
}

function opened(row: number, pages: Pages): Steps<Opened> {
  const index = pages.pageOf(row);
  const before = pages.rowsBefore(index);
  return pages.steps(() => {
    const page = pages.pageAt(index);
    page.want([PARTS.order, PARTS.periods]);
    const [order, { begins }] = [page.order(), page.periods()];
    const orderAt = (at: number): RowOrder => ({ key: order.keys[at]!, id: order.id(at), begin: begins[at]! });
    return { end: before + page.count, orderOf: (one) => orderAt(one - before) };
  });
}

/** Walks along rows in publication order, page by page. */
class Walk {
  readonly #rows: Selected;
  readonly #pages: Pages;
  #at = -1;
  #page: Opened | undefined;
  /** Sort key of its row; undefined at the end. */
  #order: RowOrder | undefined;

  constructor(rows: Selected, pages: Pages) {
    this.#rows = rows;
    this.#pages = pages;
  }

  get row(): number {
    return this.#rows[this.#at]!;
  }

  * next(): Steps<void> {
    this.#at += 1;
    const row = this.#rows[this.#at];
    if (row === undefined) {
      this.#order = undefined;
      return;
    }
    if (this.#page === undefined || row >= this.#page.end) this.#page = yield* opened(row, this.#pages);
    this.#order = this.#page.orderOf(row);
  }

  /** A walk at its end comes last. */
  comesBefore(other: Walk): boolean {
    if (this.#order === undefined || other.#order === undefined) return this.#order !== undefined;
    return compareRows(this.#order, other.#order) < 0;
  }
}
