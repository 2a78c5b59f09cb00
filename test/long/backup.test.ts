/** Backups: one that is made while the register is written, and restored, says what the original said, and goes on as it did. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { hasWithdrawn, withdraw } from '../../publisher/write/withdraw.ts';
import { makeBackup } from '../../pipelines/backup/backup.ts';
import { lockForMaking, sharedFolder } from '../../pipelines/backup/layout.ts';
import { restore } from '../../pipelines/backup/restore.ts';
import { listBackups, verifyBackup, whileRead } from '../../pipelines/backup/stored-backups.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { whileEditionsPinned, unlessEditionsPinned } from '../../pipelines/state/folder/lock.ts';
import { pointOf } from '../../pipelines/state/register/edition-points.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { buildApp } from '../../server/app.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { SOUND } from '../always-sound.ts';

const BASE_URL = 'http://127.0.0.1/v1';
const DELIVERY = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;

const backedUp = (of: Upkept, folder: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) => (
  makeBackup({ data: of.data, folder, clock: () => new Date(of.nowMs), ...more }));

/** A delivery large enough to be a file beside the inbox. */
async function deliverFile(kept: Upkept, id: string): Promise<void> {
  kept.nowMs += 1_000;
  const bytes = Buffer.concat([payloadOf(building(id)), Buffer.alloc(LIMITS.inlinePayloadBytesMax, ' ')]);
  await submit(kept.data, { input: DELIVERY, payload: { bytes } }, () => new Date(kept.nowMs));
  await kept.drain();
}

async function restored(folder: string, name: string | null = null): Promise<Upkept> {
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name, data, clock: () => new Date() });
  return new Upkept(undefined, data);
}

/** Status, headers and bytes of the answers to some of every kind of question. */
async function answersOf({ folder, nowMs }: Upkept, moments: readonly number[]): Promise<readonly unknown[]> {
  const editions = openEditions(folder, 'public');
  const app = buildApp({ editions, desk: null, baseUrl: BASE_URL, profile: 'default', credentials: () => undefined, clock: () => new Date(nowMs) });
  onTestFinished(async () => {
    await app.close();
    editions.close();
  });
  const crs = (code: string): string => encodeURIComponent(`http://www.opengis.net/def/crs/EPSG/0/${code}`);
  const asked = [
    '/v1/collections', '/v1/collections/kwetsbare-gebouwen/items', '/v1/kwetsbare-gebouwen', '/v1/edities',
    ...['28992', '4258', '3857'].map((code) => `/v1/collections/kwetsbare-gebouwen/items?limit=3&crs=${crs(code)}`),
    ...['b1', 'b2', 'b3', 'missing'].flatMap((id) => [`/v1/kwetsbare-gebouwen/${id}`, `/v1/kwetsbare-gebouwen/${id}/versies`, `/v1/collections/kwetsbare-gebouwen/items/${id}`]),
    ...moments.map((moment) => `/v1/kwetsbare-gebouwen?beschikbaarOp=${encodeURIComponent(new Date(moment).toISOString())}`),
  ];
  return await Promise.all(asked.map(async (url) => {
    const { statusCode, headers: { date: _, ...headers }, rawPayload } = await app.inject(url);
    return { url, statusCode, headers, body: statusCode < 400 ? rawPayload.toString('base64') : '' };
  }));
}

test('a restored backup answers byte for byte as the original, also for the past', async () => {
  const kept = new Upkept();
  const moments = [await kept.deliver(building('b1'), building('b2'))];
  moments.push(await kept.deliver(building('b2', { populatie: 7 }), building('b3')));
  await deliverFile(kept, 'b4');
  writeFileSync(join(kept.data, 'holders.json'), '{"organisations": []}\n');
  const folder = join(temporaryFolder(), 'backups');
  const made = await backedUp(kept, folder);
  expect(made).toMatchObject({ decision: 3, submission: 3, public: { head: 4, edition: 4, contentId: kept.standing.contentId }, damages: [], removed: [] });

  const copy = await restored(folder);
  copy.nowMs = kept.nowMs;
  const [expected, actual] = [await answersOf(kept, moments), await answersOf(copy, moments)];
  expect(actual).toEqual(expected);
  expect(expected.filter((answer) => (answer as { statusCode: number }).statusCode === 200).length).toBeGreaterThan(15);
  expect(readFileSync(join(copy.data, 'holders.json'), 'utf8')).toBe('{"organisations": []}\n');
  expect(readdirSync(foldersOf(copy.data).payloads)).toEqual(readdirSync(foldersOf(kept.data).payloads));
  expect(verifyEdition(copy.folder, 'public', { edition: 'all' }).damages).toEqual([]);

  await kept.deliver(building('b1', { populatie: 9 }));
  copy.nowMs = kept.nowMs - 1_000;
  await copy.deliver(building('b1', { populatie: 9 }));
  expect(copy.standing).toMatchObject({ contentId: kept.standing.contentId, newest: kept.standing.newest, head: kept.standing.head });
});

