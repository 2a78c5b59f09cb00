/** Upkeep: what the conductor does for editions when they have been published. */
import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newestHead, numbersOf } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { RETENTION } from '../../publisher/write/retention.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import type { Moment } from '../../schemas/time.ts';
import { openState } from '../../pipelines/state/database/database.ts';
import { whileEditionsPinned, unlessEditionsPinned } from '../../pipelines/state/folder/lock.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { SOUND } from '../always-sound.ts';

const DAY = 86_400_000;

function holds(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text));
}

describe('repack', () => {
  test('an edition that spans more than 32 packs is repacked when nothing else is to do, with the same contentId', async () => {
    const kept = new Upkept();
    for (let n = 0; n < 34; n += 1) await kept.deliver(building('b1', { populatie: n + 1 }));
    expect(kept.told('Edition:Repack')).toHaveLength(1);
    const [told] = kept.told('Edition:Repack');
    expect(told).toMatchObject({ before: 33 });
    expect(kept.standing.packs).toBeLessThan(32);
    const before = kept.standing.contentId;
    await kept.drain();
    expect(kept.standing.contentId).toBe(before);
    expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });
});

describe('retention', () => {
  test('all editions of 7 days are kept, then the last of each day; looked at each hour, also when nothing is written', async () => {
    const kept = new Upkept(RETENTION);
    const moments: number[] = [];
    for (let day = 0; day < 3; day += 1) {
      for (let n = 0; n < 4; n += 1) moments.push(await kept.deliver(building('b1', { populatie: day * 10 + n + 1 })));
      await kept.pass(DAY);
    }
    expect(kept.told('Edition:Collect')).toEqual([]);
    const all = numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests').length;
    await kept.pass(7 * DAY);
    expect(kept.told('Edition:Collect').reduce((sum, { editions }) => sum + editions, 0)).toBe(all - 3);
    const reader = kept.reader();
    const found = moments.map((moment) => reader.at(moment as Moment));
    expect(found.map((one) => typeof one === 'object' && 'edition' in one)).toEqual([3, 7, 11].reduce<boolean[]>((list, at) => list.with(at, true), Array<boolean>(12).fill(false)));
  });

  test('the setting gives the number of days', async () => {
    const kept = new Upkept({ allDays: 1 });
    for (let n = 0; n < 5; n += 1) await kept.deliver(building('b1', { populatie: n + 1 }));
    await kept.pass(1.5 * DAY);
    expect(numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests')).toEqual([kept.standing.newest]);
  });

  test('a repack that fails, on a full disk perhaps, keeps none from being dropped', async () => {
    const kept = new Upkept({ allDays: 1 });
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      if (String(to).includes('/packs/') && (newestHead(kept.folder, 'public')?.packs ?? 0) > 32) throw new Error('the disk is full');
      renameSync(from, to);
    };
    syncBuiltinESMExports();
    try {
      for (let n = 0; n < 33; n += 1) await kept.deliver(building('b1', { populatie: n + 1 }));
      await kept.pass(2 * DAY);
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    expect(kept.told('Upkeep:Fail')).not.toEqual([]);
    expect(kept.told('Edition:Repack')).toEqual([]);
    expect(numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests')).toEqual([kept.standing.newest]);
  });

  test('a clock that leapt ahead drops nothing', async () => {
    const kept = new Upkept({ allDays: 1 });
    for (let n = 0; n < 3; n += 1) await kept.deliver(building('b1', { populatie: n + 1 }));
    kept.nowMs += 400 * DAY;
    await kept.drain();
    expect(kept.told('Clock:Doubt')).toHaveLength(1);
    expect(kept.told('Edition:Collect')).toEqual([]);
    expect(numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests').length).toBeGreaterThan(2);
  });

  test('no edition is dropped while a process holds the editions', () => {
    const data = temporaryFolder();
    const fail = (): never => { throw new Error('dropped'); };
    expect(whileEditionsPinned(data, () => unlessEditionsPinned(data, fail))).toBe(false);
    let isDone = false;
    expect(unlessEditionsPinned(data, () => { isDone = true; })).toBe(true);
    expect(isDone).toBe(true);
  });
});

describe('an object that becomes secret', () => {
  test('every edition that showed it is gone at once, its bytes with them; what came before it stays', async () => {
    const kept = new Upkept();
    const early = await kept.deliver(building('b0'));
    const shown = await kept.deliver(building('kanarie'));
    const later = await kept.deliver(building('b0', { populatie: 2 }));
    const reader = kept.reader();
    expect(reader.at(shown as Moment)).toMatchObject({ edition: { number: expect.any(Number) as number } });
    expect(holds(kept.folder, 'kanarie')).toBe(true);
    const hidden = await kept.deliver(building('kanarie', { secret: true }));
    expect(kept.told('Edition:Withdraw')).toMatchObject([{ editions: 2 }]);
    for (const moment of [shown, later]) expect(reader.at(moment as Moment)).toMatchObject({ gone: true });
    expect(reader.at(early as Moment)).toHaveProperty('edition');
    expect(reader.at(hidden as Moment)).toHaveProperty('edition');
    expect(holds(kept.folder, 'kanarie')).toBe(false);
    expect((await reader.list({ position: 0, limit: 1 })).heads[0]).toMatchObject({ content: { changed: {} } });
    expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('ends a roll-back to an edition that showed it', async () => {
    const kept = new Upkept();
    const gone = building('kanarie', { until: '2026-06-01T00:00:00Z' });
    await kept.deliver(gone);
    const { newest } = kept.standing;
    await kept.deliver(building('b0'));
    activate(openStore(kept.folder, SOUND), { audience: 'public', edition: newest, now: new Date(kept.nowMs) });
    await kept.deliver({ ...gone, informatieGeheim: true });
    expect(kept.standing.edition).toBe(kept.standing.newest);
    expect(holds(kept.folder, 'kanarie')).toBe(false);
  });

  test('a start after a crash in between makes it good', async () => {
    const kept = new Upkept();
    await kept.deliver(building('kanarie'));
    await kept.deliver(building('b0'));
    const numbers = numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests');
    await kept.deliver(building('b0', { populatie: 3 }));
    kept.close();
    // The state after a process ended between withdrawing editions and removing their bytes.
    withdraw({ folder: kept.folder, audience: 'public' }, numbers.slice(0, 1), SOUND);
    kept.open();
    await kept.deliver(building('kanarie', { secret: true }));
    expect(holds(kept.folder, 'kanarie')).toBe(false);
    expect(readdirSync(join(kept.folder, 'public/manifests')).filter((name) => name.endsWith('.withdrawn'))).toEqual([]);
  });
});

describe('a process that ends before it saw to what became secret', () => {
  /** Delivers a secret object and fails at the first withdrawal. */
  async function hiddenHalfway(): Promise<{ readonly kept: Upkept; readonly shown: number }> {
    const kept = new Upkept();
    const shown = await kept.deliver(building('kanarie'));
    await kept.deliver(building('b0'));
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      if (String(to).endsWith('.withdrawn')) throw new Error('the process ended');
      renameSync(from, to);
    };
    syncBuiltinESMExports();
    try {
      await kept.deliver(building('kanarie', { secret: true }));
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    expect(kept.told('Upkeep:Fail')).not.toEqual([]);
    expect(holds(kept.folder, 'kanarie')).toBe(true);
    kept.close();
    return { kept, shown };
  }

  test('does it when it starts again', async () => {
    const { kept, shown } = await hiddenHalfway();
    kept.open();
    await kept.drain();
    expect(kept.reader().at(shown as Moment)).toMatchObject({ gone: true });
    expect(holds(kept.folder, 'kanarie')).toBe(false);
  });

  test('and looks at all there is once more a minute later', async () => {
    const { kept } = await hiddenHalfway();
    // The state after later publications that each failed.
    const db = openState(kept.data);
    db.exec('UPDATE published SET decision = (SELECT max(n) FROM decision)');
    db.close();
    kept.open();
    await kept.drain();
    expect(holds(kept.folder, 'kanarie')).toBe(true);
    kept.nowMs += 61_000;
    await kept.drain();
    expect(holds(kept.folder, 'kanarie')).toBe(false);
  });
});

describe('an edition that cannot be activated', () => {
  const full = (): never => { throw Object.assign(new Error('ENOSPC: no space left on device, link'), { code: 'ENOSPC', syscall: 'link' }); };

  /** Delivers while what makes a head fails so often, and then once more. */
  async function failing(kept: Upkept, link: typeof fs.linkSync, times: number): Promise<void> {
    const { linkSync } = fs;
    Object.assign(fs, { linkSync: link });
    syncBuiltinESMExports();
    try {
      await expect(kept.deliver(building('b2'))).rejects.toThrow('the edition cannot be written');
      for (let time = 1; time < times; time += 1) await expect(kept.drain()).rejects.toThrow('the edition cannot be written');
    } finally {
      Object.assign(fs, { linkSync });
      syncBuiltinESMExports();
    }
    await kept.drain();
  }

  const filesOf = (kept: Upkept) => ({
    packs: numbersOf({ folder: kept.folder, audience: 'public' }, 'packs').length, heads: numbersOf({ folder: kept.folder, audience: 'public' }, 'heads').length,
  });

  test('is tried again as it is, so that no attempt leaves a pack', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'));
    const { packs, heads } = filesOf(kept);
    await failing(kept, full, 3);
    expect(filesOf(kept)).toEqual({ packs: packs + 1, heads: heads + 1 });
    expect(kept.reader().current()!.edition.series.get('kwetsbare-gebouwen')!.count).toBe(2);
  });

  test('that was all the same gets no second head', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'));
    const { packs, heads } = filesOf(kept);
    const { linkSync } = fs;
    await failing(kept, (from, to) => {
      linkSync(from, to);
      full();
    }, 1);
    expect(filesOf(kept)).toEqual({ packs: packs + 1, heads: heads + 1 });
  });
});

test('the batch after a roll-back goes on from the register, and says so', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const { newest } = kept.standing;
  await kept.deliver(building('b2'));
  activate(openStore(kept.folder, SOUND), { audience: 'public', edition: newest, now: new Date(kept.nowMs) });
  const rolledBack = kept.reader();
  expect(rolledBack.current()!.edition.series.get('kwetsbare-gebouwen')!.count).toBe(1);
  await kept.deliver(building('b3'));
  expect(kept.told('Edition:Forward')).toEqual([{ kind: 'Edition:Forward', edition: newest + 2, from: newest }]);
  rolledBack.refresh();
  expect(rolledBack.current()!.edition.series.get('kwetsbare-gebouwen')!.count).toBe(3);
});
