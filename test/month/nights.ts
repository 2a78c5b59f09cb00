/** Nights of a schedule in processes of its own (process.ts), which may be killed at any moment. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Random } from '../generate/random.ts';
import type { Holders } from './holders.ts';

const DAY_MS = 86_400_000;
/** A run takes about a second, of which most is loading. */
const KILL_MS_MAX = 2_500;
const SAID_CHARS_MAX = 10_000;

export interface Month {
  readonly data: string;
  readonly holders: Holders;
  /** The first noon. */
  readonly from: Date;
  /** Numbers of the nights. */
  readonly first: number;
  readonly nights: number;
}

/** Cost of a number of nights. */
export interface Took {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** Night after night, each in a process of its own, which is killed in a third of them, or more than once. Gives how many were killed. */
export async function killedNights({ data, holders, from, first, nights }: Month, random: Random): Promise<number> {
  let kills = 0;
  for (let night = 0; night < nights; night += 1) {
    const [noon, next] = [from.getTime() + night * DAY_MS, from.getTime() + (night + 1) * DAY_MS];
    holders.evening(first + night, new Date(noon + 3_600_000));
    const killMs = (): number | null => (random.chance(1 / 3) ? random.between(0, KILL_MS_MAX) : null);
    while (!await lifeOf(data, { from: Math.max(noon, clockOf(data)), until: next, killMs: killMs() })) kills += 1;
  }
  return kills;
}

/** Nights in one process that nobody kills, with all that holders do; what each so many of them took. */
export async function nightsTook(data: string, { seed, from, nights, times }: Nights): Promise<readonly Took[]> {
  const until = new Date(from.getTime() + (nights * times + 1) * DAY_MS - 3_600_000);
  const { out } = await ended(startProcess([data, from.toISOString(), until.toISOString(), String(seed), String(nights)]));
  return out.trim().split('\n').map((line) => JSON.parse(line) as Took);
}

export interface Nights {
  readonly seed: number;
  readonly from: Date;
  readonly nights: number;
  readonly times: number;
}

/** False when it was killed. */
async function lifeOf(
  data: string, { from, until, killMs }: { readonly from: number; readonly until: number; readonly killMs: number | null },
): Promise<boolean> {
  const child = startProcess([data, new Date(from).toISOString(), new Date(until).toISOString()]);
  const timer = killMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killMs);
  const { isKilled } = await ended(child);
  if (timer !== null) clearTimeout(timer);
  return !isKilled;
}

function startProcess(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Throws when it ended by itself and not well. */
async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<{ readonly out: string; readonly isKilled: boolean }> {
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { err = `${err}${text}`.slice(-SAID_CHARS_MAX); });
  const [code, signal] = await once(child, 'close') as [number | null, string | null];
  if (signal === 'SIGKILL') return { out, isKilled: true };
  if (code !== 0) throw new Error(`the schedule ended with ${code ?? signal}: ${err}`);
  return { out, isKilled: false };
}

/** Last time of the clock of the previous process. */
function clockOf(data: string): number {
  const path = join(data, 'clock');
  return existsSync(path) ? Date.parse(readFileSync(path, 'utf8')) || 0 : 0;
}
