/** Listed: submissions by state and holder, with the details that an operator needs. Only the figures of reports are read, by SQLite. */
import type { Report } from '../../../schemas/finding.ts';
import { SUBMISSION_STATES, type SubmissionMethod, type SubmissionState } from '../../../schemas/submission.ts';
import { formatReceived, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { allSettled } from '../inbox/batches.ts';
import { STANDINGS } from './outcomes.ts';

export interface ListedSubmission {
  readonly uuid: string;
  readonly received: string;
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly bytes: number;
  readonly state: SubmissionState;
  /** Figures of the report; absent while there is no report. */
  readonly counts?: Pick<Report['counts'], (typeof FIGURES)[number]>;
  /** For a parked submission: number of roots that it would end, of roots of the holder, and of later submissions of the holder that wait. */
  readonly parked?: { readonly ended: number; readonly standing: number; readonly waiting: number };
  /** Why the submission was set aside. */
  readonly aside?: string;
  /** Why the operator refused the submission. */
  readonly refusal?: string;
  /** uuid of the parked submission that this one waits for. */
  readonly waitsFor?: string;
  /** uuid of the retry. */
  readonly retriedAs?: string;
}

export interface Listing {
  /** All states when absent. */
  readonly states?: readonly SubmissionState[];
  /** All holders when absent or null. */
  readonly holder?: string | null;
  readonly limit: number;
}

/** SQL: a condition that narrows the rows to search for a state, where only few rows can have it. */
const AMONG: Readonly<Record<SubmissionState, string>> = {
  pending: 'seq > :settled',
  parked: 'seq > :settled AND seq IN (SELECT seq FROM parked)',
  settled: 'seq > 0',
  aside: 'seq IN (SELECT seq FROM decision WHERE aside IS NOT NULL)',
  retried: 'seq IN (SELECT seq FROM retried)',
  refused: 'seq IN (SELECT seq FROM refused)',
};

const FIGURES = ['objects', 'accepted', 'refused', 'unchanged', 'errors', 'warnings'] as const;

interface ListedRow extends Omit<ListedSubmission, 'received' | 'parked' | 'counts'> {
  readonly seq: number;
  readonly received: Received;
  readonly heldUpBy: string | null;
}

/** Returns submissions, newest first. */
export function listSubmissions(db: Reader, { states = SUBMISSION_STATES, holder = null, limit }: Listing): readonly ListedSubmission[] {
  const columns = 'seq, uuid, received, holder, method, target, bytes, state, aside, refusal, retriedAs, heldUpBy';
  const ofHolder = holder === null ? '' : 'AND holder = :holder';
  const select = states.map((state) => `SELECT * FROM (SELECT ${columns} FROM ${STANDINGS}
    WHERE ${AMONG[state]} AND state = '${state}' ${ofHolder} ORDER BY seq DESC LIMIT :limit)`);
  const statement = db.prepare(`${select.join(' UNION ALL ')} ORDER BY seq DESC LIMIT :limit`);
  statement.setAllowUnknownNamedParameters(true);
  const rows = statement.all({ settled: allSettled(db), limit, ...(holder === null ? {} : { holder }) }) as unknown as ListedRow[];
  return rows.map((row) => listed(db, row));
}

export function countSubmissions(db: Reader, state: SubmissionState): number {
  const statement = db.prepare(`SELECT count(*) AS count FROM ${STANDINGS} WHERE ${AMONG[state]} AND state = ?`);
  statement.setAllowUnknownNamedParameters(true);
  return (statement.get({ settled: allSettled(db) }, state) as { count: number }).count;
}

/** Returns the figures of a decision's report; undefined without a report. SQLite reads them, because a report may be long. */
function countsOf(db: Reader, seq: number): ListedSubmission['counts'] {
  const figures = FIGURES.map((figure) => `report ->> '$.counts.${figure}' AS ${figure}`).join(', ');
  return db.prepare(`SELECT ${figures} FROM decision WHERE seq = ? AND report IS NOT NULL`).get(seq) as ListedSubmission['counts'];
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
