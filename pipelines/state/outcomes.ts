/**
 * Outcomes: what became of each submission, as it was decided.
 *
 * Invariants:
 *  - Decisions are numbered from 1 without a gap, in the order in which they are made; nothing is decided twice.
 *  - An outcome is told when its batch is settled; until then the submission is pending for whoever asks.
 * Not here: deciding (decide-batch.ts, apply.ts), batches (batches.ts).
 */
import type { Report } from '../../schemas/finding.ts';
import type { Outcome, Receipt, SubmissionState } from '../../schemas/submission.ts';
import type { Reader, State } from './database.ts';
import { HELD_UP_BY } from './parked.ts';
import { COLUMNS, receiptOf, type Submission, type SubmissionRow } from './inbox.ts';

export interface Decided {
  readonly status: number;
  readonly roots: Outcome['roots'];
  readonly report: Report | null;
  /** Why it was set aside, or null. */
  readonly aside: string | null;
}

/** A submission with the number of its decision. */
export interface Numbered extends Submission {
  readonly decision: number;
}

/** Writes the decision on one submission; part of the transaction of its batch. */
export function writeDecision(
  db: State, { decision, seq, batch }: { readonly decision: number; readonly seq: number; readonly batch: number }, decided: Decided,
): void {
  const { aside, status, roots, report } = decided;
  db.prepare('INSERT INTO decision (n, seq, batch, aside, status, roots, report) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(decision, seq, batch, aside, status, JSON.stringify(roots), report === null ? null : JSON.stringify(report));
}

interface OutcomeRow extends SubmissionRow {
  readonly aside: string | null;
  readonly status: number | null;
  readonly roots: string | null;
  readonly report: string | null;
  readonly settled: number | null;
  readonly heldUpBy: string | null;
}

function outcomeSql(report: 'report' | 'NULL AS report'): string {
  return `SELECT ${COLUMNS}, aside, status, roots, ${report}, CASE WHEN decision.n IS NULL THEN ${HELD_UP_BY} END AS heldUpBy,
    (SELECT settled FROM batch WHERE batch.n = decision.batch) AS settled
    FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq`;
}

/** What became of a submission, or undefined when the uuid is unknown. */
export function outcomeOf(db: Reader, uuid: string): Outcome | undefined {
  const row = db.prepare(`${outcomeSql('report')} WHERE uuid = ?`).get(uuid) as unknown as OutcomeRow | undefined;
  if (row?.heldUpBy !== uuid) return row && outcome(row);
  const { report } = db.prepare('SELECT report FROM parked WHERE seq = ?').get(row.seq) as { report: string };
  return { ...outcome(row), report: JSON.parse(report) as Report };
}

/** The last submissions, newest first, without their reports. */
export function listOutcomes(db: Reader, limit: number): readonly Outcome[] {
  const rows = db.prepare(`${outcomeSql('NULL AS report')} ORDER BY inbox.seq DESC LIMIT ?`).all(limit) as unknown as OutcomeRow[];
  return rows.map(outcome);
}

/** The first submission of exactly these bytes by this holder that was not set aside. */
export function findBySha256(db: Reader, sha256: string, holder: string): Receipt | undefined {
  const row = db.prepare(`SELECT ${COLUMNS} FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq
    WHERE sha256 = ? AND holder = ? AND aside IS NULL ORDER BY inbox.seq`).get(sha256, holder) as unknown as SubmissionRow | undefined;
  return row === undefined ? undefined : receiptOf(row);
}

function stateOf({ settled, aside, heldUpBy, uuid }: OutcomeRow): SubmissionState {
  if (settled === 1) return aside === null ? 'settled' : 'aside';
  return heldUpBy === uuid ? 'parked' : 'pending';
}

function outcome(row: OutcomeRow): Outcome {
  const settled = row.settled === 1;
  const { heldUpBy, uuid } = row;
  return {
    receipt: receiptOf(row),
    state: stateOf(row),
    ...(heldUpBy === null || heldUpBy === uuid ? {} : { waitsFor: heldUpBy }),
    status: settled ? row.status : null,
    roots: settled ? JSON.parse(row.roots ?? '[]') as Outcome['roots'] : [],
    report: settled && row.report !== null ? JSON.parse(row.report) as Report : null,
  };
}
