/**
 * Batches: which prefix of the inbox the register holds, and which batches are settled.
 * A batch is settled when every head that it changes exists and can be read; before that no answer is released.
 */
import type { DatabaseSync } from 'node:sqlite';
import { momentOf, type Moment, type Received } from '../../schemas/time.ts';

/** A register prefix: everything up to submission `seq`, decided by batch `batch`. */
export interface Prefix {
  readonly batch: number;
  readonly seq: number;
  /** Recorded time of its last submission, as a moment; 0 for the empty register. */
  readonly moment: Moment;
}

export function newestPrefix(db: DatabaseSync): Prefix {
  const row = db.prepare(`SELECT n, applied_seq AS seq, received FROM batch JOIN inbox ON seq = applied_seq
    ORDER BY n DESC LIMIT 1`).get() as { n: number; seq: number; received: Received } | undefined;
  if (row === undefined) return { batch: 0, seq: 0, moment: 0 as Moment };
  return { batch: row.n, seq: row.seq, moment: momentOf(row.received) };
}

/** Begins the next batch inside the running transaction. */
export function insertBatch(db: DatabaseSync, appliedSeq: number): number {
  const row = db.prepare(`INSERT INTO batch (n, applied_seq) SELECT coalesce(max(n), 0) + 1, ? FROM batch
    RETURNING n`).get(appliedSeq) as { n: number };
  return row.n;
}

/** Says how far the batch went, when that is less far than at its beginning. */
export function endBatch(db: DatabaseSync, batch: number, appliedSeq: number): void {
  db.prepare('UPDATE batch SET applied_seq = ? WHERE n = ?').run(appliedSeq, batch);
}

/** Marks all batches up to `batch` settled; the uuids whose answers may now be released. */
export function settle(db: DatabaseSync, batch: number): readonly string[] {
  const rows = db.prepare(`SELECT uuid FROM inbox WHERE batch IN (SELECT n FROM batch WHERE settled = 0 AND n <= ?)
    ORDER BY seq`).all(batch) as { uuid: string }[];
  db.prepare('UPDATE batch SET settled = 1 WHERE settled = 0 AND n <= ?').run(batch);
  return rows.map(({ uuid }) => uuid);
}

/** Number of the newest submission, 0 when there is none. */
export function newestSeq(db: DatabaseSync): number {
  return (db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM inbox').get() as { seq: number }).seq;
}

/** Whether a submission up to `seq` is still pending or not yet settled. */
export function unsettledUpTo(db: DatabaseSync, seq: number): boolean {
  const found = db.prepare(`SELECT 1 FROM inbox WHERE batch IS NULL AND seq <= ?1
    UNION ALL SELECT 1 FROM inbox WHERE batch IN (SELECT n FROM batch WHERE settled = 0) AND seq <= ?1`).get(seq);
  return found !== undefined;
}
