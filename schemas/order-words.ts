/** Order words: the kinds of submissions by name, in reports. */
import type { Text } from './finding.ts';
import type { OrderMethod } from './order-methods.ts';

const ORDER_WORDS: Readonly<Record<OrderMethod, Text>> = {
  INTREKKING: { nl: 'intrekking', en: 'withdrawal' },
  OVERDRACHT: { nl: 'overdracht', en: 'transfer' },
  HERROEPING: { nl: 'herroeping', en: 'undo' },
};

/** Returns the name of the kind: a delivery has no order. */
export function kindOf(order: OrderMethod | undefined): Text {
  return order === undefined ? { nl: 'levering', en: 'delivery' } : ORDER_WORDS[order];
}
