/**
 * Judges: threads that judge the blocks of one large delivery side by side.
 * Not here: what is judged (prepare/judge.ts), the order in which the verdicts are taken (prepare/prepare.ts).
 */
import type { Block } from '../prepare/block.ts';
import type { JudgedBlock, JudgeOptions, Judges } from '../prepare/judge.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** So many for each thread that one slow block leaves the others at work. */
const AHEAD = 4;

interface Judge {
  readonly thread: Thread;
  waiting: number;
}

export class JudgeThreads implements Judges {
  readonly ahead: number;
  readonly #judges: readonly Judge[];

  /** `spatialPath`: DuckDB's spatial extension (setup.ts). */
  constructor(options: { readonly threads: number; readonly spatialPath: string }) {
    this.ahead = AHEAD * options.threads;
    this.#judges = Array.from({ length: options.threads }, () => ({
      thread: startThread(new URL('./judging.ts', import.meta.url), { spatialPath: options.spatialPath }, 'judge'), waiting: 0,
    }));
  }

  /** Rejects when the thread dies. */
  async judge(block: Block, options: JudgeOptions): Promise<JudgedBlock> {
    const judge = this.#judges.reduce((one, other) => (other.waiting < one.waiting ? other : one));
    judge.waiting++;
    try {
      return await judge.thread.line.call<JudgedBlock>({ block, options });
    } finally {
      judge.waiting--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#judges.map(({ thread }) => thread.worker.terminate()));
  }
}
