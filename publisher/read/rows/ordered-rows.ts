/** Found: the rows that a query selects; any range of them can be read in the order of the query. */
import type { Pages } from '../bytes/index.ts';
import { inPublicationOrder, type RowRange } from './publication-order.ts';
import type { Selected, Steps } from '../steps.ts';

export interface OrderedRows {
  readonly count: number;
  /** Memory that it takes. */
  readonly bytes: number;
  /** `pages` are those of the queried series, in this edition or another with equal content. */
  readonly rows: (range: RowRange, pages: Pages) => Steps<Selected>;
}

/** In publication order. `rows` are sorted by their numbers (pages.ts). */
export function inPublishedOrder(rows: Selected): OrderedRows {
  return { count: rows.length, bytes: rows.byteLength, rows: (range, pages) => inPublicationOrder(rows, range, pages) };
}
