/**
 * A batch in the foreground: everything that is pending takes effect and is published, then the program goes on.
 * When a server runs on the folder, its conductor is called to do the work and this waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newestHead } from '../../publisher/read/heads.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import type { DriftLimit } from '../state/drift.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Conductor, ConductorEvent } from '../conductor.ts';
import { callBatch } from '../state/called.ts';
import { foldersOf, openExistingState } from '../state/database.ts';
import { unsettledUpTo, newestSeq } from '../state/batches.ts';
import { Preparations } from './preparations.ts';
import type { Rebuilt } from './rebuild-edition.ts';
import { openConductor } from './wiring.ts';

const POLL_MS = 50;
const DEFAULT_BASE_URL = 'http://127.0.0.1:8080/v1';

export interface BatchOptions {
  readonly data: string;
  readonly baseUrl: string;
  /** Path of DuckDB's spatial extension (setup.ts). */
  readonly spatialPath: string;
  /** Threads that check deliveries, and that derive rows when there are many. */
  readonly threads: number;
  /** Which editions are kept; all without it. */
  readonly retention?: Retention | undefined;
  /** What one submission may end of its holder's roots; the usual limit when absent. */
  readonly drift?: DriftLimit | undefined;
  readonly clock: () => Date;
  readonly onEvent: (event: ConductorEvent) => void;
  /** Aborted: what is at work ends at its next safe point, and the rest stays pending. */
  readonly signal?: AbortSignal;
}

/** Resolves when all that was pending at the call is settled; says who did the work. Throws what stopped it. */
export async function runBatch(options: BatchOptions): Promise<'here' | 'handed over'> {
  const db = openExistingState(options.data);
  try {
    const seq = newestSeq(db);
    let isCalled = false;
    for (;;) {
      if (await unlessConducted(options, (conductor) => conductor.drain())) return 'here';
      if (!unsettledUpTo(db, seq) || options.signal?.aborted === true) return 'handed over';
      if (!isCalled) callBatch(options.data, seq, options.clock);
      isCalled = true;
      await sleep(POLL_MS);
    }
  } finally {
    db.close();
  }
}

/** Sees to editions as a conductor does that has nothing else to do: repacks, drops what is not kept. False when a running server does it. */
export function maintain(options: BatchOptions): Promise<boolean> {
  return unlessConducted(options, (conductor) => conductor.maintain());
}

/** The address that the newest edition was published with. */
export function publishedBaseUrl(data: string): string {
  return newestHead(foldersOf(data).editions, 'public')?.baseUrl ?? DEFAULT_BASE_URL;
}

/** Publishes the newest edition anew from the register, with what was pending. Throws a Fault while a server runs on the folder. */
export async function rebuild(options: BatchOptions): Promise<void> {
  await withConductor(options, async (conductor) => {
    // First, for what is there may be what nothing can be published from.
    await conductor.rebuild();
    await conductor.drain();
  });
}

/** Makes the edition that was active at a moment once more, when it was dropped. Throws a Fault while a server runs on the folder. */
export function rebuildAt(options: Omit<BatchOptions, 'spatialPath'>, moment: Moment): Rebuilt {
  const opened = openConductor({
    ...options, prepare: () => Promise.reject(new Error('nothing is prepared here')), onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    return opened.rebuildAt(moment);
  } finally {
    opened.close();
  }
}

/** False when another process holds the lock. */
async function unlessConducted(options: BatchOptions, work: (conductor: Conductor) => Promise<void>): Promise<boolean> {
  try {
    await withConductor(options, work);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.detail.step === 'Conductor:Lock') return false;
    throw error;
  }
}

async function withConductor(options: BatchOptions, work: (conductor: Conductor) => Promise<void>): Promise<void> {
  const { spatialPath, threads, signal } = options;
  const preparations = new Preparations({ spatialPath, threads });
  const opened = openConductor({
    ...options, prepare: (job) => preparations.prepare(job), onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const stop = (): void => opened.conductor.stop();
  try {
    signal?.addEventListener('abort', stop, { once: true });
    await work(opened.conductor);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    opened.close();
    await preparations.close();
  }
}
