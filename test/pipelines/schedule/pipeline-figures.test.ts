/** Figures of pipelines: what failed, was missed or takes long, and the last sound backup, from what is on record, whoever ran it. */
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastSoundBackup } from '../../../pipelines/backup/last-sound.ts';
import { scheduleFigures } from '../../../pipelines/schedule/pipeline-figures.ts';
import { pipelineRecords } from '../../../pipelines/state/runs/pipeline-records.ts';
import { beginRun, endRun, notePassed, seenUpTo, skipRun, type Runs } from '../../../pipelines/state/runs/runs.ts';
import { noteSoundBackup, soundBackups } from '../../../pipelines/state/runs/sound-backups.ts';
import { NIGHTLY, scheduled, type Scheduled } from './scheduled.ts';

const HOUR_S = 3_600;
/** 12:30 in Amsterdam: the nightly pipeline was due at 01:30 UTC. */
const NOON = '2026-11-20T11:30:00Z';
const DUE = new Date('2026-11-20T01:30:00Z');
const at = (text: string): Date => new Date(`2026-11-20T${text}:00Z`);

/** A folder whose file has the nightly pipeline since the evening before. */
function place(pipelines: readonly unknown[] = [NIGHTLY]): Scheduled {
  const found = scheduled(NOON);
  found.write({ pipelines });
  utimesSync(join(found.data, 'pipelines.json'), new Date('2026-11-19T20:00:00Z'), new Date('2026-11-19T20:00:00Z'));
  return found;
}

function records(found: Scheduled, work: (runs: Runs) => void): void {
  work(found.step().runs);
}

function figures(found: Scheduled) {
  const runRecords = (names: readonly string[]) => {
    const { runs } = found.step();
    return Promise.resolve({ pipelines: pipelineRecords(runs, names), backups: soundBackups(runs) });
  };
  return scheduleFigures({ path: join(found.data, 'pipelines.json'), desk: { runRecords }, clock: () => new Date(found.now) });
}

const GOOD = { isFailed: false, missedSeconds: 0, runningSeconds: 0, passed: 0 };

