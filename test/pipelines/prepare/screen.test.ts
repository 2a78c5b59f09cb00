/**
 * The screen is sound: what it proves, the long way accepts without a word. It is only there for speed, so every test
 * compares it with the long way, which `finishes` forces.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import { RULES } from '../../../pipelines/prepare/rules/index.ts';
import { ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import { makeReaders } from '../../../pipelines/prepare/screen/make-reader.ts';
import { isSimpleRing, isSurelyValid } from '../../../pipelines/prepare/ring.ts';
import { Screen } from '../../../pipelines/prepare/screen/screen.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Crs } from '../../../schemas/crs.ts';
import type { Report } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { building, deliver, RD, screened } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
let lines: readonly string[];
beforeAll(async () => {
  spatial = await spatialForTests();
  lines = (await register({ objects: 300, types: ['KwetsbaarGebouw', 'KwetsbareLocatie'] })).trimEnd().split('\n');
});
afterAll(() => { spatial.close(); });

async function register(options: Omit<Parameters<typeof generate>[0], 'write' | 'seed'>): Promise<string> {
  let made = '';
  await generate({ ...options, seed: 11, write: (chunk) => { made += typeof chunk === 'string' ? chunk : chunk.toString('latin1'); } });
  return made;
}

/** The report of the road with the screen and of the road without. */
async function bothReports(bytes: Buffer, crs: string | null = RD): Promise<[screened: Report, long: Report]> {
  return [await screened(spatial, { bytes }, { crs }), (await deliver(spatial, { bytes }, { crs })).report];
}

const screens = new Map<Crs, Screen>();

function proves(document: Json | string, crs = CRSS['28992']): boolean {
  const bytes = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  const screen = screens.get(crs) ?? new Screen(crs);
  screens.set(crs, screen);
  return screen.take(bytes) && screen.prove(0, { start: 0, end: bytes.length }, new ProvenRoots(1));
}