test('what the register published beyond the heads of a backup is published again after a restore, with the same contentId', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const early = join(temporaryFolder(), 'editions');
  cpSync(kept.folder, early, { recursive: true });
  const before = kept.standing;
  await kept.deliver(building('b2'));
  await kept.deliver(building('b3'));
  const { newest, contentId } = kept.standing;
  kept.close();
  rmSync(kept.folder, { recursive: true });
  cpSync(early, kept.folder, { recursive: true });

  const folder = join(temporaryFolder(), 'backups');
  expect(await backedUp(kept, folder)).toMatchObject({ decision: 3, public: { edition: before.newest, contentId: before.contentId } });
  const copy = await restored(folder);
  const state = openState(copy.data);
  onTestFinished(() => state.close());
  expect([pointOf(state, { audience: 'public', edition: before.newest })?.decision, pointOf(state, { audience: 'public', edition: newest })]).toEqual([1, undefined]);
  await copy.drain();
  expect(copy.standing.contentId).toBe(contentId);
});

test('a second backup copies only new packs and payloads; shared files are stored once', async () => {
  const kept = new Upkept();
  await deliverFile(kept, 'b1');
  const folder = join(temporaryFolder(), 'backups');
  await backedUp(kept, folder);
  const before = readdirSync(sharedFolder(folder));
  await deliverFile(kept, 'b2');
  const second = await backedUp(kept, folder);
  const added = readdirSync(sharedFolder(folder)).filter((name) => !before.includes(name));
  expect(added).toHaveLength(2);
  expect(second.copied.bytes).toBeLessThan(second.bytes - LIMITS.inlinePayloadBytesMax);
  for (const name of [...before, ...added]) expect(statSync(join(sharedFolder(folder), name)).nlink).toBe(1);
  expect(await verifyBackup({ folder, name: null })).toMatchObject({ faults: [], decision: 2 });
});

test('the newest `--keep` backups and their shared files are kept; none is removed while a file is damaged', async () => {
  const kept = new Upkept();
  const folder = join(temporaryFolder(), 'backups');
  const names: string[] = [];
  for (const id of ['b1', 'b2', 'b3']) {
    await deliverFile(kept, id);
    names.push((await backedUp(kept, folder, { keep: 2 })).name);
  }
  expect(listBackups(folder).backups.map(({ name, submission }) => [name, submission])).toEqual([[names[1], 2], [names[2], 3]]);
  for (const name of names.slice(1)) expect((await verifyBackup({ folder, name })).faults).toEqual([]);

  const [payload] = readdirSync(foldersOf(kept.data).payloads);
  rmSync(join(foldersOf(kept.data).payloads, payload!));
  rmSync(sharedFolder(folder), { recursive: true });
  const damaged = await backedUp(kept, folder, { keep: 1 });
  expect(damaged.damages).toEqual([expect.stringContaining(payload!)]);
  expect([damaged.removed, listBackups(folder).backups]).toEqual([[], expect.objectContaining({ length: 3 })]);
});

test('a backup is made beside a damaged older one; that is reported, and no shared file is removed', async () => {
  const kept = new Upkept();
  const folder = join(temporaryFolder(), 'backups');
  await deliverFile(kept, 'b1');
  const { path } = await backedUp(kept, folder);
  writeFileSync(join(path, 'backup.json'), '{');
  await deliverFile(kept, 'b2');
  const before = readdirSync(sharedFolder(folder));
  await expect(backedUp(kept, folder)).rejects.toThrow(/is made and whole, but .* the backup is damaged/);
  expect(readdirSync(sharedFolder(folder))).toEqual(expect.arrayContaining(before));
  expect(await verifyBackup({ folder, name: null })).toMatchObject({ decision: 2, faults: [] });
  expect(listBackups(folder)).toMatchObject({ backups: [{ decision: 2 }], faults: [{ detail: { path: join(path, 'backup.json') } }] });
});

