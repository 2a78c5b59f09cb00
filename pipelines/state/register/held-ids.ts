/**
 * Held ids: ids of roots that a holder would hand over and that the receiver has in roots of its own. A hidden object leaves its id free
 * for others, and a holder has each id once.
 * Not here: the decision on a transfer (decide/apply-transfer.ts).
 */
import type { TransferOrder } from '../../../schemas/orders.ts';
import type { State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { Register } from './register.ts';

/** Returns the ids of a transfer that its receiver has already, withdrawn objects included. */
export function heldIds(db: State, { from, to, ids }: Pick<TransferOrder, 'from' | 'to' | 'ids'>): readonly string[] {
  const register = new Register(db, [from]);
  const roots = ids === undefined ? undefined : ids.flatMap((id) => register.root(id) ?? []).filter(({ holder }) => holder === from);
  if (roots !== undefined || register.hasIdForms()) {
    return (roots ?? register.rootsOf(from)).flatMap(({ n }) => register.idsOfHolder(to, n));
  }
  return statement(db, `SELECT DISTINCT o.id FROM root r CROSS JOIN object o ON o.root = r.n
    CROSS JOIN object p ON p.id = o.id AND p.root <> o.root CROSS JOIN root q ON q.n = p.root
    WHERE r.holder = ? AND q.holder = ? ORDER BY o.id`).all(from, to).map(({ id }) => id as string);
}
