/** Publishing and reading back: features, documents, links; what is written when little changes; activation. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CUT } from '../../publisher/format/cut.ts';
import { hashId } from '../../publisher/format/hash.ts';
import { fileOf } from '../../publisher/format/layout.ts';
import { packNumbers } from '../../publisher/format/manifest.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { listEditions, newestHead, numbersOf, readHead, readManifest } from '../../publisher/read/heads.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore, type EditionStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { missingMembers } from '../../publisher/write/feature-members.ts';
import { withLinks } from '../../publisher/write/published-links.ts';
import { activateBuilt, build, publish, type Published } from '../../publisher/write/publish.ts';
import { setAsideDamagedHeads } from '../../publisher/write/recover.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { SERIES } from '../../schemas/names.ts';
import { filesIn } from '../files-in.ts';
import { IS_FULL } from '../runs.ts';
import { failedAt } from './crashes.ts';
import { walk } from './model.ts';
import {
  CONFIGURATION, base, building, buildingRoot, createAll, day, location, pipeline, request, rowsAt, state, type Changed,
} from './registry.ts';
import { SOUND } from '../always-sound.ts';

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ev-publish-')); });
afterEach(() => { rmSync(folder, { recursive: true }); });

const NOW = new Date('2026-11-21T10:00:00Z');
const URL = CONFIGURATION.baseUrl;

function run(changes: readonly Changed[], options: { day?: number; store?: EditionStore; now?: Date } = {}): Published {
  const { day: at = 10, store = openStore(folder, SOUND), now = NOW } = options;
  return publish(request(changes, { moment: day(at) }), store, now);
}

function read<Result>(use: (edition: Edition) => Result): Result {
  const editions = openEditions(folder, 'public');
  try {
    return use(editions.current()!.edition);
  } finally {
    editions.close();
  }
}

function documentOf(edition: Edition, id: string): JsonObject {
  return JSON.parse(Buffer.concat(edition.document(id, '28992')!.slices).toString()) as JsonObject;
}

interface FeatureRead {
  readonly properties: JsonObject;
  readonly geometry: JsonObject | null;
  readonly links: Json;
}

function featureOf(edition: Edition, series: string, id: string): FeatureRead {
  return JSON.parse(edition.feature(series, id, '28992')!.bytes.toString()) as FeatureRead;
}

/** Null for each field of a collection. */
function nulls(collection: string): JsonObject {
  return Object.fromEntries(missingMembers(collection, []));
}

