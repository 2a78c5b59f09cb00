/**
 * Deprecation: the last period of a major version of the interface, and the address of the next one (Interface Rules, Versioning 3-7).
 * The operator sets it as one text: `2027-01-01 2027-07-01 <https://ev.example/v2>`. The next version is the next major one.
 * Not here: the headers and the refusal that follow from it (server/response/deprecation.ts).
 */
import { MAJOR, NEXT_MAJOR } from './interface-versions.ts';

export interface Deprecation {
  /** First day on which responses announce the end, and the day on which the version is withdrawn; both begin at 00:00 UTC. */
  readonly from: string;
  readonly withdrawn: string;
  /** Base URL of the next version. */
  readonly successor: string;
}

export const DEPRECATION_PATTERN = `^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{4}-[0-9]{2}-[0-9]{2} <https?://[!-;=?-~]+/${NEXT_MAJOR}>$`;
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** Returns the deprecation in a text; undefined when it is malformed, names no next version, or has no end within a year. */
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

export const MAJOR_STATES = ['actueel', 'verouderd', 'vervallen'] as const;
export type MajorState = typeof MAJOR_STATES[number];

/** A major version in the schedule. */
export interface ScheduledMajor {
  readonly major: string;
  readonly baseUrl: string;
  readonly state: MajorState;
  /** Deprecation of the version; null while no end is set. */
  readonly period: Pick<Deprecation, 'from' | 'withdrawn'> | null;
}

/** Returns the major versions that exist at this moment, oldest first: this one, and its successor when its end is set. */
export function scheduleOf(
  { baseUrl, deprecation }: { readonly baseUrl: string; readonly deprecation: Deprecation | null }, nowMs: number,
): readonly ScheduledMajor[] {
  if (deprecation === null) return [{ major: MAJOR, baseUrl, state: 'actueel', period: null }];
  const { from, withdrawn, successor } = deprecation;
  const announced = nowMs < startOf(from) ? 'actueel' : 'verouderd';
  return [
    { major: MAJOR, baseUrl, state: nowMs < startOf(withdrawn) ? announced : 'vervallen', period: { from, withdrawn } },
    { major: NEXT_MAJOR, baseUrl: successor, state: 'actueel', period: null },
  ];
}

function isDay(text: string): boolean {
  const ms = startOf(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
