/**
 * Kept editions that are made again under another base URL (`ev editions rebuild --all`), and one that is damaged and rebuilt: killed, failing
 * or without room at any call that changes the disk, each edition is as it was or new, never gone. `EV_FAULTS=full` takes every call.
 */
import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { rebuildAt } from '../../pipelines/conductor/run-batch.ts';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { countPacks } from '../../publisher/format/manifest.ts';
import { numbersOf, readHead, readManifest } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import type { Moment } from '../../schemas/time.ts';
import { failedAt } from '../publisher/crashes.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { BASE_URL, deliver, newFolder, openBatch, settle } from './life.ts';
import { CALLS, countCalls, runWithFault, type Call } from './strace.ts';
import { tally } from './tally.ts';

const REMAKE = join(import.meta.dirname, 'remake.ts');
const NEW_URL = 'https://nieuw.example/v1';
const EDITIONS = 4;
/** Calls per kind, unless all are tried. */
const FEW = 6;
const isFull = process.env['EV_FAULTS'] === 'full';

const template = newFolder();
const of = (data: string): AudienceFolder => ({ folder: foldersOf(data).editions, audience: 'public' });

/** contentIds by number of the edition: as they were, and as they are made again. */
let old: ReadonlyMap<number, string>;
let fresh: ReadonlyMap<number, string>;

/** Editions under the old base URL, the newest under the new one. */
beforeAll(async () => {
  for (let populatie = 1; populatie <= EDITIONS; populatie += 1) {
    await deliver(template, ['b1', `n${populatie}`].map((id) => building(id, { populatie })));
    await settle(template);
  }
  const batch = openBatch(template, { baseUrl: NEW_URL });
  await batch.conductor.drain();
  batch.close();
  old = contentIdsOf(template);
  const data = copyOfTemplate();
  remade(data);
  fresh = contentIdsOf(data);
  rmSync(data, { recursive: true });
  expect([...old.keys()]).toEqual([...fresh.keys()]);
  expect([...old].filter(([number, contentId]) => fresh.get(number) === contentId)).toHaveLength(1);
});
afterAll(() => rmSync(template, { recursive: true }));

function contentIdsOf(data: string): ReadonlyMap<number, string> {
  return new Map(numbersOf(of(data), 'manifests').map((number) => [number, readManifest(of(data), number).contentId]));
}

function copyOfTemplate(): string {
  const data = newFolder();
  cpSync(template, data, { recursive: true });
  return data;
}

function remade(data: string): void {
  const batch = openBatch(data, { baseUrl: NEW_URL });
  try {
    expect(batch.remakeKept(() => {}).left).toEqual([]);
  } finally {
    batch.close();
  }
}

/** Each edition is whole, as it was or new; the next run makes the rest. Returns how many were new. */
function expectOldOrNew(data: string, when: string): number {
  const left = contentIdsOf(data);
  expect([...left.keys()], when).toEqual([...old.keys()]);
  for (const [number, contentId] of left) expect([old.get(number), fresh.get(number)], when).toContain(contentId);
  expect(verifyEdition(of(data).folder, 'public', { edition: 'all' }).damages, when).toEqual([]);
  remade(data);
  expect(contentIdsOf(data), when).toEqual(fresh);
  tally({ faults: 1 });
  return [...left].filter(([number, contentId]) => contentId === fresh.get(number)).length;
}

function instants(count: number): readonly number[] {
  const step = isFull ? 1 : Math.max(1, (count - 1) / (FEW - 1));
  return count === 0 ? [] : [...new Set(Array.from({ length: Math.ceil(count / step) + 1 }, (_, n) => Math.min(count, 1 + Math.round(n * step))))];
}

describe.each([['the process is killed', 'signal=KILL'], ['the call fails', 'error=EIO'], ['the disk is full', 'error=ENOSPC']])('%s', (_, fault) => {
  test.each(CALLS)('at %s', async (call: Call) => {
    const first = copyOfTemplate();
    const count = (await countCalls([REMAKE, first, NEW_URL])).get(call) ?? 0;
    rmSync(first, { recursive: true });
    for (const nth of instants(count)) {
      const data = copyOfTemplate();
      await runWithFault([REMAKE, data, NEW_URL], { call, nth, fault });
      expectOldOrNew(data, `${fault} at ${call} ${nth}`);
      rmSync(data, { recursive: true });
    }
  });
});

test('one call fails, whichever: from none of the editions made again to all, and no pack is left that no edition names but the last', () => {
  const seen = new Set<number>();
  for (let call = 0, goesOn = true; goesOn; call += 1) {
    const data = copyOfTemplate();
    const batch = openBatch(data, { baseUrl: NEW_URL });
    goesOn = failedAt(call, () => { batch.remakeKept(() => {}); });
    batch.close();
    seen.add(expectOldOrNew(data, `call ${call}`));
    rmSync(data, { recursive: true });
  }
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([1, old.size]);
});

test('a rebuild of a damaged edition that fails leaves its manifest as it was, or makes the edition whole', () => {
  const data = copyOfTemplate();
  const number = [...old.keys()][1]!;
  const { packs } = readManifest(of(data), number);
  const pack = fileOf(of(data), 'packs', packs.at(-1)![1]);
  renameSync(pack, `${pack}.gone`);
  expect(countPacks(packs)).toBeGreaterThan(0);
  const moment = Date.parse(numbersOf(of(data), 'heads').map((head) => readHead(of(data), head)).find(({ edition }) => edition === number)!.activated) as Moment;
  const manifest = readFileSync(fileOf(of(data), 'manifests', number));
  const before = newFolder();
  cpSync(data, before, { recursive: true });
  const outcomes = { stayed: 0, whole: 0 };
  for (let call = 0, goesOn = true; goesOn; call += 1) {
    rmSync(data, { recursive: true });
    cpSync(before, data, { recursive: true });
    goesOn = failedAt(call, () => rebuildAt({ data, baseUrl: BASE_URL, threads: 1, clock: () => new Date(), onEvent: () => {} }, moment));
    const left = readFileSync(fileOf(of(data), 'manifests', number));
    if (left.equals(manifest)) outcomes.stayed += 1;
    else outcomes.whole += 1;
    if (!left.equals(manifest)) expect(verifyEdition(of(data).folder, 'public', { edition: number }).damages, `call ${call}`).toEqual([]);
  }
  for (const folder of [data, before]) rmSync(folder, { recursive: true });
  expect(outcomes.stayed).toBeGreaterThan(5);
  expect(outcomes.whole).toBeGreaterThan(0);
});
