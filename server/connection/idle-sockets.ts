/**
 * Idle sockets: closes sockets without traffic for the server's timeout. A client whose body stalls gets 408 first. A client that waits
 * for a response in the making is not idle.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientError, type ClientErrorParts } from './client-error.ts';
import { whenFirstInPipeline } from './pipelining.ts';
import { stallUpload } from './upload.ts';

/** Replaces Node's own time-out handling, which would close every idle socket. */
export function closeIdleSockets(server: Server, parts: ClientErrorParts): void {
  /** The latest response on each socket whose turn has come (pipelining.ts). */
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => { whenFirstInPipeline(response, () => { responses.set(socket, response); }); });
  server.on('timeout', (socket) => {
    const response = responses.get(socket);
    const isUnanswered = response !== undefined && !response.headersSent;
    if (isUnanswered && response.req.complete) return;
    // An upload sends its own response, because it must drop the partial delivery first.
    if (isUnanswered && stallUpload(socket)) return;
    if (isUnanswered) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, parts);
    else socket.destroy();
  });
}
