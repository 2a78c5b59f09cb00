/**
 * Pending requests: counts requests without a complete response, so that a stopping server waits for them. Reports each finished request
 * to a listener. Not here: metrics and log (pipelines/operations/).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unmapped } from '../../schemas/address-range.ts';
import type { ProblemName } from '../../schemas/problems.ts';

/** A finished request. No field holds text of the client. */
export interface FinishedRequest {
  /** UUID; the instance of a problem document. */
  readonly id: string;
  readonly method: string;
  /**
   * Pattern of the route, `/v1/collections/:collectionId/items`; null without a route, because mistyped paths would make endless metric
   * labels.
   */
  readonly route: string | null;
  /** Status of the response; 499 when the client left before the response began. */
  readonly status: number;
  /** Time from the head of the request to the end of the response. */
  readonly seconds: number;
  /** uuid of the submission that the request became. */
  readonly submission: string | null;
  readonly problem: ProblemName | null;
  /** Last characters of the API key. */
  readonly keyEnd: string | null;
  /** Last characters of the token with which a submission was made, decided on or read. */
  readonly tokenEnd: string | null;
  /** Whether it has the header Forwarded and comes from no trusted proxy, so that the header has no effect. */
  readonly hasUntrustedForwarded: boolean;
}

/** Status that nginx logs for a client that left. */
const CLIENT_LEFT = 499;

export class PendingRequests {
  readonly #onRequestFinished: (answered: FinishedRequest) => void;
  readonly #isTrustedProxy: (address: string) => boolean;
  #count = 0;
  /** Called when the last pending request ends; null while the server accepts requests. */
  #ended: (() => void) | null = null;

  constructor(onRequestFinished: (answered: FinishedRequest) => void, isTrustedProxy: (address: string) => boolean) {
    this.#onRequestFinished = onRequestFinished;
    this.#isTrustedProxy = isTrustedProxy;
  }

  /** Registers a request; returns false when the server is stopping. */
  begin(request: FastifyRequest, { raw }: FastifyReply): boolean {
    const { id, method, routeOptions: { url } } = request;
    const startedMs = performance.now();
    // Read now: a closed socket has no address any more.
    const hasUntrustedForwarded = request.headers['forwarded'] !== undefined && !this.#isTrustedProxy(unmapped(request.socket.remoteAddress ?? ''));
    const isTaken = this.#ended === null;
    if (isTaken) this.#count += 1;
    raw.once('close', () => {
      const seconds = (performance.now() - startedMs) / 1_000;
      const status = raw.headersSent ? raw.statusCode : CLIENT_LEFT;
      const { submission, problem, apiKey, principal } = request;
      const keyEnd = apiKey?.keyEnd ?? null;
      const tokenEnd = submission === null ? null : principal?.tokenEnd ?? null;
      this.#onRequestFinished({
        id, method, route: url ?? null, status, seconds, submission, problem, keyEnd, tokenEnd, hasUntrustedForwarded,
      });
      if (!isTaken) return;
      this.#count -= 1;
      if (this.#count === 0) this.#ended?.();
    });
    return isTaken;
  }

  /** Stops accepting requests. Resolves when the pending ones have ended, or after `drainMs`. */
  async end(drainMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs);
      this.#ended = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#count === 0) this.#ended();
    });
  }
}
