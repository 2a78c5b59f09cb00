/** `ev upgrade` on folders that older programs made: the past means what it meant. Cut off anywhere: test/long/upgrade.test.ts. */
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rebuildAt } from '../../../pipelines/conductor/run-batch.ts';
import { foldersOf, openExistingState } from '../../../pipelines/state/database/database.ts';
import { takeLock } from '../../../pipelines/state/folder/lock.ts';
import { submit } from '../../../pipelines/state/outcomes/submit.ts';
import { dropUpgrade, readJournal, writeJournal } from '../../../pipelines/upgrade/journal.ts';
import { needsUpgrade } from '../../../pipelines/upgrade/upgrade.ts';
import { seal, unsealAny } from '../../../publisher/format/sealed.ts';
import { FORMAT_VERSION } from '../../../publisher/format/version.ts';
import { openEditions } from '../../../publisher/read/editions-reader.ts';
import type { Moment } from '../../../schemas/time.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { building, payloadOf } from '../state/small-roots.ts';
import { OLDER_FOLDERS, olderFolder, recorded, saidAt } from './older-folders.ts';
import { BASE, clock, contentsOf, doctored, pastOf, publishOn, upgraded } from './upgraded-folder.ts';

describe.each(OLDER_FOLDERS)('%s', (name) => {
  test('the past gives the same objects, versions, values and instants; the doctor finds nothing; publication goes on from it', async () => {
    const data = olderFolder(name);
    const { format, answers } = recorded(name);
    const kept = answers.filter((answer) => answer.kept);
    expect(needsUpgrade(data)).toBe(true);
    const stages = new Set<string>();
    expect(await upgraded(data, ({ stage }) => { stages.add(stage); })).toMatchObject({ from: format, to: FORMAT_VERSION });
    expect([...stages]).toEqual(expect.arrayContaining(['editions', 'verify']));
    expect(pastOf(data, name)).toEqual([]);
    expect(await doctored(data)).toEqual([]);
    expect(await publishOn(data)).toBe(kept.at(-1)!.edition + 1);
    expect(pastOf(data, name)).toEqual([]);
    expect(await doctored(data)).toEqual([]);
    expect(needsUpgrade(data)).toBe(false);
    expect(await upgraded(data)).toBeNull();
    // A folder that lost a database must not be reported as in order.
    rmSync(foldersOf(data).register);
    await expect(upgraded(data)).rejects.toThrow('a database of this data folder is lost');
  });

  test('before the upgrade every way in names the command and changes nothing, so that the older program goes on', async () => {
    const data = olderFolder(name);
    const before = contentsOf(data);
    expect(() => openExistingState(data)).toThrow(/`ev upgrade`/);
    const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
    await expect(submit(data, { input, payload: { bytes: payloadOf(building('early')) } }, clock)).rejects.toThrow(/`ev upgrade`/);
    await expect(publishOn(data)).rejects.toThrow(/`ev upgrade`/);
    const findings = (await doctored(data)).flatMap(({ remarks }) => remarks.map(({ mend }) => mend));
    expect(findings.length).toBeGreaterThan(0);
    for (const mend of findings) expect(mend).toContain('`ev upgrade`');
    expect(contentsOf(data)).toEqual(before);
  });

  test('after the upgrade the old files are aside, unchanged', async () => {
    const data = olderFolder(name);
    const before = contentsOf(data);
    const { aside } = (await upgraded(data))!;
    const kept = contentsOf(aside);
    for (const [path, bytes] of Object.entries(before)) {
      if (/^payloads|\.lock$|-shm$/.test(path)) continue;
      expect(kept[path]?.equals(bytes), path).toBe(true);
    }
    expect(readdirSync(data).filter((file) => file !== 'before-format-4').sort())
      .toEqual(['conductor.lock', 'editions', 'inbox.db', 'payloads', 'prepared', 'register.db']);
  });
});

test('an edition that the older program had dropped is made again in the form of this one', async () => {
  const data = olderFolder('format-3');
  await upgraded(data);
  const { answers, objects } = recorded('format-3');
  const dropped = answers.filter(({ kept }) => !kept).slice(1);
  expect(dropped.length).toBeGreaterThan(1);
  for (const answer of dropped) {
    expect(saidAt(foldersOf(data).editions, answer, objects)).toBe('gone');
    const rebuilt = rebuildAt({ data, baseUrl: BASE, threads: 1, clock, onEvent: () => {} }, Date.parse(answer.activated) as Moment);
    expect(rebuilt).toMatchObject({ edition: answer.edition, head: answer.head, outcome: 'remade' });
    expect(saidAt(foldersOf(data).editions, answer, objects)).toEqual({ edition: answer.edition, activated: answer.activated, differences: [] });
  }
  expect(await doctored(data)).toEqual([]);
});

