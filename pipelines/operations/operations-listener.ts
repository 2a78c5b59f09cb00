/**
 * Operations listener: `/livez`, `/readyz` and `/metrics` for operators. It has its own port, because its responses are not for the
 * public, and it responds while the service stops.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Loopback only: the responses are not for the network. */
const HOST = '127.0.0.1';

export interface OperationsListener {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenerParts {
  readonly health: Pick<Health, 'readiness'>;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly onFault: (error: Error) => void;
}

interface HttpResult {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Listens on loopback; rejects when the port is not available. `port` 0: any free port. */
export async function listenForOperations(port: number, parts: ListenerParts): Promise<OperationsListener> {
  const server = createServer((request, response) => {
    respondTo(request.url ?? '', parts).then((result) => { write(response, result); }).catch((error: Error) => {
      parts.onFault(error);
      write(response, json(503, { error: error.message }));
    });
  });
  server.listen({ host: HOST, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respondTo(url: string, { health, metrics }: ListenerParts): Promise<HttpResult> {
  switch (url.split('?', 1)[0]) {
    case '/livez': return json(200, { live: true });
    case '/readyz': {
      const readiness = await health.readiness();
      return json(readiness.ready ? 200 : 503, readiness);
    }
    case '/metrics': return { status: 200, ...await metrics.text() };
    default: return json(404, { error: 'here are /livez, /readyz and /metrics' });
  }
}

function json(status: number, value: unknown): HttpResult {
  return { status, type: 'application/json', body: `${JSON.stringify(value)}\n` };
}

function write(response: ServerResponse, { status, type, body }: HttpResult): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
