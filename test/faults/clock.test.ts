/** Clocks that leap, by Debian's faketime around the real command line (fault test D13). */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../shared-data.ts';
import { newFolder, newestOf } from './life.ts';
import { tally } from './tally.ts';

const SCHOOL = join(PROJECT, 'data/examples/school-zwolle.json');

/** Runs `ev` with the clock moved; exit code and all that it said. */
function ev(clock: string | null, ...args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const [program = '', ...words] = [...(clock === null ? [] : ['faketime', '-f', clock]), process.execPath, join(PROJECT, 'pipelines/cli.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

test('D13: a clock 400 days ahead is refused with advice; a day back and both nights of the change do no harm', () => {
  const data = newFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  const submit = (clock: string | null, holder = 'AB12') => ev(clock, 'submit', SCHOOL, '--crs', 'RD', '--holder', holder, '--data', data, '--create');
  expect(submit(null).code).toBe(0);
  expect(ev(null, 'batch', '--data', data).code).toBe(0);
  const before = newestOf(data);

  const ahead = submit('+400d');
  expect(ahead.code).toBe(3);
  expect(ahead.said).toContain('--accept-clock');
  const behind = submit('-1d', 'CD34');
  expect(behind.code, behind.said).toBe(0);
  expect(ev('-1d', 'batch', '--data', data).code, 'refused roots of another holder').toBe(1);
  expect(newestOf(data)).toEqual(before);
  tally({ faults: 2 });
});
