/** Repacking, retention, collection and withdrawal, one by one; and a crash at every step of them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { listEditions, newestHead, numbersOf, readHead, readManifest } from '../../publisher/read/heads.ts';
import { encodePackHeader } from '../../publisher/format/pack.ts';
import { Packs } from '../../publisher/read/bytes/packs.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore, type EditionStore, type PackWriter } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { Collector } from '../../publisher/write/collect.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import { rebuildEdition } from '../../publisher/write/rebuild.ts';
import { neededBytes } from '../../publisher/write/needed.ts';
import { lastThatStays, repack } from '../../publisher/write/repack.ts';
import { keptOf, type HeadFacts } from '../../publisher/write/retention.ts';
import { editionsThatShow, hasWithdrawn, purge, withdraw } from '../../publisher/write/withdraw.ts';
import { IS_FULL } from '../runs.ts';
import { crashedAt } from './crashes.ts';
import { sayingOf } from './kept.ts';
import { buildingRoot, createAll, DAY, day, location, request, state, type Changed } from './registry.ts';
import { SOUND } from '../always-sound.ts';

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ev-kept-')); });
afterEach(() => { rmSync(folder, { recursive: true }); });

const START = Date.parse('2026-11-01T10:00:00Z');
const of = () => ({ folder, audience: 'public' }) as const;

function named(id: string, name: string): RootState {
  return buildingRoot(id, { x: 100_000 + id.length * 1_000, y: 400_000, name });
}

function put(changes: readonly Changed[], { at = START, day: on = 10 } = {}): void {
  publish(request(changes, { moment: day(on) }), openStore(folder, SOUND), new Date(at));
}

/** One edition with two buildings, then more editions with one change each, `hours` apart. */
function editionsOf(changes: number, hours = 0): void {
  put(createAll([named('a', '0'), named('b', 'stays')]));
  for (let n = 1; n <= changes; n += 1) {
    put([{ before: named('a', String(n - 1)), after: named('a', String(n)) }], { at: START + n * hours * 3_600_000 });
  }
}

function current<Result>(use: (editions: ReturnType<typeof openEditions>) => Result): Result {
  const editions = openEditions(folder, 'public');
  try {
    return use(editions);
  } finally {
    editions.close();
  }
}

const said = (): string => current((editions) => sayingOf(editions.current()!.edition));

