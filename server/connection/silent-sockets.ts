/**
 * Silent sockets: closes those on which nothing was sent or read for as long as the server's timeout. A client whose body stalls hears 408
 * first. A client that waits for an answer that is still being made is not silent.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientError } from './client-error.ts';
import { whenFirst } from './pipelining.ts';
import { stallUpload } from './upload.ts';

/** Node itself would cut all of them. */
export function closeSilentSockets(server: Server, baseUrl: string): void {
  /** The last one on each that was its turn (pipelining.ts). */
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => { whenFirst(response, () => { responses.set(socket, response); }); });
  server.on('timeout', (socket) => {
    const response = responses.get(socket);
    const isUnanswered = response !== undefined && !response.headersSent;
    if (isUnanswered && response.req.complete) return;
    // An upload answers by itself, so that what came of it is dropped before.
    if (isUnanswered && stallUpload(socket)) return;
    if (isUnanswered) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, baseUrl);
    else socket.destroy();
  });
}