test('reader.wasm is what its source says, and so is strict.wasm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-reader-'));
  try {
    makeReaders(folder);
    for (const name of ['reader.wasm', 'strict.wasm']) {
      const kept = readFileSync(new URL(`../../../pipelines/prepare/screen/${name}`, import.meta.url));
      expect(readFileSync(join(folder, name)).equals(kept), 'run node pipelines/prepare/screen/make-reader.ts').toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('the report is the same with the screen and without', () => {
  test('of a register with and without broken objects', async () => {
    for (const broken of [0, 0.2]) {
      const [screened, long] = await bothReports(Buffer.from(await register({ objects: 3_000, broken }), 'latin1'));
      expect(screened).toEqual(long);
    }
  });

  test('whatever a few bytes are changed into', async () => {
    const edit = fc.record({
      line: fc.nat(), at: fc.nat(), remove: fc.integer({ min: 0, max: 3 }),
      insert: fc.constantFrom('', '', '"', ',', '0', '9', '-', '.', 'e', ' ', '\\u0041', 'é', 'x', '{', '}', '[', ']', ':', 'null', '\t'),
    });
    await fc.assert(fc.asyncProperty(fc.array(edit, { minLength: 100, maxLength: 200 }), async (edits) => {
      const changed = [...lines];
      for (const { line, at, remove, insert } of edits) {
        const index = line % changed.length;
        const text = changed[index]!;
        const place = at % text.length;
        changed[index] = text.slice(0, place) + insert + text.slice(place + remove);
      }
      const [screened, long] = await bothReports(Buffer.from(changed.join('\n')));
      expect(screened).toEqual(long);
    }), { numRuns: 30 });
  });

  test('whatever members come, go or change', async () => {
    const value = fc.constantFrom<Json>(
      null, true, false, 0, -1, 1.5, 99_999, 100_000, '', 'x', 'gegevenInTransitie', 'gm0344', 'AB12', '0193100000098765',
      '0193010000098765', '2020-02-29T00:00:00Z', '2021-02-29', '1999-12-31T23:59:59.9+14:00', '9999-12-31T23:00:00-01:00', [], ['x'], ['x', 'x'],
      {}, { naam: 'n', link: 'https://voorbeeld.example' }, { naam: 'n', link: 'x' }, { waarde: null, geenWaardeReden: 'waardeOnbekend' },
    );
    const name = fc.constantFrom(
      'bronobjectID', 'populatie', 'idPandBAG', 'idAdresseerbaarobjectBAG', 'eindGeldigheid', 'tijdstipRegistratie', 'informatieGeheim',
      'oppervlakteVerblijfsobjectBAG', 'gebruiksdoeleindenDetail', 'documentInfo', 'bronhoudercodeOverheid', 'comment', 'kadastraleAanduiding',
      'bronhouder', 'beginGeldigheid', 'identificatie', 'id', 'entityType', 'onbekend', 'privacyGevoelig',
    );
    await fc.assert(fc.asyncProperty(fc.array(fc.tuple(name, value), { minLength: 20, maxLength: 60 }), async (changes) => {
      const made = changes.map(([field, changed], number) => JSON.stringify(building(number, { [field]: changed })));
      const [screened, long] = await bothReports(Buffer.from(made.join('\n')));
      expect(screened).toEqual(long);
    }), { numRuns: 40 });
  });

  test('in any CRS, and for an id or a geometry that comes twice', async () => {
    const twice = [building(1), building(2), building(1), { ...building(3), geometrie: building(2)['geometrie']! }];
    for (const crs of [RD, null]) {
      const [screened, long] = await bothReports(Buffer.from(JSON.stringify(twice)), crs);
      expect(screened).toEqual(long);
    }
    expect((await bothReports(Buffer.from(JSON.stringify(twice))))[0].counts.rules.map(({ rule }) => rule))
      .toEqual(['id.dubbel', 'regel.zelfde-geometrie']);
  });
});

describe('the screen proves', () => {
  test('nearly all of a good register, nested objects and all', async () => {
    expect(lines.filter((line) => proves(line)).length).toBeGreaterThan(0.98 * lines.length);
    const all = (await register({ objects: 3_000 })).trimEnd().split('\n');
    const nested = all.map((line) => Buffer.from(line, 'latin1').toString()).filter((line) => line.includes('"voertUit"'));
    expect(nested.filter((line) => proves(line)).length).toBeGreaterThan(0.9 * nested.length);
  });

  test('whatever the order of members and the white space', () => {
    const members = Object.entries(building(1));
    expect(proves(JSON.stringify(Object.fromEntries(members.toReversed()), null, 2))).toBe(true);
    expect(proves({ ...building(1), comment: ['één'] })).toBe(true);
  });

  test('nothing of a root that goes on beyond its line', () => {
    const bytes = Buffer.from(JSON.stringify(building(1)).replace(',"bronhoudercode"', '\n,"bronhoudercode"'));
    const screen = new Screen(CRSS['28992']);
    expect(screen.take(bytes)).toBe(true);
    expect(screen.prove(0, { start: 0, end: bytes.length }, new ProvenRoots(1))).toBe(true);
    expect(screen.prove(0, { start: 0, end: bytes.indexOf('\n') }, new ProvenRoots(1))).toBe(false);
  });

  test.each<[string, string | JsonObject]>([
    ['a member twice', JSON.stringify(building(1)).replace('"id"', '"categorieKwetsbaarheid":"kwetsbaar","id"')],
    ['text after the object', `${JSON.stringify(building(1))}x`],
    ['an integer beyond 2^53', JSON.stringify(building(1, { populatie: 0 })).replace('"populatie":0', '"populatie":9007199254740993')],
    ['a coordinate of more digits than a double holds', JSON.stringify(building(1)).replace('150020', '150020.00000000001')],
    ['a leading zero', JSON.stringify(building(1, { populatie: 1 })).replace('"populatie":1', '"populatie":01')],
    ['a secret', building(1, { informatieGeheim: true })],
    ['a bow tie', building(1, { geometrie: { type: 'Polygon', coordinates: [[[150000, 410000], [150010, 410010], [150010, 410000], [150000, 410010], [150000, 410000]]] } })],
    ['a ring that is open', building(1, { geometrie: { type: 'Polygon', coordinates: [[[150000, 410000], [150010, 410000], [150010, 410010], [150000, 410010]]] } })],
    ['degrees under RD', building(1, { geometrie: { type: 'Polygon', coordinates: [[[5, 52], [5.1, 52], [5.1, 52.1], [5, 52]]] } })],
    ['the 29th of February', building(1, { eindGeldigheid: '2023-02-29T00:00:00Z' })],
    ['no entityType', { id: 'x' }],
    ['nothing', ''],
    ['the middle of an object', '{"entityType":"KwetsbaarGebouw","id":"x'],
  ])('nothing of %s', (_, document) => {
    expect(proves(document)).toBe(false);
  });
});

test('what is called surely valid is valid by DuckDB, whatever its type', async () => {
  const position = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  const paths = fc.array(fc.array(position, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 });
  const type = fc.constantFrom('LineString' as const, 'MultiLineString' as const, 'Polygon' as const, 'MultiPolygon' as const);
  const vertices = fc.sample(fc.tuple(type, paths), { numRuns: 3_000, seed: 5 }).map(([of, made]) => {
    const closed = (of === 'LineString' ? made.slice(0, 1) : made).map((path) => (of.endsWith('Polygon') ? [...path, path[0]!] : path));
    let end = 0;
    return {
      shape: {
        type: of, dimension: 2 as const,
        partEnds: of === 'MultiPolygon' ? Uint32Array.from(closed.keys(), (path) => path + 1) : Uint32Array.of(closed.length),
        pathEnds: Uint32Array.from(closed, ({ length }) => end += length),
      },
      numbers: Float64Array.from(closed.flat(2)), mixed: false,
    };
  });
  const invalid = new Set(await spatial.invalid(vertices));
  expect(vertices.filter((geometry, index) => isSurelyValid(geometry) && invalid.has(index))).toEqual([]);
  expect(vertices.filter((geometry) => isSurelyValid(geometry)).length).toBeGreaterThan(1_000);
});

test('a ring that is called simple is valid by DuckDB, and most valid rings are called simple', async () => {
  const position = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  const rings = fc.sample(fc.array(position, { minLength: 3, maxLength: 9 }), { numRuns: 4_000, seed: 3 })
    .map((positions) => [...positions, positions[0]!]);
  const vertices = rings.map((ring) => ({
    shape: { type: 'Polygon' as const, dimension: 2 as const, pathEnds: Uint32Array.of(ring.length), partEnds: Uint32Array.of(1) },
    numbers: Float64Array.from(ring.flat()), mixed: false,
  }));
  const invalid = new Set(await spatial.invalid(vertices));
  const simple = vertices.map(({ numbers }) => isSimpleRing(numbers, numbers.length / 2));
  expect(simple.filter((claimed, index) => claimed && invalid.has(index))).toEqual([]);
  expect(simple.filter(Boolean).length).toBeGreaterThan(0.9 * (vertices.length - invalid.size));
});

test('a star that turns one way but round more than once is not called simple', () => {
  const star = (points: number, step: number): Float64Array => Float64Array.from({ length: 2 * (points + 1) }, (_, at) => {
    const angle = 2 * Math.PI * (((at >> 1) * step) % points) / points + 0.1;
    return 150_000 + 100 * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
  for (const points of [5, 7, 9, 11, 64]) {
    expect(isSimpleRing(star(points, 1), points + 1)).toBe(true);
    expect(isSimpleRing(star(points, points - 1), points + 1)).toBe(true);
    for (const step of [2, 3, 4].filter((step) => step < points / 2 && points % step !== 0)) {
      expect(isSimpleRing(star(points, step), points + 1), `${points}/${step}`).toBe(false);
    }
  }
});

test('a rule about places reads no member', () => {
  for (const { id, appliesTo, check, example, passesIn } of RULES) {
    if (passesIn === undefined) continue;
    const documents = [example.wrong, example.right].flat() as readonly JsonObject[];
    for (const object of documents.flatMap(objectsOf)) {
      if (!(appliesTo as readonly string[]).includes(object.type)) continue;
      const refuse = (): never => { throw new Error(`${id} reads a member`); };
      const data = new Proxy(object.data, { getOwnPropertyDescriptor: refuse, get: refuse, has: refuse, ownKeys: refuse });
      check({ ...object, data }, { crs: CRSS['28992'], boxOf: () => undefined, positionOf: () => undefined });
    }
  }
});
