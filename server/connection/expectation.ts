/**
 * Expectation: requests with `Expect: 100-continue` (RFC 9110, 10.1.1). Their client sends the body only after a 100 response.
 *
 * Invariant: the server sends 100 only when the head of the request is in order and the body is read next. Any other response is final and
 * closes the connection, because the next bytes may be that body or another request.
 * Not here: unknown expectations (request-head.ts).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Keeps Node from sending 100 by itself before the head of the request is checked. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => { server.emit('request', request, response); });
}

/** Sends 100, so that the client sends its body. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still waits for 100 before it sends its body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
