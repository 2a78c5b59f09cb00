/**
 * A batch in the foreground: decides and publishes everything that is pending at the call.
 * When a server runs on the folder, this calls for a batch of the server's conductor and waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newestHead, numbersOf, wholeManifest } from '../../publisher/read/heads.ts';
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
  readonly epoch?: number | undefined;
  /** Path of DuckDB's spatial extension (setup.ts). */
  readonly spatialPath: string;
  /** Number of threads that check deliveries, and that derive rows when there are many. */
  readonly threads: number;
  /** Which editions are kept; all when absent. */
  readonly retention?: Retention | undefined;
  /** Limit on the objects that one submission may end; the usual limit when absent. */
  readonly drift?: DriftLimit | undefined;
  /** Whether there are editions for the full audience; none when absent. */
  readonly fullAudience?: boolean;
  readonly clock: () => Date;
  readonly onEvent: (event: ConductorEvent) => void;
  /** Stops the work at its next safe point when aborted; the rest stays pending. */
  readonly signal?: AbortSignal;
}

/** Where the work was done: in this process, or by the conductor of another. */
export type DoneBy = 'here' | 'handed over';

/** Runs or calls for a batch; resolves when everything that was pending at the call is settled. Throws the error that stopped it. */
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

/** The batch of another conductor, in mode scheduled, that a submission waits for. `mode` is undefined when that conductor has ended. */
export interface BatchWait {
  readonly mode: ScheduledMode | undefined;
  /** Whether the batch of the submission was called for. */
  readonly isCalled: boolean;
}

/**
 * Resolves when a submission is settled, or waits for the operator. A batch runs here when no other process conducts the folder. Beside a
 * conductor in mode scheduled no batch is called for, not even after it has ended. `onWait` is called at each poll.
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

/** Calls for a batch of everything that is pending, and runs it with this conductor. */
async function drainAll({ data, clock }: BatchOptions, db: State, conductor: Conductor): Promise<void> {
  const seq = newestSeq(db);
  if (unsettledUpTo(db, seq)) callBatch(data, seq, clock);
  await conductor.drain();
}

/**
 * Does the upkeep of editions: repacks, drops editions beyond retention. An interrupted batch is finished first. Returns false when a
 * running server does the upkeep.
 */
export function maintain(options: BatchOptions): Promise<boolean> {
  return unlessConducted(options, (conductor) => conductor.drain());
}

/** Returns the epoch of ITRF2014 of the newest edition whose manifest can be read; undefined: it has none. */
export function publishedEpoch(data: string): number | undefined {
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  for (const number of numbersOf(of, 'manifests').toReversed()) {
    const manifest = wholeManifest(of, number);
    if (manifest !== undefined) return manifest.configuration.epoch;
  }
  return undefined;
}

/** Returns the base URL of the newest edition. */
export function publishedBaseUrl(data: string): string {
  return newestHead(foldersOf(data).editions, 'public')?.baseUrl ?? DEFAULT_BASE_URL;
}

/** Publishes the newest edition again from the register, with pending submissions. Throws a Fault while a server runs on the folder. */
export async function rebuild(options: BatchOptions): Promise<void> {
  const db = openExistingState(options.data);
  try {
    await withConductor(options, async (conductor) => {
      // The rebuild comes first: the present edition may be damaged, so that no other can be published from it.
      await conductor.rebuild();
      await drainAll(options, db, conductor);
    });
  } finally {
    db.close();
  }
}

/**
 * Publishes pending submissions, then remakes editions that have another configuration. Throws a Fault while a server runs on the folder.
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

/** Rebuilds the edition that was active at a moment, when it was dropped. Throws a Fault while a server runs on the folder. */
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

/** Runs `work` with a conductor. Returns false when another process holds the conductor's lock. */
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
