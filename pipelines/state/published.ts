/**
 * Published: which point of the register each edition stands for. Written when an edition is whole but no head names it yet,
 * so that whatever a head names is known here; and again when a later point changes nothing in it.
 */
import type { Reader, State } from './database.ts';
import type { EditionPoint } from './snapshot.ts';

export interface EditionName {
  readonly audience: string;
  readonly edition: number;
}

/** Undefined when these editions are not of this register. */
export function pointOf(db: Reader, { audience, edition }: EditionName): EditionPoint | undefined {
  return db.prepare('SELECT decision, moment FROM published WHERE audience = ? AND edition = ?').get(audience, edition) as EditionPoint | undefined;
}

/** Durable when it returns. */
export function notePoint(db: State, { audience, edition }: EditionName, { decision, moment }: EditionPoint): void {
  db.prepare('INSERT OR REPLACE INTO published VALUES (?, ?, ?, ?)').run(audience, edition, decision, moment);
}

/** Forgets editions after this one, which are not where the register goes: they are published again. */
export function forgetAfter(db: State, { audience, edition }: EditionName): void {
  db.prepare('DELETE FROM published WHERE audience = ? AND edition > ?').run(audience, edition);
}
