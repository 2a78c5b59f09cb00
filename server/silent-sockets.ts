/**
 * Silent sockets: lets go who neither sends nor reads for as long as the server's timeout. Who waits for an answer that we are
 * still at is not silent.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node itself would cut both. */
export function letSilentGo(server: Server): void {
  /** The last one begun on each. */
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', (request, response) => { responses.set(request.socket, response); });
  server.on('timeout', (socket) => {
    const response = responses.get(socket);
    const isOurs = response?.req.complete === true && !response.headersSent;
    if (!isOurs) socket.destroy();
  });
}
