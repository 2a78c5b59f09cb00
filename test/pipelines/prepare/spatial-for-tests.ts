/** DuckDB with its spatial extension for tests, from the cache folder of the program. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openSpatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { provideSpatial } from '../../../pipelines/prepare/spatial-extension.ts';

export const CACHE_FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');

let opened: Promise<Spatial> | null = null;

/** One instance for all files of a process, because opening takes most of a second. It has no state; the process closes it. */
export async function spatialForTests(): Promise<Spatial> {
  opened ??= provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info }).then((path) => openSpatial(path));
  const spatial = await opened;
  return { invalid: (geometries) => spatial.invalid(geometries), close: () => undefined };
}
