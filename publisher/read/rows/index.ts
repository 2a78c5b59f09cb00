/** Rows: the door of this room, which finds the rows that a question selects, in its order, by columns and boxes alone. */
export { matchBox } from './box.ts';
export type { Stretch } from './publication-order.ts';
export { select, type Selection } from './select.ts';
export { AskedShape } from './shape.ts';
export { leadsOf, stretchesLed } from './types-first.ts';
