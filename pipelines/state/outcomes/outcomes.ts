/**
 * Outcomes: the decision on each submission.
 *
 * Invariants:
 *  - Decisions are numbered from 1 without a gap, in order of making; a settled submission is never decided again (decide/undecide.ts).
 *  - An outcome is visible when its batch is settled; until then the submission is pending for every reader.
 *  - The counts of a report are also in `counts`, so that lists read no report.
 *  - A submission that the operator refused is undecided or was set aside. It has no effect, and its holder can read the reason.
 * Not here: deciding (decide/decide-batch.ts, decide/apply.ts), batches (inbox/batches.ts), rulings of the operator (ruling.ts), lists (listed.ts).
 */
import type { Report } from '../../../schemas/finding.ts';
import type { Outcome, Receipt, SubmissionState } from '../../../schemas/submission.ts';
import { checkedBy } from '../../prepare/rule-set.ts';
import type { Reader, State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { COLUMNS, receiptOf, type Submission, type SubmissionRow } from '../inbox/inbox.ts';
import { HELD_UP_BY } from '../inbox/parked.ts';
import { refusedNote } from './refusals.ts';
import { reportWithoutBody } from './report.ts';

export interface Decided {
  readonly status: number;
  readonly roots: Outcome['roots'];
  readonly report: Report | null;
  /** Why the submission was set aside, or null. */
  readonly aside: string | null;
  /** The findings of a delivery in short, to compare the next delivery with (notes/comparison.ts). */
  readonly findings?: string;
}

/** A submission with the number of its decision. */
export interface Numbered extends Submission {
  readonly decision: number;
}

/** Writes the decision on one submission, in the transaction of its batch. */
export function writeDecision(
  db: State, { decision, seq, batch }: { readonly decision: number; readonly seq: number; readonly batch: number }, decided: Decided,
): void {
  const { aside, status, roots, report, findings = null } = decided;
  const { ruleSet } = report?.checkedBy ?? checkedBy();
  db.prepare('INSERT INTO decision (n, seq, batch, aside, status, roots, report, rule_set, findings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(decision, seq, batch, aside, status, JSON.stringify(roots), report === null ? null : JSON.stringify(report), ruleSet, findings);
  if (report === null) return;
  const { objects, accepted, refused, unchanged, errors, warnings, ended } = report.counts;
  db.prepare('INSERT INTO counts (decision, objects, accepted, refused, unchanged, errors, warnings, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(decision, objects, accepted, refused, unchanged, errors, warnings, ended ?? null);
}

interface OutcomeRow extends SubmissionRow {
  readonly state: SubmissionState;
  readonly aside: string | null;
  readonly status: number | null;
  readonly roots: string | null;
  readonly report: string | null;
  readonly heldUpBy: string | null;
  readonly refusal: string | null;
  readonly retriedAs: string | null;
}

/** SQL: every submission with its state and the columns that determine it. `report` is the report of its decision. */
export const STANDINGS = `(SELECT *, CASE WHEN refusal IS NOT NULL THEN 'refused' WHEN retriedAs IS NOT NULL THEN 'retried'
    WHEN settled = 1 THEN iif(aside IS NULL, 'settled', 'aside') WHEN heldUpBy = uuid THEN 'parked' ELSE 'pending' END AS state
  FROM (SELECT ${COLUMNS}, aside, status, roots, report, CASE WHEN decision.n IS NULL THEN ${HELD_UP_BY} END AS heldUpBy,
      (SELECT settled FROM batch WHERE batch.n = decision.batch) AS settled,
      (SELECT reason FROM refused WHERE refused.seq = inbox.seq) AS refusal,
      (SELECT again.uuid FROM retried JOIN inbox again ON again.seq = retried.again WHERE retried.seq = inbox.seq) AS retriedAs
    FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq))`;

/** Returns the outcome of a submission; undefined when the uuid is unknown. */
export function outcomeOf(db: Reader, uuid: string): Outcome | undefined {
  const row = statement(db, `SELECT * FROM ${STANDINGS} WHERE uuid = ?`).get(uuid) as unknown as OutcomeRow | undefined;
  if (row === undefined) return undefined;
  const report = reportOf(db, row);
  const by = report === null && !DECIDED.has(row.state) ? checkedBy() : report?.checkedBy;
  return { ...visibleOutcome(row), ...ruled(row), report, ...(by === undefined ? {} : { checkedBy: by }) };
}

/** Returns the state of a submission; undefined when the uuid is unknown. */
export function stateOf(db: Reader, uuid: string): SubmissionState | undefined {
  return (statement(db, `SELECT state FROM ${STANDINGS} WHERE uuid = ?`).get(uuid) as { state: SubmissionState } | undefined)?.state;
}

/** Returns the receipt of this holder's first submission of exactly these bytes that was not set aside. */
export function findBySha256(db: Reader, sha256: string, holder: string): Receipt | undefined {
  const row = db.prepare(`SELECT ${COLUMNS} FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq
    WHERE sha256 = ? AND holder = ? AND aside IS NULL ORDER BY inbox.seq`).get(sha256, holder) as unknown as SubmissionRow | undefined;
  return row === undefined ? undefined : receiptOf(row);
}

/** HTTP status of a submission that the operator refused. */
const REFUSED_STATUS = 422;

function visibleOutcome(row: OutcomeRow): Omit<Outcome, 'report'> {
  const { state, status, roots } = row;
  const isVisible = DECIDED.has(state);
  return {
    receipt: receiptOf(row), state,
    status: state === 'refused' ? REFUSED_STATUS : isVisible ? status : null,
    roots: isVisible ? JSON.parse(roots ?? '[]') as Outcome['roots'] : [],
  };
}

/** States in which the decision is visible. */
const DECIDED: ReadonlySet<SubmissionState> = new Set(['settled', 'aside', 'retried']);

function ruled({ state, heldUpBy, retriedAs }: OutcomeRow): Pick<Outcome, 'waitsFor' | 'retriedAs'> {
  if (state === 'pending' && heldUpBy !== null) return { waitsFor: heldUpBy };
  return retriedAs === null ? {} : { retriedAs };
}

function reportOf(db: Reader, row: OutcomeRow): Report | null {
  const { state, seq, report, refusal } = row;
  if (refusal !== null) return reportWithoutBody(row, { objects: [], findings: [refusedNote(refusal)] });
  if (DECIDED.has(state)) return report === null ? null : JSON.parse(report) as Report;
  if (state !== 'parked') return null;
  return JSON.parse((db.prepare('SELECT report FROM parked WHERE seq = ?').get(seq) as { report: string }).report) as Report;
}
