/**
 * Kills: starts the writer process again and again on one data folder and kills it at random instants (SIGKILL). What
 * it printed before is the truth the folder is held against; this process is never killed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface KillLog {
  readonly tried: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly failures: readonly string[];
  /** Kills that hit before the desk was open. */
  readonly early: number;
}

interface Log extends KillLog {
  readonly tried: Set<string>;
  readonly acknowledged: Set<string>;
  readonly refused: Set<string>;
  readonly failures: string[];
  early: number;
}

/** `seed` decides the instants; how far the process has come by then is up to the machine. */
export async function runKills({ data, kills, seed }: { data: string; kills: number; seed: number }): Promise<KillLog> {
  const log: Log = { tried: new Set(), acknowledged: new Set(), refused: new Set(), failures: [], early: 0 };
  const random = mulberry(seed);
  for (let run = 0; run < kills; run += 1) {
    const early = random() < 0.1;
    const delayMs = early ? random() * 600 : random() * 250;
    if (!await lifeOf(data, { run, delayMs, early }, (line) => note(line, log))) log.early += 1;
  }
  return log;
}

/** One life, killed `delayMs` after its start, or after it said `ready`; whether it came that far. */
async function lifeOf(
  data: string, { run, delayMs, early }: { run: number; delayMs: number; early: boolean },
  onLine: (line: string) => void,
): Promise<boolean> {
  const program = join(import.meta.dirname, 'writer.ts');
  const child = spawn(process.execPath, [program, data, String(run)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let wasReady = false;
  let said = '';
  const kill = (): void => { setTimeout(() => child.kill('SIGKILL'), delayMs); };
  if (early) kill();
  child.stderr.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready') {
      wasReady = true;
      if (!early) kill();
    } else {
      onLine(line);
    }
  });
  const ended = Promise.all([
    new Promise<NodeJS.Signals | null>((resolve) => { child.on('exit', (_, signal) => resolve(signal)); }),
    new Promise<void>((resolve) => { lines.on('close', resolve); }),
  ]);
  const [signal] = await ended;
  if (signal !== 'SIGKILL') onLine(`fail run ${run} ended by itself: ${said.slice(0, 2_000)}`);
  return wasReady;
}

function note(line: string, log: Log): void {
  const [word, id = ''] = line.split(' ', 2);
  if (word === 'try') log.tried.add(id);
  else if (word === 'ack') log.acknowledged.add(id);
  else if (word === 'no') log.refused.add(id);
  else log.failures.push(line);
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
