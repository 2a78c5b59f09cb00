/** Harness: starts the real server on a free port for a test file, and sends requests as a client. */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Principal } from '../../schemas/roles.ts';
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
    credentials: ({ token }) => PRINCIPALS.get(token),
    ...options,
  });
  const serving = await serve({ app, port: 0, host: '127.0.0.1' });
  const { port } = serving;
  const ask: Ask = (path, { method = 'GET', headers = {}, body } = {}) => (
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(reply(response, Buffer.concat(chunks))));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    })
  );
  return { ask, port, raw: (bytes) => rawly(port, bytes), close: () => serving.close() };
}

function reply({ statusCode: status = 0, statusMessage: phrase = '', headers }: IncomingMessage, body: Buffer): Reply {
  const text = body.toString();
  return { status, phrase, headers, body, text, json: () => JSON.parse(text) as Record<string, unknown> };
}

function rawly(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let receivedText = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => { receivedText += chunk.toString(); });
    socket.on('close', () => resolve(receivedText));
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