describe('rows and documents', () => {
  test('IR-shape-Feature, IR-shape-resource: a building is served as a feature and, spliced from it, as a document', () => {
    run(createAll([state('KwetsbaarGebouw', 'geb/1', [building('geb/1', { x: 155_000, y: 463_000, size: 10.1234, name: 'é' })])]));
    read((edition) => {
      const [feature] = walk(edition.series.get('kwetsbare-gebouwen')!, '28992', 10);
      const properties = {
        ...base('KwetsbaarGebouw', 'geb/1'), bronhouder: 'é', populatie: 12, tijdstipRegistratie: '2026-01-01T00:00:00.0Z',
      };
      const ring = [[155000, 463000], [155010.123, 463000], [155010.123, 463010.123], [155000, 463010.123], [155000, 463000]];
      const geometry = { type: 'Polygon', coordinates: [ring] };
      expect(feature).toEqual({
        type: 'Feature', id: 'geb/1', properties: { ...nulls('kwetsbare-gebouwen'), ...properties }, geometry,
        links: [
          { href: `${URL}/collections/kwetsbare-gebouwen/items/geb%2F1`, rel: 'self', type: 'application/geo+json' },
          { href: `${URL}/kwetsbare-gebouwen/geb%2F1`, rel: 'canonical', type: 'application/json' },
        ],
      });
      expect(Object.keys(feature!).at(-1)).toBe('geometry');
      expect(edition.document('geb/1', '28992')).toMatchObject({ type: 'KwetsbaarGebouw' });
      expect(documentOf(edition, 'geb/1')).toEqual({
        ...properties, geometrie: geometry, _links: { self: { href: `${URL}/kwetsbare-gebouwen/geb%2F1` } },
      });
    });
  });

  test('a feature shows its moments in UTC, its document the texts as delivered; a change of the text only is a change of both', () => {
    const delivered = (id: string, more: JsonObject) => {
      const version = building(id, { x: 155_000, y: 463_000, size: 10, name: 'é' });
      return state('KwetsbaarGebouw', id, [{ ...version, document: { ...version.document, ...more } }]);
    };
    const local = { beginGeldigheid: '2026-01-01T01:00:00', eindGeldigheid: '2026-07-01T02:00:00.0' };
    const shown = { beginGeldigheid: '2026-01-01T00:00:00Z', eindGeldigheid: '2026-07-01T00:00:00Z' };
    run(createAll([delivered('a', local), delivered('b', shown), delivered('c', { eindGeldigheid: '2026-07-01T00:00:00.5+00:00' })]));
    const states: string[] = [];
    read((edition) => {
      expect(featureOf(edition, 'kwetsbare-gebouwen', 'a').properties).toMatchObject(shown);
      expect(documentOf(edition, 'a')).toMatchObject(local);
      expect(documentOf(edition, 'b')).toMatchObject(shown);
      expect(featureOf(edition, 'kwetsbare-gebouwen', 'c').properties).toMatchObject({ eindGeldigheid: '2026-07-01T00:00:00.5Z' });
      states.push(edition.document('a', '28992')!.hash);
    });
    publish(request([{ before: delivered('a', local), after: delivered('a', shown) }], { moment: day(11), parentMoment: day(10) }), openStore(folder, SOUND), NOW);
    read((edition) => {
      expect(documentOf(edition, 'a')).toMatchObject(shown);
      expect(documentOf(edition, 'c')).toMatchObject({ eindGeldigheid: '2026-07-01T00:00:00.5+00:00' });
      expect(states).not.toContain(edition.document('a', '28992')!.hash);
    });
  });

  test('nested objects are features with links instead of children; their back links are absolute', () => {
    run(createAll([state('LocatieActiviteit', 'loc', [location('loc', { x: 100_000, y: 400_000, reference: { id: 'tank' } })])]));
    read((edition) => {
      const activity = featureOf(edition, 'ev-activiteiten', 'loc.act');
      expect(activity.properties).toMatchObject({
        locatieEVActiviteit: { href: `${URL}/locatie-activiteiten/loc` },
        heeft: [{ href: `${URL}/collections/vulpunten/items/tank`, title: 'Vulpunt' }],
      });
      expect(activity.geometry).toEqual(featureOf(edition, 'locatie-activiteiten', 'loc').geometry);
      const reference = featureOf(edition, 'vulpunten', 'tank');
      expect(reference.properties).toMatchObject({ heeft: { href: `${URL}/collections/ev-activiteiten/items/loc.act` } });
      expect(reference.properties).not.toHaveProperty('eindRegistratie');
      const contour = featureOf(edition, 'brand-aandachtsgebieden', 'loc.brand');
      const ofLocation = { locatieNaam: 'Tank "BV"', locatieActiviteit: 'TankenLPG', locatieBronhoudercodeOverheid: null };
      expect(reference.properties).toMatchObject(ofLocation);
      expect(contour.properties).toMatchObject({ afstandOfGeometrie: null, afstand: null, geometrieAfgeleid: false, ...ofLocation });
      expect(contour.geometry).not.toBeNull();
      const distance = featureOf(edition, 'pr-contouren', 'loc.pr');
      expect(distance.properties).toMatchObject({
        afstandOfGeometrie: { afstand: 12.5 }, afstand: 12.5, geometrieAfgeleid: false, hoortBij: [{ href: `${URL}/collections/vulpunten/items/tank`, title: 'tank' }],
      });
      expect(distance.geometry).toBeNull();
    });
  });

  test('the document of a location holds everything, in any CRS, and only our time of registration', () => {
    run(createAll([state('LocatieActiviteit', 'loc', [location('loc', { x: 100_000, y: 400_000, reference: { id: 'tank' } })])]));
    read((edition) => {
      const document = documentOf(edition, 'loc');
      const activity = (document['voertUit'] as JsonObject[])[0]!;
      const tank = (activity['heeft'] as JsonObject[])[0]!;
      const contour = (tank['resulteertIn'] as JsonObject[])[0]!;
      expect(document['tijdstipRegistratie']).toBe('2026-01-01T00:00:00.0Z');
      expect(contour['afstandOfGeometrie']).toEqual({ geometrie: featureOf(edition, 'brand-aandachtsgebieden', 'loc.brand').geometry });
      expect(contour['hoortBij']).toEqual([{ href: `${URL}/collections/vulpunten/items/tank` }]);
      expect(tank['geometrie']).toEqual({ type: 'Point', coordinates: [100_050, 400_050.5] });
      expect(Object.keys(document).at(-1)).toBe('_links');
      const other = JSON.parse(Buffer.concat(edition.document('loc', 'CRS84')!.slices).toString()) as JsonObject;
      expect(other['geometrie']).not.toEqual(document['geometrie']);
      expect(edition.document('loc', 'CRS84')!.hash).toBe(edition.document('loc', '28992')!.hash);
      expect(edition.document('tank', 'CRS84')).toBeUndefined();
    });
  });

  test('a system of pipelines has their lines, as has its activity, and its document none; a void of contours stays', () => {
    run(createAll([state('BuisleidingStelsel', 'buis', [pipeline('buis', { x: 1_000, y: 400_000, vertices: 200 })])]));
    read((edition) => {
      const [feature, activity] = [featureOf(edition, 'buisleiding-stelsels', 'buis'), featureOf(edition, 'ev-activiteiten', 'buis.act')];
      const { coordinates } = featureOf(edition, 'buisleiding-referenties', 'buis.ref').geometry as { coordinates: Json };
      for (const { geometry, properties } of [feature, activity]) {
        expect([geometry, properties['geometrieAfgeleid']]).toEqual([{ type: 'MultiLineString', coordinates: [coordinates] }, true]);
      }
      expect(feature.links).toEqual([
        { href: `${URL}/collections/buisleiding-stelsels/items/buis`, rel: 'self', type: 'application/geo+json' },
        { href: `${URL}/buisleiding-stelsels/buis`, rel: 'canonical', type: 'application/json' },
      ]);
      const reference = featureOf(edition, 'buisleiding-referenties', 'buis.ref');
      expect(reference.properties['resulteertIn']).toEqual({ waarde: null, geenWaardeReden: 'nietVanToepassing' });
      expect(documentOf(edition, 'buis')).not.toHaveProperty('geometrie');
    });
  });

  test('a link to another root is absolute when the register shows it, and left out when not', () => {
    const input = location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } });
    const activity: JsonObject = { ...(input.document['voertUit'] as JsonObject[])[0]!, locatieEVActiviteit: { href: 'constructor' } };
    const heeft = activity['heeft'] as JsonObject[];
    const linked = { ...heeft[0]!, heeft: { href: 'https://elders.example/x/elders%201', rel: 'up' } };
    const document = { ...input.document, voertUit: [{ ...activity, heeft: [linked] }] };
    const targets = { 'elders 1': { type: 'TankenLPG', root: 'ander' } } as const;
    run(createAll([state('LocatieActiviteit', 'loc', [{ ...input, document, targets }])]));
    read((edition) => {
      expect(featureOf(edition, 'vulpunten', 'tank').properties['heeft'])
        .toEqual({ href: `${URL}/collections/ev-activiteiten/items/elders%201`, rel: 'up' });
      expect(featureOf(edition, 'ev-activiteiten', 'loc.act').properties['locatieEVActiviteit']).toBeNull();
      expect(JSON.stringify(documentOf(edition, 'loc'))).not.toContain('constructor');
    });
  });

  test.each([['#elders%201'], ['elders 1'], ['https://elders.example/v1/x/elders%201?f=json']])(
    '%s is published as the address of the object that it names', (href) => {
      const context = { baseUrl: URL, own: new Map(), targets: { 'elders 1': { type: 'KwetsbaarGebouw', root: 'elders 1' } } };
      expect(withLinks('hoortBij', [{ href }], context)).toEqual([{ href: `${URL}/kwetsbare-gebouwen/elders%201` }]);
    });

  test('of several links those to what is hidden are left out, without a trace', () => {
    const context = { baseUrl: URL, own: new Map([['hier', 'Vulpunt']]), targets: {} };
    const here = { href: `${URL}/collections/vulpunten/items/hier` };
    expect(withLinks('hoortBij', [{ href: '#geheim' }, { href: '#hier' }], context)).toEqual([here]);
    expect(withLinks('hoortBij', [{ href: '#geheim' }], context)).toBeUndefined();
    expect(withLinks('heeft', { href: 'geheim' }, context)).toBeUndefined();
    const reason = { waarde: null, geenWaardeReden: 'nietVanToepassing' };
    expect(withLinks('heeft', reason, context)).toEqual(reason);
  });

  test('every series is there, empty or not', () => {
    run([]);
    read((edition) => {
      expect([...edition.series.keys()]).toEqual(SERIES);
      expect([...edition.series.values()].every((series) => series.count === 0)).toBe(true);
      expect(edition.series.get('wegen')!.page({ crs: 'CRS84', position: 0, limit: 10 }))
        .toMatchObject({ slices: [], bytes: 0, blocks: [], numberReturned: 0, numberMatched: 0, next: null });
      expect(edition.document('x', 'CRS84')).toBeUndefined();
    });
  });
});

