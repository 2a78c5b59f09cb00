/**
 * Upload: a body that is taken as it comes, for as long as it comes fast enough. Other bodies have ten seconds (app.ts); this one may
 * take hours, but the time that Node allows a request does not know that, so its errors pass by here first.
 *
 * What stops a body is thrown as an UploadFault. Not here: what the bytes are for (handlers/delivery.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../schemas/limits.ts';

/**
 * `broken`: the connection ended before the body did. `slow`: it comes too slowly. `long`: other bytes came behind the length that the
 * head of the request gave.
 */
export class UploadFault extends Error {
  readonly reason: 'broken' | 'slow' | 'long';

  constructor(reason: UploadFault['reason'], cause?: unknown) {
    super(`the body was ${reason}`, { cause });
    this.reason = reason;
  }
}

/** In these the average does not count yet. */
const START_MS = 10_000;
/** After a refusal so much is still read, so that the client gets to reading the answer. */
const LEFT_BYTES_MAX = LIMITS.requestBodyBytesMax;

const uploads = new WeakMap<Socket, Upload>();

export class Upload {
  readonly #request: IncomingMessage;
  readonly #clock: () => Date;
  /** Whether bytes came behind the end of the body that are no request. */
  #isLong = false;
  /** Ends the wait for the next piece. */
  #stop: (fault: UploadFault) => void = () => {};

  constructor(request: IncomingMessage, clock: () => Date) {
    this.#request = request;
    this.#clock = clock;
    uploads.set(request.socket, this);
  }

  /** The body; throws an UploadFault. Who stops before its end leaves the connection as it is. */
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

  /** Reads on for a while after a refusal; never throws. */
  async passOver(): Promise<void> {
    let bytes = 0;
    try {
      for await (const chunk of this.#pieces()) {
        bytes += chunk.length;
        if (bytes > LEFT_BYTES_MAX) return;
      }
    } catch {
      // Nobody reads the answer any more.
    }
  }

  /** What comes, as it comes. Throws an UploadFault when it stalls, and what the connection throws. */
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

  /** Nothing came for as long as a socket may be silent: what is read of the body ends as too slow. */
  stall(): void {
    this.#stop(new UploadFault('slow'));
  }

  /** Whether this error of the connection is for the upload to deal with. */
  hears(code: string | undefined): boolean {
    const { complete } = this.#request;
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return !complete;
    if (!complete || code?.startsWith('HPE_') !== true) return false;
    this.#isLong = true;
    return true;
  }
}

/** Whether an error of this connection is dealt with by the upload that is going on there. */
export function isHeardByUpload({ code }: { readonly code?: string }, socket: Socket): boolean {
  return uploads.get(socket)?.hears(code) ?? false;
}

/** Ends the upload that is going on there because nothing comes of it; false: there is none. */
export function stallUpload(socket: Socket): boolean {
  const upload = uploads.get(socket);
  upload?.stall();
  return upload !== undefined;
}

/** What was going on there has its answer: from now on errors are those of other requests. */
export function endUpload(socket: Socket): void {
  uploads.delete(socket);
}
