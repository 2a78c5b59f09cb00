/**
 * Recorded heads: every head that was made, byte for byte as in its file. They say since when there were editions. When an edition that
 * was dropped or lost is rebuilt, its head is restored, with the next head, which says when the edition was replaced.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { encodeHead, type Head } from '../../../publisher/format/head.ts';
import type { Audience } from '../../../publisher/format/layout.ts';
import { decodeAnyHead, inThisFormat } from '../../../publisher/format/older.ts';
import type { Moment } from '../../../schemas/time.ts';
import { transaction, type Reader, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** Records heads, durably. */
export function recordHeads(db: State, heads: readonly Head[]): void {
  if (heads.length > 0) transaction(db, () => insertHeads(db, heads));
}

/** Records heads inside the running transaction. */
export function insertHeads(db: State, heads: readonly Head[]): void {
  const insert = statement(db, 'INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)');
  for (const head of heads) insert.run(head.audience, head.number, Date.parse(head.activated), deflateRawSync(encodeHead(head)));
}

export function isRecorded(db: Reader, { audience, number }: Pick<Head, 'audience' | 'number'>): boolean {
  return statement(db, 'SELECT 1 FROM head WHERE audience = ? AND number = ?').get(audience, number) !== undefined;
}

/** Returns the number of the newest recorded head; 0 when there is none. */
export function lastRecorded(db: Reader, audience: Audience): number {
  return (statement(db, 'SELECT coalesce(max(number), 0) AS number FROM head WHERE audience = ?').get(audience) as { number: number }).number;
}

/** Returns when the first head was activated; null when none is recorded. */
export function firstActivated(db: Reader, audience: Audience): Moment | null {
  return (statement(db, 'SELECT min(activated) AS activated FROM head WHERE audience = ?').get(audience) as { activated: Moment | null }).activated;
}

/** Returns the numbers of the recorded heads that were activated after a moment. */
export function recordedAfter(db: Reader, audience: Audience, moment: Moment): readonly number[] {
  const rows = statement(db, 'SELECT number FROM head WHERE audience = ? AND activated > ? ORDER BY number').all(audience, moment);
  return (rows as { number: number }[]).map(({ number }) => number);
}

/** Returns the recorded head that was active at a moment; undefined when none was. */
export function recordedHeadAt(db: Reader, audience: Audience, moment: Moment): Head | undefined {
  return read(audience, db.prepare('SELECT number, body FROM head WHERE audience = ? AND activated <= ? ORDER BY activated DESC, number DESC LIMIT 1').get(audience, moment));
}

export function recordedHead(db: Reader, audience: Audience, number: number): Head | undefined {
  return read(audience, db.prepare('SELECT number, body FROM head WHERE audience = ? AND number = ?').get(audience, number));
}

/** Returns the recorded heads that this program can read, in order of number. */
export function recordedHeads(db: Reader, audience: Audience): readonly Head[] {
  const numbers = db.prepare('SELECT number FROM head WHERE audience = ? ORDER BY number').all(audience) as { number: number }[];
  return numbers.map(({ number }) => recordedHead(db, audience, number)).filter((head) => head !== undefined);
}

/** Returns the next recorded head; numbers may have gaps. */
export function recordedHeadAfter(db: Reader, { audience, number }: Pick<Head, 'audience' | 'number'>): Head | undefined {
  return read(audience, db.prepare('SELECT number, body FROM head WHERE audience = ? AND number > ? ORDER BY number LIMIT 1').get(audience, number));
}

function read(audience: Audience, row: unknown): Head | undefined {
  if (row === undefined) return undefined;
  const { number, body } = row as { number: number; body: Uint8Array };
  return inThisFormat(decodeAnyHead(inflateRawSync(body), { path: `register.db, head ${number}`, audience, number }));
}
