/** Provides DuckDB's spatial extension before the first test: the first time it is fetched, which may take longer than a test may. */
import { provideSpatial } from '../pipelines/prepare/spatial-extension.ts';
import { CACHE_FOLDER } from './pipelines/prepare/spatial-for-tests.ts';

export async function setup(): Promise<void> {
  await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
}
