/**
 * Rows: finds the rows that a query selects, in its order, by columns and boxes alone. Other folders import this file only. Not here: the
 * bytes of rows (publisher/read/bytes/).
 */
export { matchBox } from './box.ts';
export { countInCells } from './cells.ts';
export type { OrderedRows } from './ordered-rows.ts';
export type { RowRange } from './publication-order.ts';
export { pageMatcher, select, type PageMatcher, type Selection } from './select.ts';
export { QueryShape } from './shape.ts';
export { leadsOf, rangesWithLeads } from './types-first.ts';
