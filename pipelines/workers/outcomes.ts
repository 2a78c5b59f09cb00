/** Outcomes worker: reads what became of submissions, so that a long report keeps nobody waiting who hands in (accept.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { openState } from '../state/database.ts';
import { outcomeOf } from '../state/outcomes.ts';
import { answerParent } from './line.ts';

/** Answered with the outcome, or undefined when the uuid is unknown. */
export interface OutcomeCall {
  readonly uuid: string;
}

const { data } = workerData as { readonly data: string };
const db = openState(data);

answerParent(parentPort, ({ uuid }: OutcomeCall) => outcomeOf(db, uuid));
