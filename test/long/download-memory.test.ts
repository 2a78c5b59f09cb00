/** The memory that makes a download does not grow with its features. That of DuckDB is bounded by a setting of its own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'download-memory-process.ts');
const [FEW, MANY] = [20_000, 120_000];
/** Together the features that are more take 100 MiB as bytes, and several times that as objects. */
const GROWTH_MIB_MAX = 60;

async function peakOf(form: string, count: number): Promise<number> {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, form, String(count), temporaryFolder()]);
  return Number(stdout);
}

test.each(['csv', 'xlsx', 'gpkg', 'fgb'])('OPEN-downloads: six times as many features as %s take no more memory', async (form) => {
  expect(await peakOf(form, MANY) - await peakOf(form, FEW)).toBeLessThan(GROWTH_MIB_MAX);
});
