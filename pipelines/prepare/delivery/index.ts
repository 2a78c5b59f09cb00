/** Delivery: the entry of this room. Collects the results of a whole delivery into its report. */
export { countsOf, endedIn, ONLY_PAST, REVIVED, withFindings, withTotals, type Ended } from './counts.ts';
export { DeliveryCollector, type DeliveryOptions, type PreparedText } from './delivery.ts';
export { CUT_SHORT, cutRules } from './findings.ts';
export type { LinkSuggestions } from './unresolved-links.ts';
