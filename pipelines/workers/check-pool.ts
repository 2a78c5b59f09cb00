/**
 * Check pool: the threads of a process that check blocks, and the blocks that wait for one. A block of a small request is quick; any other
 * block, of a delivery or of a large request, is slow.
 *
 * Invariants:
 *  - Quick blocks go before slow ones. Both are handed out in turn by holder, so that nobody waits for all that another holder sends.
 *  - Slow blocks never take all threads: once a quick block found only those at work, there is one thread more, which checks quick blocks.
 *  - A thread that dies takes only its own block with it; that block is rejected and the next one gets a new thread.
 * Not here: how a block is checked (prepare/check), the order in which results are collected (prepare/prepare.ts).
 */
import type { Moment } from '../../schemas/time.ts';
import type { BlockChecker, BlockOptions, CheckedBlock } from '../prepare/check/index.ts';
import { BlockBuilder, type Block } from '../prepare/read/index.ts';
import { checkedIn, type CheckingAnswer, type CheckingCall } from './checking-call.ts';
import { FairQueue } from './fair-queue.ts';
import { startThread } from './line.ts';
import type { Thread } from './line.ts';

/** So many blocks for each thread that one slow block leaves the others at work. */
const AHEAD = 4;

/** Bytes of a block of a request that is quick: most objects have a few thousand. */
const QUICK_BYTES_MAX = 64 * 1024;

/** One small root, which makes a thread load and compile what most requests need. */
function sampleBlock(): Block {
  const builder = new BlockBuilder();
  builder.add({ kind: 'root', pointer: '', line: 1, column: 1, bytes: Buffer.from('{"entityType":"KwetsbaarGebouw"}') });
  return builder.take();
}

/** A thread forgets most of each record soon. With half of this room V8 copies more than it must, with twice as much only the process is larger. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32 };

export interface CheckPoolOptions {
  readonly threads: number;
  /** Says where DuckDB's spatial extension is (setup.ts), when a geometry needs it. */
  readonly spatialPath: () => Promise<string>;
}

/** Whose blocks a checker checks, and whether they are of a request. */
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
  /** Number of slow blocks at work. */
  #slowAtWork = 0;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];

  constructor(options: CheckPoolOptions) {
    this.#options = options;
  }

  /** Checks the blocks of some work; rejects when the thread of a block dies. */
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

  /** Starts threads ahead of the first block. */
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

  /** Opens the thread that slow blocks never take, when a quick one waits for it. It is given blocks once it can check at once. */
  #addThread(): void {
    if (this.#quick.isEmpty || this.#slowAtWork < this.#options.threads || this.#threads.size > this.#options.threads) return;
    const thread = this.#open();
    const options: BlockOptions = { crs: null, model: null, now: 0 as Moment, prepares: false, cap: { full: [], kept: 0, remarks: 0 } };
    const call: CheckingCall = { block: sampleBlock(), options };
    void thread.line.call(call).catch(() => undefined).finally(() => this.#free(thread));
  }

  #open(): Thread {
    const hearing = { onCall: this.#options.spatialPath };
    const thread = startThread(new URL('./checking-thread.ts', import.meta.url), { workerData: {}, hearing, resourceLimits: RESOURCE_LIMITS }, 'checking');
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
