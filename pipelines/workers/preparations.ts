/**
 * Preparations: the threads that prepare, and two queues before them: a request never waits for a delivery.
 *
 * Invariant: a thread that dies takes only its own job with it; that job is rejected and the next one gets a new
 * thread. Not here: what a job does (preparation.ts), how often it is tried (state/intake.ts).
 */
import PQueue from 'p-queue';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';
import type { PreparationJob, PreparationResult } from './preparation-job.ts';

export interface PreparationsOptions {
  /** Handed to each thread as its workerData. */
  readonly workerData: unknown;
  /** Deliveries prepared at the same time. */
  readonly deliveries: number;
  /** Module of the thread; the real one when absent. */
  readonly worker?: URL;
}

export class Preparations {
  readonly #options: PreparationsOptions;
  readonly #requests: Lane;
  readonly #deliveries: Lane;

  constructor(options: PreparationsOptions) {
    this.#options = options;
    const start = (): Thread => this.#start();
    this.#requests = new Lane(1, start);
    this.#deliveries = new Lane(options.deliveries, start);
  }

  /** Prepares a request's body, at once unless another request is being prepared. */
  request(job: PreparationJob): Promise<PreparationResult> {
    return this.#requests.run(job);
  }

  delivery(job: PreparationJob): Promise<PreparationResult> {
    return this.#deliveries.run(job);
  }

  /** Starts the thread for requests ahead of the first one. */
  warmUp(): void {
    this.#requests.warmUp();
  }

  /** Ends all threads; jobs in progress are rejected. */
  async close(): Promise<void> {
    await Promise.all([this.#requests.close(), this.#deliveries.close()]);
  }

  #start(): Thread {
    const { worker: module = new URL('./preparation.ts', import.meta.url), workerData } = this.#options;
    return startThread(module, { workerData }, 'preparation');
  }
}

class Lane {
  readonly #queue: PQueue;
  readonly #start: () => Thread;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];

  constructor(concurrency: number, start: () => Thread) {
    this.#queue = new PQueue({ concurrency });
    this.#start = start;
  }

  run(job: PreparationJob): Promise<PreparationResult> {
    return this.#queue.add(async () => {
      const thread = this.#idle.pop() ?? this.#open();
      try {
        return await thread.line.call<PreparationResult>(job);
      } finally {
        if (!thread.line.isBroken) this.#idle.push(thread);
      }
    });
  }

  warmUp(): void {
    if (this.#threads.size === 0) this.#idle.push(this.#open());
  }

  async close(): Promise<void> {
    this.#queue.clear();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #open(): Thread {
    const thread = this.#start();
    this.#threads.add(thread);
    thread.worker.on('exit', () => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return thread;
  }
}
