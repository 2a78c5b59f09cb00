/**
 * Check pool: the threads of a process that check blocks, and the queue of blocks. A block of a small request is quick; any other block, of
 * a delivery or of a large request, is slow.
 *
 * Invariants:
 *  - Quick blocks go before slow ones. Both are taken in turn by holder, so that no holder waits for everything that another one sends.
 *  - Slow blocks never occupy all threads: when a quick block finds only busy threads, an extra thread for quick blocks starts.
 *  - A thread that dies fails only its own block; the next block gets a new thread.
 * Not here: how a block is checked (prepare/check), the order in which results are collected (prepare/prepare.ts).
 */
import type { Moment } from '../../schemas/time.ts';
import type { BlockChecker, BlockOptions, CheckedBlock } from '../prepare/check/index.ts';
import { BlockBuilder, type Block } from '../prepare/read/index.ts';
import { checkedIn, type CheckingAnswer, type CheckingCall } from './checking-call.ts';
import { FairQueue } from './fair-queue.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** Number of blocks in progress for each thread, so that one slow block does not leave the others idle. */
const AHEAD = 4;

/** Size of a quick block at most; most objects have a few thousand bytes. */
const QUICK_BYTES_MAX = 64 * 1024;

/** Returns a block with one small root, which makes a thread load and compile the code that most requests need. */
function sampleBlock(): Block {
  const builder = new BlockBuilder();
  builder.add({ kind: 'root', pointer: '', line: 1, column: 1, bytes: Buffer.from('{"entityType":"KwetsbaarGebouw"}') });
  return builder.take();
}

/** Room for short-lived objects. With half of it V8 copies too much; twice as much only makes the process larger. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32 };

export interface CheckPoolOptions {
  readonly threads: number;
  /** Returns the path of DuckDB's spatial extension (setup.ts); called when a geometry needs it. */
  readonly spatialPath: () => Promise<string>;
}

/** The holder of some blocks, and whether they belong to a request. */
export interface Work {
  readonly kind: 'request' | 'delivery';
  readonly holder: string;
}

interface Waiting {
  readonly block: Block;
  readonly options: () => BlockOptions;
  readonly settle: (checked: Promise<CheckedBlock>) => void;
}

export class CheckPool {
  readonly #options: CheckPoolOptions;
  readonly #quick = new FairQueue<Waiting>();
  readonly #slow = new FairQueue<Waiting>();
  /** Number of slow blocks being checked. */
  #slowAtWork = 0;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];

  constructor(options: CheckPoolOptions) {
    this.#options = options;
  }

  /** Returns a checker for blocks. A check rejects when its thread dies. */
  checker({ kind, holder }: Work): BlockChecker {
    return {
      ahead: AHEAD * this.#options.threads,
      check: (block, options) => new Promise((settle) => {
        const queue = kind === 'request' && block.bytes.length <= QUICK_BYTES_MAX ? this.#quick : this.#slow;
        queue.push(holder, { block, options, settle });
        this.#handOut();
      }),
    };
  }

  /** Starts threads before the first block. */
  warmUp(threads: number): void {
    while (this.#threads.size < Math.min(threads, this.#options.threads)) this.#idle.push(this.#open());
  }

  /** Ends all threads; blocks in progress are rejected. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #handOut(): void {
    while (!this.#quick.isEmpty || (!this.#slow.isEmpty && this.#slowAtWork < this.#options.threads)) {
      const thread = this.#idle.pop() ?? (this.#threads.size < this.#options.threads ? this.#open() : undefined);
      if (thread === undefined) {
        this.#addThread();
        return;
      }
      const quick = this.#quick.take();
      this.#give(thread, quick ?? this.#slow.take()!, quick === undefined);
    }
  }

  #give(thread: Thread, { block, options, settle }: Waiting, isSlow: boolean): void {
    if (isSlow) this.#slowAtWork += 1;
    const checked = thread.line.call<CheckingAnswer>({ block, options: options() } satisfies CheckingCall);
    settle(checked.then(checkedIn));
    void checked.catch(() => undefined).finally(() => {
      if (isSlow) this.#slowAtWork -= 1;
      this.#free(thread);
    });
  }

  #free(thread: Thread): void {
    if (!thread.line.isBroken) this.#idle.push(thread);
    this.#handOut();
  }

  /** Starts the extra thread for quick blocks. It gets blocks once it is warmed up. */
  #addThread(): void {
    if (this.#quick.isEmpty || this.#slowAtWork < this.#options.threads || this.#threads.size > this.#options.threads) return;
    const thread = this.#open();
    const options: BlockOptions = { crs: null, model: null, now: 0 as Moment, prepares: false, cap: { full: [], kept: 0, remarks: 0 } };
    const call: CheckingCall = { block: sampleBlock(), options };
    void thread.line.call(call).catch(() => undefined).finally(() => this.#free(thread));
  }

  #open(): Thread {
    const handlers = { onCall: this.#options.spatialPath };
    const thread = startThread(new URL('./checking-thread.ts', import.meta.url), { workerData: {}, handlers, resourceLimits: RESOURCE_LIMITS }, 'checking');
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
