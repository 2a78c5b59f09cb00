/**
 * Cron times: the times of a cron line in Europe/Amsterdam, also in both nights in which the clock changes.
 *
 * Invariants:
 *  - A line with hours has one time for each local time that it names. A local time that spring skips is an hour later; one that autumn
 *    repeats is its first occurrence (schemas/time.ts). So 02:30 comes exactly once in either night.
 *  - A line for every hour has one time for each real hour: 23 on the spring day, 25 on the autumn day.
 *  - Time is an argument. node-cron parses the line and matches days. Its timer is not used: it reads the machine's clock, and at 02:30
 *    fires never in spring and twice in autumn.
 */
import { createTask, parse, validateDetailed } from 'node-cron';
import { DAY_MS, dateMs, dayOf, parseMoment, periodOfDay, type Moment } from '../../schemas/time.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS = 24;
/** Longest distance in days to the next 29 February, also around a century without one. */
const DAYS_MAX = 8 * 366 + 1;

/** Message for a wrong field, by the name that node-cron gives the field. */
const FIELDS: Readonly<Record<string, (found: string) => string>> = {
  minute: (found) => `minute ${found}: expected 0 to 59`,
  hour: (found) => `hour ${found}: expected 0 to 23`,
  dayOfMonth: (found) => `day of the month ${found}: expected 1 to 31, that one of the months has, or L for the last`,
  month: (found) => `month ${found}: expected 1 to 12, or jan to dec`,
  dayOfWeek: (found) => `day of the week ${found}: expected 0 (Sunday) to 7, or mon to sun`,
};

/** A parsed cron line. */
export interface CronTimes {
  /** Returns the first time after a moment; undefined when there is none. */
  readonly next: (after: Date) => Date | undefined;
  /** Returns the last time at or before `upTo` and after `after`; undefined when there is none. */
  readonly last: (upTo: Date, after: Date) => Date | undefined;
}

/** Returns what is wrong with a cron line, or null. */
export function cronMistake(line: string): string | null {
  if (line.trim().split(/\s+/).length !== 5) return 'has not five fields: minute, hour, day of the month, month, day of the week';
  const { valid, errors } = validateDetailed(line);
  if (!valid) return errors.map(({ field, value = '', message }) => FIELDS[field]?.(value) ?? message).join('; ');
  return cronTimes(line).next(new Date(0)) === undefined ? 'never comes: no year has such a day' : null;
}

/** Parses a cron line. Throws when it has a mistake. */
export function cronTimes(line: string): CronTimes {
  const { minute: minutes, hour: hours } = parse(line);
  const isDay = dayTest(line);
  // Successive calls mostly concern the same day.
  let cached: { readonly day: string; readonly times: readonly number[] } = { day: '', times: [] };
  const timesOf = (day: string): readonly number[] => {
    if (cached.day !== day) cached = { day, times: isDay(day) ? timesOfDay(day, { minutes, hours }) : [] };
    return cached.times;
  };
  return {
    next(after) {
      for (const day of days(after, 1)) {
        const time = timesOf(day).find((ms) => ms > after.getTime());
        if (time !== undefined) return new Date(time);
      }
      return undefined;
    },
    last(upTo, after) {
      for (const day of days(upTo, -1)) {
        const time = timesOf(day).findLast((ms) => ms <= upTo.getTime());
        if (time !== undefined) return time > after.getTime() ? new Date(time) : undefined;
        if (endOf(day) <= after.getTime()) return undefined;
      }
      return undefined;
    },
  };
}

/** Returns a test whether the line matches a day, by node-cron at noon, when no clock changes. */
function dayTest(line: string): (day: string) => boolean {
  const [, , ...fields] = line.trim().split(/\s+/);
  const task = createTask(`0 12 ${fields.join(' ')}`, () => undefined, { timezone: 'Europe/Amsterdam' });
  // A destroyed task still matches, and leaves node-cron's list of tasks.
  void task.destroy();
  return (day) => task.match(new Date(momentAt(day, 12, 0)));
}

/** Times of one day, ascending, without duplicates. */
function timesOfDay(
  day: string, { minutes, hours }: { readonly minutes: readonly number[]; readonly hours: readonly number[] },
): readonly number[] {
  const starts = hours.length === HOURS ? hoursOf(day) : null;
  const times = starts === null
    ? hours.flatMap((hour) => minutes.map((minute) => momentAt(day, hour, minute)))
    : starts.flatMap((start) => minutes.map((minute) => start + minute * MINUTE_MS));
  return ascending(times);
}

/** Start of every real hour of a day. Amsterdam differs from UTC by whole hours. */
function hoursOf(day: string): readonly number[] {
  const { from, until } = periodOfDay(day)!;
  return Array.from({ length: (until - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS);
}

function momentAt(day: string, hour: number, minute: number): Moment {
  return parseMoment(`${day}T${two(hour)}:${two(minute)}:00`)!;
}

function endOf(day: string): number {
  return periodOfDay(day)!.until;
}

/** Yields the day of a moment, then the days after or before it. A time that the clock change moves stays within its day. */
function* days(moment: Date, step: 1 | -1): Generator<string> {
  const midnight = dateMs(dayOf(moment))!;
  for (let count = 0; count < DAYS_MAX; count += 1) yield new Date(midnight + count * step * DAY_MS).toISOString().slice(0, 10);
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
