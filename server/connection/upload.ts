/**
 * Upload: streams a body for as long as it arrives fast enough. Other bodies have ten seconds (app.ts), an upload may take hours.
 * Node's request time-out does not know that, so its errors come to this file first.
 *
 * Every interruption of the body is thrown as an UploadFault. Not here: use of the bytes (handlers/delivery.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../schemas/limits.ts';

/** `broken`: the connection ended before the body. `slow`: the body is too slow. `long`: the body is longer than its Content-Length. */
export class UploadFault extends Error {
  readonly reason: 'broken' | 'slow' | 'long';

  constructor(reason: UploadFault['reason'], cause?: unknown) {
    super(`the body was ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Start of the upload, in which the average speed does not count. */
const START_MS = 10_000;
/** Number of bytes still read after a refusal, so that the client gets to reading the response. */
const LEFT_BYTES_MAX = LIMITS.requestBodyBytesMax;

const uploads = new WeakMap<Socket, Upload>();

export class Upload {
  readonly #request: IncomingMessage;
  readonly #clock: () => Date;
  /** Whether bytes after the end of the body are not a request. */
  #isLong = false;
  /** Ends the wait for the next piece. */
  #stop: (fault: UploadFault) => void = () => {};

  constructor(request: IncomingMessage, clock: () => Date) {
    this.#request = request;
    this.#clock = clock;
    uploads.set(request.socket, this);
  }

  /** Yields the body; throws an UploadFault. A caller that stops early leaves the connection as it is. */
  async* bytes(): AsyncGenerator<Buffer> {
    const startedMs = this.#clock().getTime();
    let bytes = 0;
    try {
      for await (const chunk of this.#pieces()) {
        bytes += chunk.length;
        const tookMs = this.#clock().getTime() - startedMs;
        if (tookMs > START_MS && bytes < (tookMs / 1000) * LIMITS.deliveryBytesPerSecondMin) throw new UploadFault('slow');
        yield chunk;
      }
    } catch (error) {
      throw error instanceof UploadFault ? error : new UploadFault('broken', error);
    }
    if (this.#isLong) throw new UploadFault('long');
  }

  /** Discards the rest of the body after a refusal, up to a limit; never throws. */
  async passOver(): Promise<void> {
    let bytes = 0;
    try {
      for await (const chunk of this.#pieces()) {
        bytes += chunk.length;
        if (bytes > LEFT_BYTES_MAX) return;
      }
    } catch {
      // The connection is gone, and so is the reader of the response.
    }
  }

  /** Yields the body as it arrives. Throws an UploadFault when it stalls, and errors of the connection. */
  async* #pieces(): AsyncGenerator<Buffer> {
    const pieces = this.#request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Buffer, undefined>>();
      this.#stop = reject;
      pieces.next().then(resolve, reject);
      const piece = await promise;
      if (piece.done === true) return;
      yield piece.value;
    }
  }

  /** Ends the body as too slow, because its socket was idle for the whole timeout. */
  stall(): void {
    this.#stop(new UploadFault('slow'));
  }

  /** Whether the upload handles this error of the connection. */
  handles(code: string | undefined): boolean {
    const { complete } = this.#request;
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return !complete;
    if (!complete || code?.startsWith('HPE_') !== true) return false;
    this.#isLong = true;
    return true;
  }
}

/** Whether the current upload on this connection handles the error. */
export function isHandledByUpload({ code }: { readonly code?: string }, socket: Socket): boolean {
  return uploads.get(socket)?.handles(code) ?? false;
}

/** Ends the current upload on this socket because it stalled; returns false without an upload. */
export function stallUpload(socket: Socket): boolean {
  const upload = uploads.get(socket);
  upload?.stall();
  return upload !== undefined;
}

/** Forgets the upload on this socket after its response. Later errors belong to other requests. */
export function endUpload(socket: Socket): void {
  uploads.delete(socket);
}
