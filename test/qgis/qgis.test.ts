/**
 * QGIS as a client: every collection of the running demo as a layer with its geometry type and its attributes, all features, those of a
 * filter and those of a box. Debian's `python3-qgis`, without a screen; without it these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { recipesOf } from '../../server/documentation/recipes.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { plainText } from '../page-code.ts';

/** Debian's Python, for which Debian's QGIS is made. */
const PYTHON = '/usr/bin/python3';
const GEBOUWEN = 'kwetsbare-gebouwen';

interface Question {
  readonly collection: string;
  readonly layerCrs?: string;
  readonly filter?: string;
  readonly box?: readonly number[];
  readonly screen?: { readonly crs: string; readonly extent: readonly number[] };
}
interface Layer {
  readonly valid: boolean;
  readonly geometryType: string;
  readonly fields: readonly string[];
  readonly features: readonly { readonly id: string; readonly hasGeometry: boolean; readonly isDrawn: boolean }[];
}
interface Served { readonly id: string; readonly geometry: { readonly type: string } | null; readonly properties: Readonly<Record<string, unknown>> }

let demo: Demo;
let layers: readonly Layer[];
beforeAll(async () => {
  demo = await startDemo();
  layers = await inQgis(COLLECTIONS.map((collection) => ({ collection })));
}, 300_000);
afterAll(async () => { await demo.stop(); });

