/**
 * Which backups stay, and what a backup refuses: a state that lost something pushes no good backup out. What a restore gives back: modes, and
 * no right that was taken away since. Large folders: test/long.
 */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup, type MadeBackup } from '../../../pipelines/backup/backup.ts';
import { encodeInventory, readInventory } from '../../../pipelines/backup/inventory.ts';
import { momentOfName, namesIn } from '../../../pipelines/backup/layout.ts';
import { restore } from '../../../pipelines/backup/restore.ts';
import { addOrganisation } from '../../../pipelines/state/access/holders.ts';
import { addKey, listKeys, revokeKey } from '../../../pipelines/state/access/keys.ts';
import { addToken, listTokens, revokeToken } from '../../../pipelines/state/access/tokens.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { submit } from '../../../pipelines/state/outcomes/submit.ts';
import { openRuns } from '../../../pipelines/state/runs/runs.ts';
import { soundBackups } from '../../../pipelines/state/runs/sound-backups.ts';
import { openEditions } from '../../../publisher/read/editions-reader.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { Moment } from '../../../schemas/time.ts';
import { Upkept } from '../editions/upkept.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { building, payloadOf } from '../state/small-roots.ts';

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

/** Names of the sound backups that the data folder has on record, newest first. */
function recorded(data: string): readonly string[] {
  const runs = openRuns(data);
  try {
    return soundBackups(runs).map(({ name }) => name);
  } finally {
    runs.close();
  }
}

test('a sound backup is recorded in the data folder, with its moment and folder; a failed one is not', async () => {
  const { kept, folder, back } = backed();
  await kept.deliver(building('b1'));
  const names = [(await back(1)).name, (await back(1)).name];
  await expect(makeBackup({ data: kept.data, folder: kept.data, clock: () => new Date() })).rejects.toThrow('Backup:Make');
  const runs = openRuns(kept.data);
  onTestFinished(() => runs.close());
  expect(soundBackups(runs)).toEqual(names.toReversed().map((name) => ({ folder, name, moment: momentOfName(name) })));
});

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
  await restore({ folder, name: old, data, clock: () => new Date() });
  const again = backed(data, folder);
  again.kept.nowMs = kept.nowMs;
  const poorer = [await again.back(1), await again.back(1)];
  expect(poorer.map(({ removed }) => removed)).toEqual([[old], []]);
  expect(poorer.map(({ richer }) => richer)).toMatchObject([{ name: full, decision: 2 }, { name: full, decision: 2 }]);
  expect(namesIn(folder)).toEqual([full, ...poorer.map(({ name }) => name)]);
  expect(recorded(data)).toEqual([]);

  await again.kept.deliver(building('b3'));
  const caught = await again.back(1);
  expect(caught).toMatchObject({ richer: null, decision: 2, removed: [full, ...poorer.map(({ name }) => name)] });
  expect(namesIn(folder)).toEqual([caught.name]);
  expect(recorded(data)).toEqual([caught.name]);
});

/** Copies a database with its log, in which the newest rows may still be. */
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

test('lost editions are reported in the backup, which removes no older one and starts when it is restored', async () => {
  const { kept, folder, back } = backed();
  await kept.deliver(building('b1'));
  await back(1);
  kept.close();
  rmSync(foldersOf(kept.data).editions, { recursive: true });
  const made = await back(1);
  expect(made).toMatchObject({ removed: [], damages: [expect.stringContaining('the editions lack what the register published')] });
  expect(namesIn(folder)).toHaveLength(2);
  expect(recorded(kept.data)).toEqual([namesIn(folder)[0]]);
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name: made.name, data, clock: () => new Date() });
  const again = new Upkept(undefined, data);
  await again.drain();
  expect(again.standing.packs).toBe(1);
});

/** Everything in a folder but locks, with its permission bits. */
function modesIn(folder: string): Readonly<Record<string, string>> {
  const paths = ['', ...readdirSync(folder, { recursive: true }).map(String)].filter((path) => !/\.lock$|-(?:wal|shm)$|^prepared/.test(path)).sort();
  return Object.fromEntries(paths.map((path) => [path, (statSync(join(folder, path)).mode & 0o7777).toString(8)]));
}

const ORGANISATION = { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] } as const;

