/**
 * GDAL as a client: it must read every collection of the running demo completely and exactly.
 * Two GDALs: Debian's `gdal-bin` in CRS84, and the one inside PyPI's `pyogrio` in CRS84 and RD.
 * `.ci/run` installs both and names the Python in EV_PYTHON; without them these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';

const run = promisify(execFile);
const PYTHON = process.env['EV_PYTHON'] ?? 'python3';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';

interface ReadFeature { readonly id: string; readonly geometry: unknown }

let demo: Demo;
beforeAll(async () => { demo = await startDemo(); }, 300_000);
afterAll(async () => { await demo.stop(); });

describe.each(COLLECTIONS)('%s', (collection) => {
  test('gdal-bin in CRS84 reads what we serve', async () => {
    expect(await throughOgr2ogr(collection)).toEqual(await served(collection, null));
  });
  test('pyogrio in CRS84 reads what we serve', async () => {
    expect(await throughPyogrio(collection, 'OGC:CRS84')).toEqual(await served(collection, null));
  });
  test('pyogrio in RD reads what we serve', async () => {
    expect(await throughPyogrio(collection, 'EPSG:28992')).toEqual(await served(collection, RD));
  });
});

/** All features of a collection as we serve them, and the count we announce. */
async function served(collection: string, crs: string | null): Promise<readonly ReadFeature[]> {
  const query = new URLSearchParams({ limit: '10000', ...crs === null ? {} : { crs } });
  const response = await fetch(`${demo.base}/collections/${collection}/items?${query.toString()}`);
  expect(response.status).toBe(200);
  const body = await response.json() as { numberMatched: number; features: ReadFeature[] };
  expect(body.features).toHaveLength(body.numberMatched);
  return sorted(body.features.map(({ id, geometry }) => ({ id, geometry })));
}

async function throughOgr2ogr(collection: string): Promise<readonly ReadFeature[]> {
  const { stdout } = await run('ogr2ogr', [
    '-f', 'GeoJSONSeq', '/vsistdout/', `OAPIF:${demo.base}`, collection, '-lco', 'COORDINATE_PRECISION=8',
  ], { maxBuffer: OUTPUT_BYTES_MAX });
  const features = stdout.split('\n').filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id?: string; properties: { id: string }; geometry: unknown });
  return sorted(features.map(({ id, properties, geometry }) => ({ id: id ?? properties.id, geometry })));
}

async function throughPyogrio(collection: string, crs: string): Promise<readonly ReadFeature[]> {
  const { stdout } = await run(
    PYTHON, [join(import.meta.dirname, 'read.py'), demo.base, collection, crs], { maxBuffer: OUTPUT_BYTES_MAX },
  );
  return sorted(JSON.parse(stdout) as ReadFeature[]);
}

function sorted(features: readonly ReadFeature[]): readonly ReadFeature[] {
  return [...features].sort((a, b) => (a.id < b.id ? -1 : 1));
}
