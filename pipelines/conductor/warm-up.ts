/**
 * Warm-up: example documents go the whole road in a folder that is thrown away, so that the first write after a start finds
 * threads, validators and compiled code as the tenth does. The folder lies in the data folder, whose lock the caller holds: what a
 * process leaves of it that was killed is thrown away by the next.
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

/** Types of the roots in each delivery: first all, then one building each time, as requests bring them. */
const TYPES = [ROOT_TYPES, ...Array.from({ length: 5 }, (): readonly RootType[] => ['KwetsbaarGebouw'])];
const INPUT: SubmissionInput = {
  holder: 'AB12', method: 'LEVERING', target: 'warm-up', crs: CRSS.CRS84.uri, mediaType: 'application/json', ifMatch: null,
};

export interface WarmUp extends Pick<ConductorWiring, 'baseUrl' | 'prepare' | 'clock'> {
  /** The folder to make and throw away. */
  readonly folder: string;
  /** Ends it early: nobody prepares any more. */
  readonly signal: AbortSignal;
}

/** Throws what goes wrong; nothing stays of it. */
export async function warmUp({ folder: data, baseUrl, prepare, clock, signal }: WarmUp, grids: Grids): Promise<void> {
  throwAway(data);
  const opened = openConductor({
    data, baseUrl, prepare, clock, threads: 1, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
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

/** The deliveries: documents of the model, each object with an id of its own. */
export function examples(): readonly Buffer[] {
  return TYPES.map((types, index) => Buffer.from(JSON.stringify(types.map((type) => exampleDocument(type, `${type}-${index}`)))));
}

/** Also what a process left that was killed. */
export function throwAway(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