describe('a pipeline', () => {
  test('that no scheduler saw misses what comes after its file was written', async () => {
    expect((await figures(place())()).pipelines).toEqual([{ name: 'nightly', ...GOOD, missedSeconds: 10 * HOUR_S }]);
  });

  test('that ran when its time came is in order', async () => {
    const found = place();
    records(found, (runs) => {
      seenUpTo(runs, NIGHTLY, new Date('2026-11-19T20:00:00Z'));
      endRun(runs, beginRun(runs, { pipeline: 'nightly', origin: 'schedule', due: DUE }, DUE), { state: 'done' }, at('01:40'));
    });
    expect((await figures(found)()).pipelines).toEqual([{ name: 'nightly', ...GOOD }]);
  });

  test('whose scheduler ended before its time is missed since then; a run by hand makes up for it', async () => {
    const found = place();
    records(found, (runs) => { seenUpTo(runs, NIGHTLY, new Date('2026-11-19T23:00:00Z')); });
    expect((await figures(found)()).pipelines).toMatchObject([{ missedSeconds: 10 * HOUR_S }]);
    records(found, (runs) => endRun(runs, beginRun(runs, { pipeline: 'nightly', origin: 'command', due: null }, at('10:00')), { state: 'done' }, at('10:01')));
    expect((await figures(found)()).pipelines).toEqual([{ name: 'nightly', ...GOOD }]);
  });

  test('whose time was skipped is missed since that time, until it runs', async () => {
    const found = place();
    records(found, (runs) => {
      seenUpTo(runs, NIGHTLY, new Date('2026-11-19T20:00:00Z'));
      skipRun(runs, { pipeline: 'nightly', due: DUE, message: 'its time passed while nothing ran' }, at('10:00'));
    });
    expect((await figures(found)()).pipelines).toMatchObject([{ missedSeconds: 10 * HOUR_S, isFailed: false }]);
    records(found, (runs) => { beginRun(runs, { pipeline: 'nightly', origin: 'command', due: null }, at('11:00')); });
    expect((await figures(found)()).pipelines).toMatchObject([{ missedSeconds: 0, runningSeconds: HOUR_S / 2 }]);
  });

  test('whose time was skipped because another process ran it then is not missed', async () => {
    const found = place();
    records(found, (runs) => {
      seenUpTo(runs, NIGHTLY, new Date('2026-11-19T20:00:00Z'));
      const other = beginRun(runs, { pipeline: 'nightly', origin: 'command', due: null }, at('01:00'));
      skipRun(runs, { pipeline: 'nightly', due: DUE, message: 'another process runs it' }, DUE);
      endRun(runs, other, { state: 'done' }, at('02:00'));
    });
    expect((await figures(found)()).pipelines).toMatchObject([{ missedSeconds: 0 }]);
  });

  test('that failed or was cut off is failed until it succeeds, or until a cut-off run is being repeated', async () => {
    const found = place();
    const ends = (state: 'failed' | 'cut-off' | 'done'): void => records(found, (runs) =>
      endRun(runs, beginRun(runs, { pipeline: 'nightly', origin: 'schedule', due: DUE }, DUE), { state, cause: state }, at('02:00')));
    const failed = async () => (await figures(found)()).pipelines;
    ends('failed');
    records(found, (runs) => { beginRun(runs, { pipeline: 'nightly', origin: 'command', due: null }, at('09:00')); });
    expect(await failed()).toMatchObject([{ isFailed: true }]);
    ends('done');
    expect(await failed()).toMatchObject([{ isFailed: false }]);
    ends('cut-off');
    expect(await failed()).toMatchObject([{ isFailed: true }]);
    records(found, (runs) => { beginRun(runs, { pipeline: 'nightly', origin: 'cut-off', due: DUE }, at('11:00')); });
    expect(await failed()).toMatchObject([{ isFailed: false }]);
  });

  test('that runs longer than its interval counts the times that came meanwhile', async () => {
    const found = place();
    records(found, (runs) => {
      seenUpTo(runs, NIGHTLY, new Date('2026-11-17T20:00:00Z'));
      const run = beginRun(runs, { pipeline: 'nightly', origin: 'schedule', due: new Date('2026-11-18T01:30:00Z') }, new Date('2026-11-18T01:30:00Z'));
      for (const day of ['19', '20']) notePassed(runs, run, new Date(`2026-11-${day}T01:30:00Z`));
    });
    expect((await figures(found)()).pipelines).toEqual([{ name: 'nightly', ...GOOD, runningSeconds: 58 * HOUR_S, passed: 2 }]);
  });

  test('has figures for the names in the file only, and keeps them while the file is damaged, which is reported', async () => {
    const found = place([NIGHTLY, { ...NIGHTLY, name: 'verify' }]);
    const read = figures(found);
    records(found, (runs) => { beginRun(runs, { pipeline: 'of-long-ago', origin: 'command', due: null }, at('09:00')); });
    const names = async () => {
      const { pipelines, fileFault } = await read();
      return [pipelines instanceof Error ? [] : pipelines.map(({ name }) => name), fileFault?.message.includes('Pipelines:Read') ?? false];
    };
    expect(await names()).toEqual([['nightly', 'verify'], false]);
    writeFileSync(join(found.data, 'pipelines.json'), '{');
    expect(await names()).toEqual([['nightly', 'verify'], true]);
    found.write({ pipelines: [NIGHTLY] });
    expect(await names()).toEqual([['nightly'], false]);
    rmSync(join(found.data, 'pipelines.json'));
    expect(await names()).toEqual([['nightly'], true]);
  });

  test('is none where there is no file, and records that cannot be read are an error', async () => {
    const found = scheduled(NOON);
    expect(await figures(found)()).toEqual({ pipelines: [], lastBackup: null, fileFault: null });
    const desk = { runRecords: () => Promise.reject(new Error('the disk is gone')) };
    expect(await scheduleFigures({ path: join(found.data, 'pipelines.json'), desk, clock: () => new Date(found.now) })()).toMatchObject({ pipelines: expect.any(Error) as Error, lastBackup: expect.any(Error) as Error });
  });
});

describe('the last sound backup', () => {
  test('is the newest recorded one that is still in its folder', async () => {
    const found = place();
    const folder = join(found.data, '..', 'backups-of-a-test');
    const kept = ['20261118T013000.000Z', '20261119T013000.000Z'];
    for (const [index, name] of kept.entries()) {
      mkdirSync(join(found.data, 'copies', name), { recursive: true });
      writeFileSync(join(found.data, 'copies', name, 'backup.json'), '{}');
      noteSoundBackup(found.data, { folder: join(found.data, 'copies'), name, moment: new Date(`2026-11-1${8 + index}T01:30:00Z`) });
    }
    noteSoundBackup(found.data, { folder, name: '20261120T013000.000Z', moment: DUE });
    const last = async () => (await figures(found)()).lastBackup;
    expect(await last()).toEqual(new Date('2026-11-19T01:30:00Z'));
    renameSync(join(found.data, 'copies', kept[1]!), join(found.data, 'aside'));
    expect(await last()).toEqual(new Date('2026-11-18T01:30:00Z'));
    rmSync(join(found.data, 'copies'), { recursive: true });
    expect(await last()).toBeNull();
  });

  test('begins one look at a time at a disk that does not respond', async () => {
    let looks = 0;
    const answer = Promise.withResolvers<boolean>();
    const look = lastSoundBackup(() => {
      looks += 1;
      return answer.promise;
    });
    const backups = [{ folder: '/mnt/backup', name: 'a', moment: DUE }];
    const both = [look(backups), look(backups)];
    answer.resolve(true);
    expect(await Promise.all(both)).toEqual([backups[0], backups[0]]);
    expect(looks).toBe(1);
  });
});
