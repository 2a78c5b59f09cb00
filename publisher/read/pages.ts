/**
 * Pages: the pages of the *now* and the *other* of a series as one list, first those of *now*; rows are numbered through.
 */
import type { SeriesRoot } from '../format/series.ts';
import { countBefore } from '../format/search.ts';
import type { Packs } from './packs.ts';
import { pageAt, type Page } from './page.ts';
import type { PageOfSeries } from './spatial-mask.ts';
import type { Steps } from './steps.ts';

export class Pages {
  readonly count: number;
  readonly rows: number;
  readonly #packs: Packs;
  readonly #roots: readonly SeriesRoot[];
  /** Pages, and rows, before each root. */
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

  /** The root that a page belongs to, and its number there. */
  place(page: number): { readonly root: SeriesRoot; readonly index: number } {
    const at = countBefore(this.#roots.length - 1, (root) => this.#pagesBefore[root + 1]! <= page);
    return { root: this.#roots[at]!, index: page - this.#pagesBefore[at]! };
  }

  open(page: number): PageOfSeries {
    const { root, index } = this.place(page);
    return { root, index, page: pageAt(this.#packs, root.places, index) };
  }

  /** `work` with what it needs of the pages at hand (packs.ts). */
  steps<Result>(work: () => Result): Steps<Result> {
    return this.#packs.steps(work);
  }

  readonly pageAt = (page: number): Page => this.open(page).page;

  rowsBefore(page: number): number {
    const at = countBefore(this.#roots.length - 1, (root) => this.#pagesBefore[root + 1]! <= page);
    return this.#rowsBefore[at]! + this.#roots[at]!.rowsBefore(page - this.#pagesBefore[at]!);
  }

  /** The page that a row lies in. */
  pageOf(row: number): number {
    const at = countBefore(this.#roots.length - 1, (root) => this.#rowsBefore[root + 1]! <= row);
    return this.#pagesBefore[at]! + this.#roots[at]!.pageAt(row - this.#rowsBefore[at]!);
  }

  /** Rows of the first list: those of *now*. */
  get firstRows(): number {
    return this.#rowsBefore[1] ?? 0;
  }
}