describe('repack', () => {
  test('many packs become few; number, contentId, head, tags and the next publication stay what they were', () => {
    editionsOf(40);
    const before = { said: said(), standing: newestHead(folder, 'public')! };
    expect(before.standing.packs).toBe(41);
    const repacked = repack(openStore(folder, SOUND), { audience: 'public', editions: [41] });
    expect(repacked).toMatchObject({ before: 41 });
    expect(repacked.packs).toBeLessThan(10);
    expect({ said: said(), standing: newestHead(folder, 'public') }).toEqual({ ...before, standing: { ...before.standing, packs: repacked.packs } });
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
    put([{ before: named('a', '40'), after: named('a', '41') }]);
    expect(newestHead(folder, 'public')).toMatchObject({ newest: 42, head: 42, packs: repacked.packs + 1 });
    expect(activate(openStore(folder, SOUND), { audience: 'public', edition: 41, now: new Date(START + DAY) })).toBe(43);
    expect(said()).toBe(before.said);
  });

  test('a large pack stays where it is while those after it are small beside it, and is written again when they are not', () => {
    const sizes = (...bytes: number[]) => bytes.map((one, index) => ({ number: index + 1, bytes: one, needed: one }));
    expect(lastThatStays(sizes(1_000, 1, 1, 1))).toBe(1);
    expect(lastThatStays(sizes(1_000, 300, 100, 1, 1, 1))).toBe(3);
    expect(lastThatStays(sizes(1_000, 300, 300, 1))).toBe(3);
    expect(lastThatStays(sizes(1_000, 400, 100))).toBe(2);
    expect(lastThatStays(sizes(5, 4, 3, 100))).toBe(0);
    expect(lastThatStays(sizes(1_000))).toBe(0);
    expect(lastThatStays(sizes(1_000, ...Array.from({ length: 40 }, () => 3), 100, 1)), 'however large the newest is beside it').toBe(1);
  });

  test('what counts of a pack is what the edition needs of it; of all that stay that is half at least', () => {
    const packs = (...sizes: (readonly [bytes: number, needed: number])[]) => (
      sizes.map(([bytes, needed], index) => ({ number: index + 1, bytes, needed }))
    );
    expect(lastThatStays(packs([1_000, 800], [900, 0], [900, 200], [900, 100])), 'written often, needed little').toBe(1);
    expect(lastThatStays(packs([1_000, 800], [900, 200], [900, 300]))).toBe(0);
    expect(lastThatStays(packs([1_000, 499], [10, 1]))).toBe(0);
    expect(lastThatStays(packs([1_000, 0], [1_000, 900], [10, 1])), 'with one before it of which nothing is needed').toBe(0);
    expect(lastThatStays(packs([1_000, 500], [10, 1]))).toBe(1);
    expect(lastThatStays(packs([1_000, 500], [10, 0]))).toBe(1);
  });

  test('a pack of which later ones wrote little anew stays, however large these are together', () => {
    const ids = Array.from({ length: 400 }, (_, n) => `n${n}`);
    put(createAll(ids.map((id) => named(id, '0'))));
    for (let n = 1; n <= 40; n += 1) put([{ before: named('n7', String(n - 1)), after: named('n7', String(n)) }]);
    const bytes = (number: number): number => statSync(fileOf(of(), 'packs', number)).size;
    const newer = Array.from({ length: 40 }, (_, at) => bytes(at + 2)).reduce((sum, one) => sum + one, 0);
    expect(2 * newer).toBeGreaterThan(bytes(1));
    const repacked = repack(openStore(folder, SOUND), { audience: 'public', editions: [41] });
    expect(repacked).toMatchObject({ before: 41, packs: 2 });
    expect(repacked.bytesWritten).toBeLessThan(bytes(1));
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('the bytes that an edition needs are those that are copied when nothing stays', () => {
    const ids = Array.from({ length: 100 }, (_, n) => `n${n}`);
    put(createAll(ids.map((id) => named(id, '0'))));
    for (let n = 1; n <= 3; n += 1) put([{ before: named('n7', String(n - 1)), after: named('n7', String(n)) }]);
    const packs = new Packs(of());
    const needed = [...neededBytes(readManifest(of(), 4), packs).values()].reduce((sum, bytes) => sum + bytes, 0);
    packs.close();
    const { bytesWritten } = repack(openStore(folder, SOUND), { audience: 'public', editions: [4], from: 1 });
    const header = encodePackHeader({ audience: 'public', number: 5, configuration: readManifest(of(), 4).configurationHash }).length;
    expect(bytesWritten - header).toBe(needed);
  });

  test('of a large pack that stays nothing is copied', () => {
    const ids = Array.from({ length: 300 }, (_, n) => `n${n}`);
    put(createAll(ids.map((id) => named(id, '0'))));
    for (let n = 1; n <= 3; n += 1) put([{ before: named('n7', String(n - 1)), after: named('n7', String(n)) }]);
    const bytes = (number: number): number => statSync(fileOf(of(), 'packs', number)).size;
    const repacked = repack(openStore(folder, SOUND), { audience: 'public', editions: [4] });
    expect(repacked).toMatchObject({ before: 4, packs: 2 });
    expect(repacked.bytesWritten).toBeLessThan(bytes(2) + bytes(3) + bytes(4));
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test.each([
    ['what was written', (pack: PackWriter) => pack.size - 9, /bytes of a pack are damaged/],
    ['the checksums at its end', (_: PackWriter, bytes: Buffer) => bytes.length - 9, /checksums at the end of the pack are damaged/],
  ])('%s is read back before the edition relies on it', (_, at, message) => {
    editionsOf(3);
    const before = newestHead(folder, 'public');
    const store = openStore(folder, SOUND);
    const bad: EditionStore = {
      ...store,
      keepPack(pack) {
        store.keepPack(pack);
        const bytes = readFileSync(pack.path);
        bytes[at(pack, bytes)]! ^= 1;
        writeFileSync(pack.path, bytes);
      },
    };
    expect(() => repack(bad, { audience: 'public', editions: [4], from: 1 })).toThrow(message);
    expect(numbersOf(of(), 'packs')).toEqual([1, 2, 3, 4]);
    expect(newestHead(folder, 'public')).toEqual(before);
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('what several editions share is copied once', () => {
    editionsOf(3);
    const one = repack(openStore(folder, SOUND), { audience: 'public', editions: [4], from: 1 }).bytesWritten;
    const all = repack(openStore(folder, SOUND), { audience: 'public', editions: [1, 2, 3, 4], from: 1 }).bytesWritten;
    expect(all).toBeLessThan(4 * one);
    expect(listEditions(folder, 'public').editions.map(({ packs }) => packs)).toEqual([1, 1, 1, 1]);
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('a reader under way goes on when the packs that it read from are gone', async () => {
    editionsOf(5);
    const editions = openEditions(folder, 'public', { cacheBytesMax: { scanned: 0, read: 0, rows: 0 } });
    const head = editions.current()!.head;
    const expected = sayingOf(editions.current()!.edition);
    editions.close();
    const late = openEditions(folder, 'public', { cacheBytesMax: { scanned: 0, read: 0, rows: 0 } });
    const store = openStore(folder, SOUND);
    repack(store, { audience: 'public', editions: [6], from: 1 });
    new Collector(store, 'public').collect(new Date(START + 30 * DAY), { allDays: 0 });
    expect(numbersOf(of(), 'packs')).toEqual([7]);
    expect(await late.whenRead(() => sayingOf(late.current()!.edition))).toBe(expected);
    expect(late.current()!.head).toBe(head);
    late.close();
  });
});

describe('what changed', () => {
  const changed = (edition: number) => readManifest(of(), edition).changed;

  test('an edition knows how many objects of each collection it adds, changes and ends; none of that stands in one made from nothing', () => {
    put(createAll([named('a', '0'), named('b', '0'), named('c', '0')]));
    put([{ before: named('a', '0'), after: named('a', '1') }, { before: named('b', '0'), after: null }, ...createAll([named('dd', '0')])]);
    expect(changed(1)).toBeNull();
    expect(changed(2)).toEqual({ 'kwetsbare-gebouwen': [1, 1, 1] });
  });

  test('a validity that begins or ends counts, in every collection that it touches; what was or will be valid is a change', () => {
    const input = location('loc', { x: 100_000, y: 400_000, reference: { id: 'tank' } });
    const later = state('LocatieActiviteit', 'loc', [{ ...input, from: 20, until: 30 }]);
    const same = { before: later, after: later };
    put(createAll([named('a', '0')]));
    put(createAll([later]));
    put([same], { day: 20 });
    put([same], { day: 30 });
    expect(changed(2)?.['locatie-activiteiten']).toEqual([0, 1, 0]);
    expect(changed(3)).toMatchObject({ 'locatie-activiteiten': [1, 0, 0], 'ev-activiteiten': [1, 0, 0], 'pr-contouren': [1, 0, 0] });
    expect(changed(4)).toMatchObject({ 'locatie-activiteiten': [0, 0, 1], vulpunten: [0, 0, 1] });
  });

  test('an object that is hidden from now on is not counted', () => {
    put(createAll([named('a', '0'), named('b', '0')]));
    const given = request([], { moment: day(11) });
    publish({ ...given, rows: (parent) => [...request([{ before: named('a', '0'), after: null }], { moment: day(11) }).rows(parent)]
      .map((row) => ({ ...row, isHidden: true })) }, openStore(folder, SOUND), new Date(START));
    expect(changed(2)).toEqual({});
  });
});

describe('retention', () => {
  const heads = (...times: readonly string[]): HeadFacts[] => (
    times.map((time, index) => ({ number: index + 1, edition: index + 1, newest: index + 1, activated: Date.parse(time) }))
  );
  const kept = (list: readonly HeadFacts[], now: string, { gone = [], rebuilt = {} }: { gone?: readonly number[]; rebuilt?: Readonly<Record<number, string>> } = {}) => {
    const there = new Map(list.map(({ edition }) => edition).filter((edition) => !gone.includes(edition)).map((edition) => (
      [edition, { rebuilt: rebuilt[edition] === undefined ? null : Date.parse(rebuilt[edition]) }] as const
    )));
    const { editions, heads: files } = keptOf(list, { now: new Date(now), retention: { allDays: 7 }, there });
    return { editions: [...editions].sort((one, other) => one - other), heads: [...files] };
  };

  test('all of 7 days, what was active when they began included; before that the last of each day in Europe/Amsterdam', () => {
    const list = heads(
      '2026-07-01T10:00:00Z', '2026-07-01T21:59:59Z', '2026-07-01T22:00:00Z', '2026-07-02T09:00:00Z', '2026-07-02T10:00:00Z', '2026-07-02T12:00:00Z',
      '2026-07-10T08:00:00Z', '2026-07-10T09:00:00Z',
    );
    // 2 is the last of 1 July, 6 of 2 July; 6 was still active when the week began.
    expect(kept(list, '2026-07-17T08:30:00Z').editions).toEqual([2, 6, 7, 8]);
    expect(kept(list, '2026-07-17T09:30:00Z').editions).toEqual([2, 6, 8]);
  });

  test('the head after one that is kept stays, so that it is known when that ended; so does the first', () => {
    const list = heads(
      '2026-07-01T08:00:00Z', '2026-07-01T09:00:00Z', '2026-07-01T10:00:00Z', '2026-07-02T08:00:00Z', '2026-07-02T09:00:00Z', '2026-07-02T10:00:00Z',
      '2026-07-02T11:00:00Z',
    );
    expect(kept(list, '2026-07-20T00:00:00Z')).toEqual({ editions: [3, 7], heads: [1, 3, 4, 7] });
  });

  test('where the last of a day is withdrawn the one before it counts; what is active and what is newest stay whatever they are', () => {
    const list = heads('2026-07-01T08:00:00Z', '2026-07-01T09:00:00Z', '2026-07-01T10:00:00Z', '2026-07-02T08:00:00Z');
    expect(kept(list, '2026-07-20T00:00:00Z', { gone: [3] }).editions).toEqual([2, 4]);
    const rolledBack = [...list, { number: 5, edition: 1, newest: 4, activated: Date.parse('2026-07-02T09:00:00Z') }];
    expect(kept(rolledBack, '2026-07-20T00:00:00Z').editions).toEqual([1, 3, 4]);
  });

  test('what was rebuilt stays for as many days again', () => {
    const list = heads('2026-07-01T08:00:00Z', '2026-07-01T09:00:00Z', '2026-07-01T10:00:00Z', '2026-07-02T08:00:00Z');
    const rebuilt = { 1: '2026-07-19T00:00:00Z' };
    expect(kept(list, '2026-07-20T00:00:00Z', { rebuilt })).toEqual({ editions: [1, 3, 4], heads: [1, 2, 3, 4] });
    expect(kept(list, '2026-07-27T00:00:00Z', { rebuilt }).editions).toEqual([3, 4]);
  });
});

describe('collection', () => {
  test('what is not kept is gone with its files, and a moment of it is told so with the nearest that are kept', () => {
    editionsOf(60, 5);
    const collected = new Collector(openStore(folder, SOUND), 'public').collect(new Date(START + 60 * 5 * 3_600_000 + 30 * DAY), { allDays: 7 });
    expect(collected).toMatchObject({ damage: null });
    expect(collected.editions.length).toBeGreaterThan(40);
    expect(numbersOf(of(), 'manifests').length).toBe(61 - collected.editions.length);
    expect(numbersOf(of(), 'heads').length).toBe(61 - collected.heads);
    expect(collected.heads).toBeGreaterThan(20);
    current((editions) => {
      const gone = editions.at((START + 20 * 3_600_000 + 1) as never);
      expect(gone).toMatchObject({ gone: true });
      expect((gone as unknown as { nearest: readonly Date[] }).nearest).toHaveLength(2);
      expect(editions.at((START - 1) as never)).toBe('nothing');
      expect(editions.firstFrom(collected.editions[0]!)!.head).toBeGreaterThan(collected.editions[0]!);
    });
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('a reader that looked away while its edition and the heads after it were dropped finds the newest', () => {
    editionsOf(1);
    const editions = openEditions(folder, 'public');
    for (let n = 2; n < 6; n += 1) put([{ before: named('a', String(n - 1)), after: named('a', String(n)) }]);
    new Collector(openStore(folder, SOUND), 'public').collect(new Date(START + 30 * DAY), { allDays: 0 });
    expect(numbersOf(of(), 'heads')).toEqual([1, 6]);
    editions.refresh();
    expect(editions.current()!.head).toBe(6);
    editions.close();
  });

  test('the last pack stays though no edition needs it: its number is not given again', () => {
    editionsOf(1);
    const store = openStore(folder, SOUND);
    const failing: EditionStore = {
      ...store,
      keepPack(pack) {
        store.keepPack(pack);
        throw new Error('power cut');
      },
    };
    const change = request([{ before: named('a', '1'), after: named('a', '2') }], { moment: day(10) });
    expect(() => publish(change, failing, new Date(START))).toThrow('power cut');
    const collect = () => new Collector(openStore(folder, SOUND), 'public').collect(new Date(START), { allDays: 7 });
    expect(collect()).toMatchObject({ packs: 0 });
    put([{ before: named('a', '1'), after: named('a', '2') }]);
    expect(numbersOf(of(), 'packs')).toEqual([1, 2, 3, 4]);
    expect(collect()).toMatchObject({ packs: 1 });
    expect(numbersOf(of(), 'packs')).toEqual([1, 2, 4]);
  });

  test('packs that no edition needs are gone, but for the last; a manifest that cannot be read keeps all', () => {
    editionsOf(3);
    const store = openStore(folder, SOUND);
    repack(store, { audience: 'public', editions: [4], from: 1 });
    const collector = new Collector(store, 'public');
    const later = new Date(START + 30 * DAY);
    // The older editions need the others.
    expect(collector.collect(new Date(START), { allDays: 7 })).toMatchObject({ editions: [], packs: 1 });
    const path = join(folder, 'public/manifests/0000000004.json');
    const whole = readFileSync(path);
    writeFileSync(path, 'damaged');
    expect(collector.collect(later, { allDays: 7 })).toMatchObject({ editions: [1, 2, 3], packs: 0, damage: { message: expect.stringContaining('damaged') as string } });
    writeFileSync(path, whole);
    expect(collector.collect(later, { allDays: 7 })).toMatchObject({ editions: [], packs: 3, damage: null });
    expect(numbersOf(of(), 'packs')).toEqual([5]);
  });
});

describe('withdrawal', () => {
  const holds = (text: string): boolean => readdirSync(folder, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text));

  function hide(): void {
    put(createAll([named('a', '0'), named('bb', 'geheim-kanarie')]));
    put([{ before: named('a', '0'), after: named('a', '1') }], { at: START + 1_000 });
    put([{ before: named('bb', 'geheim-kanarie'), after: null }], { at: START + 2_000 });
  }

  test('editions that showed what is hidden now are gone at once, and its bytes with them; the others stay', () => {
    put(createAll([named('ccc', '0')]), { at: START - 1_000 });
    hide();
    const shown = editionsThatShow(of(), numbersOf(of(), 'manifests'), ['bb']);
    expect(shown).toEqual([2, 3]);
    const before = said();
    withdraw(of(), shown, SOUND);
    current((editions) => {
      expect(editions.at(START as never)).toMatchObject({ gone: true });
      expect(editions.firstFrom(2)).toMatchObject({ head: 4 });
      expect(editions.at((START - 1_000) as never)).toMatchObject({ edition: { number: 1 } });
    });
    expect(holds('geheim-kanarie')).toBe(true);
    const store = openStore(folder, SOUND);
    purge(store, { audience: 'public', from: 2 });
    new Collector(store, 'public').collect(new Date(START + 3_000), { allDays: 7 });
    expect(holds('geheim-kanarie')).toBe(false);
    expect(said()).toBe(before);
    expect(numbersOf(of(), 'manifests')).toEqual([1, 4]);
    expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
  });

  test('a reader that had it open gives it no more', () => {
    hide();
    const editions = openEditions(folder, 'public');
    expect(editions.firstFrom(2)).toMatchObject({ head: 2 });
    withdraw(of(), [1, 2], SOUND);
    expect(editions.firstFrom(2)).toMatchObject({ head: 3 });
    expect(editions.at((START + 1_500) as never)).toMatchObject({ gone: true });
    editions.close();
  });

  test('a crash anywhere in between is made good by doing it again', () => {
    hide();
    const work = (): void => {
      const store = openStore(folder, SOUND);
      withdraw(of(), editionsThatShow(of(), numbersOf(of(), 'manifests'), ['bb']), SOUND);
      if (hasWithdrawn(of())) purge(store, { audience: 'public', from: 1 });
      new Collector(store, 'public').collect(new Date(START + 3_000), { allDays: 7 });
    };
    everyCrash(work, () => {
      current((editions) => expect(editions.current()!.edition.number).toBe(3));
      work();
      expect(holds('geheim-kanarie')).toBe(false);
    });
  });
});

/** Does the work with a crash at each call in turn, each time on a fresh copy of the folder; `check` looks at what is left. */
function everyCrash(work: () => void, check: (call: number) => void): void {
  const copy = `${folder}-before`;
  cpSync(folder, copy, { recursive: true });
  try {
    for (let call = 0, goesOn = true; goesOn; call += 1) {
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
      goesOn = crashedAt(call, work);
      check(call);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe('a crash at every call to the file system', () => {
  test('of a rebuild leaves its moment gone, or right; and it can be done again', () => {
    editionsOf(4);
    const states = [1, 4].map((edition) => ({ edition, contentId: readManifest(of(), edition).contentId }));
    const head = readHead(of(), 3);
    new Collector(openStore(folder, SOUND), 'public').collect(new Date(START + 30 * DAY), { allDays: 0 });
    expect(numbersOf(of(), 'manifests')).toEqual([5]);
    const work = (): void => {
      const given = request(createAll([named('a', '2'), named('b', 'stays')]), { moment: day(10) });
      rebuildEdition(given, openStore(folder, SOUND), { head, was: head, isLess: false, now: new Date(START + 30 * DAY) });
    };
    everyCrash(work, () => {
      const found = numbersOf(of(), 'manifests');
      expect([[5], [3, 5]]).toContainEqual(found);
      expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
      work();
      expect(readManifest(of(), 3, head.manifest).contentId).toBe(head.contentId);
      expect(states.every(({ contentId }) => contentId !== head.contentId)).toBe(true);
    });
  });

  test.runIf(IS_FULL)('of repack and collection leaves a store that reads as before, and the next run makes it good', () => {
    editionsOf(12, 6);
    const now = new Date(START + 10 * DAY);
    const before = { said: said(), contentIds: new Map(listEditions(folder, 'public').editions.map(({ number, contentId }) => [number, contentId])) };
    let calls = 0;
    const work = (): void => {
      const store = openStore(folder, SOUND);
      repack(store, { audience: 'public', editions: [13] });
      new Collector(store, 'public').collect(now, { allDays: 7 });
    };
    everyCrash(work, (call) => {
      calls = call;
      expect(said()).toBe(before.said);
      for (const { number, contentId } of listEditions(folder, 'public').editions) expect(contentId).toBe(before.contentIds.get(number));
      expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
      work();
      put([{ before: named('a', '12'), after: named('a', '13') }], { at: now.getTime() });
      expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
      expect(existsSync(join(folder, 'public/heads/0000000014.json'))).toBe(true);
      expect(readdirSync(join(folder, 'public/manifests')).filter((name) => name.startsWith('.new'))).toEqual([]);
    });
    expect(calls).toBeGreaterThan(20);
  });
});
