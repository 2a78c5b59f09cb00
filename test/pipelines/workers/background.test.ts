/** Threads in the background yield to the one that serves, however low the process itself was started. */
import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../shared-data.ts';

const YIELD = `
  import { getPriority } from 'node:os';
  import { yieldToServing } from ${JSON.stringify(join(PROJECT, 'pipelines/workers/background.ts'))};
  yieldToServing();
  console.log(getPriority(0));
`;

/** Returns the niceness that `nice -n` gives here, where the tests themselves may run at another niceness. */
const atNice = (added: number): number => Math.min(getPriority() + added, 19);

test.each([0, 15])('a process that was started with nice -n %i has its background at 10, or where it was when that is lower', (added) => {
  const out = execFileSync('nice', ['-n', String(added), process.execPath, '--input-type=module', '-e', YIELD], { encoding: 'utf8' });
  expect(Number(out)).toBe(Math.max(10, atNice(added)));
});
