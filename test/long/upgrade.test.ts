/** `ev upgrade` that is cut off, or fails, at every step: it goes on when it is run again, and nothing is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { numbersOf } from '../../publisher/read/heads.ts';
import { foldersOf, openExistingState } from '../../pipelines/state/database/database.ts';
import { needsUpgrade } from '../../pipelines/upgrade/upgrade.ts';
import { OLDER_FOLDERS, olderFolder } from '../pipelines/upgrade/older-folders.ts';
import { doctored, pastOf, publishOn, upgraded } from '../pipelines/upgrade/upgraded-folder.ts';
import { PROJECT } from '../shared-data.ts';

describe('cut off', () => {
  const NAME = 'format-2';
  const CUT = new Error('cut off');

  test('at any step of the making it goes on, and makes nothing twice', async () => {
    const data = olderFolder(NAME);
    let steps = 0;
    await upgraded(olderFolder(NAME), () => { steps += 1; });
    const made: number[] = [];
    for (let cut = 1; cut <= steps; cut += 1) {
      let step = 0;
      const restarts: string[] = [];
      await expect(upgraded(data, () => { if ((step += 1) === cut) throw CUT; }, restarts)).rejects.toBe(CUT);
      expect(restarts).toEqual([]);
      expect(() => openExistingState(data)).toThrow(/`ev upgrade`: it goes on where it was/);
      made.push(numbersOf({ folder: foldersOf(foldersOf(data).upgrade).editions, audience: 'public' }, 'packs').length);
    }
    expect(made.at(-1)).toBe(5);
    await upgraded(data);
    expect(pastOf(data, NAME)).toEqual([]);
    expect(await doctored(data)).toEqual([]);
  });

  test('at any step of the switch it goes on, and no program takes the folder for an empty one meanwhile', async () => {
    const whole = olderFolder(NAME);
    const renames = await withRenames(whole, Infinity, () => upgraded(whole));
    expect(renames).toBeGreaterThan(6);
    for (let most = 0; most < renames; most += 1) {
      const data = olderFolder(NAME);
      await withRenames(data, most, () => upgraded(data));
      expect(() => openExistingState(data)).toThrow(/`ev upgrade`: it goes on where it was/);
      await expect(publishOn(data)).rejects.toThrow(/`ev upgrade`/);
      await upgraded(data);
      expect(pastOf(data, NAME), `after ${most} renames`).toEqual([]);
      expect(await doctored(data)).toEqual([]);
      expect(existsSync(foldersOf(data).upgrade)).toBe(false);
    }
  });

  test('it begins anew, and reports that, when the older program wrote to the folder meanwhile', async () => {
    const data = olderFolder(NAME);
    await expect(upgraded(data, ({ stage }) => { if (stage === 'verify') throw CUT; })).rejects.toBe(CUT);
    const db = new DatabaseSync(foldersOf(data).register);
    db.exec("INSERT INTO published VALUES ('full', 1, 1, 1)");
    db.close();
    const restarts: string[] = [];
    await upgraded(data, () => {}, restarts);
    expect(restarts).toEqual(['the folder was written to since then']);
    expect(pastOf(data, NAME)).toEqual([]);
  });

  test('what the older program received after the upgrade was made, before anything was moved, is not left aside', async () => {
    const data = olderFolder(NAME);
    await withRenames(data, 0, () => upgraded(data));
    const uuid = '4b6c1f0e-5a0d-4c55-9a5e-0c7f6f1f0a01';
    const inbox = new DatabaseSync(foldersOf(data).inbox);
    const columns = (inbox.prepare('SELECT name FROM pragma_table_info(\'inbox\')').all() as { name: string }[]).map(({ name }) => name);
    const chosen = columns.map((name) => ({ seq: 'seq + 1', uuid: `'${uuid}'`, received: 'received + 1' })[name] ?? name);
    inbox.exec(`INSERT INTO inbox (${columns.join(', ')}) SELECT ${chosen.join(', ')} FROM inbox ORDER BY seq DESC LIMIT 1`);
    inbox.close();
    const restarts: string[] = [];
    await upgraded(data, () => {}, restarts);
    expect(restarts).toEqual(['the folder was written to since then']);
    const db = openExistingState(data);
    try {
      expect(db.prepare('SELECT uuid FROM inbox WHERE uuid = ?').get(uuid)).toEqual({ uuid });
    } finally {
      db.close();
    }
  });
});

test.each(OLDER_FOLDERS)('%s: killed again and again, ever later, until it is through', async (name) => {
  const data = olderFolder(name);
  for (let afterMs = 500; needsUpgrade(data); afterMs += 250) {
    const process = spawn('node', [join(PROJECT, 'pipelines/cli.ts'), 'upgrade', '--data', data, '--json'], { stdio: 'ignore' });
    const ended = once(process, 'exit');
    await Promise.race([ended, sleep(afterMs)]);
    process.kill('SIGKILL');
    await ended;
  }
  expect(pastOf(data, name)).toEqual([]);
  expect(await doctored(data)).toEqual([]);
  await publishOn(data);
});

/** Runs the work on a file system on which only so many renames from or to the data folder itself succeed; how many were tried. */
async function withRenames(data: string, most: number, work: () => Promise<unknown>): Promise<number> {
  const { renameSync } = fs;
  let renames = 0;
  let failed = false;
  fs.renameSync = (from, to) => {
    const inside = [from, to].map((path) => String(path).slice(data.length + 1));
    if (inside.some((path) => !path.includes('/')) && (renames += 1) > most) {
      failed = true;
      throw Object.assign(new Error('EIO: i/o error, rename'), { syscall: 'rename' });
    }
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    await work().catch((error: unknown) => { if (!failed) throw error; });
  } finally {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  }
  return renames;
}
