/**
 * Time: the three clocks and their texts.
 *
 *  - `Moment`, integer milliseconds since 1970-01-01T00:00:00Z: the valid period, an edition's moment.
 *  - `Received`, integer microseconds since the same: the recorded period, strictly increasing.
 *  - A day is a text YYYY-MM-DD in Europe/Amsterdam.
 * Texts follow reading convention 6 of the Information Model: seconds, at most one fraction digit,
 * optional zone; without a zone the time is Europe/Amsterdam: in the hour that autumn repeats, its first
 * pass; in the hour that spring leaves out, as if the clock had not yet been put forward (RFC 5545, 3.3.5).
 */
import type { Brand } from './brand.ts';

export type Moment = Brand<number, 'Moment'>;
export type Received = Brand<number, 'Received'>;

/** Half open: `from` is inside, `until` is outside; null means without end. */
export interface Period {
  readonly from: Moment;
  readonly until: Moment | null;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d)?(?:Z|[+-]\d{2}:\d{2})?$/;
const SECONDS_END = 'YYYY-MM-DDThh:mm:ss'.length;

/** First moment that has a text of its own, and the first after the last one: years 0000 to 9999 in UTC. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const AFTER_LAST = Date.parse('+010000-01-01T00:00:00Z');

/** The moment a date-time text names, or undefined when it is no such text, no such date or outside 0000-9999. */
export function parseMoment(text: string): Moment | undefined {
  if (!DATE_TIME.test(text)) return undefined;
  const two = (at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1);
  const tenth = text[SECONDS_END] === '.' ? digitAt(text, SECONDS_END + 1) : 0;
  const local = utc(two(0) * 100 + two(2), two(5), two(8), two(11), two(14), two(17), tenth * 100);
  const offsetMs = local === undefined ? undefined : offsetMsOf(local, zoneOf(text));
  if (local === undefined || offsetMs === undefined) return undefined;
  const moment = local - offsetMs;
  return moment >= FIRST && moment < AFTER_LAST ? (moment as Moment) : undefined;
}

/** Whether a date-time text names its zone: else it is read as a time of Europe/Amsterdam. */
export function hasZone(text: string): boolean {
  return DATE_TIME.test(text) && zoneOf(text) !== '';
}

/** A time without zone at which the clock of Amsterdam is changed. */
export interface ClockChange {
  /** doubled: it comes twice in one night · missing: the clock is put forward over it. */
  readonly kind: 'doubled' | 'missing';
  /** The moment as which the time is read, and the other one that it may mean. */
  readonly taken: Moment;
  readonly other: Moment;
}

/** The change of the clock at which a time without zone falls; undefined for nearly every time, and for one with its zone. */
export function clockChangeAt(text: string): ClockChange | undefined {
  // Since 1947 the clock is changed between two and three o'clock.
  if (text.endsWith('Z') || (text.slice(HOUR_AT, HOUR_AT + 2) !== '02' && text >= '1947') || hasZone(text)) return undefined;
  const local = parseMoment(`${text}Z`);
  const taken = parseMoment(text);
  if (local === undefined || taken === undefined) return undefined;
  const [before, after] = [offsetAtMs(local - DAY_MS), offsetAtMs(local + DAY_MS)];
  const [first, second] = [local - before, local - after];
  const isAt = (moment: number): boolean => moment + offsetAtMs(moment) === local;
  if (before === after || isAt(first) !== isAt(second)) return undefined;
  return { kind: isAt(first) ? 'doubled' : 'missing', taken, other: (taken === first ? second : first) as Moment };
}

const HOUR_AT = 'YYYY-MM-DDT'.length;

/** The zone in a date-time text; empty when it has none. */
function zoneOf(text: string): string {
  return text.slice(text[SECONDS_END] === '.' ? SECONDS_END + 2 : SECONDS_END);
}

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 0x30;
}

/** How the parts of a moment look as readers write them (RFC 3339): regular expressions without groups. `time` begins with its T. */
export const TIME_FORMS = {
  day: String.raw`\d{4}-\d{2}-\d{2}`, time: String.raw`[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?`, zone: String.raw`(?:[Zz]|[+-]\d{2}:\d{2})`,
} as const;

const RFC_3339 = new RegExp(`^(${TIME_FORMS.day})(${TIME_FORMS.time})(${TIME_FORMS.zone})$`);

/**
 * The moment that a date-time of RFC 3339 names, as readers ask: its zone must be there, its fraction may have any number of
 * digits, of which three count. Undefined as for `parseMoment`.
 */