test('other databases of the data folder are copied; a file that is no database is reported by name', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const notes = new DatabaseSync(join(kept.data, 'notes.db'));
  notes.exec("PRAGMA journal_mode = WAL; CREATE TABLE run (name TEXT); INSERT INTO run VALUES ('nightly')");
  const folder = join(temporaryFolder(), 'backups');
  await backedUp(kept, folder);
  notes.close();
  await backedUp(kept, folder);
  for (const { name } of listBackups(folder).backups) {
    const copy = new DatabaseSync(join(folder, name, 'notes.db'), { readOnly: true });
    expect(copy.prepare('SELECT name FROM run').all()).toMatchObject([{ name: 'nightly' }]);
    copy.close();
  }
  writeFileSync(join(kept.data, 'thesis.db'), 'not SQLite '.repeat(1_000));
  await expect(backedUp(kept, folder)).rejects.toThrow(join(kept.data, 'thesis.db'));
  expect(listBackups(folder).backups).toHaveLength(2);
});

test('two backups of one instant, and one after the clock went back, have names in order', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const folder = join(temporaryFolder(), 'backups');
  const names = [await backedUp(kept, folder), await backedUp(kept, folder), await backedUp(kept, folder, { clock: () => new Date(0) })].map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(3);
});

test('no edition is dropped while a backup is made, and others may rely on editions at once', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const tried: unknown[] = [];
  await backedUp(kept, join(temporaryFolder(), 'backups'), {
    onProgress: ({ stage }) => { tried.push([stage, unlessEditionsPinned(kept.data, () => {}), whileEditionsPinned(kept.data, () => 'relied on')]); },
  });
  expect(tried).toEqual(expect.arrayContaining(['heads', 'databases', 'packs', 'verify'].map((stage) => [stage, false, 'relied on'])));
  expect(tried.filter((one) => (one as readonly unknown[])[1] === true)).toEqual([]);
  expect(unlessEditionsPinned(kept.data, () => {})).toBe(true);
});

test('a backup that is cut off at any point leaves those before it, and the next one clears up', async () => {
  const kept = new Upkept();
  await deliverFile(kept, 'b1');
  const folder = join(temporaryFolder(), 'backups');
  const { name } = await backedUp(kept, folder);
  await deliverFile(kept, 'b2');
  for (const stage of ['heads', 'databases', 'payloads', 'packs', 'verify']) {
    await expect(backedUp(kept, folder, { onProgress: (told) => { if (told.stage === stage) throw new Error('cut off'); } })).rejects.toThrow('cut off');
    expect(listBackups(folder).backups).toMatchObject([{ name }]);
    expect(await verifyBackup({ folder, name: null })).toMatchObject({ name, faults: [] });
  }
  mkdirSync(join(folder, '.new-backup'));
  writeFileSync(join(folder, '.new-backup', 'register.db'), 'half');
  writeFileSync(join(sharedFolder(folder), '.new-file'), 'half');
  await backedUp(kept, folder);
  expect(readdirSync(folder).toSorted()).toEqual([...listBackups(folder).backups.map((one) => one.name), 'backup.lock', 'files']);
  expect(readdirSync(sharedFolder(folder)).every((one) => /^[0-9a-f]{64}$/.test(one))).toBe(true);
});

test('a flipped bit in a pack is reported, and the backup before it keeps the sound pack', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const folder = join(temporaryFolder(), 'backups');
  const sound = await backedUp(kept, folder);
  const of = { folder: kept.folder, audience: 'public' } as const;
  const path = fileOf(of, 'packs', numbersOf(of, 'packs').at(-1)!);
  const bytes = readFileSync(path);
  bytes[bytes.length - 10]! ^= 1;
  writeFileSync(path, bytes);
  const made = await backedUp(kept, folder, { keep: 1 });
  expect(made.damages.length).toBeGreaterThan(0);
  expect((await verifyBackup({ folder, name: made.name })).faults).toEqual([]);
  const copy = await restored(folder, sound.name);
  expect(verifyEdition(copy.folder, 'public', { edition: 'all' }).damages).toEqual([]);
});

test('a pack that the disk of the backups damaged is copied again, for all backups that share it', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const folder = join(temporaryFolder(), 'backups');
  const { name } = await backedUp(kept, folder);
  const pack = join(sharedFolder(folder), readdirSync(sharedFolder(folder)).at(-1)!);
  const bytes = readFileSync(pack);
  writeFileSync(pack, bytes.with(100, bytes[100]! ^ 1));
  expect((await verifyBackup({ folder, name })).faults).toHaveLength(1);
  expect((await backedUp(kept, folder)).damages).toEqual([]);
  expect((await verifyBackup({ folder, name })).faults).toEqual([]);
});

