/**
 * QGIS opens the files of downloads of the running demo: every collection in the GeoPackage and as FlatGeobuf, in both CRSs, with all
 * features, and the styles in the colours of the map. GDAL's checker of GeoPackages finds no mistake. Debian's `python3-qgis`, without a
 * screen; without it these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadsOf, type DownloadFile } from '../../publisher/format/downloads.ts';
import { readDownloads } from '../../publisher/read/downloads.ts';
import { newestHead, readManifest } from '../../publisher/read/heads.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { symbolOf } from '../../schemas/legend.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { madeDownloads } from '../make-downloads.ts';

/** Debian's Python, for which Debian's QGIS is made. */
const PYTHON = '/usr/bin/python3';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const run = promisify(execFile);

interface Opened { readonly valid: boolean; readonly crs: readonly string[]; readonly ids: readonly string[]; readonly withGeometry: number; readonly colours: readonly string[] }
interface Served { readonly id: string; readonly geometry: { readonly type: string } | null }

let demo: Demo;
let folder: string;
let files: readonly DownloadFile[];
const opened = new Map<string, Opened>();
beforeAll(async () => {
  demo = await startDemo();
  const of = { folder: foldersOf(demo.data).editions, audience: 'public' } as const;
  const manifest = readManifest(of, newestHead(of.folder, of.audience)!.edition);
  await madeDownloads(of, manifest.number, { forms: ['gpkg', 'fgb'] });
  folder = downloadsOf(of, manifest);
  ({ files } = readDownloads(folder, manifest)!);
  const sources = CRSS.flatMap(([, crs]) => COLLECTIONS.flatMap((collection) => [layerOf(collection, crs), fileOf(collection, crs)])).filter((source) => source !== '');
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
  const { stdout } = await run(PYTHON, [join(import.meta.dirname, 'downloads.py'), JSON.stringify(sources)], { env, maxBuffer: OUTPUT_BYTES_MAX });
  for (const [at, one] of (JSON.parse(stdout) as readonly Opened[]).entries()) opened.set(sources[at]!, one);
}, 600_000);
afterAll(async () => { await demo.stop(); });

const CRSS = [['EPSG:28992', 'rd'], ['EPSG:4326', 'crs84']] as const;

describe.each(CRSS)('QGIS opens in %s', (authority, crs) => {
  test.each(COLLECTIONS)('%s as a layer of the GeoPackage, with its style, and as FlatGeobuf', async (collection) => {
    const all = await served(collection);
    const [layer, file] = [opened.get(layerOf(collection, crs)), opened.get(fileOf(collection, crs))];
    if (all.length === 0) expect([layer, file]).toEqual([undefined, undefined]);
    else {
      const placed = all.filter(({ geometry }) => geometry !== null).map(({ id }) => id);
      expect(layer).toMatchObject({ valid: true, crs: [authority], ids: all.map(({ id }) => id).toSorted(), withGeometry: placed.length });
      const { colour, variants } = symbolOf(collection);
      expect(layer!.colours).toEqual(expect.arrayContaining([colour, ...Object.values(variants?.colours ?? {})]));
      expect(file).toMatchObject({ valid: true, crs: [crs === 'rd' ? authority : 'OGC:CRS84'], ids: placed.toSorted(), withGeometry: placed.length });
    }
  });

  test('the GeoPackage has no mistake that GDAL knows', async () => {
    const { stdout, stderr } = await run(PYTHON, ['-m', 'osgeo_utils.samples.validate_gpkg', packageIn(crs)]);
    expect([stdout, stderr]).toEqual(['', '']);
  });
});

function packageIn(crs: string): string {
  return join(folder, files.find(({ name }) => name.endsWith(`-${crs}.gpkg`))!.name);
}

function layerOf(collection: string, crs: string): string {
  return fileOf(collection, crs) === '' ? '' : `${packageIn(crs)}|layername=${collection}`;
}

/** Returns the FlatGeobuf of a collection; empty without one. */
function fileOf(collection: string, crs: string): string {
  const found = files.find((file) => file.collection === collection && file.name.endsWith(`-${crs}.fgb`));
  return found === undefined ? '' : join(folder, found.name);
}

async function served(collection: string): Promise<readonly Served[]> {
  const response = await fetch(`${demo.base}/collections/${collection}/items?limit=10000`);
  return (await response.json() as { features: readonly Served[] }).features;
}
