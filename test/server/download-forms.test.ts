/** Downloads in forms that need no DuckDB: GeoPackage, PMTiles, CSV, workbook; the names, links and limits of all forms. The others: test/long/download-forms.test.ts. */
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeWorkbook } from '../../pipelines/downloads/workbook.ts';
import { downloadsOf, FORM_FEATURES_MAX, type DownloadFile } from '../../publisher/format/downloads.ts';
import { decodeHead } from '../../publisher/format/pmtiles.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { CRSS } from '../../schemas/crs.ts';
import { DOWNLOAD_FORMS } from '../../schemas/download-forms.ts';
import { MEDIA_TYPES } from '../../server/request/negotiate.ts';
import { SOUND } from '../always-sound.ts';
import { madeDownloads } from '../make-downloads.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { buildingRoot, createAll } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

const COLLECTION = 'kwetsbare-gebouwen';
const WITHOUT_DUCKDB = ['gpkg', 'pmtiles', 'csv', 'xlsx'] as const;
const FORMULA = '=HYPERLINK("https://example.com";"hier")';

let server: RealServer;
let files: readonly DownloadFile[];
let folder: string;
beforeAll(async () => {
  const roots = ['gebouw-1', 'gebouw-2', 'kanarie'].map((id, at) => buildingRoot(id, { x: 100_000 + at * 1_000, y: 400_000, name: id === 'gebouw-2' ? FORMULA : id }));
  server = await realServer({ changes: createAll(roots), on: 10 });
  const of = { folder: server.folder, audience: 'public' } as const;
  files = (await madeDownloads(of, 1, { forms: WITHOUT_DUCKDB })).list.files;
  folder = downloadsOf(of, readManifest(of, 1));
});
afterAll(() => server.close());

const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));

describe('OPEN-downloads: forms', () => {
  test('have a file of each collection and CRS; a GeoPackage and a PMTiles have all collections', () => {
    expect(files.map(({ name, collection, count }) => [name, collection, count])).toEqual([
      ['ev-register-1-crs84.gpkg', null, 3], ['ev-register-1-rd.gpkg', null, 3], ['ev-register-1-webmercator.pmtiles', null, 3],
      ...['csv', 'xlsx'].flatMap((form) => ['crs84', 'rd'].map((crs) => [`${COLLECTION}-1-${crs}.${form}`, COLLECTION, 3])),
    ]);
  });

  test('are sent with their media type, in ranges, and linked to by their collection', async () => {
    const { links } = (await server.ask(`/v1/collections/${COLLECTION}`)).json() as { links: readonly Record<string, string>[] };
    const enclosures = links.filter(({ rel }) => rel === 'enclosure');
    expect(enclosures).toHaveLength(files.length);
    for (const { href = '', type, length, sha256 } of enclosures) {
      const { status, headers, body } = await server.ask(href.slice(BASE.length - '/v1'.length), { headers: { 'accept-encoding': 'gzip' } });
      expect([status, headers['content-type'], headers['content-encoding'], String(body.length), headers.etag]).toEqual([200, type, undefined, String(length), `"${sha256}"`]);
    }
    expect((await server.ask('/v1/downloads/ev-register-1-rd.gpkg', { headers: { range: 'bytes=0-14' } })).body.toString()).toBe('SQLite format 3');
  });

  test('a file with all collections is linked to by the list of collections, as JSON and as a page', async () => {
    const { text } = await server.ask('/v1/collections');
    for (const crs of ['crs84', 'rd']) expect(text).toContain(`${BASE}/downloads/ev-register-1-${crs}.gpkg`);
    expect(text).not.toContain('.xlsx');
    expect((await server.ask('/v1/collections', { headers: { accept: 'text/html' } })).text).toContain('/downloads/ev-register-1-rd.gpkg');
  });

  test('of another path are not there', async () => {
    for (const path of [`/collections/${COLLECTION}/downloads/ev-register-1-rd.gpkg`, `/downloads/${COLLECTION}-1-rd.csv`, '/downloads/ev-register-1-rd.csv', '/downloads/ev-register-1-rd.parquet', '/downloads/']) {
      expect([path, (await server.ask(`/v1${path}`)).status]).toEqual([path, 404]);
    }
    expect(Object.keys(MEDIA_TYPES)).toEqual(expect.arrayContaining([...DOWNLOAD_FORMS]));
  });
});

