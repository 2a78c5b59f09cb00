/**
 * Judges: threads that judge the blocks of one large delivery side by side. Any of them screens; what must be judged
 * with care goes to the first as long as it can keep up, for each that does so must first compile the model's schemas.
 * Not here: what is judged (prepare/judge.ts), the order in which the verdicts are taken (prepare/prepare.ts).
 */
import type { Block } from '../prepare/block.ts';
import { unprovenOf } from '../prepare/judge.ts';
import type { JudgedBlock, JudgedPiece, JudgeOptions, Judges, Screened } from '../prepare/judge.ts';
import type { JudgingJob } from './judging.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** So many for each thread that one slow block leaves the others at work. */
const AHEAD = 8;

/** A thread with so many blocks to judge with care cannot keep up. */
const CARE_MAX = 12;

interface Judge {
  readonly thread: Thread;
  waiting: number;
}

export class JudgeThreads implements Judges {
  readonly ahead: number;
  readonly #judges: readonly Judge[];

  /** `spatialPath`: says where DuckDB's spatial extension is (setup.ts) when a judge asks. */
  constructor({ threads, spatialPath }: { readonly threads: number; readonly spatialPath: () => Promise<string> }) {
    this.ahead = AHEAD * threads;
    const hearing = { onCall: spatialPath };
    this.#judges = Array.from({ length: threads }, () => ({
      thread: startThread(new URL('./judging.ts', import.meta.url), { workerData: {}, hearing }, 'judge'), waiting: 0,
    }));
  }

  /** Rejects when a thread dies. */
  async judge(block: Block, options: JudgeOptions): Promise<JudgedBlock> {
    const screened = await ask<Screened>(this.#leastBusy(), { kind: 'screen', block, options });
    const { proven, counted, others } = screened;
    if (others.length === 0) return { proven, counted, judged: [] };
    const careful = this.#judges.find(({ waiting }) => waiting < CARE_MAX) ?? this.#leastBusy();
    const unproven = unprovenOf(block, screened);
    return { proven, counted, judged: await ask<readonly JudgedPiece[]>(careful, { kind: 'care', block: unproven, options }) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#judges.map(({ thread }) => thread.worker.terminate()));
  }

  /** The last of those that have least to do. */
  #leastBusy(): Judge {
    return this.#judges.reduce((one, other) => (one.waiting < other.waiting ? one : other));
  }
}

async function ask<Answer>(judge: Judge, job: JudgingJob): Promise<Answer> {
  judge.waiting++;
  try {
    return await judge.thread.line.call<Answer>(job);
  } finally {
    judge.waiting--;
  }
}
