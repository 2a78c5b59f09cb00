/**
 * Conductor thread: runs the conductor in its own thread, so that deciding and publishing never block the server. It calls the main thread
 * to prepare submissions and to show new heads. Not here: the conductor itself (conductor/conductor.ts).
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Retention } from '../../publisher/write/retention.ts';
import type { Mode } from '../../schemas/mode.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import { throwAway, warmUp } from '../conductor/warm-up.ts';
import { openConductor, type ConductorWiring, type OpenConductor } from '../conductor/wiring.ts';
import { loadGrids, type Grids } from '../coordinates/grids.ts';
import type { PreparationJob, PreparationResult } from '../prepare/preparation-job.ts';
import { foldersOf } from '../state/database/database.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import { holdScheduledMode } from '../state/folder/scheduled-mode.ts';
import { yieldToServing } from './background.ts';
import { Line } from './line.ts';

export interface ConductorData {
  readonly data: string;
  readonly baseUrl: string;
  readonly epoch: number | undefined;
  /** Number of threads that derive rows when there are many. */
  readonly threads: number;
  readonly retention?: Retention | undefined;
  readonly drift?: DriftLimit | undefined;
  readonly mode: Mode;
  /** Whether there are editions for the full audience. */
  readonly fullAudience: boolean;
  /** Identifies the process; a conductor that died has a successor in the same process. */
  readonly life: string;
  /** Whether an edition of the folder was read in this process (conductor/wiring.ts). */
  readonly isAgain: boolean;
  /** Path of the file that plans batches; null when there is none. */
  readonly pipelines: string | null;
}

/** Calls of this thread to the main thread. */
export type ConductorCall =
  | { readonly kind: 'prepare'; readonly job: PreparationJob }
  | { readonly kind: 'head'; readonly head: number };

export type ConductorNote =
  | { readonly kind: 'event'; readonly event: ConductorEvent }
  | { readonly kind: 'settled'; readonly uuids: readonly string[] };

/**
 * Calls of the main thread, once each. `start` comes first: it takes the lock and starts the conductor. `warm-up` makes the first write as
 * quick as later ones; it does nothing when there is work already.
 */
export type ConductorRequest = 'start' | 'warm-up';

export type ConductorOrder = 'poke' | 'stop';

const clock = (): Date => new Date();
let opened: OpenConductor | null = null;
const stopping = new AbortController();
let grids: Grids | null = null;
let warming: Promise<void> = Promise.resolve();

if (parentPort !== null) {
  yieldToServing();
  const port = parentPort;
  const line = new Line(port, {
    onCall: (request: ConductorRequest) => (request === 'start' ? start(line, port) : warm(line)),
    onNote: (order: ConductorOrder) => {
      if (order === 'poke') opened?.conductor.poke();
      else stop(port);
    },
  });
}

function start(line: Line, port: MessagePort): void {
  const note = (message: ConductorNote): void => line.note(message);
  const ask = <T>(call: ConductorCall): Promise<T> => line.call<T>(call);
  grids = loadGrids();
  const open = openConductor({
    ...workerData as ConductorData,
    clock,
    prepare: (job) => ask<PreparationResult>({ kind: 'prepare', job }),
    onHead: (head) => ask({ kind: 'head', head }),
    onEvent: (event) => note({ kind: 'event', event }),
    onSettled: (uuids) => note({ kind: 'settled', uuids }),
  }, grids);
  opened = open;
  const { data, mode, pipelines } = workerData as ConductorData;
  const release = mode === 'scheduled' ? holdScheduledMode(data, { pipelines }) : () => {};
  void open.conductor.run().then(() => warming.catch(() => undefined)).finally(() => {
    open.close();
    release();
    port.close();
  });
}

function stop(port: MessagePort): void {
  stopping.abort();
  if (opened === null) port.close();
  else opened.conductor.stop();
}

async function warm(line: Line): Promise<void> {
  if (opened === null || grids === null) return;
  const { data, baseUrl, epoch } = workerData as ConductorData;
  const folder = foldersOf(data).warmUp;
  // Another process may have left the warm-up folder; it stays while the data folder is not sound.
  if (opened.sound.fault() !== null) return;
  throwAway(folder);
  if (opened.conductor.hasWork) return;
  const prepare: ConductorWiring['prepare'] = (job) => line.call<PreparationResult>({ kind: 'prepare', job } satisfies ConductorCall);
  warming = warmUp({ folder, baseUrl, epoch, clock, prepare, signal: stopping.signal }, grids);
  await warming;
}
