/** Live streams: responses that stay open and send what happens. Limits their number, and ends them when the server stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../schemas/limits.ts';

export class LiveStreams {
  readonly #stopping = new AbortController();
  readonly #max: number;
  #count = 0;

  constructor(max: number = LIMITS.liveStreamsMax) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#count >= this.#max;
  }

  /** Whether the streams must end. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends all streams, at their next step. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Waits between two steps of a stream; no longer when the server stops. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** Counts a stream as long as it lasts. */
  async* counted<Step>(steps: AsyncGenerator<Step, void>): AsyncGenerator<Step, void> {
    this.#count += 1;
    try {
      yield* steps;
    } finally {
      this.#count -= 1;
    }
  }
}
