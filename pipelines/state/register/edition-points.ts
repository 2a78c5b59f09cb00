/**
 * Edition points: the point of the register that each edition stands for. The row is written when the edition is complete and before a head
 * names it, so every edition with a head is known here. It is written again when a later point changes nothing in the edition.
 */
import type { Moment } from '../../../schemas/time.ts';
import type { Reader, State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { EditionPoint } from './snapshot.ts';

export interface EditionName {
  readonly audience: string;
  readonly edition: number;
}

/** Returns the point of an edition; undefined when this register did not publish that edition. */
export function pointOf(db: Reader, { audience, edition }: EditionName): EditionPoint | undefined {
  return statement(db, 'SELECT decision, moment FROM published WHERE audience = ? AND edition = ?').get(audience, edition) as EditionPoint | undefined;
}

/** Records the point of an edition, durably. `shown`: the moment that the edition itself states; null: not known. */
export function notePoint(
  db: State, { audience, edition, shown }: EditionName & { readonly shown: Moment | null }, { decision, moment }: EditionPoint,
): void {
  statement(db, 'INSERT OR REPLACE INTO published (audience, edition, decision, moment, shown) VALUES (?, ?, ?, ?, ?)')
    .run(audience, edition, decision, moment, shown);
}

/** Returns the moment that an edition states, as recorded; null when an older program, which did not record it, published the edition. */
export function shownBy(db: Reader, { audience, edition }: EditionName): Moment | null {
  const row = statement(db, 'SELECT shown FROM published WHERE audience = ? AND edition = ?').get(audience, edition) as { shown: Moment | null } | undefined;
  return row?.shown ?? null;
}

/** Deletes the records of later editions and heads. They are missing in the folder and will be published again. */
export function forgetAfter(db: State, { audience, edition, head }: EditionName & { readonly head: number }): void {
  db.prepare('DELETE FROM published WHERE audience = ? AND edition > ?').run(audience, edition);
  db.prepare('DELETE FROM head WHERE audience = ? AND number > ?').run(audience, head);
}

/** Returns the last edition that the register knows for an audience, and its last decision; undefined before the first edition. */
export function lastPublished(db: Reader, audience: string): { readonly edition: number; readonly decision: number } | undefined {
  return statement(db, 'SELECT edition, decision FROM published WHERE audience = ? ORDER BY edition DESC LIMIT 1')
    .get(audience) as { edition: number; decision: number } | undefined;
}

/** Returns the last settled decision: clients were answered, and readers can see the change. */
export function newestSettled(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(decision), 0) AS decision FROM batch WHERE settled = 1').get() as { decision: number }).decision;
}
