/**
 * Conductor worker: runs the conductor in a thread of its own, so that deciding and publishing never hold up the
 * server. It asks the main thread to prepare and to show new heads. Not here: what a conductor does (conductor.ts).
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Retention } from '../../publisher/write/retention.ts';
import type { ConductorEvent } from '../conductor.ts';
import { Line } from './line.ts';
import type { PreparationJob, PreparationResult } from '../preparation.ts';
import { openConductor, type OpenConductor } from './wiring.ts';

export interface ConductorData {
  readonly data: string;
  readonly baseUrl: string;
  /** Threads that derive rows when there are many. */
  readonly threads: number;
  readonly retention?: Retention;
}

/** What the worker asks of the main thread. */
export type ConductorCall =
  | { readonly kind: 'prepare'; readonly job: PreparationJob }
  | { readonly kind: 'head'; readonly head: number };

export type ConductorNote =
  | { readonly kind: 'event'; readonly event: ConductorEvent }
  | { readonly kind: 'settled'; readonly uuids: readonly string[] };

/** What the main thread calls, first and once: takes the lock and starts. */
export type ConductorStart = 'start';

export type ConductorOrder = 'poke' | 'stop';

let opened: OpenConductor | null = null;

if (parentPort !== null) {
  const port = parentPort;
  const line = new Line(port, {
    onCall: () => start(line, port),
    onNote: (order: ConductorOrder) => {
      if (order === 'poke') opened?.conductor.poke();
      else if (opened === null) port.close();
      else opened.conductor.stop();
    },
  });
}

function start(line: Line, port: MessagePort): void {
  const note = (said: ConductorNote): void => line.note(said);
  const ask = <T>(call: ConductorCall): Promise<T> => line.call<T>(call);
  const open = openConductor({
    ...workerData as ConductorData,
    clock: () => new Date(),
    prepare: (job) => ask<PreparationResult>({ kind: 'prepare', job }),
    onHead: (head) => ask({ kind: 'head', head }),
    onEvent: (event) => note({ kind: 'event', event }),
    onSettled: (uuids) => note({ kind: 'settled', uuids }),
  });
  opened = open;
  void open.conductor.run().finally(() => {
    open.close();
    port.close();
  });
}
