/**
 * ogr2ogr: what a GIS person has for the last part of the road: the collections in every published CRS as GeoPackages, one per CRS with a
 * layer per collection and its spatial index. Two of them are made at a time.
 *
 * Less than our side does: nothing is checked, no history is kept, and without the Dutch grids, which GDAL's packages do not bring,
 * positions in other CRSs are up to 0.24 m off.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import PQueue from 'p-queue';
import { PUBLISHED_CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Collections } from './collections.ts';
import type { Timed } from './rounds.ts';

const AT_A_TIME = 2;
/** Transactions of many features: what those who wait for ogr2ogr give it. Other options are at their defaults. */
const OPTIONS = ['-f', 'GPKG', '-append', '-gt', '65536', '-s_srs', 'EPSG:28992'];

/** Throws a Fault when it is not there: without it the benchmark would leave out what it is for. */
export function assertOgr2ogr(): void {
  const { error } = spawnSync('ogr2ogr', ['--version']);
  if (error === undefined) return;
  throw new Fault('ogr2ogr does not start', {
    step: 'Bench:Road', actual: error.message, hint: 'It is what our road is measured beside: install gdal-bin.', cause: error,
  });
}

export interface GeoPackagesRun extends Timed {
  readonly cpuSeconds: number;
}

/** Makes the GeoPackages in a folder and removes them. Throws when one lacks a feature. */
export async function makeGeoPackages(collections: Collections, folder: string): Promise<GeoPackagesRun> {
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const pathOf = (crs: PublishedCrs): string => join(folder, `${crs}.gpkg`);
  const [start, before] = [performance.now(), cpuSecondsOfChildren()];
  await queue.addAll(PUBLISHED_CRSS.map((crs) => () => makeGeoPackage(collections, crs, pathOf(crs))));
  const taken = { seconds: (performance.now() - start) / 1000, cpuSeconds: cpuSecondsOfChildren() - before };
  for (const crs of PUBLISHED_CRSS) {
    assertWhole(pathOf(crs), collections);
    await rm(pathOf(crs));
  }
  return taken;
}

async function makeGeoPackage({ files }: Collections, crs: PublishedCrs, path: string): Promise<void> {
  const target = crs === 'CRS84' ? 'OGC:CRS84' : `EPSG:${crs}`;
  for (const [name, file] of files) await ogr2ogr([...OPTIONS, '-t_srs', target, '-nln', name, path, file]);
}

async function ogr2ogr(args: readonly string[]): Promise<void> {
  const child = spawn('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`ogr2ogr ${args.join(' ')} ended with ${code}: ${errors}`);
}

function assertWhole(path: string, { features }: Collections): void {
  const database = new DatabaseSync(path, { readOnly: true });
  const made = database.prepare('select sum(feature_count) as features from gpkg_ogr_contents').get()?.['features'];
  database.close();
  if (made !== features) throw new Error(`${path} has ${String(made)} features of ${features}`);
}

/** CPU time of all ended child processes: cutime and cstime of proc(5), in hundredths of a second. */
function cpuSecondsOfChildren(): number {
  const afterName = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[13]) + Number(afterName[14])) / 100;
}
