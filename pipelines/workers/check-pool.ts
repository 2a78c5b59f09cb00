/**
 * Check pool: the threads of a process that check blocks, and the blocks that wait for one. A block of a request goes before
 * those of deliveries, so a request waits for at most one block.
 *
 * Invariant: a thread that dies takes only its own block with it; that block is rejected and the next one gets a new thread.
 * Not here: how a block is checked (prepare/check), the order in which results are collected (prepare/prepare.ts).
 */
import type { Block } from '../prepare/read/index.ts';
import type { BlockChecker, BlockOptions, CheckedBlock } from '../prepare/check/index.ts';
import { checkedIn, type CheckingAnswer, type CheckingCall } from './checking-call.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** So many blocks for each thread that one slow block leaves the others at work. */
const AHEAD = 4;

/** A thread forgets most of each record soon. With half of this room V8 copies more than it must, with twice as much only the process is larger. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32 };

export interface CheckPoolOptions {
  readonly threads: number;
  /** Says where DuckDB's spatial extension is (setup.ts), when a geometry needs it. */
  readonly spatialPath: () => Promise<string>;
}

interface Waiting {
  readonly block: Block;
  readonly options: () => BlockOptions;
  readonly settle: (checked: Promise<CheckedBlock>) => void;
}

export class CheckPool {
  readonly #options: CheckPoolOptions;
  readonly #requests: Waiting[] = [];
  readonly #deliveries: Waiting[] = [];
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];

  constructor(options: CheckPoolOptions) {
    this.#options = options;
  }

  /** Checks the blocks of one kind of work; rejects when the thread of a block dies. */
  checker(kind: 'request' | 'delivery'): BlockChecker {
    const queue = kind === 'request' ? this.#requests : this.#deliveries;
    return {
      ahead: AHEAD * this.#options.threads,
      check: (block, options) => new Promise((settle) => {
        queue.push({ block, options, settle });
        this.#handOut();
      }),
    };
  }

  /** Starts threads ahead of the first block. */
  warmUp(threads: number): void {
    while (this.#threads.size < Math.min(threads, this.#options.threads)) this.#idle.push(this.#open());
  }

  /** Ends all threads; blocks in progress are rejected. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #handOut(): void {
    while (this.#requests.length + this.#deliveries.length > 0) {
      const thread = this.#idle.pop() ?? (this.#threads.size < this.#options.threads ? this.#open() : undefined);
      if (thread === undefined) return;
      const { block, options, settle } = (this.#requests.shift() ?? this.#deliveries.shift())!;
      const checked = thread.line.call<CheckingAnswer>({ block, options: options() } satisfies CheckingCall);
      settle(checked.then(checkedIn));
      void checked.catch(() => undefined).finally(() => {
        if (!thread.line.isBroken) this.#idle.push(thread);
        this.#handOut();
      });
    }
  }

  #open(): Thread {
    const hearing = { onCall: this.#options.spatialPath };
    const thread = startThread(new URL('./checking.ts', import.meta.url), { workerData: {}, hearing, resourceLimits: RESOURCE_LIMITS }, 'checking');
    this.#threads.add(thread);
    thread.worker.on('exit', () => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#handOut();
    });
    return thread;
  }
}
