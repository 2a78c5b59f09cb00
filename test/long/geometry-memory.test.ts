/** What DuckDB is asked about geometries leaves nothing behind: a server asks for as long as it runs. */
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { provideSpatial } from '../../pipelines/setup.ts';

test('300 questions about 50 geometries of 16 kB each make the process no larger', async () => {
  const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');
  const path = await provideSpatial({ cacheFolder, log: () => {} });
  const grownMb = Number(execFileSync(process.execPath, [join(import.meta.dirname, 'ask-spatial.ts'), path], { encoding: 'utf8' }));
  expect(grownMb).toBeLessThan(60);
});
