/**
 * Published: which point of the register each edition stands for. Written when an edition is whole but no head names it yet,
 * so that whatever a head names is known here; and again when a later point changes nothing in it.
 */
import type { Moment } from '../../../schemas/time.ts';
import type { Reader, State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { EditionPoint } from './snapshot.ts';

export interface EditionName {
  readonly audience: string;
  readonly edition: number;
}

/** Undefined when these editions are not of this register. */
export function pointOf(db: Reader, { audience, edition }: EditionName): EditionPoint | undefined {
  return statement(db, 'SELECT decision, moment FROM published WHERE audience = ? AND edition = ?').get(audience, edition) as EditionPoint | undefined;
}

/** `shown`: the moment that the edition itself states; null: not known. Durable when it returns. */
export function notePoint(
  db: State, { audience, edition, shown }: EditionName & { readonly shown: Moment | null }, { decision, moment }: EditionPoint,
): void {
  statement(db, 'INSERT OR REPLACE INTO published (audience, edition, decision, moment, shown) VALUES (?, ?, ?, ?, ?)')
    .run(audience, edition, decision, moment, shown);
}

/** The moment that an edition states by this register; null: an older program noted the edition, and did not keep it. */
export function shownBy(db: Reader, { audience, edition }: EditionName): Moment | null {
  const row = statement(db, 'SELECT shown FROM published WHERE audience = ? AND edition = ?').get(audience, edition) as { shown: Moment | null } | undefined;
  return row?.shown ?? null;
}

/** Forgets editions and heads after these, which are not where the register goes: they are published again. */
export function forgetAfter(db: State, { audience, edition, head }: EditionName & { readonly head: number }): void {
  db.prepare('DELETE FROM published WHERE audience = ? AND edition > ?').run(audience, edition);
  db.prepare('DELETE FROM head WHERE audience = ? AND number > ?').run(audience, head);
}

/** The last edition of an audience that the register knows, and the decision it stands for; undefined before the first. */
export function lastPublished(db: Reader, audience: string): { readonly edition: number; readonly decision: number } | undefined {
  return statement(db, 'SELECT edition, decision FROM published WHERE audience = ? ORDER BY edition DESC LIMIT 1')
    .get(audience) as { edition: number; decision: number } | undefined;
}

/** The last decision of which the answer was given: what it changed can be read. */
export function newestSettled(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(decision), 0) AS decision FROM batch WHERE settled = 1').get() as { decision: number }).decision;
}
