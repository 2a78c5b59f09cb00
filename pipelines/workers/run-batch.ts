/**
 * A batch in the foreground: everything that is pending takes effect and is published, then the program goes on.
 * When a server runs on the folder, its conductor is called to do the work and this waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Retention } from '../../publisher/write/retention.ts';
import type { DriftLimit } from '../state/drift.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Conductor, ConductorEvent } from '../conductor.ts';
import { callBatch } from '../state/called.ts';
import { openExistingState } from '../state/database.ts';
import { unsettledUpTo, newestSeq } from '../state/batches.ts';
import { Preparations } from './preparations.ts';
import type { Rebuilt } from './rebuild-edition.ts';
import { openConductor, type ConductorWiring } from './wiring.ts';

const POLL_MS = 50;

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
}

/** Resolves when all that was pending at the call is settled; says who did the work. Throws what stopped it. */
export async function runBatch(options: BatchOptions): Promise<'here' | 'handed over'> {
  const db = openExistingState(options.data);
  try {
    const seq = newestSeq(db);
    let isCalled = false;
    for (;;) {
      if (await runHere(options)) return 'here';
      if (!unsettledUpTo(db, seq)) return 'handed over';
      if (!isCalled) callBatch(options.data, seq, options.clock);
      isCalled = true;
      await sleep(POLL_MS);
    }
  } finally {
    db.close();
  }
}

/** Publishes the newest edition anew from the register, with what was pending. Throws a Fault while a server runs on the folder. */
export async function rebuild(options: BatchOptions): Promise<void> {
  await withConductor({ ...options, rebuilds: true }, async (conductor) => {
    await conductor.drain();
    await conductor.rebuild();
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
async function runHere(options: BatchOptions): Promise<boolean> {
  try {
    await withConductor(options, (conductor) => conductor.drain());
    return true;
  } catch (error) {
    if (error instanceof Fault && error.detail.step === 'Conductor:Lock') return false;
    throw error;
  }
}

async function withConductor(
  options: BatchOptions & Pick<ConductorWiring, 'rebuilds'>, work: (conductor: Conductor) => Promise<void>,
): Promise<void> {
  const { spatialPath, threads } = options;
  const preparations = new Preparations({ spatialPath, threads });
  const opened = openConductor({
    ...options, prepare: (job) => preparations.prepare(job), onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await work(opened.conductor);
  } finally {
    opened.conductor.stop();
    opened.close();
    await preparations.close();
  }
}