test('a register that lost a version is found by it: nothing takes the place of what is there', async () => {
  const data = olderFolder('format-3');
  const db = new DatabaseSync(foldersOf(data).register);
  db.exec("DELETE FROM version WHERE root = (SELECT n FROM root WHERE id = 'NL.IMEV.AB12.gebouw-9')");
  db.close();
  const before = contentsOf(foldersOf(data).editions);
  await expect(upgraded(data)).rejects.toThrow(/edition 10 would not show what it showed.*expected 4 kwetsbare-gebouwen, found 3/);
  expect(contentsOf(foldersOf(data).editions)).toEqual(before);
});

test('a register that lost every object of a kind is found by it', async () => {
  const data = olderFolder('format-3');
  const db = new DatabaseSync(foldersOf(data).register);
  db.exec('DELETE FROM version');
  db.close();
  const before = contentsOf(foldersOf(data).editions);
  await expect(upgraded(data)).rejects.toThrow(/edition \d+ would not show what it showed.*expected \d+ [a-z-]+, found 0/);
  expect(contentsOf(foldersOf(data).editions)).toEqual(before);
});

test('what an upgrade made is thrown away with its journal last, so that a crash in between is known at the next start', async () => {
  const data = temporaryFolder();
  const { upgrade } = foldersOf(data);
  const journal = { stage: 'editions', program: '', source: '', from: 3, aside: 'before' } as const;
  const removed: string[] = [];
  writeJournal(data, journal);
  for (const name of ['a.db', 'register.db', 'zz']) writeFileSync(join(upgrade, name), name);
  mkdirSync(join(upgrade, 'editions'));
  await watchingRemovals((path) => {
    removed.push(basename(path));
    if (basename(path) !== 'upgrade.json') expect(readJournal(data)).toEqual(journal);
  }, () => dropUpgrade(data));
  expect(removed).toHaveLength(5);
  expect(removed.at(-1)).toBe('upgrade.json');
  expect(existsSync(upgrade)).toBe(false);
});

/** Calls `onRemove` before each removal of the work. */
async function watchingRemovals(onRemove: (path: string) => void, work: () => void): Promise<void> {
  const { rmSync } = fs;
  const remove: typeof rmSync = (path, options) => {
    onRemove(String(path));
    rmSync(path, options);
  };
  Object.assign(fs, { rmSync: remove });
  syncBuiltinESMExports();
  try {
    await Promise.resolve(work());
  } finally {
    Object.assign(fs, { rmSync });
    syncBuiltinESMExports();
  }
}

test('of editions that an earlier program moved aside it is known since when there were some: what was available then is gone', async () => {
  const data = olderFolder('format-3');
  const { editions } = foldersOf(data);
  mkdirSync(join(editions, 'public.old/heads'), { recursive: true });
  const head = { format: 2, audience: 'public', number: 1, edition: 1, newest: 1, activated: '2026-10-01T00:00:00.000Z' };
  writeFileSync(join(editions, 'public.old/heads/0000000001.json'), seal(head));
  await upgraded(data);
  const reader = openEditions(editions, 'public');
  onTestFinished(() => reader.close());
  const at = (moment: string): unknown => reader.at(Date.parse(moment) as Moment);
  expect(at('2026-09-30T00:00:00Z')).toBe('nothing');
  expect(at('2026-10-15T00:00:00Z')).toEqual({ gone: true, head: 0, nearest: [new Date('2026-11-01T09:00:00.000Z')] });
});

test('a server or batch at work keeps the upgrade from beginning', async () => {
  const data = olderFolder('format-3');
  const lock = takeLock(data);
  onTestFinished(() => lock.release());
  await expect(upgraded(data)).rejects.toThrow(/another process is already working on this register/);
  expect(existsSync(foldersOf(data).upgrade)).toBe(false);
});

test('heads keep their numbers and instants, and say since when each series has its content', async () => {
  const data = olderFolder('format-3');
  const heads = (folder: string): readonly unknown[] => readdirSync(join(folder, 'public/heads')).map((file) => {
    const { number, edition, newest, activated } = unsealAny(readFileSync(join(folder, 'public/heads', file)), file);
    return { number, edition, newest, activated };
  });
  const before = heads(foldersOf(data).editions);
  await upgraded(data);
  expect(heads(foldersOf(data).editions)).toEqual(before);
});
