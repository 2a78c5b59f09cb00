/** Outcomes worker: reads what became of submissions, so that a long report keeps nobody waiting who hands in (accept.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../schemas/submission.ts';
import { allDecided } from '../state/batches.ts';
import { isCalled } from '../state/called.ts';
import { inSnapshot, openState } from '../state/database.ts';
import { depthAfter } from '../state/inbox.ts';
import { outcomeOf } from '../state/outcomes.ts';
import { answerParent, toWire, type WireError } from './line.ts';

/** Answered with an OutcomeAnswer for each uuid; or with how much waits to be decided. */
export type OutcomeCall = { readonly kind: 'outcomes'; readonly uuids: readonly string[] } | { readonly kind: 'depth' };

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Whether the batch in which it takes effect was called for. */
  readonly isCalled: boolean;
}

/** `found` undefined: the uuid is unknown. `error`: what is kept of it cannot be read, which says nothing of the others. */
export type OutcomeAnswer = { readonly found: FoundOutcome | undefined } | { readonly error: WireError };

const { data } = workerData as { readonly data: string };
const db = openState(data);

answerParent(parentPort, (call: OutcomeCall) => (call.kind === 'depth' ? depthAfter(db, allDecided(db)) : findAll(call.uuids)));

/** In one transaction: otherwise each question locks both files anew. */
function findAll(uuids: readonly string[]): readonly OutcomeAnswer[] {
  return inSnapshot(db, () => uuids.map((uuid) => {
    try {
      return { found: find(uuid) };
    } catch (error) {
      return { error: toWire(error) };
    }
  }));
}

function find(uuid: string): FoundOutcome | undefined {
  const outcome = outcomeOf(db, uuid);
  return outcome && { outcome, isCalled: isCalled(db, uuid) };
}
