/**
 * Deprecation: the last period of a major version of the interface, and the address of the next one (Interface Rules, Versioning 3-7).
 * The operator sets it as one text: `2027-01-01 2027-07-01 <https://ev.example/v2>`.
 * Not here: the headers and the refusal that follow from it (server/response/deprecation.ts).
 */
export interface Deprecation {
  /** First day on which responses announce the end, and the day on which the version is withdrawn; both begin at 00:00 UTC. */
  readonly from: string;
  readonly withdrawn: string;
  /** Base URL of the next version. */
  readonly successor: string;
}

export const DEPRECATION_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{4}-[0-9]{2}-[0-9]{2} <https?://[!-;=?-~]+>$';
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** Returns the deprecation in a text; undefined when it is malformed, ends before it begins, or lasts more than a year. */
export function deprecationOf(text: string): Deprecation | undefined {
  if (!new RegExp(DEPRECATION_PATTERN).test(text)) return undefined;
  const [from = '', withdrawn = '', address = ''] = text.split(' ');
  const days = (startOf(withdrawn) - startOf(from)) / DAY_MS;
  if (![from, withdrawn].every(isDay) || !(days > 0 && days <= DAYS_MAX)) return undefined;
  const successor = address.slice(1, -1);
  return URL.canParse(successor) ? { from, withdrawn, successor } : undefined;
}

/** Milliseconds since 1970 at which a day begins. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isDay(text: string): boolean {
  const ms = startOf(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