/** Ids of buildings before which no cut falls by itself. */
function idsWithoutCuts(count: number): string[] {
  const ids: string[] = [];
  for (let number = 0; ids.length < count; number += 1) if ((hashId(`b${number}`).low & CUT.page.mask) !== 0) ids.push(`b${number}`);
  return ids;
}

function buildings(ids: readonly string[], name: string): RootState[] {
  return ids.map((id, at) => buildingRoot(id, { x: (at * 7_919) % 250_000, y: 320_000 + ((at * 104_729) % 280_000), name }));
}

describe('little changes, little is written', () => {
  test.runIf(IS_FULL)('one changed object among 3,000: its block in every CRS, what its page says of it, its series root; no more', () => {
    const ids = Array.from({ length: 3_000 }, (_, number) => `n${number}`);
    const before = buildings(ids, 'a');
    const full = run(createAll(before));
    expect(full.blocksWritten).toBeGreaterThan(4 * 100);
    const after = buildings(ids, 'b');
    const one = run([{ before: before[1_234]!, after: after[1_234]! }]);
    // States, rows in each CRS, the changed field, words; the page and the series root.
    expect(one).toMatchObject({ edition: 2, head: 2, blocksWritten: 4, segmentsWritten: 1 + 4 + 1 + 1 + 2 });
    const moved = buildingRoot(ids[1_234]!, { x: 200_000, y: 590_000, name: 'b' });
    const two = run([{ before: after[1_234]!, after: moved }]);
    // Gone from one page and in another: two pages with their parts (periods, order, spans; four boxes and rows; nine fields; words),
    // the series root, a shard and the root of the id index.
    const page = 1 + 3 + 8 + 9 + 1;
    expect(two.segmentsWritten).toBe(2 * page + 3);
    expect(two.blocksWritten).toBeLessThanOrEqual(4 * 4);
    const removed = run([{ before: moved, after: null }]);
    expect(removed).toMatchObject({ objects: 2_999, segmentsWritten: page + 3 });
    expect(verifyEdition(folder, 'public', { edition: 4 }).damages).toEqual([]);
  });

  test.runIf(IS_FULL)('what has no cuts by itself is cut where there is no room; an insertion moves all of these, as in a publication from scratch', () => {
    const ids = idsWithoutCuts(2 * CUT.page.rowsMax + 300);
    const roots = buildings(ids, 'a');
    run(createAll(roots.slice(5)));
    const increments = run(createAll(roots.slice(0, 5)));
    rmSync(folder, { recursive: true });
    expect(run(createAll(roots)).contentId).toBe(increments.contentId);
    expect(read((edition) => walk(edition.series.get('kwetsbare-gebouwen')!, 'CRS84', 999).length)).toBe(ids.length);
  });

  test.runIf(IS_FULL)('large rows fill a block alone, in bytes; a page of them ends at the limit of bytes but never empty', () => {
    const large = (id: string): RootState => {
      const input = building(id, { x: 1_000, y: 400_000, size: 1, name: 'large' });
      return state('KwetsbaarGebouw', id, [{ ...input, document: { ...input.document, comment: ['x'.repeat(12 * 1024 * 1024)] } }]);
    };
    run(createAll(['l1', 'l2', 'l3'].map(large)));
    read((edition) => {
      const series = edition.series.get('kwetsbare-gebouwen')!;
      const range = series.page({ crs: 'CRS84', position: 0, limit: 10 });
      expect(range).toMatchObject({ numberReturned: 2, numberMatched: 3, next: 2 });
      const box = series.box({ crs: 'CRS84', boxCrs: '28992', box: [0, 0, 1e6, 1e6], position: 2, limit: 10 });
      expect(box).toMatchObject({ numberReturned: 1, numberMatched: 3, next: null });
    });
  });

  test('nothing changed for this audience: no file, no number', () => {
    const [root] = buildings(['a'], 'a');
    const first = run(createAll([root!]));
    const before = filesIn(folder);
    const second = run([{ before: root!, after: root! }], { day: 12 });
    expect(second).toEqual({ ...first, head: null, blocksWritten: 0, segmentsWritten: 0, bytesWritten: 0, seconds: expect.anything() as unknown });
    expect(filesIn(folder)).toEqual(before);
    const third = run([{ before: root!, after: null }], { day: 13 });
    expect(third).toMatchObject({ edition: 2, head: 2, objects: 0 });
    expect(newestHead(folder, 'public')).toMatchObject({ head: 2, edition: 2, newest: 2, moment: day(13) });
    expect(listEditions(folder, 'public').editions.map(({ number, isActive }) => [number, isActive])).toEqual([[1, false], [2, true]]);
  });

  test('the moment of an edition is that of the last change it shows, whenever it was made', () => {
    const [a, b] = buildings(['a', 'b'], 'x') as [RootState, RootState];
    const later = { ...request([], { moment: day(20) }), rows: rowsAt([{ before: null, after: a }], day(12), URL) };
    publish(later, openStore(folder, SOUND), NOW);
    expect(newestHead(folder, 'public')).toMatchObject({ moment: day(12) });
    run([{ before: null, after: b }], { day: 21 });
    expect(readHead({ folder, audience: 'public' }, 2)).toMatchObject({ moment: day(21) });
  });

  test.runIf(IS_FULL)('manifest and head are as small after 300 changes as after 30; together at most 20 kB', () => {
    const store = openStore(folder, SOUND);
    const all = SERIES.length;
    const many = [
      ...buildings(['a', 'b'], 'x'),
      ...Array.from({ length: all }, (_, at) => state('LocatieActiviteit', `l${at}`, [location(`l${at}`, { x: at * 100, y: 400_000, reference: { id: `r${at}` } })])),
    ];
    run(createAll(many), { store });
    const sizes = new Map<number, number>();
    let held: RootState | null = null;
    for (let change = 1; change <= 300; change += 1) {
      const after: RootState = buildingRoot('changing', { x: 5, y: 400_000, name: `n${change}` });
      run([{ before: held, after }], { store, now: new Date(NOW.getTime() + change) });
      held = after;
      const of = { folder, audience: 'public' } as const;
      sizes.set(change, statSync(fileOf(of, 'manifests', change + 1)).size + statSync(fileOf(of, 'heads', change + 1)).size);
    }
    expect(sizes.get(300)! / sizes.get(30)!).toBeLessThan(1.05);
    expect(sizes.get(300)).toBeLessThan(20_000);
  });
});

