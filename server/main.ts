/**
 * Main: listens and closes. Closing lets the requests under way finish; new ones are answered 503 until then.
 */
import type { FastifyInstance } from 'fastify';

export interface Serving {
  /** The address that is listened on, `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on `host` and `port` (0: any free port). Rejects when the address cannot be had. */
export async function serve(
  { app, port, host }: { app: FastifyInstance; port: number; host: string },
): Promise<Serving> {
  const address = await app.listen({ port, host });
  const bound = app.server.address();
  return {
    address,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: () => app.close(),
  };
}
