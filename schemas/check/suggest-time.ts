/**
 * Suggest time: the date or time that a value stands for: a Dutch date, a month in letters, seconds since 1970, days of a spreadsheet, too
 * many digits.
 */
import type { Text } from '../finding.ts';
import { LIMITS } from '../limits.ts';
import { DAY_MS } from '../time.ts';
import { DATE_PATTERN, MOMENT_PATTERN } from './json-schema.ts';
import type { Suggestion } from './suggestion.ts';

const DAY_FIRST = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})[-/. ](?<year>\d{4})(?:[T ,]+(?<time>\S.*))?$/i;
const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ]+(?<time>\S.*))?$/i;
const UNPARTED = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;
const TIME = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<tenth>\d)(?<finer>\d*))?)?\s*(?<zone>Z|[+-]\d{2}(?::?\d{2})?|CES?T|UTC|GMT)?$/i;
const ZONES: Readonly<Record<string, string>> = { CET: '+01:00', CEST: '+02:00', UTC: 'Z', GMT: 'Z' };
/** `3/21/2024`, in which the second number is no month. */
const MONTH_FIRST = /^(?<month>\d{1,2})\/(?<day>1[3-9]|2\d|3[01])\/(?<year>\d{4})(?:[T ,]+(?<time>\S.*))?$/i;
const FIELDS = { date: new RegExp(DATE_PATTERN), moment: new RegExp(MOMENT_PATTERN) } as const;

/** Reads seconds or milliseconds since 1970, for 1973 to 2100. */
function fromEpoch(data: string | number): string | undefined {
  const number = typeof data === 'number' && Number.isInteger(data) ? data : undefined;
  const ms = number === undefined || number < EPOCH_SECONDS_MIN ? undefined : number < EPOCH_MS_MIN ? number * 1000 : number;
  return ms === undefined || ms > EPOCH_MS_MAX ? undefined : new Date(ms).toISOString();
}

/** Reads the day number of a spreadsheet, for 1954 to 2064. It has no zone. */
function fromSheetDays(data: string | number): string | undefined {
  if (typeof data !== 'number' || data < SHEET_DAYS_MIN || data >= SHEET_DAYS_MAX) return undefined;
  return new Date(SHEET_DAY_0 + Math.round(data * DAY_MS)).toISOString().slice(0, 19);
}

const SHEET_DAY_0 = Date.UTC(1899, 11, 30);
const SHEET_DAYS_MIN = 20_000;
const SHEET_DAYS_MAX = 60_000;

/** The year 1973; larger than any date without hyphens. */
const EPOCH_SECONDS_MIN = 100_000_000;
const EPOCH_MS_MIN = 100_000_000_000;
const EPOCH_MS_MAX = Date.parse('2100-01-01T00:00:00Z');

const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'];
const MONTH_NAMED = /^(\d{1,2})[ .-]([a-z]{3})[a-z]*\.?[ .-](\d{4})/i;

/** Replaces the name of a month by its number. */
function withMonthNumber(text: string): string {
  return text.replace(MONTH_NAMED, (all, day: string, name: string, year: string) => {
    const month = MONTHS.indexOf(ENGLISH[name.toLowerCase()] ?? name.toLowerCase());
    return month < 0 ? all : `${day}-${month + 1}-${year}`;
  });
}

const ENGLISH: Readonly<Record<string, string>> = { maa: 'mrt', mar: 'mrt', may: 'mei', oct: 'okt' };

/** Suggests the date or time for a value, in the notation of its field. */
export function suggestTime(kind: 'moment' | 'date', data: string | number): Suggestion | undefined {
  if (String(data).length > LIMITS.idCharsMax) return undefined;
  const text = withMonthNumber(fromEpoch(data) ?? fromSheetDays(data) ?? String(data).trim());
  const found = MONTH_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text) ?? UNPARTED.exec(text);
  const { year = '', month = '', day = '', time } = found?.groups ?? {};
  const clock = TIME.exec(time ?? '00:00:00')?.groups;
  if (found === null || clock === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const suggestion = kind === 'date' ? date : `${date}T${timeOf(clock)}`;
  if (!FIELDS[kind].test(suggestion)) return undefined;
  return { text: suggestion, json: `"${suggestion}"`, hint: timeHint(kind, { isDayFirst: DAY_FIRST.test(text), time, finer: clock['finer'] }) };
}

/** Formats hours to seconds, one fraction digit unless that is 0, and the zone. */
function timeOf({ hour = '', minute = '', second = '00', tenth = '0', finer = '', zone = '' }: Partial<Record<string, string>>): string {
  const fraction = /^0*$/.test(tenth + finer) ? '' : `.${tenth}`;
  const colon = /^[+-]\d{2}(?:\d{2})?$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3) || '00'}` : ZONES[zone.toUpperCase()] ?? zone.toUpperCase();
  return `${hour.padStart(2, '0')}:${minute}:${second}${fraction}${colon}`;
}

function timeHint(
  kind: 'moment' | 'date',
  { isDayFirst, time, finer }: { readonly isDayFirst: boolean; readonly time: string | undefined; readonly finer: string | undefined },
): Text {
  if (isDayFirst) return { nl: 'Schrijf eerst het jaar, dan maand en dag.', en: 'Write the year first, then month and day.' };
  if (kind === 'date' && time !== undefined) return { nl: 'Geef alleen de dag.', en: 'Give the day only.' };
  if (kind === 'moment' && time === undefined) return { nl: 'Geef de dag met een tijd.', en: 'Give the day with a time.' };
  return finer !== undefined && finer !== ''
    ? { nl: 'Geef hooguit één cijfer achter de seconden.', en: 'Give at most one digit behind the seconds.' }
    : { nl: 'Schrijf het precies zo.', en: 'Write it exactly so.' };
}
