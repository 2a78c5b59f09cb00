/** Turns: long work done step by step on one thread, so that whatever else waits gets its turn in between. */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from './steps.ts';

const TURN_MS = 10;

export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let startedMs = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (value !== undefined) await value;
    else if (performance.now() - startedMs < TURN_MS) continue;
    else await setImmediate();
    startedMs = performance.now();
  }
}