describe('time passes', () => {
  test('a version enters and leaves now at its moments; nextChange names the next one', () => {
    const input = building('a', { x: 1_000, y: 400_000, size: 5, name: 'a' });
    const root = state('KwetsbaarGebouw', 'a', [{ ...input, from: 12, until: 14 }, { ...input, from: 20, until: null }]);
    const same = { before: root, after: root };
    expect(run([{ before: null, after: root }], { day: 10 })).toMatchObject({ objects: 0, nextChange: day(12), head: 1 });
    expect(run([same], { day: 12 })).toMatchObject({ objects: 1, nextChange: day(14), head: 2 });
    expect(run([same], { day: 13 })).toMatchObject({ objects: 1, nextChange: day(14), head: null });
    expect(run([same], { day: 14 })).toMatchObject({ objects: 0, nextChange: day(20), head: 3 });
    expect(run([same], { day: 25 })).toMatchObject({ objects: 1, nextChange: null, head: 4 });
    expect(() => run([same], { day: 24 })).toThrow(/moment lies before/);
  });
});

describe('activation', () => {
  test('a roll-back is a new head; the next publication goes on from the newest edition', () => {
    const [a, b, c] = buildings(['a', 'b', 'c'], 'x') as [RootState, RootState, RootState];
    const store = openStore(folder, SOUND);
    run(createAll([a]), { now: new Date(1_000) });
    run(createAll([b]), { now: new Date(2_000) });
    const editions = openEditions(folder, 'public');
    expect(activate(store, { audience: 'public', edition: 1, now: new Date(3_000) })).toBe(3);
    expect(editions.current()).toMatchObject({ head: 2 });
    editions.refresh();
    expect(editions.current()).toMatchObject({ head: 3, edition: { number: 1 } });
    expect(newestHead(folder, 'public')).toMatchObject({ head: 3, edition: 1, newest: 2 });
    expect(run(createAll([c]), { now: new Date(4_000) })).toMatchObject({ edition: 3, head: 4, objects: 3 });
    editions.refresh();
    expect(editions.current()).toMatchObject({ head: 4, edition: { number: 3 } });
    expect(editions.firstFrom(2)).toMatchObject({ head: 2, edition: { number: 2 } });
    expect(editions.firstFrom(7)).toBeUndefined();
    expect(() => activate(store, { audience: 'public', edition: 7, now: NOW })).toThrow(/no edition of this number is kept, found 7/);
    editions.close();
  });

  test('one that is built for a moment to come is not listed, and no roll-back goes there', () => {
    const [a, b] = buildings(['a', 'b'], 'x') as [RootState, RootState];
    run(createAll([a]));
    const store = openStore(folder, SOUND);
    const built = build(request(createAll([b]), { moment: day(20) }), store, NOW);
    expect(built.edition.edition).toBe(2);
    expect(listEditions(folder, 'public').editions.map(({ number }) => number)).toEqual([1]);
    expect(() => activate(store, { audience: 'public', edition: 2, now: NOW })).toThrow(/no edition of this number is kept, found 2/);
    activateBuilt(built, store, NOW);
    expect(activate(store, { audience: 'public', edition: 2, now: NOW })).toBe(3);
    expect(listEditions(folder, 'public').editions.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('`since` of a series is the activation of the first edition with its present content', () => {
    const [a] = buildings(['a'], 'x');
    const loc = state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })]);
    run(createAll([a!]), { now: new Date(1_000) });
    run(createAll([loc]), { now: new Date(2_000) });
    const editions = openEditions(folder, 'public');
    const current = editions.current()!;
    const since = (series: string) => current.since(series);
    const { activated } = current;
    editions.close();
    expect(activated.getTime()).toBe(2_000);
    expect(since('kwetsbare-gebouwen').now).toEqual({ head: 1, activated: new Date(1_000) });
    expect(since('wegen')).toMatchObject({ now: { head: 1 }, other: { head: 1 } });
    expect(since('vulpunten')).toMatchObject({ now: { head: 2, activated: new Date(2_000) }, other: { head: 1 } });
  });

  test('two heads at once: the second takes the next number', () => {
    run(createAll(buildings(['a'], 'x')));
    const store = openStore(folder, SOUND);
    let isFirst = true;
    const raced: EditionStore = {
      ...store,
      createHead(audience, number, bytes) {
        if (isFirst) {
          isFirst = false;
          activate(store, { audience: 'public', edition: 1, now: NOW });
        }
        return store.createHead(audience, number, bytes);
      },
    };
    expect(activate(raced, { audience: 'public', edition: 1, now: NOW })).toBe(3);
  });

  test('another configuration makes everything anew', () => {
    const roots = buildings(['a', 'b'], 'x');
    run(createAll(roots));
    const elsewhere = { baseUrl: 'http://b/v1' };
    const changed = {
      ...request(createAll(roots), { moment: day(10) }), configuration: { ...CONFIGURATION, ...elsewhere },
      rows: rowsAt(createAll(roots), day(10), elsewhere.baseUrl),
    };
    const published = publish(changed, openStore(folder, SOUND), NOW);
    expect(published).toMatchObject({ edition: 2, head: 2, objects: 2 });
    read((edition) => {
      expect(edition.baseUrl).toBe('http://b/v1');
      expect(edition.feature('kwetsbare-gebouwen', 'a', 'CRS84')!.bytes.toString()).toContain('"http://b/v1/collections');
    });
    const standing = newestHead(folder, 'public')!;
    expect(listEditions(folder, 'public').editions.map(({ configurationHash }) => configurationHash === standing.configurationHash)).toEqual([false, true]);
  });
});

