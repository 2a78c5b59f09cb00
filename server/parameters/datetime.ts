/**
 * datetime: an instant or an interval (OGC API Features, part 1, 7.15.4; RFC 3339).
 *
 * - An instant is the snapshot of that moment, also a future one.
 * - An interval gives the last version of each object that was valid at some time in it, both ends included, even if it was superseded
 * later. `..` or an empty end is open.
 * - GDAL and QGIS send days without a time, which are days in Europe/Amsterdam. A single day is the snapshot of its end, today the
 *   snapshot of now. In an interval a day counts whole. GDAL 3.10 sends a day with a bare `T`, which is read as the day.
 * - An interval from a moment to itself is that instant.
 */
import { dayOf, parseRfc3339, periodOfDay, type Moment } from '../../schemas/time.ts';
import { endOfDay } from './moments.ts';
import { wrongValue, type ParameterFault } from './query.ts';

export interface RequestedTime {
  /** Moment of the snapshot, as in SeriesQuery. */
  readonly at: Moment | null;
  readonly during: { readonly from: number; readonly until: number } | null;
}

const ALWAYS: RequestedTime = { at: null, during: null };

/** Returns the requested time; ALWAYS without the parameter, and after a fault. */
export function readDatetime(text: string | undefined, now: Date, faults: ParameterFault[]): RequestedTime {
  if (text === undefined) return ALWAYS;
  const ends = text.split('/').map(withoutBareT);
  const requested = ends.length === 1 ? instant(ends[0]!, dayOf(now)) : ends.length === 2 ? interval(ends[0]!, ends[1]!) : undefined;
  if (requested !== undefined) return requested;
  faults.push(wrongValue('datetime', text, {
    expected: {
      nl: 'een tijdstip met zone, een dag, of twee daarvan met / ertussen, begin niet na eind',
      en: 'a moment with its zone, a day, or two of these with / between, the start not after the end',
    },
    allowed: ['2026-01-31T12:00:00Z', '2026-01-31', '2026-01-01/2026-01-31', '2026-01-01T00:00:00Z/..', '../2026-01-31'],
    correct: `${dayOf(now)}/..`,
  }));
  return ALWAYS;
}

/** Returns the moment at which one object must be valid; null: now. An interval is refused, because one object is one version. */
export function readInstant(text: string | undefined, now: Date, faults: ParameterFault[]): Moment | null {
  if (text === undefined) return null;
  const today = dayOf(now);
  const requested = instant(withoutBareT(text), today);
  if (requested !== undefined) return requested.at;
  faults.push(wrongValue('datetime', text, {
    expected: { nl: 'een tijdstip met zone of een dag; geen periode', en: 'a moment with its zone or a day; no interval' },
    allowed: ['2026-01-31T12:00:00Z', '2026-01-31'], correct: today,
  }));
  return null;
}

function instant(text: string, today: string): RequestedTime | undefined {
  if (text === today) return ALWAYS;
  const day = periodOfDay(text);
  const at = day === undefined ? parseRfc3339(text) : endOfDay(day);
  return at === undefined ? undefined : { at, during: null };
}

function interval(start: string, end: string): RequestedTime | undefined {
  const from = isOpen(start) ? -Infinity : periodOfDay(start)?.from ?? parseRfc3339(start);
  const lastDay = periodOfDay(end);
  const until = isOpen(end) ? Infinity : lastDay === undefined ? parseRfc3339(end) : endOfDay(lastDay);
  if (from === undefined || until === undefined || from > until) return undefined;
  return from === until ? { at: from as Moment, during: null } : { at: null, during: { from, until } };
}

function withoutBareT(end: string): string {
  return end.endsWith('T') && periodOfDay(end.slice(0, -1)) !== undefined ? end.slice(0, -1) : end;
}

function isOpen(end: string): boolean {
  return end === '' || end === '..';
}
