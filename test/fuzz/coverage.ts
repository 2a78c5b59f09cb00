/**
 * Coverage: the code of ours that ran, as V8 counts it. A fuzzer keeps an input that runs code which none before it ran.
 *
 * V8 reports a function with the ranges in it whose counts differ, so a range without a count of its own ran as often as the one around
 * it. Ranges with count 0 did not run; the rest of the function ran.
 * Counting belongs to a thread: `inspector` talks to the thread that asks, without a port and without stopping it.
 */
import { Session, type Profiler } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../shared-data.ts';

/** Files whose code counts; the fuzzer itself and packages do not. */
export const PRODUCT = ['schemas/', 'publisher/', 'server/', 'pipelines/'];

/** Ascending, without overlap: [start, end) in the characters of a file. */
type Ranges = readonly (readonly [start: number, end: number])[];

/** A function that ran, and what of it did not. */
interface FunctionRun {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly missed: Ranges;
}

export class Coverage {
  readonly #session = new Session();
  readonly #starts: readonly string[];

  /** `counted`: starts of the paths of the files that count. */
  constructor(counted: readonly string[]) {
    this.#starts = counted.map((start) => `${pathToFileURL(PROJECT).href}/${start}`);
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.taken();
  }

  /** Returns the functions that ran since the last call. */
  taken(): readonly FunctionRun[] {
    const runs: FunctionRun[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, found?: Profiler.TakePreciseCoverageReturnType) => {
      if (error !== null) throw error;
      for (const { url, scriptId, functions } of found?.result ?? []) {
        if (!this.#starts.some((start) => url.startsWith(start))) continue;
        for (const { ranges: [whole, ...parts] } of functions) {
          if (whole === undefined || whole.count === 0) continue;
          const { startOffset: start, endOffset: end } = whole;
          const missed = parts.filter(({ count }) => count === 0).map(({ startOffset, endOffset }) => [startOffset, endOffset] as const);
          runs.push({ name: `${scriptId}:${start}:${end}`, start, end, missed });
        }
      }
    });
    return runs;
  }

  close(): void {
    this.#session.disconnect();
  }
}

/** All code that ran so far. */
export class SeenCode {
  /** By function: what of it never ran. */
  readonly #missed = new Map<string, Ranges>();
  /** Characters of code that ran. */
  characters = 0;

  /** Whether one of the runs has code that never ran before. */
  isNew(runs: readonly FunctionRun[]): boolean {
    return runs.some((run) => lengthOf(this.#stillMissed(run)) < lengthOf(this.#missed.get(run.name) ?? [[run.start, run.end]]));
  }

  add(runs: readonly FunctionRun[]): void {
    for (const run of runs) {
      const left = this.#stillMissed(run);
      this.characters += lengthOf(this.#missed.get(run.name) ?? [[run.start, run.end]]) - lengthOf(left);
      this.#missed.set(run.name, left);
    }
  }

  #stillMissed({ name, missed }: FunctionRun): Ranges {
    const before = this.#missed.get(name);
    return before === undefined ? missed : inBoth(before, missed);
  }
}

function lengthOf(ranges: Ranges): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

function inBoth(some: Ranges, others: Ranges): Ranges {
  return some.flatMap(([start, end]) => others
    .map(([from, to]) => [Math.max(start, from), Math.min(end, to)] as const).filter(([from, to]) => from < to));
}
