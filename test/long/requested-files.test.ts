/** Files on request with their real maker: equal to the downloads of the edition, within limits, and without leftovers. Requests: test/server/requested-files.test.ts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileMakerOf } from '../../pipelines/commands/requested-files.ts';
import { cachedSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { downloadsOf, type DownloadFile } from '../../publisher/format/downloads.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { REQUESTED_FORMS, type FileContents, type FileMaker } from '../../schemas/requested-files.ts';
import { madeDownloads } from '../make-downloads.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { exampleEditions } from '../server/example-edition.ts';
import { started, type Client } from '../server/harness.ts';

const examples = exampleEditions();
const of = { folder: examples.folder, audience: 'public' } as const;
const downloads = downloadsOf(of, readManifest(of, 1));
const data = mkdtempSync(join(tmpdir(), 'ev-requested-'));
const clock = (): Date => new Date();
const makerOf = (folder: string, limits = {}): FileMaker => fileMakerOf(folder, { spatialPath: () => cachedSpatial(CACHE_FOLDER), clock, limits });
let files: readonly DownloadFile[];
let server: Client;
let maker: FileMaker;
beforeAll(async () => {
  files = (await madeDownloads(of, 1, { forms: ['parquet', 'fgb', 'csv', 'xlsx', 'ndjson'] })).list.files;
  maker = makerOf(data);
  server = await started({ editions: examples.editions, fileMaker: maker });
});
afterAll(async () => {
  await server.close();
  expect(existsSync(join(data, 'requested'))).toBe(false);
  rmSync(data, { recursive: true });
  examples.remove();
});

/** Asks for a file, waits until it is made, and returns its bytes. */
async function requested(collection: string, query: string): Promise<{ readonly job: Readonly<Record<string, unknown>>; readonly bytes: Buffer }> {
  const reply = await server.ask(`/v1/collections/${collection}/_bestand${query}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect([query, reply.status]).toEqual([query, 202]);
  for (;;) {
    const job = (await server.ask(new URL(String(reply.headers['location'])).pathname)).json();
    if (job['finished'] === undefined) {
      await sleep(20);
      continue;
    }
    expect([query, job['status']]).toEqual([query, 'successful']);
    const link = (job['links'] as { rel: string; href: string }[]).find(({ rel }) => rel === 'enclosure')!;
    return { job, bytes: (await server.ask(new URL(link.href).pathname)).body };
  }
}

const counted = COLLECTIONS.filter((name) => (examples.editions.current()!.edition.series.get(name)?.count ?? 0) > 0);

/** Lines show which features a file has, and in which order. The writers are those of the downloads, so some collections stand for all: also without geometries, and with several types. */
const IN_ALL_FORMS = ['ev-activiteiten', 'locatie-activiteiten', 'kwetsbare-gebouwen'];

describe.each(['CRS84', '28992'] as const)('OPEN-requested-files: in %s', (crs) => {
  test.each(counted)('%s without a filter equals the download of the edition, byte for byte', async (collection) => {
    const made = files.filter((file) => file.collection === collection && file.crs === crs && (IN_ALL_FORMS.includes(collection) || file.form === 'ndjson'));
    expect(made.length).toBe(IN_ALL_FORMS.includes(collection) ? 5 : 1);
    for (const { name, form, count, leftOut = 0 } of made) {
      const { job, bytes } = await requested(collection, `?f=${form}&crs=${encodeURIComponent(CRSS[crs].uri)}`);
      expect([form, bytes.equals(readFileSync(join(downloads, name)))]).toEqual([form, true]);
      expect([job['aantal'], job['zonderGeometrie'] ?? 0]).toEqual([count, leftOut]);
    }
  });
});

test('OPEN-requested-files: a GeoPackage has one layer with the features of the question', async () => {
  const items = (await server.ask('/v1/collections/kwetsbare-gebouwen/items?filter=populatie%20%3E%20100&sorteer=-id&limit=100')).json()['features'] as readonly { id: string }[];
  const { bytes } = await requested('kwetsbare-gebouwen', '?f=gpkg&filter=populatie%20%3E%20100&sorteer=-id');
  const path = join(data, 'one.gpkg');
  writeFileSync(path, bytes);
  const db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare("SELECT table_name FROM gpkg_contents WHERE data_type = 'features'").all()).toEqual([{ table_name: 'kwetsbare-gebouwen' }]);
  expect(db.prepare('SELECT id FROM "kwetsbare-gebouwen" ORDER BY fid').all().map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  expect(items.length).toBeGreaterThan(0);
  db.close();
});

const contents = (form: FileContents['form'], lines: readonly string[] = []): FileContents => ({
  form, collection: 'kwetsbare-gebouwen', crs: '28992', edition: 1, moment: 0, count: lines.length,
  features: () => Readable.from([lines.map((line) => Buffer.from(line))]),
});
const FEATURE = '{"type":"Feature","id":"a","properties":{"id":"a"},"links":[],"geometry":{"type":"Point","coordinates":[1,2]}}';

describe('OPEN-requested-files: the maker', () => {
  const folderOf = (name: string): string => {
    const folder = join(data, name);
    mkdirSync(folder);
    return folder;
  };

  test.each(REQUESTED_FORMS)('makes a file of nothing as %s', async (form) => {
    const own = makerOf(folderOf(`empty-${form}`));
    expect(await own.isReady()).toBe(true);
    expect(await own.make(`x.${form}`, contents(form))).toMatchObject({ leftOut: 0 });
    expect(readdirSync(own.folder)).toEqual([`x.${form}`]);
    await own.close();
  });

  test('refuses too many bytes, too little room and too much time, and leaves nothing', async () => {
    const limits = [[{ bytes: 100 }, 'bytes'], [{ roomBytes: Number.MAX_SAFE_INTEGER }, 'room'], [{ milliseconds: 40 }, 'time']] as const;
    for (const [limit, refusal] of limits) {
      const own = makerOf(folderOf(refusal), limit);
      expect(await own.isReady()).toBe(true);
      expect(await own.make('x.gpkg', contents('gpkg', [FEATURE, FEATURE]))).toBe(refusal);
      expect(readdirSync(own.folder)).toEqual([]);
      await own.close();
    }
  });

  test('that fails leaves nothing, and the next file is made', async () => {
    const own = fileMakerOf(folderOf('failing'), { spatialPath: () => Promise.resolve('/nergens'), clock });
    expect(await own.isReady()).toBe(true);
    await expect(own.make('x.parquet', contents('parquet', [FEATURE]))).rejects.toThrow('could not be made');
    expect(readdirSync(own.folder)).toEqual([]);
    expect(await own.make('x.csv', contents('csv', [FEATURE]))).toMatchObject({ leftOut: 0 });
    await own.close();
  });

  test('of a second process waits until the first ends, and removes what a killed one left', async () => {
    const folder = folderOf('two');
    const first = makerOf(folder);
    const second = makerOf(folder);
    expect([await first.isReady(), await second.isReady()]).toEqual([true, false]);
    await first.close();
    mkdirSync(join(folder, 'requested'));
    writeFileSync(join(folder, 'requested', 'left.gpkg'), '');
    expect(await second.isReady()).toBe(true);
    expect(readdirSync(join(folder, 'requested'))).toEqual([]);
    await second.close();
  });

  test('has no folder where nothing can be written', async () => {
    const file = join(data, 'a-file');
    writeFileSync(file, '');
    expect(await makerOf(file).isReady()).toBe(false);
  });

  test('that is closed while it works ends its processes', async () => {
    const own = makerOf(folderOf('closed'));
    expect(await own.isReady()).toBe(true);
    const making = own.make('x.parquet', contents('parquet', Array.from({ length: 20_000 }, () => FEATURE)));
    const failed = making.then(() => '', String);
    const processes = (): number => Number(execFileSync('sh', ['-c', `ps -eo ppid,args | awk '$1 == ${process.pid}' | grep -c '[f]ile-process.ts' || true`], { encoding: 'utf8' }));
    while (processes() === 0) await sleep(20);
    await own.close();
    expect(await failed).toContain('could not be made');
    expect(processes()).toBe(0);
  });
});
