/**
 * Time: the three clocks and their texts.
 *
 *  - `Moment`, integer milliseconds since 1970-01-01T00:00:00Z: the valid period, an edition's moment.
 *  - `Received`, integer microseconds since the same: the recorded period, strictly increasing.
 *  - A day is a text YYYY-MM-DD in Europe/Amsterdam.
 * Texts follow reading convention 6 of the Information Model: seconds, at most one fraction digit,
 * optional zone; without a zone the time is Europe/Amsterdam (design 7).
 */
import type { Brand } from './brand.ts';

export type Moment = Brand<number, 'Moment'>;
export type Received = Brand<number, 'Received'>;

/** Half open: `from` is inside, `until` is outside; null means without end. */
export interface Period {
  readonly from: Moment;
  readonly until: Moment | null;
}

export const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d))?(Z|[+-]\d{2}:\d{2})?$/;

/** The moment a date-time text names, or undefined when it is no such text or no such date. */
export function parseMoment(text: string): Moment | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, tenth] = match.slice(1, 8).map((part) => Number(part ?? 0)) as
    [number, number, number, number, number, number, number];
  const local = utc(year, month, day, hour, minute, second, tenth * 100);
  if (local === undefined) return undefined;
  const zone = match[8];
  if (zone === undefined) return (local - amsterdamOffsetMs(local)) as Moment;
  const offsetMs = zone === 'Z' ? 0 : parseOffsetMs(zone);
  return offsetMs === undefined ? undefined : ((local - offsetMs) as Moment);
}

/** The text of a moment, UTC, one fraction digit (cut, not rounded): 2026-03-01T09:00:00.0Z. */
export function formatMoment(moment: Moment): string {
  return new Date(Math.floor(moment / 100) * 100).toISOString().replace(/(\.\d)\d\dZ$/, '$1Z');
}

export function momentOf(received: Received): Moment {
  return Math.floor(received / 1000) as Moment;
}

export function contains(period: Period, moment: Moment): boolean {
  return period.from <= moment && (period.until === null || moment < period.until);
}

function utc(
  year: number, month: number, day: number, hour: number, minute: number, second: number, ms: number,
): number | undefined {
  const value = new Date(0);
  value.setUTCFullYear(year, month - 1, day);
  value.setUTCHours(hour, minute, second, ms);
  const asWritten = value.getUTCMonth() === month - 1 && value.getUTCDate() === day
    && value.getUTCHours() === hour && value.getUTCMinutes() === minute && value.getUTCSeconds() === second;
  return asWritten ? value.getTime() : undefined;
}

function parseOffsetMs(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const AMSTERDAM = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam', hourCycle: 'h23',
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

/** Offset of Amsterdam at a local wall time; in the repeated hour of autumn the first one (summer time). */
function amsterdamOffsetMs(localMs: number): number {
  for (const guessMs of [7_200_000, 3_600_000]) {
    if (offsetAtMs(localMs - guessMs) === guessMs) return guessMs;
  }
  return offsetAtMs(localMs - 3_600_000);
}

function offsetAtMs(utcMs: number): number {
  const whole = Math.floor(utcMs / 1000) * 1000;
  const part = Object.fromEntries(AMSTERDAM.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
  const local = new Date(0);
  local.setUTCFullYear(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'] ?? 1);
  local.setUTCHours(part['hour'] ?? 0, part['minute'] ?? 0, part['second'] ?? 0);
  return local.getTime() - whole;
}
