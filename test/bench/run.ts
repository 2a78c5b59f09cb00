/** Run: a program of ours as a process of its own, from start to end: its wall, and the CPU and memory of all its threads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Timed } from './rounds.ts';
import type { Usage } from './usage.ts';

export const CLI = join(import.meta.dirname, '../../pipelines/cli.ts');
const USAGE = join(import.meta.dirname, 'usage.ts');

export interface Run extends Timed, Usage {}

/** Standard output goes to a file. Throws when the program could not do its work. */
export async function run(args: readonly string[], output: string): Promise<Run> {
  const file = await open(output, 'w');
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, ...args], { stdio: ['ignore', file.fd, 'pipe', 'pipe'] });
  const streams = Promise.all([text(child.stderr as Readable), text(child.stdio[3] as Readable)]);
  const [code] = await once(child, 'exit') as [number | null];
  const seconds = (performance.now() - start) / 1000;
  const [errors, usage] = await streams;
  await file.close();
  // 1: errors were found in a delivery, as they should be when it is broken.
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  return { seconds, ...JSON.parse(usage) as Usage };
}

/** Cost of a run, for the table. */
export function inWords({ seconds, cpuSeconds, peakBytes }: Run): string {
  return `${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s, peak ${Math.round(peakBytes / 2 ** 20)} MiB`;
}
