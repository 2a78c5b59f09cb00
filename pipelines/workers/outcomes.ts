/** Outcomes worker: reads what became of submissions, so that a long report keeps nobody waiting who hands in (accept.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../schemas/submission.ts';
import { allDecided } from '../state/batches.ts';
import { isCalled } from '../state/called.ts';
import { openState } from '../state/database.ts';
import { depthAfter } from '../state/inbox.ts';
import { outcomeOf } from '../state/outcomes.ts';
import { answerParent } from './line.ts';

/** Answered with a FoundOutcome, or undefined when the uuid is unknown; or with how much waits to be decided. */
export type OutcomeCall = { readonly kind: 'outcome'; readonly uuid: string } | { readonly kind: 'depth' };

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Whether the batch in which it takes effect was called for. */
  readonly isCalled: boolean;
}

const { data } = workerData as { readonly data: string };
const db = openState(data);

answerParent(parentPort, (call: OutcomeCall) => (call.kind === 'depth' ? depthAfter(db, allDecided(db)) : find(call.uuid)));

function find(uuid: string): FoundOutcome | undefined {
  const outcome = outcomeOf(db, uuid);
  return outcome && { outcome, isCalled: isCalled(db, uuid) };
}
