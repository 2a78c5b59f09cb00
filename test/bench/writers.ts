/** Writers: POSTs of single objects and GETs over keep-alive connections to a server in a child process, with the time of each. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { buildingAt } from './asked-edition.ts';

const CONNECTIONS = 80;
/** Different places of what is written. */
const DRAWN = 1_000;

/** Objects that this process made so far. */
let made = 0;

/** Figures of the server besides its CPU time, and when they were sent. */
interface ServerFigures {
  readonly atMs: number;
  readonly decidedSeconds: number;
}

export interface Timed {
  readonly atMs: number;
  readonly ms: number;
  readonly status: number;
}

/** A server that is written to. */
export class Written {
  readonly told: ServerFigures[] = [];
  readonly #child: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #base = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: { base?: string; decidedSeconds?: number }) => {
      if (message.decidedSeconds !== undefined) this.told.push({ atMs: performance.now(), decidedSeconds: message.decidedSeconds });
    });
  }

  /** Starts `module` on a folder; resolves when it listens. */
  static async start(module: string, folder: string): Promise<Written> {
    const child = fork(join(import.meta.dirname, module), [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const written = new Written(child);
    written.#base = await written.#reply((message) => (message as { base?: string }).base);
    return written;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }

  /** CPU time so far. */
  async cpuMicroseconds(): Promise<number> {
    const reply = this.#reply((message) => (typeof message === 'number' ? message : undefined));
    this.#child.send('cpu');
    return await reply;
  }

  /** Makes an object that is not there yet; throws when that is refused. */
  async post({ isWaiting = true } = {}): Promise<Timed> {
    const body = JSON.stringify(named(buildingAt(made % DRAWN), `${process.pid}-${made++}`));
    const timed = await this.#send('POST', '/v1/kwetsbare-gebouwen', { ...HEADERS, ...(isWaiting ? {} : { prefer: 'respond-async' }) }, body);
    if (timed.status >= 300) throw new Error(`a write was answered ${timed.status}`);
    return timed;
  }

  /** Replaces a building; throws when that is refused. */
  async put(document: JsonObject): Promise<Timed> {
    const timed = await this.#send('PUT', `/v1/kwetsbare-gebouwen/${encodeURIComponent(document['id'] as string)}`, HEADERS, JSON.stringify(document));
    if (timed.status >= 300) throw new Error(`a change was answered ${timed.status}`);
    return timed;
  }

  get(path: string): Promise<Timed> {
    return this.#send('GET', path, {});
  }

  async #reply<T>(read: (message: unknown) => T | undefined): Promise<T> {
    for (;;) {
      const [message] = await once(this.#child, 'message') as [unknown];
      const found = read(message);
      if (found !== undefined) return found;
    }
  }

  #send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Timed> {
    const atMs = performance.now();
    return new Promise((resolve, reject) => {
      request(this.#base + path, { method, agent: this.#agent, headers }, (response) => {
        response.resume().on('end', () => resolve({ atMs, ms: performance.now() - atMs, status: response.statusCode ?? 0 }));
      }).on('error', reject).end(body);
    });
  }
}

/** Source holder of all that is written. */
export const WRITER = 'AB12';
const HEADERS = { 'authorization': `Bearer ${WRITER}`, 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` };

function named(document: JsonObject, name: string): JsonObject {
  return { ...document, id: `NL.IMEV.${WRITER}.${name}`, identificatie: { namespace: 'NL.IMEV', lokaalID: `${WRITER}.${name}` } };
}

/** The value that this share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function percentile99(timed: readonly Timed[]): number {
  return quantile(timed.map(({ ms }) => ms), 0.99);
}
