/** Outcomes worker: reads what became of submissions, so that a long report keeps nobody waiting who hands in (accept.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../schemas/submission.ts';
import { allDecided } from '../state/batches.ts';
import { isCalled } from '../state/called.ts';
import { inSnapshot, openState } from '../state/database.ts';
import { depthAfter } from '../state/inbox.ts';
import { outcomeOf } from '../state/outcomes.ts';
import { answerParent } from './line.ts';

/** Answered with a FoundOutcome for each uuid, undefined for one that is unknown; or with how much waits to be decided. */
export type OutcomeCall = { readonly kind: 'outcomes'; readonly uuids: readonly string[] } | { readonly kind: 'depth' };

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Whether the batch in which it takes effect was called for. */
  readonly isCalled: boolean;
}

const { data } = workerData as { readonly data: string };
const db = openState(data);

answerParent(parentPort, (call: OutcomeCall) => (call.kind === 'depth' ? depthAfter(db, allDecided(db)) : findAll(call.uuids)));

/** Of many at once each would lock the files by itself. */
function findAll(uuids: readonly string[]): readonly (FoundOutcome | undefined)[] {
  return inSnapshot(db, () => uuids.map(find));
}

function find(uuid: string): FoundOutcome | undefined {
  const outcome = outcomeOf(db, uuid);
  return outcome && { outcome, isCalled: isCalled(db, uuid) };
}
