/**
 * Under way: the requests that are not answered yet, so that a server that stops waits for them; and what became of each, for who
 * counts and writes it down. Not here: how (pipelines/operations/).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemName } from '../../schemas/problems.ts';

/** A request that is over; nothing in it was written by who asked. */
export interface Answered {
  /** UUID; a problem document bears it as its instance. */
  readonly id: string;
  readonly method: string;
  /** As the route is written, `/v1/collections/:collectionId/items`; null when there is none: a path would be a name for each client's mistake. */
  readonly route: string | null;
  /** Status of the answer; 499 when the client left before it began. */
  readonly status: number;
  /** From the head of the request to the end of the answer. */
  readonly seconds: number;
  /** The submission that it became. */
  readonly submission: string | null;
  readonly problem: ProblemName | null;
}

/** What nginx writes down for a client that left. */
const CLIENT_LEFT = 499;

export class UnderWay {
  readonly #onAnswered: (answered: Answered) => void;
  #count = 0;
  /** Called when the last one is over; null: more are taken. */
  #ended: (() => void) | null = null;

  constructor(onAnswered: (answered: Answered) => void) {
    this.#onAnswered = onAnswered;
  }

  /** Whether the request is taken; false: the server is being stopped. */
  begin(request: FastifyRequest, { raw }: FastifyReply): boolean {
    const { id, method, routeOptions: { url } } = request;
    const startedMs = performance.now();
    const isTaken = this.#ended === null;
    if (isTaken) this.#count += 1;
    raw.once('close', () => {
      const seconds = (performance.now() - startedMs) / 1_000;
      const status = raw.headersSent ? raw.statusCode : CLIENT_LEFT;
      const { submission, problem } = request;
      this.#onAnswered({ id, method, route: url ?? null, status, seconds, submission, problem });
      if (!isTaken) return;
      this.#count -= 1;
      if (this.#count === 0) this.#ended?.();
    });
    return isTaken;
  }

  /** Takes no more requests; resolves when those taken are over, at the latest after `drainMs`. */
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
