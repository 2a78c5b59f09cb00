/**
 * Time: the three clocks and their texts.
 *
 *  - `Moment`, integer milliseconds since 1970-01-01T00:00:00Z: the valid period, an edition's moment.
 *  - `Received`, integer microseconds since the same: the recorded period, strictly increasing.
 *  - A day is a text YYYY-MM-DD in Europe/Amsterdam.
 * Texts follow reading convention 6 of the Information Model: seconds, at most one fraction digit, optional zone.
 * Without a zone the time is Europe/Amsterdam (RFC 5545, 3.3.5). In the hour that autumn repeats, it is the first pass.
 * In the hour that spring skips, it is read with the offset before the change.
 */
import type { Brand } from './brand.ts';

export type Moment = Brand<number, 'Moment'>;
export type Received = Brand<number, 'Received'>;

/** Half open: `from` is inside, `until` is outside; null means no end. */
export interface Period {
  readonly from: Moment;
  readonly until: Moment | null;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d)?(?:Z|[+-]\d{2}:\d{2})?$/;
const SECONDS_END = 'YYYY-MM-DDThh:mm:ss'.length;

/** The first moment with a text of its own, and the first after the last one: years 0000 to 9999 in UTC. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const AFTER_LAST = Date.parse('+010000-01-01T00:00:00Z');

/** Parses a date-time; undefined for other texts, non-existing dates, and dates outside 0000-9999. */
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

/** Whether a date-time names its zone. Otherwise it is a time of Europe/Amsterdam. */
export function hasZone(text: string): boolean {
  return DATE_TIME.test(text) && zoneOf(text) !== '';
}

/** A time without zone that is doubled or missing because the clock of Amsterdam changes. */
export interface ClockChange {
  /** doubled: the time occurs twice · missing: the clock skips the time. */
  readonly kind: 'doubled' | 'missing';
  /** The moment that is used, and the other possible one. */
  readonly taken: Moment;
  readonly other: Moment;
}

/** Returns the clock change that affects a time without zone; undefined for other times. */
export function clockChangeAt(text: string): ClockChange | undefined {
  // Since 1947 the clock changes between two and three o'clock.
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

/** The zone of a date-time; empty when it has none. */
function zoneOf(text: string): string {
  return text.slice(text[SECONDS_END] === '.' ? SECONDS_END + 2 : SECONDS_END);
}

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 0x30;
}

/** Notation of the parts of a moment in requests (RFC 3339): regular expressions without groups. `time` begins with its T. */
export const TIME_FORMS = {
  day: String.raw`\d{4}-\d{2}-\d{2}`, time: String.raw`[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?`, zone: String.raw`(?:[Zz]|[+-]\d{2}:\d{2})`,
} as const;

const RFC_3339 = new RegExp(`^(${TIME_FORMS.day})(${TIME_FORMS.time})(${TIME_FORMS.zone})$`);

/**
 * Parses a date-time of RFC 3339, as in requests. The zone is required; the fraction may have any number of digits, of which three count.
 * Undefined as for `parseMoment`.
 */
export function parseRfc3339(text: string): Moment | undefined {
  const [, day, time = '', zone = ''] = RFC_3339.exec(text) ?? [];
  const [clock, fraction = ''] = time.slice(1).split('.');
  const second = day === undefined ? undefined : parseMoment(`${day}T${clock}${zone.toUpperCase()}`);
  return second === undefined ? undefined : (second + Number(fraction.slice(0, 3).padEnd(3, '0'))) as Moment;
}

/** Parses a day YYYY-MM-DD to its midnight in UTC, for comparing dates. Undefined for a non-existing day. */
export function dateMs(text: string): number | undefined {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number);
  return year === undefined ? undefined : utc(year, month!, day!, 0, 0, 0, 0);
}

/** Returns a day YYYY-MM-DD in Europe/Amsterdam as a period: from its first moment until the first of the next day. */
export function periodOfDay(text: string): { readonly from: Moment; readonly until: Moment } | undefined {
  const midnight = dateMs(text);
  return midnight === undefined ? undefined : dayFrom(midnight);
}

/** The day that begins at a local midnight. */
function dayFrom(midnightMs: number): { readonly from: Moment; readonly until: Moment } {
  const starts = [midnightMs, midnightMs + DAY_MS].map((local) => local - amsterdamOffsetMs(local)) as [Moment, Moment];
  return { from: starts[0], until: starts[1] };
}

/** The last result, because nearly all requests are for the same day, and computing it is slow. */
let lastDay = { text: '', from: Infinity, until: -Infinity };

/** Returns the day YYYY-MM-DD in Europe/Amsterdam of a moment. */
export function dayOf(moment: Date): string {
  const ms = moment.getTime();
  if (ms < lastDay.from || ms >= lastDay.until) {
    const midnight = Math.floor((ms + offsetAtMs(ms)) / DAY_MS) * DAY_MS;
    lastDay = { text: new Date(midnight).toISOString().replace(/T.*/, ''), ...dayFrom(midnight) };
  }
  return lastDay.text;
}

/** Formats a moment in UTC, as features show it: `2024-01-01T00:00:00` is `2023-12-31T23:00:00Z`. A fraction digit stays unless it is 0. */
export function inUtc(moment: Moment): string {
  return formatMoment(moment).replace('.0Z', 'Z');
}

/** Formats a moment in UTC, with one fraction digit (cut, not rounded): 2026-03-01T09:00:00.0Z. */
export function formatMoment(moment: Moment): string {
  return new Date(Math.floor(moment / 100) * 100).toISOString().replace(/(\.\d)\d\dZ$/, '$1Z');
}

/**
 * Formats a moment for people, in Amsterdam time with its offset: 2026-03-01T10:00:00+01:00. A fraction has three digits, so that the text
 * names exactly this moment when used as an argument.
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

/** Formats a recorded time for responses: cut to 0.1 s. */
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

/** The widest zone of XML Schema and ISO 8601 profiles: ±14:00. */
const ZONE_MINUTES_MAX = 14 * 60;
/** A day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Offset of Amsterdam at a local time. The clock does not change twice within two days. */
function amsterdamOffsetMs(localMs: number): number {
  const before = offsetAtMs(localMs - DAY_MS);
  const after = offsetAtMs(localMs + DAY_MS);
  if (before === after || offsetAtMs(localMs - before) === before) return before;
  return offsetAtMs(localMs - after) === after ? after : before;
}

/** Made on the first time without a zone, because making it takes longer than loading the module. */
let amsterdam: Intl.DateTimeFormat | undefined;

/** Offset of Amsterdam at a moment, parsed from a text such as `7/1/2026, GMT+02:00`. */
function offsetAtMs(utcMs: number): number {
  amsterdam ??= new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Amsterdam', timeZoneName: 'longOffset' });
  const text = amsterdam.format(utcMs);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (match === null) throw new Error(`no offset in ${text}`);
  const [hours, minutes, seconds] = match.slice(2, 5).map((part) => Number(part ?? 0)) as [number, number, number];
  return (match[1] === '-' ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds) * 1_000;
}
