/**
 * A batch in the foreground: everything that is pending at the call takes effect and is published, then the program goes on.
 * When a server runs on the folder, its conductor is called to do the work and this waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newestHead } from '../../publisher/read/heads.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Rebuilt } from '../editions/rebuild-edition.ts';
import type { RemadeKept } from '../editions/remake-kept.ts';
import { foldersOf, openExistingState, type State } from '../state/database/database.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import { scheduledMode, type ScheduledMode } from '../state/folder/scheduled-mode.ts';
import { unsettledUpTo, newestSeq } from '../state/inbox/batches.ts';
import { callBatch, isCalled } from '../state/inbox/called.ts';
import { outcomeOf } from '../state/outcomes/outcomes.ts';
import { Preparations } from '../workers/preparations.ts';
import type { Conductor, ConductorEvent } from './conductor.ts';
import { openConductor, type OpenConductor } from './wiring.ts';

const POLL_MS = 50;
/** The next batch may be hours away. */
const SCHEDULED_POLL_MS = 500;
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

/** Where the work was done: in this process, or by the conductor of another. */
export type DoneBy = 'here' | 'handed over';

/** Calls for a batch; resolves when all that was pending at the call is settled. Throws what stopped it. */
export async function runBatch(options: BatchOptions): Promise<DoneBy> {
  const db = openExistingState(options.data);
  try {
    const seq = newestSeq(db);
    if (unsettledUpTo(db, seq)) callBatch(options.data, seq, options.clock);
    for (;;) {
      if (await unlessConducted(options, (conductor) => conductor.drain())) return 'here';
      if (!unsettledUpTo(db, seq) || options.signal?.aborted === true) return 'handed over';
      await sleep(POLL_MS);
    }
  } finally {
    db.close();
  }
}

/** The batch that a submission waits for beside a conductor of mode scheduled; `mode` undefined: that conductor has ended. */
export interface BatchWait {
  readonly mode: ScheduledMode | undefined;
  /** Whether its batch was called for. */
  readonly isCalled: boolean;
}

/**
 * Resolves when a submission is settled, or waits for the operator. A batch runs here when no other process conducts the folder. Beside a
 * conductor of mode scheduled none is called for, also not after it has ended: `onWait` hears at each look what is waited for.
 */
export async function waitForSubmission(options: BatchOptions, uuid: string, onWait: (wait: BatchWait) => void): Promise<DoneBy> {
  const db = openExistingState(options.data);
  try {
    for (let isScheduled = false; ;) {
      const mode = scheduledMode(options.data);
      isScheduled ||= mode !== undefined;
      if (!isScheduled && await unlessConducted(options, (conductor) => drainAll(options, db, conductor))) return 'here';
      const { state, waitsFor } = outcomeOf(db, uuid)!;
      if (state !== 'pending' || waitsFor !== undefined || options.signal?.aborted === true) return 'handed over';
      if (isScheduled) onWait({ mode, isCalled: isCalled(db, uuid) });
      await sleep(isScheduled ? SCHEDULED_POLL_MS : POLL_MS);
    }
  } finally {
    db.close();
  }
}

/** Calls for a batch of all that is pending, in the conductor that does it. */
async function drainAll({ data, clock }: BatchOptions, db: State, conductor: Conductor): Promise<void> {
  const seq = newestSeq(db);
  if (unsettledUpTo(db, seq)) callBatch(data, seq, clock);
  await conductor.drain();
}

/**
 * Sees to editions as a conductor does that has nothing else to do: repacks, drops what is not kept. A batch that was cut off is ended
 * first. False when a running server does it.
 */
export function maintain(options: BatchOptions): Promise<boolean> {
  return unlessConducted(options, (conductor) => conductor.drain());
}

/** The address that the newest edition was published with. */
export function publishedBaseUrl(data: string): string {
  return newestHead(foldersOf(data).editions, 'public')?.baseUrl ?? DEFAULT_BASE_URL;
}

/** Publishes the newest edition anew from the register, with what was pending. Throws a Fault while a server runs on the folder. */
export async function rebuild(options: BatchOptions): Promise<void> {
  const db = openExistingState(options.data);
  try {
    await withConductor(options, async (conductor) => {
      // First, for what is there may be what nothing can be published from.
      await conductor.rebuild();
      await drainAll(options, db, conductor);
    });
  } finally {
    db.close();
  }
}

/**
 * Publishes what is pending, then makes the editions that are kept and were made with another configuration again with this one. Throws a
 * Fault while a server runs on the folder.
 */
export async function rebuildAll(options: BatchOptions, onEdition: (done: number, total: number) => void): Promise<RemadeKept> {
  const db = openExistingState(options.data);
  try {
    return await withConductor(options, async (conductor, opened) => {
      await drainAll(options, db, conductor);
      return opened.remakeKept(onEdition);
    });
  } finally {
    db.close();
  }
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

async function withConductor<Result>(
  options: BatchOptions, work: (conductor: Conductor, opened: OpenConductor) => Promise<Result>,
): Promise<Result> {
  const { spatialPath, threads, signal } = options;
  const preparations = new Preparations({ spatialPath, threads });
  const opened = openConductor({
    ...options, mode: 'scheduled', prepare: (job) => preparations.prepare(job), onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const stop = (): void => opened.conductor.stop();
  try {
    signal?.addEventListener('abort', stop, { once: true });
    return await work(opened.conductor, opened);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    opened.close();
    await preparations.close();
  }
}
