/**
 * Preparations: the thread that prepares (preparation.ts), started for the first job and again when it died. Deliveries are
 * prepared one at a time, on all cores; a request does not wait for them.
 * Not here: what a job does (preparation.ts), how often it is tried (state/intake.ts).
 */
import PQueue from 'p-queue';
import type { PreparationJob, PreparationResult } from '../preparation.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';
import type { PreparationData } from './preparation.ts';

export interface PreparationsOptions extends PreparationData {
  /** Module of the thread; the real one when absent. */
  readonly worker?: URL | undefined;
}

export class Preparations {
  readonly #options: PreparationsOptions;
  readonly #deliveries = new PQueue({ concurrency: 1 });
  #thread: Thread | undefined;

  constructor(options: PreparationsOptions) {
    this.#options = options;
  }

  /** Prepares a request's body at once. Rejects when the thread dies. */
  request(job: PreparationJob): Promise<PreparationResult> {
    return this.#open().line.call<PreparationResult>(job);
  }

  /** Prepares a delivery when those before it are prepared. Rejects when the thread dies. */
  delivery(job: PreparationJob): Promise<PreparationResult> {
    return this.#deliveries.add(() => this.#open().line.call<PreparationResult>(job));
  }

  /** Starts the thread ahead of the first job. */
  warmUp(): void {
    this.#open();
  }

  /** Ends the thread; jobs in progress are rejected. */
  async close(): Promise<void> {
    this.#deliveries.clear();
    await this.#thread?.worker.terminate();
  }

  #open(): Thread {
    if (this.#thread?.line.isBroken === false) return this.#thread;
    const { worker: module = new URL('./preparation.ts', import.meta.url), ...workerData } = this.#options;
    this.#thread = startThread(module, { workerData }, 'preparation');
    return this.#thread;
  }
}
