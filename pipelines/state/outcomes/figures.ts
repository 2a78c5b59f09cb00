/**
 * Figures: the number of submissions in each state, for metrics. Computed from decision numbers and small tables, so that a large register
 * takes no longer than a small one.
 *
 * Invariant: the counts agree with the states in outcomes.ts, except that pending stops at a limit (inbox/inbox.ts).
 * Not here: lists (listed.ts).
 */
import type { SubmissionState } from '../../../schemas/submission.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import { inSnapshot, type Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { allDecided } from '../inbox/batches.ts';
import { depthAfter, type InboxDepth } from '../inbox/inbox.ts';
import { PARKED } from '../inbox/parked.ts';

export interface SubmissionFigures {
  readonly states: Readonly<Record<SubmissionState, number>>;
  /** Undecided submissions, parked ones included. */
  readonly depth: InboxDepth;
  /** When the first submission was received; null when there is none. */
  readonly firstReceived: Moment | null;
}

interface Counts {
  readonly decided: number;
  /** Number of the last settled decision: submitters can read its outcome. */
  readonly settledUpTo: number;
  readonly parked: number;
  readonly refused: number;
  readonly retried: number;
  /** Number of settled decisions that set a submission aside. */
  readonly asideEver: number;
  /** Number of these that the operator neither refused nor retried. */
  readonly aside: number;
  readonly first: Received | null;
}

/** SQL: settled decisions that set a submission aside. Without naming the index, SQLite would scan all decisions. */
const ASIDE = 'FROM decision INDEXED BY decision_aside WHERE aside IS NOT NULL AND n <= :settledUpTo';

export function submissionFigures(db: Reader): SubmissionFigures {
  return inSnapshot(db, () => {
    const { settledUpTo } = statement(db, 'SELECT coalesce((SELECT decision FROM batch WHERE settled = 1 ORDER BY n DESC LIMIT 1), 0) AS settledUpTo').get() as { settledUpTo: number };
    const counts = statement(db, `SELECT :settledUpTo AS settledUpTo, (SELECT coalesce(max(n), 0) FROM decision) AS decided,
      (SELECT count(*) FROM parked CROSS JOIN inbox submission ON ${PARKED}) AS parked,
      (SELECT count(*) FROM refused) AS refused,
      (SELECT count(*) FROM retried WHERE seq NOT IN (SELECT seq FROM refused)) AS retried,
      (SELECT count(*) ${ASIDE}) AS asideEver,
      (SELECT count(*) ${ASIDE} AND seq NOT IN (SELECT seq FROM refused) AND seq NOT IN (SELECT seq FROM retried)) AS aside,
      (SELECT received FROM inbox ORDER BY seq LIMIT 1) AS first`).get({ settledUpTo }) as unknown as Counts;
    const depth = depthAfter(db, allDecided(db));
    return { states: statesOf(counts, depth.pending), depth, firstReceived: counts.first === null ? null : momentOf(counts.first) };
  });
}

function statesOf({ decided, settledUpTo, parked, refused, retried, asideEver, aside }: Counts, undecided: number): SubmissionFigures['states'] {
  return { pending: undecided - parked + decided - settledUpTo, parked, settled: settledUpTo - asideEver, aside, retried, refused };
}
