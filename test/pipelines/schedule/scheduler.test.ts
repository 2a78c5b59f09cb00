/** The scheduler on a clock of its own: what runs when, what is made up for, what is said. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takePipelineLock } from '../../../pipelines/state/folder/lock.ts';
import { beginRun, beginStep, openRuns } from '../../../pipelines/state/runs/runs.ts';
import { NIGHTLY, scheduled } from './scheduled.ts';

const dues = (place: ReturnType<typeof scheduled>) => place.runs().map(({ pipeline, origin, due, state }) => [pipeline, origin, due?.toISOString() ?? null, state]);

describe('a scheduler', () => {
  test('OPEN-schedule-nights: runs a pipeline of 02:30 exactly once in the spring night and once in the autumn night', async () => {
    for (const [from, until, time] of [
      ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', '2026-03-29T01:30:00.000Z'], ['2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ] as const) {
      const place = scheduled(from);
      place.write({ pipelines: [NIGHTLY] });
      await place.scheduler(until).run();
      expect(dues(place)).toEqual([['nightly', 'schedule', time, 'done']]);
      expect(place.runs()[0]?.started.toISOString()).toBe(time);
    }
  });

  test('makes up for missed times once, or skips them, as the pipeline says', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY, { ...NIGHTLY, name: 'skipping', missed: 'skip' }] });
    await place.scheduler('2026-06-02T12:00:00Z').run();
    place.now = Date.parse('2026-06-05T12:00:00Z');
    await place.scheduler('2026-06-06T12:00:00Z').run();
    const [night, late, after] = ['2026-06-02T00:30:00.000Z', '2026-06-05T00:30:00.000Z', '2026-06-06T00:30:00.000Z'];
    expect(dues(place)).toEqual([
      ['nightly', 'schedule', night, 'done'], ['skipping', 'schedule', night, 'done'],
      ['skipping', 'schedule', late, 'skipped'], ['nightly', 'missed', late, 'done'],
      ['nightly', 'schedule', after, 'done'], ['skipping', 'schedule', after, 'done'],
    ]);
    expect(place.runs()[2]?.message).toMatch(/^3 of its times passed while nothing ran/);
    expect(place.run1(4)?.lines[0]?.text).toMatch(/^3 of its times passed.*makes up for them$/);
  });

  test('runs again after a clock that was a year ahead', async () => {
    const place = scheduled('2027-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    await place.scheduler('2027-06-02T12:00:00Z').run();
    place.now = Date.parse('2026-06-03T12:00:00Z');
    await place.scheduler('2026-06-05T12:00:00Z').run();
    expect(dues(place).slice(1)).toEqual([
      ['nightly', 'schedule', '2026-06-04T00:30:00.000Z', 'done'], ['nightly', 'schedule', '2026-06-05T00:30:00.000Z', 'done'],
    ]);
  });

  test('a pipeline that is new, or has a new cron line, missed nothing', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [{ ...NIGHTLY, cron: '0 1 * * *' }] });
    await place.scheduler('2026-06-01T18:00:00Z').run();
    place.now = Date.parse('2026-06-03T12:00:00Z');
    place.write({ pipelines: [NIGHTLY, { ...NIGHTLY, name: 'new' }] });
    await place.scheduler('2026-06-03T18:00:00Z').run();
    expect(place.runs()).toEqual([]);
  });

  test('OPEN-schedule-overrun: a run that takes longer than its interval is reported, and its times meanwhile are passed over', async () => {
    const place = scheduled('2026-06-01T12:00:30Z');
    place.write({ pipelines: [{ name: 'collecting', cron: '* * * * *', missed: 'once', steps: [{ step: 'collect', folder: 'in' }] }] });
    writeFileSync(join(place.watched, 'AB12', 'young.json'), '{}');
    utimesSync(join(place.watched, 'AB12', 'young.json'), place.now / 1000, place.now / 1000 + 25);
    const scheduler = place.scheduler('2026-06-01T12:05:30Z');
    // The step waits until its pipeline's time has come twice more.
    let looks = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    place.waited = () => released;
    const ended = scheduler.idle.bind(scheduler);
    scheduler.idle = async () => {
      looks += 1;
      if (looks <= 3) return await new Promise((resolve) => { setTimeout(resolve, 50); });
      release();
      await ended();
    };
    await scheduler.run();
    const [first] = place.runs();
    expect(first).toMatchObject({ state: 'done', passed: 2 });
    expect(place.said.filter((line) => line.includes('takes longer than its interval'))).toHaveLength(2);
  });

  test('a run that another process holds is skipped, and kept as that', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    const release = takePipelineLock(place.data, 'nightly');
    await place.scheduler('2026-06-02T12:00:00Z').run();
    release?.();
    expect(place.runs()).toMatchObject([{ state: 'skipped', message: 'another process runs it' }]);
  });

  test('reports a run that was cut off and repeats it, but not a repetition', async () => {
    const place = scheduled('2026-06-02T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    const due = new Date('2026-06-02T00:30:00Z');
    const kill = (origin: 'schedule' | 'cut-off'): void => {
      const runs = openRuns(place.data);
      beginStep(runs, { run: beginRun(runs, { pipeline: 'nightly', origin, due }, due), n: 1 }, 'verify', due);
      runs.close();
    };
    kill('schedule');
    await place.scheduler('2026-06-02T13:00:00Z').run();
    expect(dues(place)).toEqual([['nightly', 'schedule', due.toISOString(), 'cut-off'], ['nightly', 'cut-off', due.toISOString(), 'done']]);
    expect(place.run1(1)).toMatchObject({ message: /during its step verify/, steps: [{ state: 'cut-off' }], lines: [{ text: 'it is run once more' }] });
    kill('cut-off');
    await place.scheduler('2026-06-02T14:00:00Z').run();
    expect(place.runs().map(({ state }) => state)).toEqual(['cut-off', 'done', 'cut-off']);
    expect(place.run1(3)?.lines.map(({ text }) => text)).toEqual(['it is not run once more: it was a repetition itself']);
  });

  test('sees the clock, so that what comes after days without deliveries is taken', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [{ ...NIGHTLY, steps: [{ step: 'collect', folder: 'in' }] }] });
    for (const [name, until] of [['a.json', '2026-06-02T12:00:00Z'], ['b.json', '2026-06-05T12:00:00Z'], ['c.json', '2026-06-06T12:00:00Z']] as const) {
      writeFileSync(join(place.watched, 'AB12', name), '[]');
      utimesSync(join(place.watched, 'AB12', name), 0, 0);
      await place.scheduler(until).run();
    }
    // More than 24 hours without a submission; without the recorded clock that would count as a jump.
    expect(place.runs().map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  test('a clock that goes back runs nothing twice', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    await place.scheduler('2026-06-02T12:00:00Z').run();
    place.now = Date.parse('2026-06-01T20:00:00Z');
    await place.scheduler('2026-06-02T12:00:00Z').run();
    expect(place.runs()).toHaveLength(1);
  });

  test('two on one folder: the second is refused, and its fault names the first', () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    const first = place.scheduler('2026-06-02T12:00:00Z');
    expect(() => place.scheduler('2026-06-02T12:00:00Z')).toThrow(/^Schedule:Lock failed: another process runs the schedule/);
    first.stop();
    return first.run();
  });

  test('a damaged file is reported once, and its last valid content counts until it is mended', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY] });
    const scheduler = place.scheduler('2026-06-03T12:00:00Z');
    place.write({ pipelines: [{ ...NIGHTLY, cron: '61 2 * * *' }] });
    await scheduler.run();
    expect(place.said.filter((line) => line.startsWith('Pipelines:Read failed'))).toHaveLength(1);
    expect(place.runs()).toHaveLength(2);
  });
});

describe('the log of a scheduler', () => {
  test('a run that failed is an error with its cause, and what comes to an end well is none', async () => {
    const place = scheduled('2026-06-01T12:00:00Z');
    place.write({ pipelines: [NIGHTLY, { ...NIGHTLY, name: 'failing', steps: [{ step: 'collect', folder: 'gone' }] }] });
    await place.scheduler('2026-06-02T12:00:00Z').run();
    expect(place.errors).toEqual([
      `failing, step 1 (collect): ${join(place.data, 'gone')} is not there. Make it, with a folder of each holder in it.`,
      'failing: run 2 failed: the step collect failed: the folder cannot be read (no such file or directory); `ev runs show 2` says more',
    ]);
    expect(place.said).toContain('nightly: run 1 done');
  });
});
