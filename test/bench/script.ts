/** Script: a script of bash, by its CPU time with that of what it starts. */
import { spawnSync } from 'node:child_process';
import type { Timed } from './rounds.ts';

/** Runs a script; `args` are `$1` and on. Throws when it fails. */
export function cpuOfScript(script: string, args: readonly string[]): Promise<Timed> {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `{ ${script}; } > /dev/null; times`, 'bash', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  // The second line is of the processes that it started, as `0m1.250s 0m0.140s`.
  const spent = [...stdout.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)];
  return Promise.resolve({ seconds: spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0) });
}