describe('crashes', () => {
  /** A store that fails at one step. */
  function failing(at: 'keepPack' | 'putManifest' | 'createHead', isBefore: boolean): EditionStore {
    const store = openStore(folder, SOUND);
    const fail = (): never => { throw new Error('power cut'); };
    return {
      ...store,
      [at]: (...given: never[]) => {
        if (isBefore) fail();
        Reflect.apply(store[at], store, given);
        fail();
      },
    };
  }

  test.each([
    ['keepPack', true], ['keepPack', false], ['putManifest', true], ['putManifest', false], ['createHead', true],
  ] as const)('a failure at %s (before: %s) leaves the old edition active, and the retry gives the same edition', (at, isBefore) => {
    const [a, b, c] = buildings(['a', 'b', 'c'], 'x') as [RootState, RootState, RootState];
    run(createAll([a]));
    expect(() => run(createAll([b]), { store: failing(at, isBefore) })).toThrow('power cut');
    expect(newestHead(folder, 'public')).toMatchObject({ head: 1, newest: 1 });
    read((edition) => expect(edition.number).toBe(1));
    expect(run(createAll([b]))).toMatchObject({ edition: 2, head: 2, objects: 2 });
    // One that was tried and then overtaken by a longer prefix.
    expect(() => run(createAll([c]), { store: failing(at, isBefore) })).toThrow('power cut');
    const longer = run([...createAll([c]), { before: a, after: null }]);
    expect(longer).toMatchObject({ edition: 3, head: 3, objects: 2 });
    expect(newestHead(folder, 'public')).toMatchObject({ head: 3, newest: 3 });
    expect(verifyEdition(folder, 'public', { edition: longer.edition }).damages).toEqual([]);
    expect(readdirSync(join(folder, 'public/packs')).filter((name) => !name.endsWith('.pack'))).toEqual([]);
  });

  test('what a killed attempt left under temporary names is removed', () => {
    const pack = openStore(folder, SOUND);
    pack.prepare('public', NOW);
    const writer = pack.startPack({ audience: 'public', number: 1, configuration: 'x' });
    writer.finish();
    expect(existsSync(writer.temporary)).toBe(true);
    run([]);
    expect(existsSync(writer.temporary)).toBe(false);
  });

  test('one that a disk refused at any call leaves nothing that does not verify, and no pack that no edition names', () => {
    const [a, b] = buildings(['a', 'b'], 'x') as [RootState, RootState];
    const of = { folder, audience: 'public' } as const;
    for (let call = 0, hasFailed = true; hasFailed; call += 1) {
      rmSync(folder, { recursive: true });
      run(createAll([a]));
      const store = openStore(folder, SOUND);
      hasFailed = failedAt(call, () => { run([{ before: null, after: b }], { store }); });
      expect(verifyEdition(folder, 'public', { edition: 'all' }).damages, `call ${call}`).toEqual([]);
      const named = new Set(numbersOf(of, 'manifests').flatMap((edition) => packNumbers(readManifest(of, edition).packs)));
      expect(numbersOf(of, 'packs'), `call ${call}`).toEqual([...named]);
      if (newestHead(folder, 'public')!.head === 1) run([{ before: null, after: b }], { store });
      expect(read((edition) => edition.series.get('kwetsbare-gebouwen')!.count), `call ${call}`).toBe(2);
    }
  });

  test('heads are activated one after the other, whatever the clock says', () => {
    const [a, b] = buildings(['a', 'b'], 'x') as [RootState, RootState];
    run(createAll([a]), { now: new Date(5_000) });
    run(createAll([b]), { now: new Date(1_000) });
    expect(newestHead(folder, 'public')!.activated).toEqual(new Date(5_001));
  });

  test('the numbers of what was set aside are not given again', () => {
    const [a, b, c] = buildings(['a', 'b', 'c'], 'x') as [RootState, RootState, RootState];
    const of = { folder, audience: 'public' } as const;
    run(createAll([a]));
    run(createAll([b]));
    writeFileSync(fileOf(of, 'heads', 2), 'damaged');
    expect(setAsideDamagedHeads(of)).toHaveLength(1);
    const third = run(createAll([c]));
    expect(third).toMatchObject({ edition: 3, head: 3, objects: 2 });
    const editions = openEditions(folder, 'public');
    expect(editions.current()).toMatchObject({ head: 3 });
    expect(editions.firstFrom(2)).toMatchObject({ head: 3 });
    editions.close();
  });

  test('where a later edition is damaged, one that holds nothing is not shown, and publications do not go on from it', () => {
    const [a] = buildings(['a'], 'x') as [RootState];
    const of = { folder, audience: 'public' } as const;
    run([]);
    expect(read((edition) => edition.series.get('kwetsbare-gebouwen')!.count)).toBe(0);
    run(createAll([a]));
    writeFileSync(fileOf(of, 'heads', 2), 'damaged');
    const editions = openEditions(folder, 'public');
    expect(editions.current()).toBeUndefined();
    expect(setAsideDamagedHeads(of)).toHaveLength(1);
    editions.refresh();
    expect(editions.current()).toBeUndefined();
    expect(run(createAll([a]))).toMatchObject({ edition: 3, head: 3, objects: 1 });
    editions.refresh();
    expect(editions.current()).toMatchObject({ head: 3 });
    editions.close();
  });

  test('changes that do not fit the parent are a Fault, and nothing is published', () => {
    const [a, b] = buildings(['a', 'b'], 'x') as [RootState, RootState];
    run(createAll([a]));
    expect(() => run([{ before: b, after: null }])).toThrow(/a row to remove is not there/);
    expect(() => run([{ before: null, after: a }])).toThrow(/a row to add is there already/);
    expect(newestHead(folder, 'public')).toMatchObject({ head: 1, newest: 1 });
  });
});
