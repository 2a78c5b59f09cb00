/**
 * Judges: threads that judge the blocks of one large delivery side by side.
 * Not here: what is judged (prepare/judge.ts), the order in which the verdicts are taken (prepare/prepare.ts).
 */
import { Worker } from 'node:worker_threads';
import type { Block } from '../prepare/block.ts';
import type { JudgedBlock, JudgeOptions, Judges } from '../prepare/judge.ts';
import { Line } from './line.ts';

/** So many for each thread that one slow block leaves the others at work. */
const AHEAD = 4;

interface Judge {
  readonly line: Line;
  readonly worker: Worker;
  waiting: number;
}

export class JudgeThreads implements Judges {
  readonly ahead: number;
  readonly #judges: readonly Judge[];

  /** `spatialPath`: DuckDB's spatial extension (setup.ts). */
  constructor(options: { readonly threads: number; readonly spatialPath: string }) {
    this.ahead = AHEAD * options.threads;
    this.#judges = Array.from({ length: options.threads }, () => open(options.spatialPath));
  }

  /** Rejects when the thread dies. */
  async judge(block: Block, options: JudgeOptions): Promise<JudgedBlock> {
    const judge = this.#judges.reduce((one, other) => (other.waiting < one.waiting ? other : one));
    judge.waiting++;
    try {
      return await judge.line.call<JudgedBlock>({ block, options });
    } finally {
      judge.waiting--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#judges.map(({ worker }) => worker.terminate()));
  }
}

function open(spatialPath: string): Judge {
  const worker = new Worker(new URL('./judging.ts', import.meta.url), { workerData: { spatialPath } });
  const line = new Line(worker);
  worker.on('error', (error) => line.break(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => line.break(new Error(`a judge thread ended with code ${code}`)));
  return { line, worker, waiting: 0 };
}
