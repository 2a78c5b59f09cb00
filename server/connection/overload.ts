/**
 * Overload: whether the main thread is so busy that new requests wait too long. They then get 503 with Retry-After, so that those under
 * way are answered.
 *
 * The measure is the delay of the event loop, in windows of one second. Overload begins after three late windows, so that one long turn is
 * none, and ends with the first window in time.
 * Not here: the port for operations, which answers while the service is overloaded (pipelines/operations).
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Problem } from '../response/problem.ts';

const WINDOW_MS = 1_000;
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e6;
const MEDIAN = 50;
const LATE_WINDOWS = 3;

export class Overload {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #lateWindows = 0;

  constructor(limitMs: number) {
    this.#delay.enable();
    this.#timer = setInterval(() => {
      this.#lateWindows = this.#delay.percentile(MEDIAN) / NANOSECONDS > limitMs ? this.#lateWindows + 1 : 0;
      this.#delay.reset();
    }, WINDOW_MS).unref();
  }

  get isOverloaded(): boolean {
    return this.#lateWindows >= LATE_WINDOWS;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }
}

/** Problem of a request that arrives during overload. */
export const OVERLOADED: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'De dienst heeft het nu te druk. Wat al gevraagd was, wordt beantwoord; probeer het zo weer.',
    en: 'The service is too busy now. Earlier requests are answered; try again shortly.',
  },
  headers: ['Retry-After', '2'],
};
