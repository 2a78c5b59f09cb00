/**
 * Expectation: requests with `Expect: 100-continue` (RFC 9110, 10.1.1), whose client holds the body back until it hears whether the body
 * will be read.
 *
 * Invariant: the client hears 100 only when the head of its request is in order and the body is read next. Every other answer is final, and
 * closes the connection, because the next bytes on it may be that body or another request.
 * Not here: expectations that are unknown (request-head.ts).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const held = new WeakSet<IncomingMessage>();

/** Node itself would answer 100 before anything is known of the request. */
export function holdBodies(server: Server): void {
  server.on('checkContinue', (request, response) => {
    held.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => { server.emit('request', request, response); });
}

/** Tells the client to send the body that it holds back. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (held.delete(request)) response.writeContinue();
}

/** Whether the client holds the body back, and was not told to send it. */
export function isBodyHeld(request: IncomingMessage): boolean {
  return held.has(request);
}