/** A folder with an organisation, its tokens and settings. */
async function withAccess(tokens: number): Promise<Backed & { readonly tails: readonly string[] }> {
  const made = backed();
  await made.kept.deliver(building('b1'));
  const { data, nowMs } = made.kept;
  addOrganisation(data, { ...ORGANISATION, codes: [...ORGANISATION.codes], roles: [...ORGANISATION.roles] });
  const add = () => addToken(data, { organisation: ORGANISATION.id, holders: [], days: 9 }, new Date(nowMs)).token.slice(-8);
  writeFileSync(join(data, 'ev.json'), JSON.stringify({ keepDays: 7, baseUrl: 'http://a/v1' }));
  return { ...made, tails: Array.from({ length: tokens }, add) };
}

test.each([0o000, 0o022, 0o077])('a restored folder has the modes of the one that was backed up, with a umask of %o', async (umask) => {
  const { kept, folder, back } = await withAccess(1);
  const payload = Buffer.concat([payloadOf(building('b2')), Buffer.alloc(LIMITS.inlinePayloadBytesMax, ' ')]);
  const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
  const { uuid } = await submit(kept.data, { input, payload: { bytes: payload } }, () => new Date(kept.nowMs += 1_000));
  await kept.drain();
  kept.close();
  const { inbox, register, payloads, editions } = foldersOf(kept.data);
  const modes = {
    [kept.data]: 0o750, [join(kept.data, 'tokens.json')]: 0o640, [join(kept.data, 'holders.json')]: 0o604, [join(kept.data, 'ev.json')]: 0o600,
    [inbox]: 0o600, [register]: 0o660, [payloads]: 0o700, [join(payloads, uuid)]: 0o400, [editions]: 0o755, [join(editions, 'public')]: 0o2750,
  };
  for (const [path, mode] of Object.entries(modes)) chmodSync(path, mode);
  const data = join(temporaryFolder(), 'restored');
  const before = process.umask(umask);
  try {
    await back(1);
    const { name } = await back(1);
    expect((statSync(join(folder, name, 'tokens.json')).mode & 0o777).toString(8), 'in the backup too').toBe('640');
    await restore({ folder, name: null, data, clock: () => new Date() });
  } finally {
    process.umask(before);
  }
  expect(modesIn(data)).toEqual(modesIn(kept.data));
  expect(modesIn(data)['runs.db'], 'made by the first backup, for whom the register is').toBe('660');
});

test('a backup that keeps no modes is restored for its owner alone', async () => {
  const { folder, back } = await withAccess(1);
  const { path, name } = await back(1);
  const inventory = readInventory(folder, name);
  const { folders: _, files, ...rest } = inventory;
  writeFileSync(join(path, 'backup.json'), encodeInventory({ ...rest, files: files.map(({ ownership: __, ...file }) => file) }));
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name, data, clock: () => new Date() });
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  expect((statSync(join(data, 'tokens.json')).mode & 0o777).toString(8)).toBe('600');
});

test('tokens that the replaced folder revoked are revoked in the restored one, and other differences are reported', async () => {
  const { kept, folder, back, tails } = await withAccess(3);
  await back(1);
  const { data } = kept;
  const now = new Date(kept.nowMs);
  revokeToken(data, tails[0]!, now);
  const { token } = addToken(data, { organisation: ORGANISATION.id, holders: [], days: 9 }, now);
  const tokens = JSON.parse(readFileSync(join(data, 'tokens.json'), 'utf8')) as { tokens: { tail: string }[] };
  writeFileSync(join(data, 'tokens.json'), JSON.stringify({ tokens: tokens.tokens.filter(({ tail }) => tail !== tails[1]) }));
  addOrganisation(data, { id: 'KVK:87654321', name: 'Nieuw', codes: ['CD34'], roles: ['writer'] });
  writeFileSync(join(data, 'ev.json'), JSON.stringify({ keepDays: 9, baseUrl: 'http://a/v1', onFailure: 'secret' }));
  kept.close();

  const restored = await restore({ folder, name: null, data, replaces: data, clock: () => now });
  expect(restored.aside).toBe(`${data}.replaced-1`);
  onTestFinished(() => rmSync(restored.aside!, { recursive: true }));
  expect(existsSync(join(restored.aside!, 'register.db'))).toBe(true);
  expect(restored.differences?.revoked).toEqual([tails[0], tails[1]]);
  expect(listTokens(data, now).map(({ tail, state }) => [tail, state])).toEqual([[tails[0], 'revoked'], [tails[1], 'revoked'], [tails[2], 'valid']]);
  const told = restored.differences?.told.join('\n') ?? '';
  for (const part of [`…${tails[0]} `, `…${token.slice(-8)} `, 'KVK:87654321: none', 'ev.json', 'keepDays, onFailure']) expect(told).toContain(part);
  expect(told).not.toContain('secret');
  expect(restored.differences?.unread).toEqual([]);
  const again = new Upkept(undefined, data);
  again.nowMs = kept.nowMs;
  await again.drain();
});

