/** The publish gate: what was written is read back before a head names it; a bad edition never becomes active. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead, readHead, readManifest } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore, type EditionStore } from '../../publisher/store.ts';
import { passGate, Refused } from '../../publisher/write/gate.ts';
import { publish, type Published } from '../../publisher/write/publish.ts';
import { SERIES } from '../../schemas/names.ts';
import { buildingRoot, createAll, day, location, request, state } from './registry.ts';
import { SOUND } from '../always-sound.ts';

const OF = (folder: string) => ({ folder, audience: 'public' as const });
const ROOTS = Array.from({ length: 600 }, (_, at) => buildingRoot(`b${at}`, { x: at * 1_000, y: 400_000, name: 'x' }));
const MORE = Array.from({ length: 30 }, (_, at) => buildingRoot(`c${at}`, { x: at * 1_000, y: 410_000, name: 'y' }));

/** A folder with one edition. */
function edited(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ev-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const still = state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })]);
  publish(request(createAll([...ROOTS, still]), { moment: day(1) }), openStore(folder, SOUND), new Date(1_000));
  return folder;
}

type Kind = 'pack' | 'manifest';

/** A store whose disk does this to a file of an edition right after it got its name. */
function storeThat(kind: Kind, spoil: (path: string) => void, folder: string): EditionStore {
  const store = openStore(folder, SOUND);
  return {
    ...store,
    keepPack(pack) {
      store.keepPack(pack);
      if (kind === 'pack') spoil(pack.path);
    },
    putManifest(audience, number, bytes) {
      store.putManifest(audience, number, bytes);
      if (kind === 'manifest') spoil(fileOf(OF(folder), 'manifests', number));
    },
  };
}

function next(store: EditionStore): Published {
  return publish(request(createAll(MORE), { moment: day(2) }), store, new Date(2_000));
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at % bytes.length]! ^= 1;
  writeFileSync(path, bytes);
}

function expectFirst(folder: string): void {
  expect(newestHead(folder, 'public')).toMatchObject({ head: 1, edition: 1, newest: 1 });
  for (const kind of ['packs', 'manifests', 'heads'] as const) expect(readdirSync(join(folder, 'public', kind)), kind).toHaveLength(1);
  const editions = openEditions(folder, 'public');
  expect(editions.current()?.edition.series.get('kwetsbare-gebouwen')?.count).toBe(ROOTS.length);
  editions.close();
}

test('one changed bit anywhere in the new pack: refused, nothing of it stays, the edition before serves on', () => {
  const folder = edited();
  fc.assert(fc.property(fc.nat(), (at) => {
    expect(() => next(storeThat('pack', (path) => flip(path, at), folder))).toThrow(Refused);
    expectFirst(folder);
  }), { numRuns: 60, endOnFailure: true });
  expect(next(openStore(folder, SOUND))).toMatchObject({ edition: 2, head: 2 });
});

const DAMAGES: readonly (readonly [string, Kind, (path: string) => void])[] = [
  ['the pack is cut short', 'pack', (path) => truncateSync(path, 5_000)], ['the pack is empty', 'pack', (path) => truncateSync(path, 0)],
  ['the pack is gone', 'pack', rmSync], ['the pack is zeros', 'pack', (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
  ['the manifest is changed', 'manifest', (path) => flip(path, 100)], ['the manifest is gone', 'manifest', rmSync],
];

test.each(DAMAGES)('%s: refused in words that name the file', (_, kind, spoil) => {
  const folder = edited();
  let caught: unknown;
  try {
    next(storeThat(kind, spoil, folder));
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(Refused);
  expect((caught as Error).message).toContain('edition 2 is not what was to be published');
  expect((caught as Error).message).toContain(folder);
  expect((caught as Error).message).toContain('the edition before it serves on');
  expectFirst(folder);
});

test('the first edition of a folder is looked at too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = storeThat('pack', (path) => flip(path, 10_000), folder);
  expect(() => publish(request(createAll(ROOTS), { moment: day(1) }), store, new Date(1_000))).toThrow(Refused);
  expect(newestHead(folder, 'public')).toBeUndefined();
});

test('what it shares with its parent is not read again: that was looked at when it was written', () => {
  const folder = edited();
  const first = fileOf(OF(folder), 'packs', 1);
  const store = storeThat('pack', () => flip(first, readFileSync(first).indexOf('"id":"loc"')), folder);
  expect(next(store)).toMatchObject({ edition: 2, head: 2 });
  expect(verifyEdition(folder, 'public', { edition: 2 }).damages).toHaveLength(1);
});

test.each([
  { more: 0, versions: 0, said: null },
  { more: -1, versions: 0, said: /the rows of kwetsbare-gebouwen do not add up.*expected 600 - 0 \+ 29 = 629, found 630/ },
  { more: 0, versions: 1, said: /the versions do not add up.*expected 0 - 0 \+ 1 = 1, found 0/ },
])('the totals must be those of the parent with the changes: $said', ({ more, versions, said }) => {
  const folder = edited();
  next(openStore(folder, SOUND));
  const [parent, manifest] = [1, 2].map((number) => readManifest(OF(folder), number));
  const written = { manifest: manifest!, pack: 2 };
  const target = SERIES.indexOf('kwetsbare-gebouwen') * 2;
  const rows = SERIES.flatMap((_, index) => [
    Array.from({ length: index * 2 === target ? MORE.length + more : 0 }, () => ({ isRemoval: false })), [],
  ]);
  const changes = { rows, versions: Array.from({ length: versions }, () => ({ kind: 'open' as const })) };
  const pass = (): string => passGate(openStore(folder, SOUND), written, { parent: parent!, changes });
  if (said === null) expect(pass()).toBe(readHead(OF(folder), 2).manifest);
  else expect(pass).toThrow(said);
});
