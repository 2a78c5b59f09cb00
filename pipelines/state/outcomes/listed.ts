/** Listed: submissions by state and holder, with the details that an operator needs. No report is read, only its counts. */
import { SUBMISSION_FIGURES, SUBMISSION_STATES, type ListedSubmission, type Listing, type SubmissionState } from '../../../schemas/submission.ts';
import { formatReceived, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { allSettled } from '../inbox/batches.ts';
import { STANDINGS } from './outcomes.ts';

/** SQL: a condition that narrows the rows to search for a state, where only few rows can have it. */
const AMONG: Readonly<Record<SubmissionState, string>> = {
  pending: 'seq > :settled',
  parked: 'seq > :settled AND seq IN (SELECT seq FROM parked)',
  settled: 'seq > 0',
  aside: 'seq IN (SELECT seq FROM decision WHERE aside IS NOT NULL)',
  retried: 'seq IN (SELECT seq FROM retried)',
  refused: 'seq IN (SELECT seq FROM refused)',
};

interface ListedRow extends Omit<ListedSubmission, 'received' | 'parked' | 'counts'> {
  readonly seq: number;
  readonly received: Received;
  readonly heldUpBy: string | null;
}

/** Returns submissions, newest first. They are empty when `before` is no submission of the holders. */
export function listSubmissions(
  db: Reader, { states = SUBMISSION_STATES, holders = null, before = null, limit }: Listing,
): readonly ListedSubmission[] {
  const columns = 'seq, uuid, received, holder, method, target, bytes, state, aside, refusal, retriedAs, heldUpBy';
  const ofHolders = holders === null ? '' : 'AND holder IN (SELECT value FROM json_each(:holders))';
  const older = before === null ? '' : `AND seq < (SELECT seq FROM inbox WHERE uuid = :before ${ofHolders})`;
  const select = states.map((state) => `SELECT * FROM (SELECT ${columns} FROM ${STANDINGS}
    WHERE ${AMONG[state]} AND state = '${state}' ${ofHolders} ${older} ORDER BY seq DESC LIMIT 0 + :limit)`);
  const statement = db.prepare(`${select.join(' UNION ALL ')} ORDER BY seq DESC LIMIT 0 + :limit`);
  statement.setAllowUnknownNamedParameters(true);
  const values = {
    settled: allSettled(db), limit, ...(before === null ? {} : { before }),
    ...(holders === null ? {} : { holders: JSON.stringify(holders) }),
  };
  return (statement.all(values) as unknown as ListedRow[]).map((row) => listed(db, row));
}

export function countSubmissions(db: Reader, state: SubmissionState): number {
  const statement = db.prepare(`SELECT count(*) AS count FROM ${STANDINGS} WHERE ${AMONG[state]} AND state = ?`);
  statement.setAllowUnknownNamedParameters(true);
  return (statement.get({ settled: allSettled(db) }, state) as { count: number }).count;
}

/** Returns the counts of a decision's report; undefined without a report. */
function countsOf(db: Reader, seq: number): ListedSubmission['counts'] {
  return db.prepare(`SELECT ${SUBMISSION_FIGURES.join(', ')} FROM decision JOIN counts ON counts.decision = decision.n WHERE seq = ?`)
    .get(seq) as ListedSubmission['counts'];
}

function listed(db: Reader, { seq, received, holder, state, aside, refusal, retriedAs, heldUpBy, ...row }: ListedRow): ListedSubmission {
  const counts = state === 'pending' ? undefined : countsOf(db, seq);
  return {
    ...row, received: formatReceived(received), holder, state,
    ...(counts === undefined ? {} : { counts: { ...counts } }),
    ...(state === 'parked' ? { parked: parkedOf(db, { seq, holder }) } : {}),
    ...(aside === null ? {} : { aside }),
    ...(refusal === null ? {} : { refusal }),
    ...(state === 'pending' && heldUpBy !== null ? { waitsFor: heldUpBy } : {}),
    ...(retriedAs === null ? {} : { retriedAs }),
  };
}

function parkedOf(db: Reader, { seq, holder }: { readonly seq: number; readonly holder: string }): NonNullable<ListedSubmission['parked']> {
  return db.prepare(`SELECT ended, standing, (SELECT count(*) FROM inbox WHERE holder = ?2 AND seq > ?1) AS waiting
    FROM parked WHERE seq = ?1`).get(seq, holder) as unknown as NonNullable<ListedSubmission['parked']>;
}
