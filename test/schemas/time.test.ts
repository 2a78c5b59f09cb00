import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockChangeAt, dateMs, dayOf, formatMoment, inAmsterdam, inUtc, momentOf, parseMoment, parseRfc3339, periodOfDay, type Moment, type Received,
} from '../../schemas/time.ts';

function utc(text: string): number {
  return Date.parse(text);
}

describe('IM-convention-6: date-time texts', () => {
  test.each([
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00Z'],
    ['2026-03-01T09:00:00.7Z', '2026-03-01T09:00:00.700Z'],
    ['2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00Z'],
    ['2026-03-01T09:00:00-00:00', '2026-03-01T09:00:00Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00Z'],
    ['2026-03-01T09:00:00-05:30', '2026-03-01T14:30:00Z'],
    ['2026-03-01T09:00:00+14:00', '2026-02-28T19:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['0099-12-31T23:59:59.9Z', '0099-12-31T23:59:59.900Z'],
    ['9999-12-31T23:59:59.9Z', '9999-12-31T23:59:59.900Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseMoment(text)).toBe(utc(expected));
  });

  test.each([
    '', '2026', '2026-03-01', '2026-03-01T09:00', '2026-03-01T09:00Z', '2026-03-01 09:00:00',
    '2026-03-01t09:00:00z',
    '2026-03-01T09:00:00.Z', '2026-03-01T09:00:00.12Z', '2026-03-01T09:00:00,1Z', '2026-03-01T09:00:00+0100',
    '2026-03-01T09:00:00+01', '2026-03-01T09:00:00+1:00', '2026-03-01T09:00:00 Z', ' 2026-03-01T09:00:00Z',
    '2026-03-01T09:00:00Z\n', '2026-03-01T09:00:00[Europe/Amsterdam]', '+002026-03-01T09:00:00Z',
    '12026-03-01T09:00:00Z', '２０２６-03-01T09:00:00Z',
  ])('%j is no date-time', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  test.each([
    '2026-02-29T00:00:00Z', '2100-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-32T00:00:00Z', '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z', '2026-12-31T23:59:60Z', '2026-02-30T00:00:00', '2026-01-01T00:00:00+01:60',
    '2026-01-01T00:00:00+14:01', '2026-01-01T00:00:00-15:00', '2026-01-01T00:00:00+99:99',
  ])('%s has no existing date, time or zone', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  // Their UTC text would have a year of more or fewer than four digits.
  test.each(['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00'])(
    '%s lies outside the years that a text can name', (text) => {
      expect(parseMoment(text)).toBeUndefined();
    });

  test('any text gives a moment or undefined, never an error', () => {
    const near = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d)?(Z|[+-]\d\d:\d\d)?$/);
    fc.assert(fc.property(fc.oneof(fc.string(), near), (text) => {
      const moment = parseMoment(text);
      if (moment !== undefined) expect(parseMoment(formatMoment(moment))).toBe(moment);
    }), { numRuns: 2_000 });
  });
});

/** Last Sunday of a month with 31 days, 01:00 UTC: the rule of the European Union since 1996. */
function clockChange(year: number, month: 3 | 10): number {
  const last = new Date(Date.UTC(year, month - 1, 31, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

function wallTime(moment: number): string {
  const year = new Date(moment).getUTCFullYear();
  const isSummer = moment >= clockChange(year, 3) && moment < clockChange(year, 10);
  return formatMoment((moment + (isSummer ? 7_200_000 : 3_600_000)) as Moment).slice(0, -1);
}

describe('times without zone are Europe/Amsterdam', () => {
  test.each([
    ['2026-01-15T12:00:00', '2026-01-15T11:00:00Z'],
    ['2026-07-15T12:00:00', '2026-07-15T10:00:00Z'],
    ['2026-01-01T00:00:00', '2025-12-31T23:00:00Z'],
    // Spring: 02:00 to 03:00 does not exist.
    ['2026-03-29T01:59:59.9', '2026-03-29T00:59:59.900Z'],
    ['2026-03-29T02:00:00', '2026-03-29T01:00:00Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    // Autumn: 02:00 to 03:00 comes twice.
    ['2026-10-25T01:59:59', '2026-10-24T23:59:59Z'],
    ['2026-10-25T02:00:00', '2026-10-25T00:00:00Z'],
    ['2026-10-25T02:59:59.9', '2026-10-25T00:59:59.900Z'],
    ['2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
    // Without summer time, and far away.
    ['1950-07-01T00:00:00', '1950-06-30T23:00:00Z'],
    ['9999-12-31T23:59:59', '9999-12-31T22:59:59Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseMoment(text)).toBe(utc(expected));
  });

  test('the oldest dates that programs write have a moment', () => {
    const moment = parseMoment('0001-01-01T00:00:00');
    expect(moment === undefined ? '' : formatMoment(moment)).toMatch(/^0000-12-31T23:4\d:\d\d\.0Z$/);
  });

  const year = fc.integer({ min: 1996, max: 2100 });
  const month = fc.constantFrom<3 | 10>(3, 10);
  const changes = fc.tuple(year, month, fc.integer({ min: -80_000, max: 80_000 }))
    .map(([inYear, inMonth, tenths]) => clockChange(inYear, inMonth) + tenths * 100);
  const any = fc.integer({ min: utc('1996-01-01T00:00:00Z') / 100, max: utc('2100-01-01T00:00:00Z') / 100 })
    .map((tenths) => tenths * 100);

  test('a local time names its moment, in the repeated hour the first of two', () => {
    fc.assert(fc.property(fc.oneof(any, changes), (moment) => {
      const hourBefore = moment - 3_600_000;
      const expected = wallTime(hourBefore) === wallTime(moment) ? hourBefore : moment;
      expect(parseMoment(wallTime(moment))).toBe(expected);
    }), { numRuns: 2_000 });
  });
});

describe('moments as text', () => {
  test('are UTC with one fraction digit, cut', () => {
    expect(formatMoment(utc('2026-03-01T09:00:00Z') as Moment)).toBe('2026-03-01T09:00:00.0Z');
    expect(formatMoment(utc('2026-03-01T09:00:00.199Z') as Moment)).toBe('2026-03-01T09:00:00.1Z');
    expect(formatMoment(-1 as Moment)).toBe('1969-12-31T23:59:59.9Z');
  });

  test('are parsed to the same tenth of a second, and sort like their moments', () => {
    const moments = fc.integer({ min: utc('0000-01-01T00:00:00Z'), max: utc('9999-12-31T23:59:59.999Z') });
    fc.assert(fc.property(moments, moments, (one, other) => {
      const [first, second] = [formatMoment(one as Moment), formatMoment(other as Moment)];
      expect(parseMoment(first)).toBe(Math.floor(one / 100) * 100);
      if (one <= other) expect(first <= second).toBe(true);
    }), { numRuns: 2_000 });
  });

  test('a received time lies in its millisecond, also before 1970', () => {
    expect(momentOf(1_999 as Received)).toBe(1);
    expect(momentOf(-1 as Received)).toBe(-1);
  });
});

describe('days and moments in requests', () => {
  test.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'], ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['2024-02-29', '2024-02-28T23:00:00Z', '2024-02-29T23:00:00Z'], ['9999-12-31', '9999-12-30T23:00:00Z', '9999-12-31T23:00:00Z'],
  ])('%s in Amsterdam goes from %s until %s', (day, from, until) => {
    expect(periodOfDay(day)).toEqual({ from: utc(from), until: utc(until) });
    expect(dateMs(day)).toBe(utc(`${day}T00:00:00Z`));
    expect([dayOf(new Date(utc(from))), dayOf(new Date(utc(until) - 1)), dayOf(new Date(utc(until)))]).toEqual([day, day, expect.not.stringMatching(day)]);
  });

  test.each(['', '2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z'])('%s is no day', (text) => {
    expect([dateMs(text), periodOfDay(text)]).toEqual([undefined, undefined]);
  });

  test('RFC 3339 has a zone, any case, any number of fraction digits', () => {
    expect(parseRfc3339('2026-03-01t09:00:00.123456z')).toBe(utc('2026-03-01T09:00:00.123Z'));
    expect(parseRfc3339('2026-03-01T09:00:00+01:00')).toBe(utc('2026-03-01T08:00:00Z'));
    expect(['2026-03-01T09:00:00', '2026-03-01', '2026-03-01T09:00:00.Z', '2026-02-30T09:00:00Z'].map(parseRfc3339)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the nights in which the clock of Amsterdam changes', () => {
  test.each([
    ['2025-10-26T02:00:00', 'doubled', '2025-10-26T00:00:00Z', '2025-10-26T01:00:00Z'],
    ['2025-10-26T02:59:59.9', 'doubled', '2025-10-26T00:59:59.9Z', '2025-10-26T01:59:59.9Z'],
    ['2025-03-30T02:30:00', 'missing', '2025-03-30T01:30:00Z', '2025-03-30T00:30:00Z'],
    ['1995-09-24T02:30:00', 'doubled', '1995-09-24T00:30:00Z', '1995-09-24T01:30:00Z'],
  ])('%s is %s: read as %s, not %s', (text, kind, taken, other) => {
    expect(clockChangeAt(text)).toEqual({ kind, taken: parseMoment(taken), other: parseMoment(other) });
    expect(parseMoment(text)).toBe(parseMoment(taken));
  });

  test.each([
    '2025-10-26T01:59:59', '2025-10-26T03:00:00', '2025-03-30T01:59:59', '2025-03-30T03:00:00', '2025-10-26T02:30:00Z', '2025-10-26T02:30:00+02:00',
    '2025-10-25T02:30:00', '2025-10-27T02:30:00', '2025-01-01T00:00:00', '2025-02-30T02:30:00', 'x', '',
  ])('%s is not in one', (text) => {
    expect(clockChangeAt(text)).toBeUndefined();
  });

  // The clock at each moment, computed in another way than in the program.
  test('a random local time is doubled, missing or neither, as the number of moments with that local time shows', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'medium' });
    const nights = Array.from({ length: 120 }, (_, year) => [3, 10].map((month) => lastSunday(1980 + year, month))).flat();
    fc.assert(fc.property(fc.constantFrom(...nights), fc.integer({ min: 0, max: 6 * 3600 }), (night, second) => {
      const text = new Date(night + second * 1000).toISOString().slice(0, 19);
      const shown = [0, 1, 2].map((hours) => night + second * 1000 - hours * 3_600_000).filter((moment) => clock.format(moment).replace(' ', 'T') === text);
      const change = clockChangeAt(text);
      expect([text, change?.kind]).toEqual([text, shown.length === 2 ? 'doubled' : shown.length === 0 ? 'missing' : undefined]);
      if (shown.length > 0) expect(parseMoment(text)).toBe(Math.min(...shown));
    }), { numRuns: 3_000, seed: 10 });
  });

  function lastSunday(year: number, month: number): number {
    const last = Date.UTC(year, month, 0);
    return last - new Date(last).getUTCDay() * 86_400_000;
  }
});

test('a moment in UTC has a fraction digit unless that is 0', () => {
  for (const [text, utcText] of [
    ['2024-01-01T00:00:00', '2023-12-31T23:00:00Z'], ['2024-07-01T00:00:00.5', '2024-06-30T22:00:00.5Z'], ['2024-01-01T00:00:00.0Z', '2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:00+05:30', '2023-12-31T18:30:00Z'],
  ] as const) expect([text, inUtc(parseMoment(text)!)]).toEqual([text, utcText]);
});

test.each([
  ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00+01:00'], ['2026-10-25T00:30:00.120Z', '2026-10-25T02:30:00.12+02:00'],
  ['2026-10-25T01:30:00.001Z', '2026-10-25T02:30:00.001+01:00'],
])('%s is %s in Amsterdam, and an argument of that text is the same moment', (utcText, text) => {
  const moment = new Date(utcText);
  expect(inAmsterdam(moment)).toBe(text);
  expect(parseRfc3339(text)).toBe(moment.getTime());
});
