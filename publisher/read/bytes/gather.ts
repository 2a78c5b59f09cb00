/**
 * Gather: counts the rows that a query selects, and takes those of the requested page of the list.
 *
 * Matching rows come in runs, in order. Rows from `position` on are taken, at most `limit`, as long as the taker has room. Pages without
 * any of these rows are never opened. Not here: which bytes of a row are taken (row-taker.ts, document-taker.ts).
 */
import { wantPages, type Page } from './page.ts';
import type { Packs } from './packs.ts';
import type { Pages } from './pages.ts';
import type { Selected } from '../steps.ts';
import type { Counts } from '../types.ts';

/** Takes rows in their order and returns the result. */
export interface Taker<Taken> {
  /** The parts of pages that it reads. */
  readonly parts: readonly string[];
  /** Takes the rows [from, to) of a page, or as many of the first as fit, and returns how many. */
  take(page: Page, from: number, to: number): number;
  finish(): Taken;
}

/** The requested page of the list. */
export interface PageRequest {
  readonly position: number;
  readonly limit: number;
}

export class Gather<Taken> {
  readonly #pageAt: (index: number) => Page;
  readonly #wanted: PageRequest;
  readonly #taker: Taker<Taken>;
  #returned = 0;
  #isFull: boolean;
  #matched = 0;

  constructor(pageAt: (index: number) => Page, wanted: PageRequest, taker: Taker<Taken>) {
    this.#pageAt = pageAt;
    this.#wanted = wanted;
    this.#taker = taker;
    this.#isFull = wanted.limit <= 0;
  }

  /** Reports that rows [from, to) of a page match. */
  run(page: number, from: number, to: number): void {
    const { position, limit } = this.#wanted;
    const before = this.#matched;
    this.#matched += to - from;
    if (this.#isFull || this.#matched <= position) return;
    const start = from + Math.max(0, position - before);
    const end = Math.min(to, start + limit - this.#returned);
    const taken = this.#taker.take(this.#pageAt(page), start, end);
    this.#returned += taken;
    if (taken < end - start || this.#returned === limit) this.#isFull = true;
  }

  finish(): Taken & Counts {
    const matched = this.#matched;
    const returned = this.#returned;
    const next = Math.max(0, this.#wanted.position) + returned;
    return { ...this.#taker.finish(), numberReturned: returned, numberMatched: matched, next: next < matched ? next : null };
  }
}

/** The requested page of a list. */
interface PageOfList {
  /** Position of its first row in the list. */
  readonly start: number;
  readonly rows: Selected;
  /** Number of rows in the whole list. */
  readonly numberMatched: number;
}

export function gatherRows<Taken>(
  { start, rows, numberMatched }: PageOfList, { packs, pages }: { readonly packs: Packs; readonly pages: Pages }, taker: Taker<Taken>,
): Taken & Counts {
  const gather = new Gather(pages.pageAt, { position: 0, limit: rows.length }, taker);
  const needed = new Set(Array.from(rows, (row) => pages.pageOf(row)));
  wantPages(packs, [...needed].map((page) => pages.locate(page)), taker.parts);
  for (let at = 0; at < rows.length;) {
    const page = pages.pageOf(rows[at]!);
    const before = pages.rowsBefore(page);
    const last = before + pages.pageAt(page).count;
    let to = at + 1;
    while (to < rows.length && rows[to] === rows[to - 1]! + 1 && rows[to]! < last) to += 1;
    gather.run(page, rows[at]! - before, rows[to - 1]! + 1 - before);
    at = to;
  }
  const range = gather.finish();
  const next = start + range.numberReturned;
  return { ...range, numberMatched, next: next < numberMatched ? next : null };
}
