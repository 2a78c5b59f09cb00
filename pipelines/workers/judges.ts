/**
 * Judges: threads that judge the blocks of one large delivery side by side. Work waits here and not with a thread, so
 * that none is idle while there is some, and the rules that are full are asked as late as can be.
 * Any thread screens; what must be judged with care goes to the first as long as it can keep up, for V8 compiles all that
 * is needed for it once more in each thread that does so.
 * Not here: what is judged (prepare/judge.ts), the order in which the verdicts are taken (prepare/prepare.ts).
 */
import { piecesOf } from '../prepare/block.ts';
import type { Block } from '../prepare/block.ts';
import type { JudgedBlock, JudgedPiece, JudgeOptions, Judges, Screened } from '../prepare/judge.ts';
import type { JudgingJob } from './judging.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** So many for each thread that one slow block leaves the others at work. */
const AHEAD = 8;

/** With so many of the blocks ahead waiting for care there is hardly anything else to do, and the first thread cannot keep up. */
const CARE_MAX = 12;

/** Jobs that a thread has at once: while it does one the next is on its way. */
const AT_ONCE = 2;

interface Judge {
  readonly thread: Thread;
  jobs: number;
}

interface Waiting {
  readonly job: () => JudgingJob;
  readonly settle: (answer: Promise<never>) => void;
}

export class JudgeThreads implements Judges {
  readonly ahead: number;
  readonly #judges: readonly Judge[];
  readonly #screens: Waiting[] = [];
  readonly #cares: Waiting[] = [];

  /** `spatialPath`: says where DuckDB's spatial extension is (setup.ts) when a judge asks. */
  constructor({ threads, spatialPath }: { readonly threads: number; readonly spatialPath: () => Promise<string> }) {
    this.ahead = AHEAD * threads;
    const hearing = { onCall: spatialPath };
    this.#judges = Array.from({ length: threads }, () => ({
      thread: startThread(new URL('./judging.ts', import.meta.url), { workerData: {}, hearing }, 'judge'), jobs: 0,
    }));
  }

  /** Rejects when a thread dies. */
  async judge(block: Block, options: () => JudgeOptions): Promise<JudgedBlock> {
    const screened = await this.#do<Screened>(this.#screens, () => ({ kind: 'screen', block, options: options() }));
    if (screened.others.length === 0) return { ...screened, judged: [] };
    const unproven = piecesOf(block, screened.others);
    const judged = await this.#do<readonly JudgedPiece[]>(this.#cares, () => ({ kind: 'care', block: unproven, options: options() }));
    return { ...screened, judged };
  }

  async close(): Promise<void> {
    await Promise.all(this.#judges.map(({ thread }) => thread.worker.terminate()));
  }

  #do<Answer>(queue: Waiting[], job: () => JudgingJob): Promise<Answer> {
    return new Promise((resolve) => {
      queue.push({ job, settle: resolve });
      this.#handOut();
    });
  }

  #handOut(): void {
    for (const [index, judge] of this.#judges.entries()) {
      while (judge.jobs < AT_ONCE) {
        const next = this.#nextFor(index === 0);
        if (next === undefined) break;
        judge.jobs++;
        const answer = judge.thread.line.call<never>(next.job());
        next.settle(answer);
        void answer.catch(() => undefined).finally(() => {
          judge.jobs--;
          this.#handOut();
        });
      }
    }
  }

  #nextFor(isFirst: boolean): Waiting | undefined {
    const cares = isFirst || this.#cares.length > CARE_MAX;
    return (cares ? this.#cares.shift() : undefined) ?? this.#screens.shift();
  }
}
