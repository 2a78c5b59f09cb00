/**
 * Preparations: the preparation thread (preparation-thread.ts), started for the first job and again when it died. Jobs run in parallel, on
 * all cores.
 * Not here: the job itself (preparation-thread.ts), limits on parallel jobs and retries (state/).
 */
import type { PreparationJob, PreparationResult } from '../prepare/preparation-job.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';
import type { PreparationData } from './preparation-thread.ts';

export interface PreparationsOptions extends PreparationData {
  /** Module of the thread; the real one when absent. */
  readonly worker?: URL | undefined;
}

export class Preparations {
  readonly #options: PreparationsOptions;
  #thread: Thread | undefined;

  constructor(options: PreparationsOptions) {
    this.#options = options;
  }

  /** Prepares a submission. Rejects when the thread dies. */
  prepare(job: PreparationJob): Promise<PreparationResult> {
    return this.#open().line.call<PreparationResult>(job);
  }

  /** Ends the thread; jobs in progress are rejected. */
  async close(): Promise<void> {
    await this.#thread?.worker.terminate();
  }

  #open(): Thread {
    if (this.#thread?.line.isBroken === false) return this.#thread;
    const { worker: module = new URL('./preparation-thread.ts', import.meta.url), ...workerData } = this.#options;
    this.#thread = startThread(module, { workerData }, 'preparation');
    return this.#thread;
  }
}
