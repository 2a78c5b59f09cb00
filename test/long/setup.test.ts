/** Set-up: the spatial extension is fetched once, verified always, and its absence explained. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Way } from '../../pipelines/prepare/spatial-extension.ts';
import { cachedSpatial, duckdbPlatform, provideSpatial, verifiedSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { openSpatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

let real: string;
let folder: string;
beforeAll(async () => {
  real = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
  folder = mkdtempSync(join(tmpdir(), 'ev-setup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const failing: Way = { name: 'a way that fails', fetch: () => Promise.reject(new Error('no network\nmore words')) };
const wrong: Way = {
  name: 'a way that brings another file',
  fetch: (work) => { writeFileSync(join(work, 'x'), 'not the extension'); return Promise.resolve(join(work, 'x')); },
};
const right: Way = {
  name: 'a way that works',
  fetch: (work) => { copyFileSync(real, join(work, basename(real))); return Promise.resolve(join(work, basename(real))); },
};
const place = (cache: string) => join(cache, relative(CACHE_FOLDER, real));

test('the file in the cache is used without a word and without fetching', async () => {
  const log: string[] = [];
  expect(await provideSpatial({ cacheFolder: CACHE_FOLDER, log: (line) => log.push(line) }, [failing])).toBe(real);
  expect(log).toEqual([]);
});

test('sources are tried in order, a wrong file is removed, and each step is printed', async () => {
  const cache = join(folder, 'order');
  const log: string[] = [];
  const path = await provideSpatial({ cacheFolder: cache, log: (line) => log.push(line) }, [failing, wrong, right]);
  expect(path).toBe(place(cache));
  expect(statSync(path).size).toBe(statSync(real).size);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  expect(log.filter((line) => line.includes('did not work'))).toEqual([
    expect.stringContaining('a way that fails did not work: no network'), expect.stringContaining('expected 03cbb687'),
  ]);
});

test('a damaged file in the cache is replaced, never handed out', async () => {
  const cache = join(folder, 'damaged');
  mkdirSync(dirname(place(cache)), { recursive: true });
  writeFileSync(place(cache), readFileSync(real).subarray(0, 1_000));
  await expect(provideSpatial({ cacheFolder: cache, log: () => {} }, [failing])).rejects.toThrow('Setup:Spatial');
  await provideSpatial({ cacheFolder: cache, log: () => {} }, [right]);
  expect(statSync(place(cache)).size).toBe(statSync(real).size);
});

test('any number of runs at the same time end with one good file', async () => {
  const cache = join(folder, 'together');
  const linking: Way = { name: 'link', fetch: (work) => { copyFileSync(real, join(work, 'z')); return Promise.resolve(join(work, 'z')); } };
  const paths = await Promise.all([1, 2, 3].map(() => provideSpatial({ cacheFolder: cache, log: () => {} }, [linking])));
  expect(new Set(paths)).toEqual(new Set([place(cache)]));
  expect(readdirSync(dirname(place(cache)))).toHaveLength(1);
});

test('without a network the Fault names the path for the file, and with that file setup succeeds', async () => {
  const cache = join(folder, 'offline');
  const error = await provideSpatial({ cacheFolder: cache, log: () => {} }, [failing]).catch((caught: unknown) => caught);
  expect(String(error)).toContain(place(cache));
  expect(String(error)).toContain('duckdb-extension-spatial==1.5.5');
  symlinkSync(real, place(cache));
  expect(await provideSpatial({ cacheFolder: cache, log: () => {} }, [failing])).toBe(place(cache));
});

describe('on a platform without a known checksum', () => {
  const NONE = {};
  /** Flips one bit in the middle, which only reading the whole file finds. */
  const flipped = (cache: string): void => {
    const bytes = readFileSync(real);
    bytes[bytes.length >> 1]! ^= 1;
    mkdirSync(dirname(place(cache)), { recursive: true });
    writeFileSync(place(cache), bytes);
  };

  test('the file in the cache is verified by its signature, and that is printed', async () => {
    const verified = await verifiedSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} }, [failing], NONE);
    expect(verified).toMatchObject({ path: real, by: 'signature' });
    expect(await verifiedSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} }, [failing])).toMatchObject({ path: real, by: 'checksum' });
  });

  test('a file with one flipped bit is never handed out, and is fetched again', async () => {
    const cache = join(folder, 'flipped');
    flipped(cache);
    await expect(cachedSpatial(cache, NONE)).rejects.toThrow(/signature/);
    await expect(verifiedSpatial({ cacheFolder: cache, log: () => {} }, [wrong], NONE)).rejects.toThrow(/expected a file with a valid signature of DuckDB/);
    const log: string[] = [];
    expect(await verifiedSpatial({ cacheFolder: cache, log: (line) => log.push(line) }, [right], NONE)).toMatchObject({ by: 'signature' });
    expect(log[0]).toMatch(/is not the file we expect \(.*signature.*fetching it again/);
    expect(await cachedSpatial(cache, NONE)).toBe(place(cache));
  });
});

test('the platform is named as DuckDB names it', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  expect((await connection.runAndReadAll('PRAGMA platform')).getColumns()).toEqual([[duckdbPlatform()]]);
  connection.closeSync();
});

test('DuckDB reaches no file and no network after loading, and cannot be unlocked', async () => {
  await expect(openSpatial(join(folder, "it's not there"))).rejects.toThrow('Spatial:Open');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const { LOCKDOWN } = await import('../../pipelines/prepare/geometry/spatial.ts');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(LOCKDOWN);
  for (const sql of ["SELECT * FROM read_text('/etc/hostname')", 'SET enable_external_access = true', 'INSTALL httpfs', `LOAD '${real}'`, "COPY (SELECT 1) TO 'x.csv'"]) {
    await expect(connection.run(sql), sql).rejects.toThrow();
  }
  connection.closeSync();
});
