/**
 * Methods of orders. An order changes objects of the register and brings none, so nothing is prepared.
 * INTREKKING withdraws objects, OVERDRACHT hands them over to another holder, HERROEPING undoes a submission: each root that it changed
 * gets its state of before (orders.ts).
 */
export const ORDER_METHODS = ['INTREKKING', 'OVERDRACHT', 'HERROEPING'] as const;

export type OrderMethod = (typeof ORDER_METHODS)[number];
