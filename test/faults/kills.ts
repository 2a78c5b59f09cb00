/**
 * Kills: starts the writer process again and again on one data folder and kills it at random instants (SIGKILL). What it printed before is
 * the truth the folder is held against; this process is never killed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRandom } from '../generate/random.ts';

/** Against a life that hangs; no measure of speed. */
const PATIENCE_MS = 120_000;

export interface KillLog {
  readonly tried: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly failures: readonly string[];
  /** Kills that hit before the desk was open. */
  readonly early: number;
  /** Per process that opened its desk: seconds from start to open, settling the work of the process before included. */
  readonly startSeconds: readonly number[];
}

interface Log extends KillLog {
  readonly tried: Set<string>;
  readonly acknowledged: Set<string>;
  readonly refused: Set<string>;
  readonly failures: string[];
  early: number;
  readonly startSeconds: number[];
}

/** The kill comes some time after the process starts, opens its desk, or acknowledges its first POST. */
type Trigger = 'start' | 'ready' | 'ack';
const TRIGGERS: readonly Trigger[] = ['start', 'ready', 'ready', 'ready', 'ack', 'ack', 'ack', 'ack', 'ack', 'ack'];

export interface Kills {
  readonly data: string;
  readonly kills: number;
  /** Decides the instants; how far the process has come by then is up to the machine. */
  readonly seed: number;
  /** Called just before a process is killed, with its number; a power cut, for example. */
  readonly before?: (pid: number) => void;
  /** Called between two processes. */
  readonly after?: () => void;
  /** Program that starts the writer: `eatmydata`, under which nothing is synced. */
  readonly under?: string | undefined;
}

export async function runKills({ data, kills, seed, before = () => {}, after = () => {}, under }: Kills): Promise<KillLog> {
  const log: Log = { tried: new Set(), acknowledged: new Set(), refused: new Set(), failures: [], early: 0, startSeconds: [] };
  const random = openRandom(seed, 0);
  for (let run = 0; run < kills; run += 1) {
    const trigger = TRIGGERS[random.whole(0, TRIGGERS.length - 1)]!;
    const delayMs = random.next() * 500;
    const readySeconds = await lifeOf(data, { run, delayMs, trigger, before, under }, (line) => note(line, log));
    if (readySeconds === null) log.early += 1;
    else log.startSeconds.push(readySeconds);
    after();
  }
  return log;
}

interface Life {
  readonly run: number;
  readonly delayMs: number;
  readonly trigger: Trigger;
  readonly before: (pid: number) => void;
  readonly under: string | undefined;
}

/** Runs one process and kills it `delayMs` after its trigger. Returns the seconds until its desk was open, null when it never was. */
async function lifeOf(
  data: string, { run, delayMs, trigger, before, under }: Life, onLine: (line: string) => void,
): Promise<number | null> {
  const startMs = performance.now();
  const words = [...(under === undefined ? [] : [process.execPath]), join(import.meta.dirname, 'writer.ts'), data, String(run)];
  const child = spawn(under ?? process.execPath, words, {
    // Starts many times over: the compiled modules are kept beside the data.
    stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: join(data, 'compiled') },
  });
  let readySeconds: number | null = null;
  let isDoomed = false;
  let said = '';
  const reach = (point: Trigger): void => {
    if (isDoomed || point !== trigger) return;
    isDoomed = true;
    setTimeout(() => {
      before(child.pid!);
      child.kill('SIGKILL');
    }, delayMs);
  };
  reach('start');
  const patience = setTimeout(() => {
    onLine(`fail run ${run} did not reach ${trigger}`);
    child.kill('SIGKILL');
  }, PATIENCE_MS);
  child.stderr.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready') readySeconds = (performance.now() - startMs) / 1000;
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
  return readySeconds;
}

function note(line: string, log: Log): void {
  const [word, id = ''] = line.split(' ', 2);
  if (word === 'try') log.tried.add(id);
  else if (word === 'ack') log.acknowledged.add(id);
  else if (word === 'no') log.refused.add(id);
  else log.failures.push(line);
}
