/**
 * Downloads in every form, read back with DuckDB and SQLite: for every collection of the examples, in both CRSs, the features, values and
 * coordinates are those of the edition's rows. A maker that is killed leaves no half file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachedSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { downloadsOf, type DownloadCrs, type DownloadFile } from '../../publisher/format/downloads.ts';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { readDownloads } from '../../publisher/read/downloads.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { toWkb } from '../../publisher/validity/vertices.ts';
import { sumOf } from '../../publisher/file-sum.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { madeDownloads } from '../make-downloads.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { exampleEditions } from '../server/example-edition.ts';

interface Feature { readonly id: string; readonly properties: JsonObject; readonly geometry: Geometry | null }

const examples = exampleEditions();
const of = { folder: examples.folder, audience: 'public' } as const;
const manifest = readManifest(of, 1);
const folder = downloadsOf(of, manifest);
const packs = new Packs(of);
const edition = new EditionReader(manifest, packs);
const collections = [...edition.series].filter(([, { count }]) => count > 0).map(([name]) => name);
let files: readonly DownloadFile[];
let duckdb: DuckDBConnection;
beforeAll(async () => {
  files = (await madeDownloads(of, 1)).list.files;
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  await duckdb.run(`LOAD '${await cachedSpatial(CACHE_FOLDER)}'; SET TimeZone = 'UTC'`);
});
afterAll(() => {
  duckdb.closeSync();
  packs.close();
  examples.remove();
});

const CRSS = [['CRS84', 'crs84'], ['28992', 'rd']] as const;
const featuresIn = (collection: string, crs: DownloadCrs): readonly Feature[] => [...edition.series.get(collection)!.features(crs)].map((bytes) => JSON.parse(bytes.toString()) as Feature);
const read = async (sql: string): Promise<readonly Record<string, unknown>[]> => (await duckdb.runAndReadAll(sql)).getRowObjectsJS();

describe.each(CRSS)('OPEN-downloads: read back in %s', (crs, short) => {
  test.each(collections)('%s as GeoParquet, FlatGeobuf, GeoPackage, CSV and workbook has every feature, value and coordinate', async (collection) => {
    const wanted = featuresIn(collection, crs).map((feature) => expectedOf(feature, collection));
    const path = (form: string): string => join(folder, `${collection}-1-${short}.${form}`);
    const parquet = await read(`SELECT * REPLACE (lower(ST_AsHEXWKB(geometry)) AS geometry) FROM '${path('parquet')}'`);
    expect(parquet.map(({ geometry, ...cells }) => ({ cells: withoutNulls(cells, 'bbox'), geometry }))).toEqual(wanted);
    // FlatGeobuf orders features by its index, and has no dates. It holds no feature without geometry.
    const flatgeobuf = await read(`SELECT * REPLACE (lower(ST_AsHEXWKB(geom)) AS geom) FROM ST_Read('${path('fgb')}')`);
    expect(byId(flatgeobuf.map(({ geom: geometry, ...cells }) => ({ cells: withoutNulls(cells, 'OGC_FID'), geometry })))).toEqual(byId(wanted.filter(({ geometry }) => geometry !== null).map((one) => datesAsText(one, collection))));
    const left = wanted.filter(({ geometry }) => geometry === null).length;
    expect(files.find(({ name }) => path('fgb').endsWith(`/${name}`))).toMatchObject({ count: wanted.length - left, ...(left === 0 ? {} : { leftOut: left }) });
    const geopackage = await read(`SELECT * REPLACE (lower(ST_AsHEXWKB(geom)) AS geom) FROM ST_Read('${join(folder, `ev-register-1-${short}.gpkg`)}', layer = '${collection}')`);
    expect(geopackage.map(({ geom: geometry, ...cells }) => ({ cells: withoutNulls(cells, 'fid'), geometry }))).toEqual(wanted);
    const csv = await read(`SELECT * REPLACE (lower(ST_AsHEXWKB(ST_GeomFromText(WKT))) AS WKT) FROM read_csv('${path('csv')}', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"', max_line_size = 10000000)`);
    expect(csv.map(({ WKT: geometry, ...cells }) => ({ cells: withoutNulls(cells), geometry }))).toEqual(wanted.map((one) => asTexts(one)));
    const sheet = await read(`SELECT id, WKT FROM ST_Read('${path('xlsx')}', open_options = ['HEADERS=FORCE'])`);
    expect(sheet.map(({ id }) => id)).toEqual(wanted.map(({ cells }) => cells['id']));
  });

  test.each(collections)('%s as GeoParquet 1.1 says its CRS, types and box, and DuckDB knows them', async (collection) => {
    const path = join(folder, `${collection}-1-${short}.parquet`);
    const [{ geo = '' } = {}] = await read(`SELECT decode(value) AS geo FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'geo'`);
    const { version, columns } = JSON.parse(geo as string) as { version: string; columns: { geometry: { encoding: string; crs?: { id: unknown }; geometry_types: string[]; bbox?: number[]; covering: object } } };
    const features = featuresIn(collection, crs);
    const types = [...new Set(features.flatMap(({ geometry }) => geometry?.type ?? []))].sort();
    expect({ version, ...columns.geometry, crs: columns.geometry.crs?.id }).toMatchObject({
      version: '1.1.0', encoding: 'WKB', geometry_types: types, crs: crs === 'CRS84' ? undefined : { authority: 'EPSG', code: 28992 },
    });
    const [box] = await read(`SELECT min(bbox.xmin) AS x0, min(ST_XMin(geometry)) AS x1, max(bbox.ymax) AS y0, max(ST_YMax(geometry)) AS y1, any_value(typeof(geometry)) AS type FROM '${path}'`);
    expect([box!['x0'], box!['y0'], box!['type']]).toEqual([box!['x1'], box!['y1'], crs === 'CRS84' ? "GEOMETRY('OGC:CRS84')" : "GEOMETRY('EPSG:28992')"]);
    expect(columns.geometry.bbox?.[0]).toBe(box!['x0'] ?? undefined);
  });
});

test('OPEN-downloads: every form is there, and equal content gives equal bytes', async () => {
  expect([...new Set(files.map(({ form }) => form))]).toEqual(['gpkg', 'pmtiles', 'parquet', 'fgb', 'csv', 'xlsx', 'ndjson']);
  rmSync(folder, { recursive: true });
  expect((await madeDownloads(of, 1)).list.files).toEqual(files);
});

test('OPEN-downloads: a maker that is killed leaves no half file, and no process; the next one makes the rest', async () => {
  rmSync(folder, { recursive: true });
  const script = `const { madeDownloads } = await import(${JSON.stringify(new URL('../make-downloads.ts', import.meta.url).href)});
    await madeDownloads(${JSON.stringify(of)}, 1, { onFile: ({ name }) => console.log(name) });`;
  const maker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let names = '';
  maker.stdout.on('data', (text: Buffer) => { names += text.toString(); });
  while (names.split('\n').length < 70) await once(maker.stdout, 'data');
  maker.kill('SIGKILL');
  await once(maker, 'exit');
  const left = readdirSync(folder).filter((name) => name.startsWith('.new-'));
  expect(left).toHaveLength(1);
  const listed = readDownloads(folder, manifest)!.files;
  expect(listed).toHaveLength(50);
  for (const { name, sha256 } of listed) expect([name, (await sumOf(join(folder, name))).sha256]).toEqual([name, sha256]);
  const { made, list } = await madeDownloads(of, 1);
  expect([made, list.files]).toEqual([files.length - listed.length, files]);
  expect(readdirSync(folder).filter((name) => name.startsWith('.new-'))).toEqual([]);
  expect(processesIn(folder)).toEqual([]);
});

/** Returns the processes whose environment names a folder, as that of a converter does. */
function processesIn(path: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/environ`)).filter((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`).includes(path);
    } catch {
      return false;
    }
  });
}

