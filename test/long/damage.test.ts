/** Damaged editions: a start goes on from what is whole and makes the rest good from the register (fault tests D6, D7). */
import fs, { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import type { ConductorEvent } from '../../pipelines/conductor/conductor.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;

/** Runs one conductor and returns its events. */
async function live(data: string): Promise<readonly ConductorEvent[]> {
  const events: ConductorEvent[] = [];
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(), prepare: prepareSmall,
    onEvent: (event) => { events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await opened.conductor.drain();
  } finally {
    opened.close();
  }
  return events;
}

/** Holds four editions: an empty one, and one for each of three buildings. */
const template = mkdtempSync(join(tmpdir(), 'ev-damage-'));
beforeAll(() => makeFour(template));
afterAll(() => rmSync(template, { recursive: true }));

function fourEditions(): string {
  const data = temporaryFolder();
  cpSync(template, data, { recursive: true });
  return data;
}

async function makeFour(data: string): Promise<void> {
  await live(data);
  for (const id of ['b1', 'b2', 'b3']) {
    await submit(data, { input, payload: { bytes: payloadOf(building(id)) } }, () => new Date());
    await live(data);
  }
}

function contentOf(data: string) {
  const editions = openEditions(foldersOf(data).editions, 'public');
  onTestFinished(() => editions.close());
  const edition = editions.current()?.edition;
  return { contentId: edition?.contentId, count: edition?.series.get('kwetsbare-gebouwen')?.count };
}

const flip = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
};
const DAMAGES = {
  'cut short': (path: string) => truncateSync(path, 20),
  'changed in one bit': flip,
  emptied: (path: string) => truncateSync(path, 0),
  'gone': (path: string) => rmSync(path),
  'another JSON': (path: string) => writeFileSync(path, '{}'),
} as const;
const CASES = (['heads', 'manifests', 'packs'] as const).flatMap((kind) =>
  (Object.keys(DAMAGES) as (keyof typeof DAMAGES)[]).map((how) => [kind, how] as const));

test.each(CASES)('newest of %s, %s: readers get the edition before; the next start makes it good', async (kind, how) => {
  const data = fourEditions();
  const whole = contentOf(data);
  const folder = join(foldersOf(data).editions, 'public', kind);
  const file = join(folder, readdirSync(folder).at(-1)!);
  DAMAGES[how](file);
  const isUnseen = kind === 'packs' && how === 'changed in one bit';
  if (!isUnseen) expect(contentOf(data)).toMatchObject({ count: 2 });

  const events = await live(data);
  expect(contentOf(data)).toEqual(whole);
  const told = events.flatMap((event) => (event.kind === 'Edition:Damage' ? [event.message] : []));
  if (how !== 'gone' && !isUnseen) expect(told.join()).toContain(file);
  await submit(data, { input, payload: { bytes: payloadOf(building('b4')) } }, () => new Date());
  await live(data);
  expect(contentOf(data)).toMatchObject({ count: 4 });
});

test('every head is garbage: everything is published anew', async () => {
  const data = fourEditions();
  const whole = contentOf(data);
  const folder = join(foldersOf(data).editions, 'public/heads');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'x');
  expect(contentOf(data)).toEqual({});
  await live(data);
  expect(contentOf(data)).toEqual(whole);
});

test('damage inside a pack that the next publication reads is repaired by a full edition, and reported', async () => {
  const data = fourEditions();
  const packs = join(foldersOf(data).editions, 'public/packs');
  for (const name of readdirSync(packs)) {
    const path = join(packs, name);
    const bytes = readFileSync(path);
    // Blocks come first; the roots, read at the start, last.
    const at = bytes.indexOf('"type":"Feature"');
    if (at > 0) bytes.fill(0, at, at + 16);
    writeFileSync(path, bytes);
  }
  await submit(data, { input, payload: { bytes: payloadOf(building('b2', { populatie: 9 })) } }, () => new Date());
  const events = await live(data);
  expect(events).toContainEqual({ kind: 'Edition:Full', roots: 3, reason: 'damage' });
  const { count } = contentOf(data);
  expect(count).toBe(3);
  const newest = openEditions(foldersOf(data).editions, 'public').current()!.edition.number;
  expect(verifyEdition(foldersOf(data).editions, 'public', { edition: newest }).damages).toEqual([]);
});

async function rebuilt(data: string): Promise<readonly ConductorEvent[]> {
  const events: ConductorEvent[] = [];
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(), prepare: prepareSmall,
    onEvent: (event) => { events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await opened.conductor.rebuild();
  } finally {
    opened.close();
  }
  return events;
}

test('a rebuilt edition has the same content under the next number', async () => {
  const data = fourEditions();
  const before = contentOf(data);
  expect(await rebuilt(data)).toEqual([
    { kind: 'Edition:Full', roots: 3, reason: 'rebuild' }, expect.objectContaining({ kind: 'Edition:Publish', edition: 5, head: 5 }),
  ]);
  expect(contentOf(data)).toEqual(before);
  await submit(data, { input, payload: { bytes: payloadOf(building('b4')) } }, () => new Date());
  await live(data);
  expect(contentOf(data).count).toBe(4);
});