test('API keys that the replaced folder revoked are revoked in the restored one, which keeps their modes', async () => {
  const { kept, folder, back } = await withAccess(0);
  const { data } = kept;
  const now = new Date(kept.nowMs);
  const add = (name: string) => addKey(data, { name, accepted: '2026-01-01', days: 9 }, now).key.slice(-8);
  const [revoked, valid] = [add('Ingetrokken'), add('Geldig')];
  chmodSync(join(data, 'keys.json'), 0o600);
  await back(1);
  revokeKey(data, revoked, now);
  const newer = add('Later');
  kept.close();
  const { differences, aside } = await restore({ folder, name: null, data, replaces: data, clock: () => now });
  onTestFinished(() => rmSync(aside!, { recursive: true }));
  expect(differences).toEqual({
    revoked: [revoked], unread: [],
    told: [
      `API key …${revoked} (Ingetrokken) is revoked, as in the replaced folder`,
      `API key …${newer} (Later) was made after the backup and does not hold: give a new one with \`ev keys add\``,
    ],
  });
  expect(listKeys(data, now).map(({ tail, state }) => [tail, state])).toEqual([[revoked, 'revoked'], [valid, 'valid']]);
  expect(statSync(join(data, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a replaced folder without its tokens is reported as not compared, and is not moved while a process works on it', async () => {
  const { kept, folder, back, tails } = await withAccess(1);
  await back(1);
  const { data } = kept;
  const now = new Date(kept.nowMs);
  await expect(restore({ folder, name: null, data, replaces: data, clock: () => now })).rejects.toThrow('already working on this register');
  await expect(restore({ folder, name: null, data, clock: () => now })).rejects.toThrow(`--replaces ${data}`);
  expect(existsSync(`${data}.restoring`)).toBe(false);
  kept.close();
  rmSync(join(data, 'tokens.json'));
  const made = join(temporaryFolder(), 'made');
  const { differences, aside } = await restore({ folder, name: null, data: made, replaces: data, clock: () => now });
  expect([aside, differences]).toEqual([null, { revoked: [], told: [], unread: [expect.stringMatching(/tokens\.json.*ev tokens revoke/s)] }]);
  expect(listTokens(made, now)).toMatchObject([{ tail: tails[0], state: 'valid' }]);
});

test('OPEN-full-audience: a backup has no editions of the full audience; after a restore the newest is made again, and earlier moments are gone', async () => {
  const { kept, folder, back } = backed();
  kept.close();
  kept.fullAudience = true;
  kept.open();
  const first = await kept.deliver(building('secret', { secret: true }), building('open'));
  await kept.deliver(building('open', { populatie: 2 }));
  const { name } = await back(1);
  kept.close();
  expect(existsSync(join(kept.folder, 'full'))).toBe(true);
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name, data, clock: () => new Date(kept.nowMs) });
  expect(existsSync(join(foldersOf(data).editions, 'full'))).toBe(false);
  const again = new Upkept(undefined, data);
  again.close();
  again.nowMs = kept.nowMs;
  again.fullAudience = true;
  again.open();
  await again.drain();
  const editions = openEditions(again.folder, 'full');
  onTestFinished(() => editions.close());
  expect(editions.current()?.edition.series.get('kwetsbare-gebouwen')?.count).toBe(2);
  expect(editions.at(first as Moment)).toMatchObject({ gone: true });
  expect(again.reader().at(first as Moment)).toMatchObject({ isAsPublished: true });
});
