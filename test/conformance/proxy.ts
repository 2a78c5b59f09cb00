/**
 * A small proxy in front of a service. It replaces the address of the service by its own, and can inject one defect to see whether a test
 * notices.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  /** Path and query of the client's request, below the base. */
  readonly asked: URL;
  readonly method: string;
  status: number;
  readonly headers: Headers;
  body: string;
}

export interface Mutation {
  readonly name: string;
  /** Abstract test that must notice the defect. */
  readonly noticedBy: string;
  /** Changes the address of the request to the service. */
  readonly request?: (url: URL) => void;
  /** Changes the response of the service. */
  readonly answer?: (passing: Passing) => void;
}

export interface Proxy {
  readonly base: string;
  /** Sets the defect; none when undefined. */
  use(mutation: Mutation | undefined): void;
  close(): Promise<void>;
}

/** Headers of one connection, and headers that a changed body would make wrong. */
const NOT_PASSED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'date'];

export async function startProxy(upstream: string): Promise<Proxy> {
  let mutation: Mutation | undefined;
  const server = createServer((request, response) => {
    passOn(request, response, { upstream, mutation }).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(upstream).pathname}`,
    use(next) { mutation = next; },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function passOn(
  request: IncomingMessage, response: ServerResponse, { upstream, mutation }: { upstream: string; mutation: Mutation | undefined },
): Promise<void> {
  const { origin } = new URL(upstream);
  const own = `http://${request.headers.host}`;
  const forwarded = new URL(request.url ?? '/', origin);
  mutation?.request?.(forwarded);
  const headers = new Headers({ 'accept-encoding': 'identity' });
  for (const name of ['accept', 'authorization', 'if-none-match', 'content-type']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const method = request.method ?? 'GET';
  const got = await fetch(forwarded, { method, headers, redirect: 'manual' });
  const passing: Passing = {
    asked: new URL(request.url ?? '/', own), method, status: got.status, headers: new Headers(), body: (await got.text()).replaceAll(origin, own),
  };
  for (const [name, value] of got.headers) passing.headers.set(name, value.replaceAll(origin, own));
  mutation?.answer?.(passing);
  response.statusCode = passing.status;
  for (const [name, value] of passing.headers) if (!NOT_PASSED.includes(name)) response.setHeader(name, value);
  response.end(passing.body);
}