interface Row { readonly cells: Readonly<Record<string, unknown>>; readonly geometry: unknown }

/** The cells of a feature, looked up column by column; what no column reads is in `overig`, which is compared as it is. */
function expectedOf({ properties, geometry }: Feature, collection: string): Row {
  const cells = columnsOf(collection).flatMap(({ name, path, kind }) => {
    const value = path === '' ? null : path.split('.').reduce<Json>((at, part) => (isObject(at) ? at[part] ?? null : null), properties);
    if (value === null || isObject(value) && 'geenWaardeReden' in value) return [];
    if (kind === 'link') return [[name, (value as { href: string }).href]];
    if (kind === 'list') return [[name, JSON.stringify([value].flat().map((item) => (isObject(item) && 'href' in (item as object) ? (item as { href: string }).href : item)))]];
    return [[name, kind === 'moment' || kind === 'date' ? new Date(value as string) : value]];
  });
  const voids = Object.entries(properties).filter(([, value]) => isObject(value) && 'geenWaardeReden' in value);
  const rest = voids.length === 0 ? [] : [['overig', JSON.stringify(Object.fromEntries(voids))]];
  return { cells: Object.fromEntries([...cells, ...rest]) as Record<string, unknown>, geometry: geometry === null ? null : toWkb(flatten(geometry)!).toString('hex') };
}

/** Leaves out the column that a form adds too. */
function withoutNulls(cells: Readonly<Record<string, unknown>>, added = ''): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(cells).filter(([name, value]) => value !== null && name !== added).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]));
}

function byId(rows: readonly Row[]): ReadonlyMap<unknown, Row> {
  return new Map(rows.map((row) => [row.cells['id'], row]));
}

function datesAsText({ cells, geometry }: Row, collection: string): Row {
  const dates = new Set(columnsOf(collection).filter(({ kind }) => kind === 'date').map(({ name }) => name));
  return { cells: Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, dates.has(name) ? (value as Date).toISOString().slice(0, 10) : value])), geometry };
}

/** The cells as CSV has them. */
function asTexts({ cells, geometry }: Row): Row {
  return { cells: Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, value instanceof Date ? expect.stringContaining(value.toISOString().slice(0, 10)) : String(value)])), geometry };
}
