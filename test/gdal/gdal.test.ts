/**
 * GDAL as a client: it must read every collection of the running demo completely and exactly, with every field, and ask by value and by
 * box. Two GDALs: Debian's `gdal-bin` in CRS84, and the one inside PyPI's `pyogrio` in CRS84, RD and ETRS89.
 * `.ci/run` installs both and names the Python in EV_PYTHON; without them these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { madeDownloads } from '../make-downloads.ts';

const run = promisify(execFile);
const PYTHON = process.env['EV_PYTHON'] ?? 'python3';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const EPSG = 'http://www.opengis.net/def/crs/EPSG/9.9.1';
const GEBOUWEN = 'kwetsbare-gebouwen';

interface ReadFeature { readonly id: string; readonly geometry: unknown }
interface ReadCollection { readonly fields: readonly string[]; readonly features: readonly ReadFeature[] }
interface ServedFeature extends ReadFeature { readonly properties: Readonly<Record<string, unknown>> }
interface Question { readonly collection: string; readonly crs: string; readonly where?: string; readonly bbox?: readonly number[]; readonly file?: string }

let demo: Demo;
beforeAll(async () => { demo = await startDemo({ args: ['--examples-only'] }); }, 300_000);
afterAll(async () => { await demo.stop(); });

describe.each(COLLECTIONS)('gdal-bin reads %s', (collection) => {
  test('in CRS84 as we serve it, with every property that a feature has as a field', async () => {
    const all = await served(collection);
    expect(await throughOgr2ogr(collection)).toEqual(all.map(plain));
    const { stdout } = await run('ogrinfo', ['-ro', '-so', `OAPIF:${demo.base}`, collection]);
    expect([...stdout.matchAll(/^([\w.]+): \w+(?:\([\w, ]+\))? \(\d+\.\d+\)/gm)].map(([, name]) => name)).toEqual(expect.arrayContaining([...propertiesOf(all)]));
  });
});

describe.each([
  ['OGC:CRS84', undefined], ['EPSG:28992', `${EPSG}/28992`], ['EPSG:4258', `${EPSG}/4258`],
])('pyogrio reads every collection in %s', (crs, uri) => {
  let collections: readonly ReadCollection[];
  beforeAll(async () => { collections = await throughPyogrio(COLLECTIONS.map((collection) => ({ collection, crs }))); });

  test.each(COLLECTIONS.map((collection, at) => [collection, at] as const))('%s as we serve it, with every field', async (collection, at) => {
    const all = await served(collection, uri);
    // GDAL gives longitude first, whatever the order of the axes of a CRS is.
    expect(sorted(collections[at]!.features)).toEqual(all.map(plain).map((one) => (crs === 'EPSG:4258' ? { ...one, geometry: turned(one.geometry) } : one)));
    expect(collections[at]!.fields).toEqual(expect.arrayContaining([...propertiesOf(all)]));
  });
});

describe('a question finds what the same question over all features finds', () => {
  const RULES: readonly (readonly [where: string, holds: (properties: ServedFeature['properties']) => boolean])[] = [
    ["beginGeldigheid = '2023/06/01 00:00:00'", ({ beginGeldigheid }) => beginGeldigheid === '2023-06-01T00:00:00Z'],
    ["NOT (beginGeldigheid < '2021/01/01 00:00:00')", ({ beginGeldigheid }) => String(beginGeldigheid) >= '2021-01-01T00:00:00Z'],
    ["categorieKwetsbaarheid = 'zeerKwetsbaar'", ({ categorieKwetsbaarheid }) => categorieKwetsbaarheid === 'zeerKwetsbaar'],
  ];
  test.each(RULES)('-where "%s"', async (where, holds) => {
    const all = await served(GEBOUWEN);
    await expectFound(where, all.filter(({ properties }) => holds(properties)));
  });

  // GDAL makes each bare comparison with a date, whatever the field, into datetime, and leaves it at that.
  test('-where "beginGeldigheid < …" finds what datetime finds', async () => {
    const valid = await served(GEBOUWEN, undefined, '../2021-01-01T00:00:00Z');
    await expectFound("beginGeldigheid < '2021/01/01 00:00:00'", valid);
  });

  async function expectFound(where: string, wanted: readonly ServedFeature[]): Promise<void> {
    expect(wanted.length).toBeGreaterThan(0);
    expect(await throughOgr2ogr(GEBOUWEN, '-where', where)).toEqual(wanted.map(plain));
    const [asked] = await throughPyogrio([{ collection: GEBOUWEN, crs: 'OGC:CRS84', where }]);
    expect(sorted(asked!.features)).toEqual(wanted.map(plain));
  }

  test('-spat, in CRS84 and in RD', async () => {
    const five = /gebouw-000[2-6]$/;
    const wanted = (await served(GEBOUWEN)).filter(({ id }) => five.test(id)).map(({ id }) => id);
    expect(wanted).toHaveLength(5);
    expect((await throughOgr2ogr(GEBOUWEN, '-spat', '5.9', '52.2', '6.1', '52.3')).map(({ id }) => id)).toEqual(wanted);
    const boxes = await throughPyogrio([
      { collection: GEBOUWEN, crs: 'OGC:CRS84', bbox: [5.9, 52.2, 6.1, 52.3] }, { collection: GEBOUWEN, crs: 'EPSG:28992', bbox: [194_000, 469_000, 195_500, 470_000] },
    ]);
    for (const { features } of boxes) expect(sorted(features).map(({ id }) => id)).toEqual(wanted);
  });
});

/** Collections of the demo whose features have several kinds of geometry. */
const MIXED = ['ev-activiteiten', 'machinekamers', 'opslag-referenties', 'seveso-referenties', 'overige-contouren'];
const KINDS = ['punt', 'lijn', 'vlak', 'geen'] as const;

