/** Harness: starts the real server on a free port for a test file, and sends requests as a client. */
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Principal } from '../../schemas/roles.ts';
import { positionInRd } from '../../pipelines/coordinates/position-in-rd.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { buildApp, type AppOptions } from '../../server/app.ts';
import { serve } from '../../server/main.ts';
import { BASE, FakeEditions, fakeEdition, points } from './fake-editions.ts';

export const TOKEN = 'geheim-token-ab12';
/** Principals of the test tokens. */
const PRINCIPALS: ReadonlyMap<string, Principal> = new Map([
  [TOKEN, { organisation: 'KVK:12345678', tokenEnd: 'ken-ab12', holders: ['AB12'], roles: ['writer', 'full'] }],
  ['meer-token', { organisation: 'KVK:22222222', tokenEnd: 'er-token', holders: ['EF56', 'GH78'], roles: ['writer'] }],
  ['ander-token', { organisation: 'KVK:87654321', tokenEnd: 'er-token', holders: ['CD34'], roles: ['writer'] }],
  ['beheer-token', { organisation: 'KVK:11111111', tokenEnd: 'er-token', holders: [], roles: ['operator'] }],
]);
export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const ACTIVATED = new Date('2026-11-20T10:00:00.500Z');
export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
export const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';

export interface Reply {
  readonly status: number;
  /** Reason phrase. */
  readonly phrase: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  readonly json: () => Readonly<Record<string, unknown>>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export type Ask = (path: string, options?: AskOptions) => Promise<Reply>;

export interface Client {
  readonly ask: Ask;
  readonly port: number;
  /** Sends raw bytes and returns the raw response. */
  readonly raw: (bytes: string) => Promise<string>;
  close(): Promise<void>;
}

export async function started(options: Partial<AppOptions> & { editions: Editions }): Promise<Client> {
  const app = buildApp({
    // Other work in the process of a test is no overload.
    desk: null, baseUrl: BASE, profile: 'default', clock: () => NOW, overloadMs: Infinity,
    credentials: ({ token }) => PRINCIPALS.get(token), toRd: positionInRd,
    ...options,
  });
  const serving = await serve({ app, port: 0, host: '127.0.0.1' });
  const { port } = serving;
  const kept = new Agent({ keepAlive: true });
  const ask: Ask = (path, { method = 'GET', headers = {}, body } = {}) => (
    new Promise((resolve, reject) => {
      const send = (agent: Agent | false): void => {
        const sent = request({ port, host: '127.0.0.1', path, method, headers, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => { settle(resolve, reject, () => reply(response, Buffer.concat(chunks))); });
          response.on('error', reject);
        });
        // A server may close a connection that it kept, just when the next request is on its way (RFC 9112, 9.5).
        sent.on('error', (error) => { if (sent.reusedSocket) send(false); else reject(error); });
        sent.end(body);
      };
      // Reads share connections, which takes a quarter less time; other methods have one each, because they are not sent twice.
      send(method === 'GET' || method === 'HEAD' ? kept : false);
    })
  );
  return { ask, port, raw: (bytes) => rawly(port, bytes), close: () => { kept.destroy(); return serving.close(); } };
}

/** Settles a promise with what is made, or with the error of making it. */
function settle<T>(resolve: (made: T) => void, reject: (error: unknown) => void, make: () => T): void {
  try {
    resolve(make());
  } catch (error) {
    reject(error);
  }
}

function reply({ statusCode: status = 0, statusMessage: phrase = '', headers, rawHeaders }: IncomingMessage, body: Buffer): Reply {
  const text = body.toString();
  requireOneVary(rawHeaders);
  if (headers['content-type'] === 'application/problem+json' && headers['content-encoding'] === undefined && text !== '') {
    requireMembers(JSON.parse(text) as Record<string, unknown>, status);
  }
  return { status, phrase, headers, body, text, json: () => JSON.parse(text) as Record<string, unknown> };
}

/** A cache may read the last line of Vary alone. So every test of a server checks that there is one. */
function requireOneVary(headers: readonly string[]): void {
  const lines = headers.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'vary').length;
  if (lines > 1) throw new Error(`${lines} lines of Vary: ${headers.join(', ')}`);
}

/** Throws an error for a problem that lacks a member, or has it in one language only. So every test of a server checks its problems. */
function requireMembers(problem: Readonly<Record<string, unknown>>, status: number): void {
  const { type, title, status: own, detail, instance } = problem;
  const isWhole = [type, instance].every((uri) => typeof uri === 'string' && /^[a-z]+:\S+$/.test(uri))
    && [title, detail].every((text) => typeof text === 'string' && /\S \/ \S/.test(text)) && own === status;
  if (!isWhole) throw new Error(`not every member of a problem: ${JSON.stringify(problem)}`);
}

/** The problems in raw responses, each with the status of its response. */
const RAW_PROBLEM = /HTTP\/1\.1 (\d+)[^\r]*\r\n(?:[^\r]+\r\n)*?Content-Type: application\/problem\+json\r\n(?:[^\r]+\r\n)*\r\n(\{[^\r\n]*\})/g;

function rawly(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let receivedText = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => { receivedText += chunk.toString(); });
    socket.on('close', () => {
      settle(resolve, reject, () => {
        for (const [, status, problem = ''] of receivedText.matchAll(RAW_PROBLEM)) requireMembers(JSON.parse(problem) as Record<string, unknown>, Number(status));
        return receivedText;
      });
    });
    socket.on('error', reject);
  });
}

/** Returns an edition with 25 buildings, one location, one contour without geometry. */
export function aRegister(): FakeEditions {
  const editions = new FakeEditions();
  editions.activate(fakeEdition(3, {
    'kwetsbare-gebouwen': points(25),
    'locatie-activiteiten': [{ id: 'tank <1>&"\'', at: [121_000, 487_000], properties: { bedrijfsnaam: '<script>alert(1)</script>' } }],
    'pr-contouren': [{ id: 'contour-1', at: null, properties: { afstand: 50 } }],
  }), ACTIVATED);
  return editions;
}
