/** GDAL's driver JSONFG reads pages in JSON-FG: the layer is the collection, and the geometry is `place`, in its CRS. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { startDemo, type Demo } from '../demo-process.ts';

const run = promisify(execFile);
const PYTHON = process.env['EV_PYTHON'] ?? 'python3';
const COLLECTIONS = ['pr-contouren', 'kwetsbare-gebouwen', 'wegen', 'vulpunten'];

interface Read { readonly crs: string; readonly layer: string; readonly features: readonly { readonly id: string; readonly geometry: unknown }[] }
interface Page { readonly features: readonly { readonly id: string; readonly place: unknown }[] }

let demo: Demo;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ev-json-fg-'));
  demo = await startDemo({ args: ['--examples-only'] });
}, 300_000);
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true });
});

test.each([['28992', undefined], ['3857', CRSS['3857'].uri]] as const)('in EPSG:%s', async (code, uri) => {
  const pages: Page[] = [];
  const files = await Promise.all(COLLECTIONS.map(async (collection, at) => {
    const response = await fetch(`${demo.base}/collections/${collection}/items?limit=1000&f=jsonfg${uri === undefined ? '' : `&crs=${uri}`}`);
    const text = await response.text();
    pages[at] = JSON.parse(text) as Page;
    const file = join(folder, `${collection}-${code}.json`);
    await writeFile(file, text);
    return file;
  }));
  const { stdout } = await run(PYTHON, [join(import.meta.dirname, 'read-fg.py'), ...files], { maxBuffer: 64 * 1024 * 1024 });
  const found = JSON.parse(stdout) as readonly Read[];
  expect(found.map(({ crs, layer }) => [crs, layer])).toEqual(COLLECTIONS.map((collection) => [`EPSG:${code}`, collection]));
  expect(found.map(({ features }) => features)).toEqual(pages.map(({ features }) => features.map(({ id, place }) => ({ id, geometry: place }))));
  expect(found.every(({ features }) => features.length > 0)).toBe(true);
});
