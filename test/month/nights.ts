/** Nights of a schedule in processes of its own (process.ts), which may be killed at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../pipelines/generate/random.ts';
import type { Holders } from './holders.ts';

const DAY_MS = 86_400_000;
/** A run takes about a second, of which most is loading. */
const KILL_MS_MAX = 2_500;

export interface Month {
  readonly data: string;
  readonly holders: Holders;
  /** The first noon. */
  readonly from: Date;
  /** Numbers of the nights. */
  readonly first: number;
  readonly nights: number;
}

/** What a process took that ended by itself. */
export interface Took {
  readonly ms: number;
  readonly peakBytes: number;
}

/** Night after night, each in a process of its own, which is killed in a third of them, or more than once. Gives how many were killed. */
export async function killedNights({ data, holders, from, first, nights }: Month, random: Random): Promise<number> {
  let kills = 0;
  for (let night = 0; night < nights; night += 1) {
    const [noon, next] = [from.getTime() + night * DAY_MS, from.getTime() + (night + 1) * DAY_MS];
    holders.evening(first + night, new Date(noon + 3_600_000));
    while (await lifeOf(data, { from: Math.max(noon, clockOf(data)), until: next, killMs: random.chance(1 / 3) ? random.between(0, KILL_MS_MAX) : null }) === null) kills += 1;
  }
  return kills;
}

/** Nights in one process, with what holders do put there before its clock begins. */
export async function nightsTook({ data, holders, from, first, nights }: Month): Promise<Took> {
  for (let night = 0; night < nights; night += 1) holders.evening(first + night, new Date(from.getTime() + night * DAY_MS + 3_600_000));
  const took = await lifeOf(data, { from: from.getTime(), until: from.getTime() + nights * DAY_MS, killMs: null });
  if (took === null) throw new Error('nobody killed it');
  return took;
}

/** Null when it was killed. */
async function lifeOf(
  data: string, { from, until, killMs }: { readonly from: number; readonly until: number; readonly killMs: number | null },
): Promise<Took | null> {
  const args = [join(import.meta.dirname, 'process.ts'), data, new Date(from).toISOString(), new Date(until).toISOString()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { err += text; });
  const timer = killMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killMs);
  const [code, signal] = await once(child, 'close') as [number | null, string | null];
  if (timer !== null) clearTimeout(timer);
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`the schedule ended with ${code ?? signal}: ${err}`);
  return JSON.parse(out) as Took;
}

/** Where the clock of the last process stood. */
function clockOf(data: string): number {
  const path = join(data, 'clock');
  return existsSync(path) ? Date.parse(readFileSync(path, 'utf8')) || 0 : 0;
}
