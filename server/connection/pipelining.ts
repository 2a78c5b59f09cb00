/**
 * Pipelining: requests that a client sends before it has read earlier responses on the connection (RFC 9112, 9.3.2).
 *
 * Invariant: a request is handled only when all earlier responses on its connection are sent. A client that sends many requests and reads
 * nothing costs one response. A request whose connection closes earlier is never handled.
 */
import type { ServerResponse } from 'node:http';

/** Calls `handle` now, or when the earlier response on the connection is sent. Until then the response has no socket. */
export function whenFirstInPipeline(response: ServerResponse, handle: () => void): void {
  if (response.socket !== null) handle();
  else response.once('socket', handle);
}
