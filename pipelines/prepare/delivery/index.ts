/** Delivery: the door of this room. What only the whole of a delivery knows, and the figures of its report. */
export { countsOf, endedIn, ONLY_PAST, REVIVED, withFindings, withTotals, type Ended } from './counts.ts';
export { DeliveryCollector, type DeliveryOptions, type PreparedText } from './delivery.ts';
export { CUT_SHORT, cutRules } from './findings.ts';