export function parseRfc3339(text: string): Moment | undefined {
  const [, day, time = '', zone = ''] = RFC_3339.exec(text) ?? [];
  const [clock, fraction = ''] = time.slice(1).split('.');
  const second = day === undefined ? undefined : parseMoment(`${day}T${clock}${zone.toUpperCase()}`);
  return second === undefined ? undefined : (second + Number(fraction.slice(0, 3).padEnd(3, '0'))) as Moment;
}

/** Midnight of a day YYYY-MM-DD in UTC: how dates without a time compare. Undefined when there is no such day. */
export function dateMs(text: string): number | undefined {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number);
  return year === undefined ? undefined : utc(year, month!, day!, 0, 0, 0, 0);
}

/** A day YYYY-MM-DD in Europe/Amsterdam as a period: from its first moment until the first of the next. */
export function periodOfDay(text: string): { readonly from: Moment; readonly until: Moment } | undefined {
  const midnight = dateMs(text);
  return midnight === undefined ? undefined : dayFrom(midnight);
}

/** The day that begins at a local midnight. */
function dayFrom(midnightMs: number): { readonly from: Moment; readonly until: Moment } {
  const starts = [midnightMs, midnightMs + DAY_MS].map((local) => local - amsterdamOffsetMs(local)) as [Moment, Moment];
  return { from: starts[0], until: starts[1] };
}

/** The day of the last moment asked for: the same nearly always, and slow to find. */
let lastDay = { text: '', from: Infinity, until: -Infinity };

/** The day YYYY-MM-DD in Europe/Amsterdam in which a moment lies. */
export function dayOf(moment: Date): string {
  const ms = moment.getTime();
  if (ms < lastDay.from || ms >= lastDay.until) {
    const midnight = Math.floor((ms + offsetAtMs(ms)) / DAY_MS) * DAY_MS;
    lastDay = { text: new Date(midnight).toISOString().replace(/T.*/, ''), ...dayFrom(midnight) };
  }
  return lastDay.text;
}

/** The same moment in UTC, as features show it: `2024-01-01T00:00:00` is `2023-12-31T23:00:00Z`. A fraction digit stays unless it is 0. */
export function inUtc(moment: Moment): string {
  return formatMoment(moment).replace('.0Z', 'Z');
}

/** The text of a moment, UTC, one fraction digit (cut, not rounded): 2026-03-01T09:00:00.0Z. */
export function formatMoment(moment: Moment): string {
  return new Date(Math.floor(moment / 100) * 100).toISOString().replace(/(\.\d)\d\dZ$/, '$1Z');
}

/**
 * The text of a moment for people, by the clock of Amsterdam with its distance from UTC: 2026-03-01T10:00:00+01:00. A fraction is
 * written out to the millisecond, so that a text taken over as an argument names the same moment.
 */
export function inAmsterdam(moment: Date): string {
  const offsetMs = offsetAtMs(moment.getTime());
  const local = new Date(moment.getTime() + offsetMs).toISOString().replace(/(?:\.000|(\.\d*?[1-9])0*)Z$/, '$1');
  // A zone of whole hours, east of Greenwich.
  return `${local}+${String(offsetMs / 3_600_000).padStart(2, '0')}:00`;
}

export function momentOf(received: Received): Moment {
  return Math.floor(received / 1000) as Moment;
}

/** A recorded time as served: cut to 0.1 s. */
export function formatReceived(received: Received): string {
  return formatMoment(momentOf(received));
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

function offsetMsOf(localMs: number, zone: string): number | undefined {
  if (zone === '') return amsterdamOffsetMs(localMs);
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (minutes > 59 || hours * 60 + minutes > ZONE_MINUTES_MAX) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The widest zone that XML Schema and ISO 8601 profiles know: ±14:00. */
const ZONE_MINUTES_MAX = 14 * 60;
/** A day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Offset of Amsterdam at a local wall time. The clock is not changed twice within two days. */
function amsterdamOffsetMs(localMs: number): number {
  const before = offsetAtMs(localMs - DAY_MS);
  const after = offsetAtMs(localMs + DAY_MS);
  if (before === after || offsetAtMs(localMs - before) === before) return before;
  return offsetAtMs(localMs - after) === after ? after : before;
}

/** Made when a time without a zone is read: it takes longer than all else of a module. */
let amsterdam: Intl.DateTimeFormat | undefined;

/** Offset of Amsterdam at a moment, read from a text like `7/1/2026, GMT+02:00`. */
function offsetAtMs(utcMs: number): number {
  amsterdam ??= new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' });
  const text = amsterdam.format(utcMs);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (match === null) throw new Error(`no offset in ${text}`);
  const [hours, minutes, seconds] = match.slice(2, 5).map((part) => Number(part ?? 0)) as [number, number, number];
  return (match[1] === '-' ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds) * 1_000;
}