test('a register that is gone, or another one, never takes away what is published, and takes nothing in', async () => {
  const data = fourEditions();
  const whole = contentOf(data);
  const { register } = foldersOf(data);
  rmSync(register);
  for (const ending of ['-wal', '-shm']) rmSync(`${register}${ending}`, { force: true });
  await expect(live(data)).rejects.toThrow(/database of this data folder is lost.*register\.db/);
  await expect(submit(data, { input, payload: { bytes: payloadOf(building('b9')) } }, () => new Date())).rejects.toThrow(/ev restore/);
  expect(existsSync(register)).toBe(false);
  const other = temporaryFolder();
  openState(other).close();
  copyFileSync(foldersOf(other).register, register);
  await expect(live(data)).rejects.toThrow(/does not know the newest edition.*a register that published edition 4/);
  expect(contentOf(data)).toEqual(whole);
});

/** Runs `work` on a disk that corrupts the bytes of a pack while `isBad` returns true, and returns its result. */
async function badDisk<Result>(isBad: () => boolean, work: () => Promise<Result>): Promise<Result> {
  const { renameSync } = fs;
  const rename: typeof renameSync = (from, to) => {
    renameSync(from, to);
    if (String(to).includes('/public/packs/') && isBad()) flip(String(to));
  };
  Object.assign(fs, { renameSync: rename });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(fs, { renameSync });
    syncBuiltinESMExports();
  }
}

function ofEditions(events: readonly ConductorEvent[]): readonly ConductorEvent[] {
  return events.filter(({ kind }) => kind.startsWith('Edition:'));
}

test('a bad edition never becomes active: it is reported, and a full edition replaces it', async () => {
  const data = fourEditions();
  let left = 1;
  await submit(data, { input, payload: { bytes: payloadOf(building('b4')) } }, () => new Date());
  const events = await badDisk(() => left-- > 0, () => live(data));
  expect(ofEditions(events)).toMatchObject([
    { kind: 'Edition:Refuse', message: expect.stringContaining('edition 5 is not what was to be published') as unknown },
    { kind: 'Edition:Full', reason: 'refused', roots: 4 }, { kind: 'Edition:Publish', edition: 5, objects: 4 },
  ]);
  expect(contentOf(data).count).toBe(4);
});

test('on a disk that stays bad the old edition serves on, the batch stays unsettled, and it is made good when the disk is', async () => {
  const data = fourEditions();
  const whole = contentOf(data);
  const { uuid } = await submit(data, { input, payload: { bytes: payloadOf(building('b4')) } }, () => new Date());
  await expect(badDisk(() => true, () => live(data))).rejects.toThrow(/edition 5 is not what was to be published.*serves on/);
  expect(contentOf(data)).toEqual(whole);
  expect(outcome(data, uuid)?.state).toBe('pending');
  expect(readdirSync(join(foldersOf(data).editions, 'public/manifests'))).toHaveLength(4);
  await live(data);
  expect(contentOf(data).count).toBe(4);
  expect(outcome(data, uuid)?.state).toBe('settled');
});

/** A conductor at work on an edition that lost a bit since it was started, when it is time to read it again; until all was made anew. */
async function madeAnew(data: string, expected: readonly ConductorEvent['kind'][]): Promise<void> {
  const pack = join(foldersOf(data).editions, 'public/packs', readdirSync(join(foldersOf(data).editions, 'public/packs')).at(-1)!);
  const at = readFileSync(pack).indexOf('"type":"Feature"');
  const bytes = readFileSync(pack);
  bytes[at]! ^= 1;
  writeFileSync(pack, bytes);
  const events: ConductorEvent[] = [];
  let nowMs = Date.now();
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(nowMs), prepare: prepareSmall,
    onEvent: (event) => { events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const running = opened.conductor.run();
  nowMs += 61_000;
  await expect.poll(() => ofEditions(events).map(({ kind }) => kind), { timeout: 60_000 }).toEqual(expected);
  opened.conductor.stop();
  await running;
  opened.close();
  const newest = openEditions(foldersOf(data).editions, 'public').current()!.edition.number;
  expect(verifyEdition(foldersOf(data).editions, 'public', { edition: newest }).damages).toEqual([]);
  expect(contentOf(data).count).toBe(3);
}

test('the whole active edition is verified in the background; bytes that a disk lost are reported and made again', async () => {
  await madeAnew(fourEditions(), ['Edition:Damage', 'Edition:Full', 'Edition:Publish']);
});

test('one that cannot be made anew at once is tried again soon, not when it is read the next time', async () => {
  let left = 1;
  await badDisk(() => left-- > 0, () => madeAnew(fourEditions(), ['Edition:Damage', 'Edition:Full', 'Edition:Full', 'Edition:Publish']));
});
