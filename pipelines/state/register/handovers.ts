/**
 * Handovers: who may write each root. That is its first holder until the root is handed over, then the one to whom it was handed over last.
 *
 * Invariants:
 *  - `root.holder` changes together with a row of `handover`, which is never changed. Only unsettled decisions can be taken back
 *    (decide/undecide.ts).
 * Not here: the versions that get the new code (history.ts, register.ts), who may hand over (decide/apply-transfer.ts).
 */
import type { Moment } from '../../../schemas/time.ts';
import type { Reader, State } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** One handover of a root. */
export interface Handover {
  readonly from: string;
  readonly to: string;
  /** From when the versions have the code of `to`. */
  readonly at: Moment;
}

/** Hands a root over inside the running transaction. */
export function insertHandover(
  db: State, { root, decision }: { readonly root: number; readonly decision: number }, { from, to, at }: Handover,
): void {
  const insert = statement(db, 'INSERT INTO handover (root, decision, from_holder, to_holder, at) VALUES (?, ?, ?, ?, ?)');
  insert.run(root, decision, from, to, at);
  statement(db, 'UPDATE root SET holder = ? WHERE n = ?').run(to, root);
}

/** Returns the handovers of a root, in order of decision. */
export function handoversOf(db: Reader, root: number): readonly Handover[] {
  return statement(db, 'SELECT from_holder AS "from", to_holder AS "to", at FROM handover WHERE root = ? ORDER BY decision')
    .all(root) as unknown as Handover[];
}

/** Returns the holder of a root after a decision. */
export function holderAt(db: Reader, root: number, decision: number): string {
  return statement(db, `SELECT coalesce(
      (SELECT from_holder FROM handover WHERE root = ?1 AND decision > ?2 ORDER BY decision LIMIT 1), holder
    ) AS holder FROM root WHERE n = ?1`).get(root, decision)!['holder'] as string;
}

/** Whether any root was handed over to this holder. */
export function isReceiver(db: Reader, holder: string): boolean {
  return statement(db, 'SELECT 1 FROM handover WHERE to_holder = ? LIMIT 1').get(holder) !== undefined;
}

/** Returns the handover of a root by a decision; undefined when the decision did not hand it over. */
export function handoverIn(db: Reader, root: number, decision: number): Handover | undefined {
  return statement(db, 'SELECT from_holder AS "from", to_holder AS "to", at FROM handover WHERE root = ? AND decision = ?')
    .get(root, decision) as Handover | undefined;
}

/** Takes back the handovers after a decision, inside the running transaction. */
export function takeBackHandovers(db: State, decision: number): void {
  db.prepare(`UPDATE root SET holder = (SELECT from_holder FROM handover WHERE root = root.n AND decision > ?1 ORDER BY decision LIMIT 1)
    WHERE n IN (SELECT root FROM handover WHERE decision > ?1)`).run(decision);
  db.prepare('DELETE FROM handover WHERE decision > ?').run(decision);
}

/** Returns the code that versions of a root have at a moment of validity; undefined when no handover says so. */
export function codeAt(handovers: readonly Handover[], moment: Moment): string | undefined {
  return handovers.reduce((code, { to, at }) => (moment >= at ? to : code), handovers[0]?.from);
}
