/**
 * Kills: starts the writer process again and again on one data folder and kills it at random instants (SIGKILL). What
 * it printed before is the truth the folder is held against; this process is never killed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Against a life that hangs; no measure of speed. */
const PATIENCE_MS = 120_000;

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

/** The kill comes some time after the process starts, opens its desk, or acknowledges its first POST. */
type Trigger = 'start' | 'ready' | 'ack';
const TRIGGERS: readonly Trigger[] = ['start', 'ready', 'ready', 'ready', 'ack', 'ack', 'ack', 'ack', 'ack', 'ack'];

/** `seed` decides the instants; how far the process has come by then is up to the machine. */
export async function runKills({ data, kills, seed }: { data: string; kills: number; seed: number }): Promise<KillLog> {
  const log: Log = { tried: new Set(), acknowledged: new Set(), refused: new Set(), failures: [], early: 0 };
  const random = mulberry(seed);
  for (let run = 0; run < kills; run += 1) {
    const trigger = TRIGGERS[Math.floor(random() * TRIGGERS.length)]!;
    const delayMs = random() * 500;
    if (!await lifeOf(data, { run, delayMs, trigger }, (line) => note(line, log))) log.early += 1;
  }
  return log;
}

/** One life, killed `delayMs` after its trigger; whether it opened its desk. */
async function lifeOf(
  data: string, { run, delayMs, trigger }: { run: number; delayMs: number; trigger: Trigger },
  onLine: (line: string) => void,
): Promise<boolean> {
  const program = join(import.meta.dirname, 'writer.ts');
  const child = spawn(process.execPath, [program, data, String(run)], {
    // Starts many times over: the compiled modules are kept beside the data.
    stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: join(data, 'compiled') },
  });
  let wasReady = false;
  let isDoomed = false;
  let said = '';
  const reach = (point: Trigger): void => {
    if (isDoomed || point !== trigger) return;
    isDoomed = true;
    setTimeout(() => child.kill('SIGKILL'), delayMs);
  };
  reach('start');
  const patience = setTimeout(() => {
    onLine(`fail run ${run} did not reach ${trigger}`);
    child.kill('SIGKILL');
  }, PATIENCE_MS);
  child.stderr.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready') wasReady = true;
    else onLine(line);
    if (line === 'ready') reach('ready');
    else if (/^ack w[012]-/.test(line)) reach('ack');
  });
  const ended = Promise.all([
    new Promise<NodeJS.Signals | null>((resolve) => { child.on('exit', (_, signal) => resolve(signal)); }),
    new Promise<void>((resolve) => { lines.on('close', resolve); }),
  ]);
  const [signal] = await ended;
  clearTimeout(patience);
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
