/** DuckDB with its spatial extension for tests, from the same cache folder as the program's. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openSpatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { provideSpatial } from '../../../pipelines/setup.ts';

export const CACHE_FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');

/** The caller closes it. */
export async function spatialForTests(): Promise<Spatial> {
  return openSpatial(await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info }));
}
