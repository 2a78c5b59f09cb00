/** Slow clients by slowhttptest: 200 connections that send or read slowly. A normal client is answered meanwhile, and they are cut off. */
import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { servedWith } from './served.ts';

/** `.ci/run` installs it; without it these tests fail, they never skip. */
const SLOWHTTPTEST = process.env['EV_SLOWHTTPTEST'] ?? 'slowhttptest';
/** All connections are there after two seconds. */
const [CONNECTIONS, PER_SECOND] = [200, 100];
/** A request of a normal client, and most of them, on a machine that runs the attack too. */
const [ANSWER_MS_MAX, MEDIAN_MS_MAX] = [10_000, 500];
const EVERY_MS = 250;

interface Attack {
  readonly path: string;
  /** Long enough to see the connections go. */
  readonly seconds: number;
  readonly options: readonly string[];
}

/** The reader of the largest document takes 32 bytes at a time. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'headers that never end (slowloris)': { path: '/v1', seconds: 20, options: ['-H', '-i', '3', '-t', 'GET', '-x', '24'] },
  'bodies that never end': { path: '/v1/_search', seconds: 30, options: ['-B', '-i', '3', '-t', 'POST', '-s', '8192', '-x', '10', '-f', 'application/json'] },
  'responses that are read slowly': { path: '/v1/openapi.json', seconds: 45, options: ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3', '-t', 'GET'] },
};

/** Runs the attack to its end, and returns whether that came because the service had closed every connection. */
async function isCutOff(base: string, { path, seconds, options }: Attack): Promise<boolean> {
  const asked = ['-c', String(CONNECTIONS), '-r', String(PER_SECOND), '-l', String(seconds), '-p', '3', ...options, '-u', `${base}${path}`];
  try {
    const { stdout } = await promisify(execFile)(SLOWHTTPTEST, asked, { maxBuffer: 2 ** 26 });
    return stdout.includes('No open connections left');
  } catch (error) {
    throw new Error(`${SLOWHTTPTEST} is not there: install slowhttptest, or name it in EV_SLOWHTTPTEST`, { cause: error });
  }
}

/** Number of sockets that a process has open. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

test.each(Object.entries(ATTACKS))(`${CONNECTIONS} connections with %s keep no normal client waiting, and are cut off`, async (_, attack) => {
  const { port, pid } = await servedWith([]);
  const base = `http://127.0.0.1:${port}`;
  const end = new AbortController();
  const attacking = isCutOff(base, attack).finally(() => { end.abort(); });
  const took: number[] = [];
  const sockets: number[] = [];
  while (!end.signal.aborted) {
    sockets.push(socketsOf(pid));
    const sent = performance.now();
    const reply = await fetch(`${base}/v1/collections`, { headers: { connection: 'close' } });
    await reply.arrayBuffer();
    expect(reply.status).toBe(200);
    took.push(performance.now() - sent);
    await wait(EVERY_MS);
  }
  const isEndedByUs = await attacking;
  expect(Math.max(...sockets), 'the attack took place').toBeGreaterThan(CONNECTIONS * 0.7);
  // A slow reader does not see that its connection is closed, while it still has bytes to read.
  expect(isEndedByUs || sockets.at(-1)! < CONNECTIONS * 0.1, 'its connections are gone before it ends').toBe(true);
  expect(Math.max(...took)).toBeLessThan(ANSWER_MS_MAX);
  expect(took.toSorted((one, other) => one - other)[took.length >> 1]).toBeLessThan(MEDIAN_MS_MAX);
});
