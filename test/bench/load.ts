/**
 * Load: keep-alive GETs over a few connections to a server in a child process that reports its own CPU time.
 * CPU time per request is the measure; requests per second depend on whoever else uses the machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';

const CONNECTIONS = 16;

export interface Served {
  readonly base: string;
  readonly child: ChildProcess;
}

export interface Measured {
  readonly cpuMicroseconds: number;
  readonly bytes: number;
  /** Time of day within which 99 of 100 were answered. */
  readonly p99Ms: number;
}

/** Queries to a server process: its CPU time, the start of watching its event loop, and the longest turn since. */
type ProcessQuery = 'cpu' | 'watch' | 'turn';

/** Starts a module that sends `{ base }` when it listens and answers messages (`reportTo`). */
export async function startServer(module: string, args: readonly string[]): Promise<Served> {
  // The young generation has the size that `ev` gives it.
  const child = fork(module, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--max-semi-space-size=16'] });
  const [message] = await once(child, 'message') as [{ base: string }];
  return { base: message.base, child };
}

export async function stopServer({ child }: Served): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** CPU microseconds of the server per request, over `requests` GETs of `paths` in turn; `connections` of them at once. */
export async function measure(
  server: Served, paths: readonly string[], options: { requests: number; headers?: Record<string, string>; status: number; connections?: number },
): Promise<Measured> {
  const before = await cpuMicroseconds(server);
  const { connections = CONNECTIONS } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  let bytes = 0;
  const times: number[] = [];
  const connection = async (): Promise<void> => {
    while (next < options.requests) {
      const path = paths[next++ % paths.length] ?? '/';
      const startedMs = performance.now();
      const received = await fetchOnce(server.base + path, agent, options);
      bytes += received;
      times.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  const after = await cpuMicroseconds(server);
  const p99Ms = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  return { cpuMicroseconds: (after - before) / options.requests, bytes: bytes / options.requests, p99Ms };
}

async function fetchOnce(
  url: string, agent: Agent, { headers, status }: { headers?: Record<string, string>; status: number },
): Promise<number> {
  return await new Promise((resolve, reject) => {
    get(url, { agent, ...headers === undefined ? {} : { headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => { bytes += chunk.length; });
      response.on('end', () => {
        if (response.statusCode === status) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}, expected ${status}`));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** CPU time of the server so far. */
export function cpuMicroseconds(server: Served): Promise<number> {
  return asked(server, 'cpu');
}

/** Memory that the server has of its own. */
export async function pssMegabytes({ child }: Served): Promise<number> {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) * 1024 / 1e6);
}

/**
 * The longest turn of the server's thread during the work, in milliseconds of its CPU time: for so long nothing else happens. Not the time
 * of day, which whoever else uses the machine would lengthen.
 */
export async function longestTurnMs(server: Served, work: () => Promise<unknown>): Promise<number> {
  await asked(server, 'watch');
  await work();
  return await asked(server, 'turn');
}

async function asked({ child }: Served, what: ProcessQuery): Promise<number> {
  const reply = once(child, 'message') as Promise<[number]>;
  child.send(what);
  return (await reply)[0];
}

/** In the child process: sends its address to the parent and answers the parent's queries. */
export function reportTo(parent: NodeJS.Process, base: string): void {
  let endWatch = (): number => 0;
  parent.on('message', (what: ProcessQuery) => {
    if (what === 'watch') endWatch = watchTurns(parent);
    parent.send?.(what === 'cpu' ? microseconds(parent.cpuUsage()) : what === 'turn' ? endWatch() : 0);
  });
  parent.send?.({ base });
}

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

/** Looks at the thread's CPU time in every turn until its result is called, which gives the most of one, in milliseconds. */
function watchTurns(parent: NodeJS.Process): () => number {
  let [longest, last] = [0, microseconds(parent.threadCpuUsage())];
  let next: NodeJS.Immediate;
  const look = (): void => {
    const now = microseconds(parent.threadCpuUsage());
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(look);
  };
  look();
  return () => {
    look();
    clearImmediate(next);
    return longest / 1000;
  };
}