test('an edition that is withdrawn, but whose bytes are still there, stays withdrawn in the backup, and its bytes go after a restore', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'), building('b2'));
  await kept.deliver(building('b2', { populatie: 2 }));
  const of = { folder: kept.folder, audience: 'public' } as const;
  withdraw(of, [2], SOUND);
  const folder = join(temporaryFolder(), 'backups');
  expect((await backedUp(kept, folder)).damages).toEqual([]);
  const copy = await restored(folder);
  expect([numbersOf({ ...of, folder: copy.folder }, 'manifests'), hasWithdrawn({ ...of, folder: copy.folder })]).toEqual([[1, 3], true]);
  await copy.drain();
  expect(hasWithdrawn({ ...of, folder: copy.folder })).toBe(false);
});

test('places where no backup belongs are refused before anything is written', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'thesis.doc'), '');
  symlinkSync(kept.data, join(elsewhere, 'link'));
  for (const [folder, words] of [
    [kept.data, 'lost with it'], [join(kept.data, 'backups'), 'lost with it'], [join(elsewhere, 'link'), 'lost with it'],
    [join(elsewhere, 'link', 'backups'), 'lost with it'], [elsewhere, 'something else than backups'], [join(elsewhere, 'a', 'b'), 'is not there'],
    [join(elsewhere, 'thesis.doc'), 'cannot be made'],
  ] as const) {
    await expect(backedUp(kept, folder)).rejects.toThrow(words);
  }
  expect([readdirSync(elsewhere).toSorted(), existsSync(join(kept.data, 'backups'))]).toEqual([['link', 'thesis.doc'], false]);
  await expect(makeBackup({ data: elsewhere, folder: join(elsewhere, 'backups'), clock: () => new Date() })).rejects.toThrow('no register');
});

test('two backups at once, and a backup beside a restore, are refused', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  const folder = join(temporaryFolder(), 'backups');
  await backedUp(kept, folder);
  const unlock = lockForMaking(folder);
  await expect(backedUp(kept, folder)).rejects.toThrow('another process is making or reading a backup here');
  await expect(restore({ folder, name: null, data: join(temporaryFolder(), 'x'), clock: () => new Date() })).rejects.toThrow('another process is making');
  unlock();
  await whileRead(folder, async () => {
    await expect(backedUp(kept, folder)).rejects.toThrow('another process is making or reading a backup here');
    expect((await verifyBackup({ folder, name: null })).faults).toEqual([]);
  });
});

test('a restore refuses what is damaged, newer, not there or not empty, and leaves nothing', async () => {
  const kept = new Upkept();
  await deliverFile(kept, 'b1');
  const folder = join(temporaryFolder(), 'backups');
  const { name, path } = await backedUp(kept, folder);
  const place = temporaryFolder();
  const data = join(place, 'restored');
  const refuses = (words: string, other: string | null = null) => expect(restore({ folder, name: other, data, clock: () => new Date() })).rejects.toThrow(words);

  mkdirSync(data);
  writeFileSync(join(data, 'thesis.doc'), '');
  await refuses('not empty');
  rmSync(data, { recursive: true });
  await refuses('no backup of this name', '20200101T000000.000Z');
  await expect(restore({ folder: place, name: null, data, clock: () => new Date() })).rejects.toThrow('no backup in this folder');
  const inventory = join(path, 'backup.json');
  const text = readFileSync(inventory, 'utf8');
  for (const [found, other, words] of [
    ['"format": 1', '"format": 2', 'a newer version'], ['"decision": 1', '"decision": 2', 'its checksum'], [text.slice(-30), '', 'JSON'],
  ] as const) {
    writeFileSync(inventory, text.replace(found, other));
    await refuses(words);
  }
  writeFileSync(inventory, text);
  for (const file of [join(path, 'register.db'), join(sharedFolder(folder), readdirSync(sharedFolder(folder))[0]!)]) {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1));
    await refuses(file);
    expect((await verifyBackup({ folder, name })).faults.map(({ detail }) => detail.path)).toEqual([file]);
    rmSync(file);
    await refuses(file);
    writeFileSync(file, bytes);
  }
  expect(readdirSync(place)).toEqual([]);
  mkdirSync(`${data}.restoring`);
  writeFileSync(join(`${data}.restoring`, 'register.db'), 'cut off');
  mkdirSync(data);
  await restore({ folder, name: null, data, clock: () => new Date() });
  expect(readdirSync(place)).toEqual(['restored']);
});
