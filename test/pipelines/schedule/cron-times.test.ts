/** Times of cron lines in Europe/Amsterdam, also in both nights in which the clock changes. */
import { createTask } from 'node-cron';
import { describe, expect, test } from 'vitest';
import { cronMistake, cronTimes } from '../../../pipelines/schedule/cron-times.ts';

const NIGHTS = { spring: '2026-03-28T12:00:00Z', autumn: '2026-10-24T12:00:00Z' } as const;

/** The times of a line in the 24 hours, or as many as the night has, from noon to noon of the clock on the wall. */
function timesIn(line: string, night: keyof typeof NIGHTS): readonly string[] {
  const from = new Date(NIGHTS[night]);
  const until = new Date(from.getTime() + (night === 'spring' ? 23 : 25) * 3_600_000);
  const times: string[] = [];
  for (let time = cronTimes(line).next(from); time !== undefined && time < until; time = cronTimes(line).next(time)) times.push(time.toISOString());
  return times;
}

describe('OPEN-schedule-nights: in the night that changes the clock', () => {
  test('02:30 comes exactly once: in spring, when it is left out, an hour later; in autumn, when it comes twice, the first time', () => {
    expect(timesIn('30 2 * * *', 'spring')).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(timesIn('30 2 * * *', 'autumn')).toEqual(['2026-10-25T00:30:00.000Z']);
  });

  test('two times that spring makes one come once', () => {
    expect(timesIn('30 2,3 * * *', 'spring')).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(timesIn('30 2,3 * * *', 'autumn')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000Z']);
  });

  test('a line of every hour comes 23 and 25 times', () => {
    expect(timesIn('5 * * * *', 'spring')).toHaveLength(23);
    expect(timesIn('5 * * * *', 'autumn')).toHaveLength(25);
    expect(timesIn('7,22,37,52 0-23 * * *', 'autumn')).toHaveLength(100);
  });

  test('node-cron by itself would come never in spring, and twice in autumn', () => {
    const task = createTask('30 2 * * *', () => undefined, { timezone: 'Europe/Amsterdam' });
    const matches = (times: readonly string[]) => times.map((time) => task.match(new Date(time)));
    expect(matches(['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'])).toEqual([false, false]);
    expect(matches(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])).toEqual([true, true]);
    void task.destroy();
  });
});

describe('a cron line', () => {
  test('comes after a moment, not at it, and up to a moment, at it too', () => {
    const times = cronTimes('30 2 * * *');
    const [due, before] = [new Date('2026-06-02T00:30:00Z'), new Date('2026-06-01T00:30:00Z')];
    expect(times.next(before)).toEqual(due);
    expect(times.last(due, before)).toEqual(due);
    expect(times.last(new Date(due.getTime() - 1), before)).toBeUndefined();
    expect(times.last(new Date('2026-07-01T12:00:00Z'), before)).toEqual(new Date('2026-07-01T00:30:00Z'));
  });

  test('means days of the week, the last of the month, and leap days', () => {
    const after = new Date('2026-01-01T12:00:00Z');
    expect(cronTimes('0 6 * * mon').next(after)).toEqual(new Date('2026-01-05T05:00:00Z'));
    expect(cronTimes('0 6 L * *').next(after)).toEqual(new Date('2026-01-31T05:00:00Z'));
    expect(cronTimes('0 0 29 2 *').next(after)).toEqual(new Date('2028-02-28T23:00:00Z'));
    // 2100 is no leap year.
    expect(cronTimes('0 0 29 2 *').next(new Date('2096-03-01T00:00:00Z'))).toEqual(new Date('2104-02-28T23:00:00Z'));
  });

  test.each([
    ['61 2 * * *', 'minute 61: expected 0 to 59'],
    ['0 24 * * *', 'hour 24: expected 0 to 23'],
    ['0 2 * 13 8', /month 13: expected 1 to 12.*day of the week 8: expected 0 \(Sunday\)/],
    ['0 0 31 2 *', /day of the month 31/],
    ['0 30 2 * * *', /has not five fields/],
    ['@daily', /has not five fields/],
    ['*/0 * * * *', 'minute */0: expected 0 to 59'],
  ])('%s is wrong, and why', (line, expected) => {
    const mistake = cronMistake(line);
    if (typeof expected === 'string') expect(mistake).toBe(expected); else expect(mistake).toMatch(expected);
  });

  test('of every kind that people write is right', () => {
    for (const line of ['30 2 * * *', '*/5 6-22 * * mon-fri', '0 0 1 jan *', '0 0 L * *', '15,45 * * * *']) expect(cronMistake(line), line).toBeNull();
  });
});
