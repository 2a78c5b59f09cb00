/**
 * Turns: runs long work on one thread in short slices, so that requests are answered in between.
 *
 * All long work shares one queue: however much work waits, each round of the event loop runs one slice.
 */
import type { Steps } from './steps.ts';

const TURN_MS = 10;

/** Work that waits for its next slice, longest first. While any waits, a round that takes the first is scheduled. */
const waiting: (() => void)[] = [];

/** Resolves when this work may run for one slice. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

/** Whether this round of the event loop ran work of `atTurn`. */
let isTaken = false;

/** Runs work of some milliseconds at once; or in a turn when this round of the event loop ran such work already, or when other work waits. */
export function atTurn<Result>(work: () => Result): Result | Promise<Awaited<Result>> {
  if (waiting.length > 0 || isTaken) return turn().then(work) as Promise<Awaited<Result>>;
  isTaken = true;
  setImmediate(() => { isTaken = false; });
  return work();
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Runs steps in turns. The first begins at once, unless other work waits. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  if (waiting.length > 0) await turn();
  let startedMs = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (value !== undefined) await value;
    else if (performance.now() - startedMs < TURN_MS) continue;
    if (value === undefined || waiting.length > 0) await turn();
    startedMs = performance.now();
  }
}