describe('OPEN-downloads: the features of a file are those of the pages', () => {
  const pages = async (crs: 'CRS84' | '28992') => (
    await server.ask(`/v1/collections/${COLLECTION}/items?crs=${encodeURIComponent(CRSS[crs].uri)}`)
  ).json() as { features: readonly { id: string; properties: Record<string, unknown>; geometry: { coordinates: readonly (readonly (readonly number[])[])[] } }[] };

  test.each([['CRS84', 'crs84'], ['28992', 'rd']] as const)('in %s: CSV, workbook and GeoPackage', async (crs, short) => {
    const { features } = await pages(crs);
    const wkt = features.map(({ geometry }) => `POLYGON (${geometry.coordinates.map((ring) => `(${ring.map((position) => position.join(' ')).join(', ')})`).join(', ')})`);
    const csv = bytesOf(`${COLLECTION}-1-${short}.csv`).toString();
    const sheet = partOf(bytesOf(`${COLLECTION}-1-${short}.xlsx`), 'xl/worksheets/sheet1.xml');
    for (const text of [...wkt, ...features.map(({ id }) => id)]) for (const form of [csv, sheet]) expect(form).toContain(text);
    const db = new DatabaseSync(join(folder, `ev-register-1-${short}.gpkg`), { readOnly: true });
    const rows = db.prepare(`SELECT * FROM "${COLLECTION}" ORDER BY fid`).all();
    db.close();
    expect(rows.map(({ id }) => id)).toEqual(features.map(({ id }) => id));
    for (const [at, { properties, geometry }] of features.entries()) {
      expect(rows[at]).toMatchObject({ populatie: properties['populatie'], beginGeldigheid: new Date(properties['beginGeldigheid'] as string).toISOString() });
      const blob = Buffer.from(rows[at]!['geom'] as Uint8Array);
      const position = Array.from({ length: 2 }, (_, axis) => blob.readDoubleLE(40 + 1 + 4 + 4 + 4 + axis * 8));
      expect(position).toEqual(geometry.coordinates[0]![0]);
    }
  });

  test('a GeoPackage has a spatial index, styles in the colours of the map, and its edition', () => {
    const db = new DatabaseSync(join(folder, 'ev-register-1-rd.gpkg'), { readOnly: true });
    const one = (sql: string): Record<string, unknown> => db.prepare(sql).get() as Record<string, unknown>;
    expect(one(`SELECT count(*) AS n, min(minx) AS x FROM "rtree_${COLLECTION}_geom"`)).toEqual({ n: 3, x: expect.any(Number) as number });
    expect(one('SELECT styleQML FROM layer_styles')['styleQML']).toContain('value="11,114,133,');
    expect(JSON.parse(one('SELECT metadata FROM gpkg_metadata')['metadata'] as string)).toEqual({ edition: 1, moment: '2026-01-11T00:00:00.0Z', crs: '28992' });
    expect(one('PRAGMA integrity_check')['integrity_check']).toBe('ok');
    db.close();
  });

  test('a text that begins as a formula is none in CSV, and text in a workbook', () => {
    const csv = bytesOf(`${COLLECTION}-1-rd.csv`).toString();
    expect(csv).toContain('=HYPERLINK');
    expect(csv).not.toMatch(/(^|[,;\r\n]|")=/);
    expect(partOf(bytesOf(`${COLLECTION}-1-rd.xlsx`), 'xl/worksheets/sheet1.xml')).toMatch(/t="inlineStr"><is><t xml:space="preserve">[^<]*=HYPERLINK/);
  });
});

describe('OPEN-downloads: limits of a workbook', () => {
  const content = (geometry: unknown) => ({
    edition: 1, moment: 0, crs: '28992', layers: [{ collection: COLLECTION, count: 1, features: () => [Buffer.from(JSON.stringify({ properties: { id: 'a' }, geometry }))] }],
  } as const);

  test('a text too long for a cell is not cut: the cell says so', async () => {
    const path = join(temporaryFolder(), 'long.xlsx');
    await writeWorkbook(content({ type: 'LineString', coordinates: Array.from({ length: 5_000 }, (_, at) => [100_000 + at, 400_000]) }), path);
    const sheet = partOf(readFileSync(path), 'xl/worksheets/sheet1.xml');
    expect(sheet).toMatch(/>\(7\d{4} tekens, te lang voor Excel: zie csv \/ 7\d{4} characters, too long for Excel: see csv\)</);
    expect(sheet).not.toContain('LINESTRING');
  });

  test('characters that XML forbids are written as Excel writes them', async () => {
    const path = join(temporaryFolder(), 'odd.xlsx');
    const features = () => [Buffer.from(JSON.stringify({ properties: { id: 'a\u0007<&>_x0041_\ud800' }, geometry: null }))];
    await writeWorkbook({ ...content(null), layers: [{ collection: COLLECTION, count: 1, features }] }, path);
    expect(partOf(readFileSync(path), 'xl/worksheets/sheet1.xml')).toContain('>a_x0007_&lt;&amp;&gt;_x005F_x0041_\ufffd<');
  });

  test('a collection with more features than a sheet has no workbook, and the maker says so', async () => {
    expect(FORM_FEATURES_MAX.xlsx).toBe(2 ** 20 - 1);
    const max = FORM_FEATURES_MAX as Record<string, number>;
    const kept = max['xlsx']!;
    max['xlsx'] = 2;
    try {
      const { tooLarge } = await madeDownloads({ folder: server.folder, audience: 'public' }, 1, { forms: ['xlsx'] });
      expect(tooLarge.map(({ name, count }) => [name, count])).toEqual(['crs84', 'rd'].map((crs) => [`${COLLECTION}-1-${crs}.xlsx`, 3]));
    } finally {
      max['xlsx'] = kept;
    }
  });
});

describe('OPEN-downloads: making', () => {
  const of = () => ({ folder: server.folder, audience: 'public' } as const);

  test('again gives the same bytes, whichever files were there', async () => {
    const name = `${COLLECTION}-1-rd.csv`;
    const kept = bytesOf(name);
    writeFileSync(join(folder, '.new-left'), 'half');
    for (const { name: one } of files) rmSync(join(folder, one));
    const again = await madeDownloads(of(), 1, { forms: WITHOUT_DUCKDB });
    expect([again.made, again.list.files]).toEqual([files.length, files]);
    expect([existsSync(join(folder, '.new-left')), bytesOf(name).equals(kept)]).toEqual([false, true]);
  });

  test('of one form leaves those of others, and an order to stop ends it after a file', async () => {
    const stop = new AbortController();
    const made: string[] = [];
    const first = await madeDownloads(of(), 1, { forms: ['ndjson'], signal: stop.signal, onFile: ({ name }) => { made.push(name); stop.abort(); } });
    expect([first.made, made, first.list.files.length]).toEqual([1, [`${COLLECTION}-1-crs84.ndjson`], files.length + 1]);
    expect((await madeDownloads(of(), 1, { forms: ['ndjson'] })).made).toBe(1);
  });

  test('a failing form leaves what was made before it, and nothing of itself', async () => {
    const fails = (): Promise<number> => Promise.reject(new Error('no room'));
    const openWriters = () => ({ gpkg: fails, parquet: fails, fgb: fails, xlsx: fails, close: () => Promise.resolve() });
    await expect(madeDownloads(of(), 1, { forms: ['parquet'], openWriters })).rejects.toThrow('no room');
    expect(readdirSync(folder).filter((name) => /^\.new-|parquet$/.test(name))).toEqual([]);
    expect((await server.ask(`/v1/collections/${COLLECTION}/downloads/${COLLECTION}-1-rd.csv`)).status).toBe(200);
  });
});

test('OPEN-downloads: the files of a withdrawn edition are gone, in every form', async () => {
  for (const { name } of files) expect([name, contentOf(bytesOf(name), name).includes('kanarie')]).toEqual([name, true]);
  server.publish({ changes: createAll([buildingRoot('later', { x: 105_000, y: 400_000, name: 'later' })]), on: 11 });
  withdraw({ folder: server.folder, audience: 'public' }, [1], SOUND);
  server.editions.refresh();
  expect(existsSync(folder)).toBe(false);
  for (const { name, collection } of files) {
    const path = collection === null ? '/v1/downloads' : `/v1/collections/${collection}/downloads`;
    expect([name, (await server.ask(`${path}/${name}`)).status]).toEqual([name, 410]);
  }
});

function contentOf(bytes: Buffer, name: string): string {
  if (name.endsWith('.pmtiles')) {
    const { runs, data } = decodeHead((start, end) => bytes.subarray(start, end), name);
    return runs.map(({ offset, length }) => gunzipSync(bytes.subarray(data + offset, data + offset + length)).toString('latin1')).join('');
  }
  return name.endsWith('.xlsx') ? partOf(bytes, 'xl/worksheets/sheet1.xml') : bytes.toString('latin1');
}

/** Returns a part of a zip file, by the table at its end. */
function partOf(zip: Buffer, name: string): string {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength, extra, comment, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(from, from + packed)).toString();
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`${name} is not in the zip file`);
}
