/**
 * Batches: the prefix of the decisions in the register, and the settled batches.
 * A batch is settled when every head that it changes exists and can be read; before that no outcome is released.
 */
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader, State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { UNDECIDED } from './inbox.ts';
import { HELD_UP_BY } from './parked.ts';

/** A prefix of the decisions: everything up to `decision`, the last of `batch`. */
export interface Prefix {
  readonly batch: number;
  readonly decision: number;
  /** The latest reception time of its submissions, and the same as a moment; 0 for the empty register. */
  readonly received: Received;
  readonly moment: Moment;
}

export function newestPrefix(db: State): Prefix {
  const row = statement(db, 'SELECT n AS batch, decision, received FROM batch ORDER BY n DESC LIMIT 1').get() as Omit<Prefix, 'moment'> | undefined;
  const { batch, decision, received } = row ?? { batch: 0, decision: 0, received: 0 as Received };
  return { batch, decision, received, moment: momentOf(received) };
}

/** Writes batch `n`, which ends with `decision`, in the transaction that made its decisions. */
export function insertBatch(db: State, { n, decision }: { readonly n: number; readonly decision: number }): void {
  const last = statement(db, 'SELECT received, all_up_to FROM batch ORDER BY n DESC LIMIT 1').get() as { received: Received; all_up_to: number } | undefined;
  const { received } = statement(db, 'SELECT max(received) AS received FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE batch = ?').get(n) as { received: Received };
  statement(db, 'INSERT INTO batch (n, decision, received, all_up_to) VALUES (?, ?, ?, ?)')
    .run(n, decision, Math.max(received, last?.received ?? 0), allDecidedUpTo(db, last?.all_up_to ?? 0));
}

/** Returns the number before the first undecided submission. The caller knows that there is none up to `known`. */
function allDecidedUpTo(db: State, known: number): number {
  return (statement(db, `SELECT coalesce(
      (SELECT seq - 1 FROM inbox WHERE seq > ? AND ${UNDECIDED} ORDER BY seq LIMIT 1),
      (SELECT max(seq) FROM decision)) AS seq`).get(known) as { seq: number }).seq;
}

/** Returns the number of a submission up to which all are decided. */
export function allDecided(db: Reader): number {
  return (statement(db, 'SELECT coalesce((SELECT all_up_to FROM batch ORDER BY n DESC LIMIT 1), 0) AS seq').get() as { seq: number }).seq;
}

/** Returns the number of a submission up to which all are settled. */
export function allSettled(db: Reader): number {
  return (statement(db, 'SELECT coalesce((SELECT all_up_to FROM batch WHERE settled = 1 ORDER BY n DESC LIMIT 1), 0) AS seq').get() as { seq: number }).seq;
}

/** Marks all batches up to `batch` settled. Returns the uuids whose outcomes may now be released. */
export function settle(db: State, batch: number): readonly string[] {
  const rows = statement(db, `SELECT uuid FROM decision JOIN inbox ON inbox.seq = decision.seq
    WHERE batch IN (SELECT n FROM batch WHERE settled = 0 AND n <= ?) ORDER BY decision.n`).all(batch) as { uuid: string }[];
  statement(db, 'UPDATE batch SET settled = 1 WHERE settled = 0 AND n <= ?').run(batch);
  return rows.map(({ uuid }) => uuid);
}

/** Whether a decided batch is not settled. */
export function hasUnsettled(db: Reader): boolean {
  return statement(db, 'SELECT 1 FROM batch WHERE settled = 0 LIMIT 1').get() !== undefined;
}

/** Returns the number of the newest submission; 0 when there is none. */
export function newestSeq(db: State): number {
  return (statement(db, 'SELECT coalesce(max(seq), 0) AS seq FROM inbox').get() as { seq: number }).seq;
}

/** Whether a submission up to `seq` is pending or not settled, without those that are parked or wait for a parked one. */
export function unsettledUpTo(db: State, seq: number): boolean {
  const found = db.prepare(`SELECT 1 FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq LEFT JOIN batch ON batch.n = decision.batch
    WHERE inbox.seq <= ? AND coalesce(settled, 0) = 0 AND (decision.n IS NOT NULL OR ${UNDECIDED})
      AND ${HELD_UP_BY} IS NULL
      AND inbox.seq > coalesce((SELECT all_up_to FROM batch WHERE settled = 1 ORDER BY n DESC LIMIT 1), 0) LIMIT 1`).get(seq);
  return found !== undefined;
}
