/** Main: listens and closes. Pending requests finish while the server closes; new ones get 503. */
import { Server as TlsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { TransportCertificate } from '../schemas/transport.ts';
import { TRANSPORT } from '../schemas/transport.ts';

export interface Serving {
  /** The address that the server listens on, `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly port: number;
  /** Uses another certificate for new connections. Without TLS it does nothing. */
  renew(certificate: TransportCertificate): void;
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
    renew: (certificate) => {
      if (app.server instanceof TlsServer) app.server.setSecureContext({ ...TRANSPORT, ...certificate });
    },
    close: () => app.close(),
  };
}
