/** Which backups stay, and what a backup refuses: a state that lost something pushes no good backup out. Large folders: test/long. */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup, type MadeBackup } from '../../pipelines/backup/backup.ts';
import { namesIn } from '../../pipelines/backup/layout.ts';
import { restore } from '../../pipelines/backup/restore.ts';
import { foldersOf } from '../../pipelines/state/database.ts';
import { temporaryFolder } from './state/register-bench.ts';
import { building } from './state/small-roots.ts';
import { Upkept } from './upkept.ts';

interface Backed {
  readonly kept: Upkept;
  readonly folder: string;
  readonly back: (keep: number) => Promise<MadeBackup>;
}

function backed(data = temporaryFolder(), folder = join(temporaryFolder(), 'backups')): Backed {
  const kept = new Upkept(undefined, data);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    kept, folder,
    back: (keep) => makeBackup({ data, folder, keep, clock: () => new Date(kept.nowMs += 1_000) }),
  };
}

test('a backup that holds less than an earlier one is kept beside, until what follows it holds as much', async () => {
  const { kept, folder, back } = backed();
  await kept.deliver(building('b1'));
  const { name: old } = await back(2);
  await kept.deliver(building('b2'));
  const { name: full, richer: none } = await back(2);
  expect(none).toBeNull();
  kept.close();

  // The folder is made anew from the older backup.
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name: old, data });
  const again = backed(data, folder);
  again.kept.nowMs = kept.nowMs;
  const poorer = [await again.back(1), await again.back(1)];
  expect(poorer.map(({ removed }) => removed)).toEqual([[old], []]);
  expect(poorer.map(({ richer }) => richer)).toMatchObject([{ name: full, decision: 2 }, { name: full, decision: 2 }]);
  expect(namesIn(folder)).toEqual([full, ...poorer.map(({ name }) => name)]);

  await again.kept.deliver(building('b3'));
  const caught = await again.back(1);
  expect(caught).toMatchObject({ richer: null, decision: 2, removed: [full, ...poorer.map(({ name }) => name)] });
  expect(namesIn(folder)).toEqual([caught.name]);
});

/** With its log, where the newest rows may still be. */
function copyDatabase(from: string, to: string, name: 'inbox' | 'register'): void {
  for (const ending of ['', '-wal']) {
    const source = foldersOf(from)[name] + ending;
    if (existsSync(source)) cpSync(source, foldersOf(to)[name] + ending);
  }
}

test.each([
  ['without databases', (data: string) => [foldersOf(data).inbox, foldersOf(data).register].forEach((path) => rmSync(path)), /State:Open.*lost/],
  ['with an inbox of before', (data: string, before: string) => copyDatabase(before, data, 'inbox'), /inbox lacks submissions/],
  ['with databases of before', (data: string, before: string) => {
    for (const name of ['inbox', 'register'] as const) copyDatabase(before, data, name);
  }, /does not know the newest edition/],
  ['with a register that is no database', (data: string) => writeFileSync(foldersOf(data).register, 'x'.repeat(5_000)), /not what its name says/],
])('a folder %s is not backed up, and its backups stay', async (_, lose, message) => {
  const { kept, folder, back } = backed();
  await kept.deliver(building('b1'));
  kept.close();
  const before = temporaryFolder();
  cpSync(kept.data, before, { recursive: true });
  kept.open();
  await kept.deliver(building('b2'));
  await back(1);
  kept.close();
  const names = namesIn(folder);
  for (const ending of ['-wal', '-shm']) for (const name of ['inbox', 'register'] as const) rmSync(foldersOf(kept.data)[name] + ending, { force: true });
  lose(kept.data, before);
  for (let n = 0; n < 2; n += 1) await expect(back(1)).rejects.toThrow(message);
  expect(namesIn(folder)).toEqual(names);
});

test('editions that are lost are said in the backup, which pushes none out and starts when it is restored', async () => {
  const { kept, folder, back } = backed();
  await kept.deliver(building('b1'));
  await back(1);
  kept.close();
  rmSync(foldersOf(kept.data).editions, { recursive: true });
  const made = await back(1);
  expect(made).toMatchObject({ removed: [], damages: [expect.stringContaining('the editions lack what the register published')] });
  expect(namesIn(folder)).toHaveLength(2);
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name: made.name, data });
  const again = new Upkept(undefined, data);
  await again.drain();
  expect(again.standing.packs).toBe(1);
});
