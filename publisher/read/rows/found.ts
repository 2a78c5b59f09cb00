/** Found: the rows that a question selects, of which any stretch can be had in the order asked for. */
import type { Pages } from '../bytes/index.ts';
import { inPublicationOrder, type Stretch } from './publication-order.ts';
import type { Selected, Steps } from '../steps.ts';

export interface Found {
  readonly count: number;
  /** Memory that it takes. */
  readonly bytes: number;
  /** `pages`: of the series that were asked, in this or another edition with equal content. */
  readonly rows: (stretch: Stretch, pages: Pages) => Steps<Selected>;
}

/** In publication order. `rows` are sorted by their numbers (pages.ts). */
export function published(rows: Selected): Found {
  return { count: rows.length, bytes: rows.byteLength, rows: (stretch, pages) => inPublicationOrder(rows, stretch, pages) };
}
