/**
 * `ev table`: deliveries made of the same rows in CSV, a workbook and GeoPackages of several CRSs, all written by GDAL, are equal and have no
 * errors; a file that is no table is refused in plain words, and nothing of it stays.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { ev } from '../pipelines/ev-process.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

const ROWS = `SELECT * FROM (VALUES
  ('g1', 'zeerKwetsbaar', 640, '0200100000012302', DATE '2024-01-01', 'BAG', 'POLYGON ((194611 469355, 194694 469368, 194688 469404, 194611 469355))'),
  ('g2', 'beperktKwetsbaar', 12, '0200100000012303', DATE '2024-02-29', 'BAG', 'POLYGON ((194811 469355, 194894 469368, 194888 469404, 194811 469355))')
) AS t(ID, categorieKwetsbaarheid, populatie, idPandBAG, beginGeldigheid, bronregistratie, wkt)`;
const TYPE = ['--type', 'KwetsbaarGebouw', '--holder', 'AB12'];

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-tables-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`LOAD '${await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info })}'`);
  const write = async (name: string, columns: string, options: string): Promise<void> => {
    await connection.run(`COPY (SELECT ${columns} FROM (${ROWS})) TO '${join(folder, name)}' (${options})`);
  };
  const spatial = (to: string): string => `* EXCLUDE (wkt), ST_Multi(${to === '28992' ? 'ST_GeomFromText(wkt)' : `ST_Transform(ST_GeomFromText(wkt), 'EPSG:28992', 'EPSG:${to}', always_xy := true)`}) AS geom`;
  await write('rows.csv', '*', "FORMAT csv, DELIMITER ';'");
  await write('rows.xlsx', '*', "FORMAT GDAL, DRIVER 'XLSX'");
  for (const code of ['28992', '4258', '4326', '31370']) await write(`${code}.gpkg`, spatial(code), `FORMAT GDAL, DRIVER 'GPKG', SRS 'EPSG:${code}', LAYER_NAME 'gebouwen'`);
  connection.closeSync();
});

afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

async function delivered(file: string): Promise<readonly JsonObject[]> {
  const out = join(folder, `${file}.ndjson`);
  const { code, err } = await ev(['table', join(folder, file), ...TYPE, '--out', out]);
  expect(code, err).toBe(0);
  return readFileSync(out, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as JsonObject);
}

describe('deliveries', () => {
  test.each(['rows.xlsx', '28992.gpkg'])('%s makes the delivery that the CSV makes, and it has no errors', async (file) => {
    expect(await delivered(file)).toEqual(await delivered('rows.csv'));
    const { code, out } = await ev(['validate', join(folder, `${file}.ndjson`), '--crs', 'RD']);
    expect(code, out).toBe(0);
  });
  test.each([['4258.gpkg', 'ETRS89', 1], ['4326.gpkg', 'CRS84', 0]])('%s is in %s, in the axis order of that CRS', async (file, crs, longitudeAt) => {
    const [first] = await delivered(file);
    const { coordinates } = first!['geometrie'] as unknown as { readonly coordinates: readonly (readonly (readonly number[])[])[] };
    expect(coordinates[0]![0]![longitudeAt]).toBeCloseTo(5.966, 2);
    const { out } = await ev(['table', join(folder, file), ...TYPE, '--json']);
    expect(JSON.parse(out)).toMatchObject({ table: 'gebouwen', rows: 2, crs: crs === 'ETRS89' ? '4258' : 'CRS84' });
    expect((await ev(['validate', join(folder, `${file}.ndjson`), '--crs', crs])).code).toBe(0);
  });
  test('a CRS of no delivery is not guessed', async () => {
    expect(JSON.parse((await ev(['table', join(folder, '31370.gpkg'), ...TYPE, '--json'])).out)).toMatchObject({ crs: null });
  });
  test('the proposed mapping can be written down, corrected, and used', async () => {
    const { mapping } = JSON.parse((await ev(['table', join(folder, 'rows.csv'), ...TYPE, '--json'])).out) as { readonly mapping: { readonly fields: object } };
    const path = join(folder, 'mapping.json');
    writeFileSync(path, JSON.stringify({ ...mapping, fields: { ...mapping.fields, bronhouder: 'Gemeente Voorbeeldstad' } }));
    const out = join(folder, 'corrected.ndjson');
    expect(await ev(['table', join(folder, 'rows.csv'), ...TYPE, '--mapping', path, '--out', out])).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).toContain('"bronhouder":"Gemeente Voorbeeldstad"');
  });
  test('names of columns and layers are names, whatever is in them', async () => {
    const name = `a'; DROP TABLE x; --', {b}`;
    const file = `quote's.csv`;
    writeFileSync(join(folder, file), `ID;categorieKwetsbaarheid;"${name}"\ng1;zeerKwetsbaar;x\n`);
    const { code, out, err } = await ev(['table', join(folder, file), ...TYPE, '--json']);
    expect(code, err).toBe(0);
    expect((JSON.parse(out) as { readonly columns: readonly unknown[] }).columns).toContainEqual({ name, kind: 'text', samples: ['x'] });
    expect((await ev(['table', join(folder, '28992.gpkg'), ...TYPE, '--table', name])).err).toContain('no table');
  });
  test('a table of 20,000 rows', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `g${at};zeerKwetsbaar;"POLYGON ((194611 469355, 194694 469368, 194688 469404, 194611 469355))"`);
    writeFileSync(join(folder, 'many.csv'), `ID;categorieKwetsbaarheid;wkt\n${lines.join('\n')}\n`);
    const rows = await delivered('many.csv');
    expect(rows.map(({ bronobjectID }) => bronobjectID)).toEqual(lines.map((_, at) => `g${at}`));
  });
});

describe('refused, and nothing stays', () => {
  const gpkg = (): Buffer => readFileSync(join(folder, '28992.gpkg'));
  const cases: readonly (readonly [what: string, bytes: () => Buffer, expected: RegExp])[] = [
    ['an empty file', () => Buffer.alloc(0), /empty/],
    ['names of columns only', () => Buffer.from('ID;naam\n'), /no rows/],
    ['text in another encoding', () => Buffer.from('ID;naam\n1;Caf\xe9\n', 'latin1'), /CSV UTF-8/],
    ['JSON', () => Buffer.from('\ufeff{"entityType": "KwetsbaarGebouw"}'), /is JSON/],
    ['half a GeoPackage', () => gpkg().subarray(0, 3_000), /cannot be read/],
    ['a GeoPackage of noise', () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(50_000, 0xa5)]), /cannot be read/],
    ['a zip that is no workbook', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1_000)]), /cannot be read/],
    ['a list of other files (VRT)', () => Buffer.from('<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>/etc/passwd</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>'), /no rows|cannot be read/],
  ];
  test.each(cases)('%s', async (_, bytes, expected) => {
    const path = join(folder, 'refused');
    writeFileSync(path, bytes());
    const before = tables();
    const { code, err } = await ev(['table', path, ...TYPE, '--out', join(folder, 'refused.ndjson')]);
    expect(err).toMatch(expected);
    expect(err).not.toContain('ev-table-');
    expect(code).toBe(2);
    expect(readdirSync(folder)).not.toContain('refused.ndjson');
    expect(tables()).toEqual(before);
  });
  test('an unknown layer, with those there are', async () => {
    expect((await ev(['table', join(folder, '28992.gpkg'), ...TYPE, '--table', 'x'])).err).toMatch(/no table x; the file has gebouwen/);
  });
  test('a file that is not there', async () => {
    expect(await ev(['table', join(folder, 'none.csv'), ...TYPE])).toMatchObject({ code: 3, err: expect.stringContaining('none.csv') as unknown });
  });
});

function tables(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('ev-table-'));
}