describe.each(['FlatGeobuf', 'GPKG'])('ogr2ogr writes as %s', (format) => {
  test('every collection, with every geometry', async () => {
    await expectWritten(format, '', COLLECTIONS);
  });

  test.each(KINDS)('of the collections of several kinds those of geometrieSoort=%s', async (kind) => {
    const { collections } = await (await fetch(`${demo.base}/collections?geometrieSoort=${kind}`)).json() as { collections: readonly { id: string }[] };
    const layers = MIXED.filter((one) => collections.some(({ id }) => id === one));
    if (layers.length > 0) await expectWritten(format, `?geometrieSoort=${kind}`, layers);
  });

  async function expectWritten(driver: string, query: string, layers: readonly string[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'ev-export-'));
    const target = join(folder, 'register');
    try {
      await run('ogr2ogr', ['-f', driver, target, `OAPIF:${demo.base}${query}`, ...layers, '-mapFieldType', 'StringList=String']);
      for (const layer of layers) {
        const all = (await served(layer)).map(plain).filter(({ geometry }) => query === '' || kindOf(geometry) === query.replace(/.*=/, ''));
        const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSONSeq', '/vsistdout/', ...driver === 'GPKG' ? [target, layer] : [join(target, `${layer}.fgb`)]]);
        const types = stdout.split('\n').filter((line) => line !== '').map((line) => typeOf((JSON.parse(line) as ReadFeature).geometry));
        // FlatGeobuf holds no feature without geometry.
        const wanted = all.map(({ geometry }) => typeOf(geometry)).filter((type) => driver === 'GPKG' || type !== null);
        expect(countedBy(types), layer).toEqual(countedBy(wanted));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
});

test('the four kinds are together every feature of a collection of several kinds, each once, through both GDALs', async () => {
  for (const collection of MIXED) {
    const all = (await served(collection)).map(plain);
    for (const kind of KINDS.filter((one) => all.some(({ geometry }) => kindOf(geometry) === one))) {
      const service = `${demo.base}?geometrieSoort=${kind}`;
      const wanted = all.filter(({ geometry }) => kindOf(geometry) === kind);
      expect(await fromOgr2ogr(service, collection), `${collection} ${kind}`).toEqual(wanted);
      const [asked] = await throughPyogrio([{ collection, crs: 'OGC:CRS84' }], service);
      expect(sorted(asked!.features), `${collection} ${kind}`).toEqual(wanted);
    }
  }
});

/** How often each type stands in a list. */
function countedBy(types: readonly (string | null)[]): ReadonlyMap<string | null, number> {
  return new Map([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
}

function typeOf(geometry: unknown): string | null {
  return (geometry as { type: string } | null)?.type ?? null;
}

function kindOf(geometry: unknown): typeof KINDS[number] {
  const type = typeOf(geometry)?.replace('Multi', '');
  return type === undefined ? 'geen' : type === 'Point' ? 'punt' : type === 'LineString' ? 'lijn' : 'vlak';
}

describe('the address of the service with a moment opens the register of then', () => {
  test('a day: both GDALs read what was valid on it, page by page', async () => {
    await expectRegisterOf('geldigOp=2022-06-01');
  });

  test('a day as it was available at a moment, however that is written', async () => {
    const { edities } = await (await fetch(`${demo.base}/edities`)).json() as { edities: { beschikbaarVanaf: string }[] };
    const available = new Date(Date.parse(edities[0]!.beschikbaarVanaf) + 1000).toISOString().slice(0, 19);
    await expectRegisterOf(`beschikbaarOp=${available}%2B00:00&geldigOp=2022-06-01`);
  });

  async function expectRegisterOf(moment: string): Promise<void> {
    const service = `${demo.base}?${moment}`;
    const response = await fetch(`${demo.base}/collections/${GEBOUWEN}/items?limit=1000&${moment}`);
    const then = sorted((await response.json() as { features: ServedFeature[] }).features).map(plain);
    expect(then.length).toBeLessThan((await served(GEBOUWEN)).length);
    expect(then.length).toBeGreaterThan(2);
    expect(await fromOgr2ogr(service, GEBOUWEN, '-oo', 'PAGE_SIZE=2')).toEqual(then);
    const [asked] = await throughPyogrio([{ collection: GEBOUWEN, crs: 'OGC:CRS84' }], service);
    expect(sorted(asked!.features)).toEqual(then);
  }
});

describe.each([['rd', 'EPSG:28992', `${EPSG}/28992`], ['crs84', 'OGC:CRS84', undefined]])('GDAL reads the files to download in %s from their addresses', (short, crs, uri) => {
  let addresses: readonly string[];
  beforeAll(async () => {
    const of = { folder: foldersOf(demo.data).editions, audience: 'public' } as const;
    await madeDownloads(of, newestHead(of.folder, of.audience)!.edition, { forms: ['gpkg', 'fgb'] });
    const pages = await Promise.all(COLLECTIONS.map(async (collection) => (await fetch(`${demo.base}/collections/${collection}`)).json() as Promise<{ links: readonly { rel: string; href: string }[] }>));
    addresses = pages.flatMap(({ links }) => links).filter(({ rel, href }) => rel === 'enclosure' && href.includes(`-${short}.`)).map(({ href }) => `/vsicurl/${href}`);
  });

  test.each(COLLECTIONS)('%s as FlatGeobuf and as a layer of the GeoPackage: the same features and coordinates, and all their columns', async (collection) => {
    const all = (await served(collection, uri)).map(plain);
    const found = [addresses.find((one) => one.includes(`/${collection}-`) && one.endsWith('.fgb')), addresses.find((one) => one.endsWith('.gpkg'))];
    if (all.length === 0) expect(found[0]).toBeUndefined();
    else {
      const [flatgeobuf, geopackage] = await throughPyogrio(found.map((file) => ({ collection, crs, file: file! })));
      expect(sorted(geopackage!.features)).toEqual(all);
      expect(sorted(flatgeobuf!.features)).toEqual(all.filter(({ geometry }) => geometry !== null));
      for (const { fields } of [flatgeobuf!, geopackage!]) expect(fields).toEqual(columnsOf(collection).map(({ name }) => name));
    }
  });
});

/** All features of a collection as we serve them, and the count we announce. */
async function served(collection: string, crs?: string, datetime?: string): Promise<readonly ServedFeature[]> {
  const query = new URLSearchParams({ limit: '10000', ...crs === undefined ? {} : { crs }, ...datetime === undefined ? {} : { datetime } });
  const response = await fetch(`${demo.base}/collections/${collection}/items?${query.toString()}`);
  expect(response.status).toBe(200);
  const body = await response.json() as { numberMatched: number; features: ServedFeature[] };
  expect(body.features).toHaveLength(body.numberMatched);
  return sorted(body.features);
}

function throughOgr2ogr(collection: string, ...options: readonly string[]): Promise<readonly ReadFeature[]> {
  return fromOgr2ogr(demo.base, collection, ...options);
}

async function fromOgr2ogr(service: string, collection: string, ...options: readonly string[]): Promise<readonly ReadFeature[]> {
  const { stdout } = await run('ogr2ogr', [
    '-f', 'GeoJSONSeq', '/vsistdout/', `OAPIF:${service}`, collection, '-lco', 'COORDINATE_PRECISION=8', ...options,
  ], { maxBuffer: OUTPUT_BYTES_MAX });
  const features = stdout.split('\n').filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id?: string; properties: { id: string }; geometry: unknown });
  return sorted(features.map(({ id, properties, geometry }) => ({ id: id ?? properties.id, geometry })));
}

async function throughPyogrio(questions: readonly Question[], service = demo.base): Promise<readonly ReadCollection[]> {
  const { stdout } = await run(
    PYTHON, [join(import.meta.dirname, 'read.py'), service, JSON.stringify(questions)], { maxBuffer: OUTPUT_BYTES_MAX },
  );
  return JSON.parse(stdout) as ReadCollection[];
}

function propertiesOf(features: readonly ServedFeature[]): readonly string[] {
  return [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
}

function plain({ id, geometry }: ReadFeature): ReadFeature {
  return { id, geometry };
}

function sorted<F extends ReadFeature>(features: readonly F[]): readonly F[] {
  return [...features].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A geometry with the first two numbers of each position exchanged. */
function turned(geometry: unknown): unknown {
  const { coordinates, ...rest } = (geometry ?? {}) as { coordinates?: unknown };
  const turn = (value: unknown): unknown => {
    const [first, second, ...more] = value as unknown[];
    return typeof first === 'number' ? [second, first, ...more] : (value as unknown[]).map(turn);
  };
  return geometry === null ? null : { ...rest, coordinates: turn(coordinates) };
}
