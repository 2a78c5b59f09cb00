/** Main: listens and closes. Pending requests finish while the server closes; new ones get 503. */
import type { FastifyInstance } from 'fastify';

export interface Serving {
  /** The address that the server listens on, `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on `host` and `port` (0: any free port). Rejects when the address is not available. */
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
