/** Limit on open files and connections of a service: too few, and the message. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../schemas/limits.ts';
import { requireOpenFiles } from '../../../pipelines/operations/open-files.ts';
import { PROJECT } from '../../shared-data.ts';
import { temporaryFolder } from '../state/register-bench.ts';

/** Text of /proc/self/limits. */
function limitsOf(soft: string): string {
  const path = join(temporaryFolder(), 'limits');
  writeFileSync(path, `Limit                     Soft Limit           Hard Limit           Units     
Max processes             127235               127235               processes 
Max open files            ${soft.padEnd(20)} 1048576              files     
`);
  return path;
}

test.each([String(LIMITS.openFilesMin), '20000', 'unlimited'])('%s open files are enough', (soft) => {
  expect(() => requireOpenFiles(limitsOf(soft))).not.toThrow();
});

test.each(['48', String(LIMITS.openFilesMin - 1)])('%s open files are too few', (soft) => {
  expect(() => requireOpenFiles(limitsOf(soft))).toThrow(new RegExp(`^Serve:OpenFiles failed: .*expected ${LIMITS.openFilesMin} or more, found ${soft}\\..*LimitNOFILE`));
});

test('a system that does not say how many has none too few', () => {
  expect(() => requireOpenFiles(join(temporaryFolder(), 'none'))).not.toThrow();
});

test.each(['serve', 'demo'])('`ev %s` with 48 descriptors does not start, and says what to set', (command) => {
  const data = temporaryFolder();
  const args = ['-c', `ulimit -n 48 && exec "$0" "$@"`, process.execPath, join(PROJECT, 'pipelines/cli.ts'), command, '--data', data, '--port', '18899'];
  const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, expect.stringMatching(/expected 1024 or more, found 48\. .*LimitNOFILE=65536.*`ulimit -n 65536`/)]);
});
