/** Geometry queries in DuckDB leak no memory: a server makes them for as long as it runs. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

test('300 questions about 50 geometries of 16 kB each make the process no larger', async () => {
  const path = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} });
  const grownMb = Number(execFileSync(process.execPath, [join(import.meta.dirname, 'ask-spatial.ts'), path], { encoding: 'utf8' }));
  expect(grownMb).toBeLessThan(60);
});
