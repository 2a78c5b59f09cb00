/**
 * A running demo for tests: `npm run demo` as a newcomer starts it, on a free port and a folder of its own.
 * Not here: what is asked of it (test/smoke, test/gdal).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './shared-data.ts';

const READY = /^Authorization: Bearer (\S+)$/m;
const START_MS_MAX = 240_000;

export interface Demo {
  readonly base: string;
  readonly token: string;
  /** Everything it printed until it was ready. */
  readonly output: string;
  /** Ends it and, unless told otherwise, removes its folder. */
  stop(options?: { keepData: boolean }): Promise<void>;
  readonly data: string;
}

export async function startDemo(options: { data?: string; args?: readonly string[] } = {}): Promise<Demo> {
  const data = options.data ?? await mkdtemp(join(tmpdir(), 'ev-demo-'));
  const port = await freePort();
  const child = spawn(
    'npm', ['run', 'demo', '--', '--port', String(port), '--data', data, ...options.args ?? []],
    { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const output = await untilReady(child);
  return {
    base: `http://127.0.0.1:${port}/v1`,
    token: READY.exec(output)?.[1] ?? '',
    output,
    data,
    async stop({ keepData } = { keepData: false }) {
      await end(child);
      if (!keepData) await rm(data, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the demo was not ready in time:\n${output}`)), START_MS_MAX);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!READY.test(output)) return;
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the demo ended with ${code}:\n${output}`));
    });
  });
}

/** npm does not hand a signal on to what it runs, so the whole process group gets it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
