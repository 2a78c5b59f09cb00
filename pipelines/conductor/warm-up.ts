/**
 * Warm-up: processes example documents in a temporary data folder, so that threads are started and code is compiled before the first
 * write. The folder is inside the data folder, whose lock the caller holds. The next process removes what a killed process left.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { CRSS } from '../../schemas/crs.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import { ROOT_TYPES, type RootType } from '../../schemas/names.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import type { Grids } from '../coordinates/grids.ts';
import { openInbox } from '../state/database/database.ts';
import { receivedOf } from '../state/folder/clock.ts';
import { insertEntries, type Entry } from '../state/inbox/inbox.ts';
import { sha256Of } from '../state/inbox/payload.ts';
import { openConductor, type ConductorWiring } from './wiring.ts';

/** Types of the roots in each delivery: first all types, then one building each, as in requests. */
const TYPES = [ROOT_TYPES, ...Array.from({ length: 5 }, (): readonly RootType[] => ['KwetsbaarGebouw'])];
const INPUT: SubmissionInput = {
  holder: 'AB12', method: 'LEVERING', target: 'warm-up', crs: CRSS.CRS84.uri, mediaType: 'application/json', ifMatch: null,
};

export interface WarmUp extends Pick<ConductorWiring, 'baseUrl' | 'epoch' | 'prepare' | 'clock'> {
  /** The temporary folder. */
  readonly folder: string;
  /** Ends the warm-up early, when preparation has stopped. */
  readonly signal: AbortSignal;
}

/** Runs the warm-up and removes its folder. Throws any failure. */
export async function warmUp({ folder: data, baseUrl, epoch, prepare, clock, signal }: WarmUp, grids: Grids): Promise<void> {
  throwAway(data);
  const opened = openConductor({
    data, baseUrl, epoch, prepare, clock, threads: 1, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  }, grids);
  const inbox = openInbox(data);
  signal.addEventListener('abort', () => opened.conductor.stop());
  try {
    for (const payload of examples()) {
      if (signal.aborted) return;
      const entry: Entry = { uuid: randomUUID(), input: INPUT, payload, bytes: payload.length, sha256: sha256Of(payload) };
      insertEntries(inbox, [entry], () => receivedOf(clock()));
      await opened.conductor.drain();
    }
  } finally {
    inbox.close();
    opened.conductor.stop();
    opened.close();
    throwAway(data);
  }
}

/** Returns the deliveries: example documents of the model, each object with its own id. */
export function examples(): readonly Buffer[] {
  return TYPES.map((types, index) => Buffer.from(JSON.stringify(types.map((type) => exampleDocument(type, `${type}-${index}`)))));
}

/** Removes the folder, including what a killed process left. */
export function throwAway(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
