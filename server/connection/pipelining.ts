/**
 * Pipelining: requests that a client sends on one connection before it has read earlier answers (RFC 9112, 9.3.2).
 *
 * Invariant: a request is handled when all answers before it on its connection are sent, so that a client that sends many and reads none
 * has one answer made. A request whose connection closes before that is never handled.
 */
import type { ServerResponse } from 'node:http';

/** Handles a request now, or when the answer before it is sent: until then its response has no socket. */
export function whenFirst(response: ServerResponse, handle: () => void): void {
  if (response.socket !== null) handle();
  else response.once('socket', handle);
}