describe('a layer', () => {
  test.each(COLLECTIONS.map((collection, at) => [collection, at] as const))('%s has its geometry type, its attributes and all its features', async (collection, at) => {
    const all = await served(collection);
    const { valid, geometryType, fields, features } = layers[at]!;
    expect(valid).toBe(true);
    expect(features.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(features.filter(({ hasGeometry }) => !hasGeometry).length).toBe(all.filter(({ geometry }) => geometry === null).length);
    // QGIS up to 3.40 makes the fields of a layer from its first features, and does not read the schema that the collection links.
    if (all.length > 0) expect(fields.toSorted()).toEqual(await fieldsOf(collection));
    const kinds = [...new Set(all.flatMap(({ geometry }) => (geometry === null ? [] : [geometry.type.replace('Multi', '')])))];
    const [kind] = kinds;
    if (kinds.length === 1) expect(geometryType.replace('Multi', '')).toBe(kind);
  });
});

test('a filter gives the right features', async () => {
  const [populous, vulnerable] = await inQgis([
    { collection: GEBOUWEN, filter: '"populatie" > 20' }, { collection: GEBOUWEN, filter: "\"categorieKwetsbaarheid\" = 'zeerKwetsbaar'" },
  ]);
  const all = await served(GEBOUWEN);
  const idsOf = (holds: (properties: Served['properties']) => boolean) => all.filter(({ properties }) => holds(properties)).map(({ id }) => id).toSorted();
  expect(populous!.features.map(({ id }) => id).toSorted()).toEqual(idsOf(({ populatie }) => Number(populatie) > 20));
  expect(vulnerable!.features.map(({ id }) => id).toSorted()).toEqual(idsOf(({ categorieKwetsbaarheid }) => categorieKwetsbaarheid === 'zeerKwetsbaar'));
});

test('a box gives the right features', async () => {
  const [boxed] = await inQgis([{ collection: GEBOUWEN, box: [5.9, 52.2, 6.1, 52.3] }]);
  expect(boxed!.features.map(({ id }) => id).toSorted()).toEqual([2, 3, 4, 5, 6].map((number) => `NL.IMEV.AB12.gebouw-000${number}`));
});

describe('a screen far wider than the country shows every feature that has a geometry', () => {
  test.each([
    ['EPSG:28992', [-400_000, -400_000, 800_000, 1_100_000]], ['EPSG:28992', [-9e7, -5e7, 9e7, 5e7]],
    ['EPSG:3857', [-2_000_000, 4_000_000, 3_000_000, 9_000_000]], ['EPSG:3857', [-8_800_000, 1_000_000, 10_800_000, 12_000_000]],
    ['OGC:CRS84', [-30, 30, 40, 70]],
  ] as const)('a layer in RD, a map in %s, %j', async (crs, extent) => { await expectAllShown({ crs, extent }, 'EPSG:28992'); });

  // From a map of the world QGIS asks a layer in RD for numbers up to 1.8e308, which no coordinate in RD has.
  test.each([
    ['EPSG:28992', [-9e6, -5e6, 9e6, 5e6]], ['EPSG:3857', [-20_037_508, -11_271_098, 20_037_508, 11_271_098]], ['EPSG:3857', [-7e7, -4e7, 7e7, 4e7]],
    ['OGC:CRS84', [-180, -101, 180, 101]], ['OGC:CRS84', [-400, -225, 400, 225]],
  ] as const)('a layer in CRS84, a map in %s, %j', async (crs, extent) => { await expectAllShown({ crs, extent }, 'OGC:CRS84'); });

  async function expectAllShown(screen: NonNullable<Question['screen']>, layerCrs: string): Promise<void> {
    const collections = [GEBOUWEN, 'pr-contouren', 'windturbines'];
    const shown = await inQgis(collections.map((collection) => ({ collection, screen, layerCrs })));
    for (const [at, { features }] of shown.entries()) {
      const placed = (await served(collections[at]!)).filter(({ geometry }) => geometry !== null);
      expect(features.map(({ id }) => id).toSorted(), collections[at]).toEqual(placed.map(({ id }) => id).toSorted());
    }
  }
});

test('a layer per kind of geometry draws every feature of a collection of several kinds', async () => {
  const collections = ['ev-activiteiten', 'machinekamers', 'opslag-referenties', 'seveso-referenties', 'overige-contouren'];
  const drawn = new Map<string, string[]>(collections.map((collection) => [collection, []]));
  for (const kind of ['punt', 'lijn', 'vlak']) {
    const perKind = await inQgis(collections.map((collection) => ({ collection })), `${demo.base}?geometrieSoort=${kind}`);
    for (const [at, { valid, features }] of perKind.entries()) {
      expect(valid).toBe(true);
      expect(features.filter(({ isDrawn }) => !isDrawn)).toEqual([]);
      drawn.get(collections[at]!)!.push(...features.map(({ id }) => id));
    }
  }
  for (const [collection, ids] of drawn) {
    const all = (await served(collection)).filter(({ geometry }) => geometry !== null);
    expect(ids.toSorted(), collection).toEqual(all.map(({ id }) => id).toSorted());
  }
});

test('the address of the service with a moment opens the register of then', async () => {
  const { edities } = await (await fetch(`${demo.base}/edities`)).json() as { edities: { beschikbaarVanaf: string }[] };
  for (const moment of ['geldigOp=2022-06-01', `beschikbaarOp=${edities[0]!.beschikbaarVanaf}&geldigOp=2022-06-01`]) {
    const [then] = await inQgis([{ collection: GEBOUWEN }], `${demo.base}?${moment}`);
    const all = await served(GEBOUWEN, `&${moment}`);
    expect(then!.valid).toBe(true);
    expect(then!.features.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(all.length).toBeLessThan((await served(GEBOUWEN)).length);
  }
});

test('the recipes of the documentation open layers with the features that they promise', async () => {
  const page = plainText(await (await fetch(`${demo.base}/documentatie/recepten`, { headers: { accept: 'text/html' } })).text());
  const promised: Readonly<Record<string, string>> = { gebied: '&bbox=5.9,52.2,6.1,52.3', datum: '&geldigOp=2025-06-01', alles: '', filter: '&filter=populatie%3E100' };
  const recipes = recipesOf({ baseUrl: demo.base, isWritable: true }).filter(({ qgis }) => qgis !== undefined);
  expect(recipes.map(({ id }) => id)).toEqual(Object.keys(promised));
  for (const { id, qgis } of recipes) {
    const { address, collection, filter, box } = qgis!;
    expect([address, collection, ...filter === undefined ? [] : [filter], ...box === undefined ? [] : [box.join(', ')]].filter((text) => !page.includes(text))).toEqual([]);
    const [layer] = await inQgis([{ collection, ...(filter === undefined ? {} : { filter }), ...(box === undefined ? {} : { box }) }], address);
    // QGIS asks for a box and then leaves out what has no geometry.
    const wanted = (await served(collection, promised[id])).filter(({ geometry }) => box === undefined || geometry !== null);
    expect(layer!.features.map((feature) => feature.id).toSorted(), id).toEqual(wanted.map((feature) => feature.id).toSorted());
    expect(wanted.length).toBeGreaterThan(0);
  }
});

/** Names of the fields that the schema of a collection has, but for its geometry. */
async function fieldsOf(collection: string): Promise<readonly string[]> {
  const { properties } = await (await fetch(`${demo.base}/collections/${collection}/schema`)).json() as { properties: Readonly<Record<string, { readonly format?: string }>> };
  return Object.entries(properties).filter(([, { format }]) => !(format ?? '').startsWith('geometry-')).map(([name]) => name).toSorted();
}

async function served(collection: string, more = ''): Promise<readonly Served[]> {
  const response = await fetch(`${demo.base}/collections/${collection}/items?limit=10000${more}`);
  return (await response.json() as { features: readonly Served[] }).features;
}

async function inQgis(questions: readonly Question[], service = demo.base): Promise<readonly Layer[]> {
  const { stdout } = await promisify(execFile)(
    PYTHON, [join(import.meta.dirname, 'read.py'), service, JSON.stringify(questions)],
    { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly Layer[];
}
