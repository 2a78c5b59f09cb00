/** Pages: the pages of the *now* and the *other* of a series as one list, *now* first. Row numbers count through the whole list. */
import type { PageColumn } from '../../format/column.ts';
import { PARTS } from '../../format/page-directory.ts';
import type { FieldRange } from '../../format/ranges.ts';
import type { SeriesRoot } from '../../format/series-root.ts';
import { countBefore } from '../../format/search.ts';
import type { Packs } from './packs.ts';
import { pageAt, type Page } from './page.ts';
import type { Selected, Steps } from '../steps.ts';

/** One page of a series. */
export interface PageOfSeries {
  readonly root: SeriesRoot;
  readonly index: number;
  readonly page: Page;
}

/** Rows [from, to) of a list, all in one page; `before` is the number of rows in earlier pages. */
export interface PageRows {
  readonly rows: Selected;
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

export class Pages {
  readonly count: number;
  readonly rows: number;
  readonly #packs: Packs;
  readonly #roots: readonly SeriesRoot[];
  /** Number of pages, and of rows, before each root of the series. */
  readonly #pagesBefore: readonly number[];
  readonly #rowsBefore: readonly number[];

  constructor(roots: readonly (SeriesRoot | null)[], packs: Packs) {
    this.#packs = packs;
    this.#roots = roots.filter((root) => root !== null);
    const [pages, rows] = [[0], [0]];
    for (const root of this.#roots) {
      pages.push(pages.at(-1)! + root.pages);
      rows.push(rows.at(-1)! + root.rowsBefore(root.pages));
    }
    this.#pagesBefore = pages;
    this.#rowsBefore = rows;
    this.count = pages.at(-1)!;
    this.rows = rows.at(-1)!;
  }

  /** The root of a page, and its index in that root. */
  locate(page: number): { readonly root: SeriesRoot; readonly index: number } {
    const at = countBefore(this.#roots.length - 1, (root) => this.#pagesBefore[root + 1]! <= page);
    return { root: this.#roots[at]!, index: page - this.#pagesBefore[at]! };
  }

  open(page: number): PageOfSeries {
    const { root, index } = this.locate(page);
    return { root, index, page: pageAt(this.#packs, root.addresses, index) };
  }

  /** Runs `work` with the bytes of the pages that it needs available (packs.ts). */
  steps<Result>(work: () => Result): Steps<Result> {
    return this.#packs.steps(work);
  }

  readonly pageAt = (page: number): Page => this.open(page).page;

  rowsBefore(page: number): number {
    const at = countBefore(this.#roots.length - 1, (root) => this.#pagesBefore[root + 1]! <= page);
    return this.#rowsBefore[at]! + this.#roots[at]!.rowsBefore(page - this.#pagesBefore[at]!);
  }

  /** Returns the page of a row. */
  pageOf(row: number): number {
    const at = countBefore(this.#roots.length - 1, (root) => this.#rowsBefore[root + 1]! <= row);
    return this.#pagesBefore[at]! + this.#roots[at]!.pageAt(row - this.#rowsBefore[at]!);
  }

  /** Returns whether all rows of one page come before all of another in publication order, as far as the roots show. */
  isBefore(page: number, other: number): boolean {
    const [one, two] = [this.locate(page), this.locate(other)];
    return one.index + 1 < one.root.pages && !one.root.isBefore(two.root.first(two.index), one.index + 1);
  }

  /** Ranges of a queryable field in all pages of *now* and of *other*; empty ranges are left out. */
  ranges(field: string): readonly FieldRange[] {
    return this.#roots.map((root) => root.range(field)).filter((range) => range !== undefined);
  }

  /** Calls `use` with the rows of each page and its column of a field, undefined when the page has none. Rows of one page are adjacent. */
  * columns(rows: Selected, field: string, use: (column: PageColumn | undefined, rows: PageRows) => void): Steps<void> {
    const part = PARTS.field(field);
    for (let from = 0; from < rows.length;) {
      const index = this.pageOf(rows[from]!);
      const before = this.rowsBefore(index);
      const { end, column } = yield* this.steps(() => {
        const page = this.pageAt(index);
        return { end: before + page.count, column: page.values(part) };
      });
      let to = from + 1;
      while (to < rows.length && rows[to]! >= before && rows[to]! < end) to += 1;
      use(column, { rows, before, from, to });
      from = to;
      yield;
    }
  }

  /** Number of rows in the first list, *now*. */
  get firstRows(): number {
    return this.#rowsBefore[1] ?? 0;
  }
}
