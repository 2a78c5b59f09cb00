/**
 * Link candidates: the objects that a link of a root may lead to after a decision, among those with its id.
 *
 * Invariants:
 *  - A link leads to an object of its own holder when that is in a current document, hidden or not. So an object that another holder makes
 *    with the id of a hidden one never takes its place in a link.
 *  - A pure function of the decisions up to this one.
 * Not here: which candidate an edition shows (link-targets.ts), the targets of deliveries (object-lookup.ts).
 */
import type { EntityType } from '../../../schemas/names.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { holderAt } from './handovers.ts';
import { firstWith } from './namesakes.ts';

export interface LinkCandidate {
  readonly type: EntityType;
  /** The id of its root. */
  readonly root: string;
  /** The number of its root. */
  readonly n: number;
  /** The holder of its root now. */
  readonly holder: string;
}

/** The root with the link, and the decision after which it is followed. */
export interface LinkFrom {
  readonly from: number;
  readonly at: number;
}

/** Returns the candidates of a link with this id, in order of root number. */
export function linkCandidates(db: Reader, id: string, { from, at }: LinkFrom): readonly LinkCandidate[] {
  const named = statement(db, 'SELECT o.type, r.id AS root, r.n, r.holder FROM object o JOIN root r ON r.n = o.root WHERE o.id = ? ORDER BY r.n')
    .all(id) as unknown as LinkCandidate[];
  if (named.length < 2) return named;
  const there = named.filter(({ n }) => firstWith(db, n, { id, decision: at }) !== null);
  const holder = holderAt(db, from, at);
  const own = there.filter(({ n }) => holderAt(db, n, at) === holder && isCurrentIn(db, n, { id, at }));
  return own.length > 0 ? own : there;
}

/** Whether a current document of a root has an object with this id after a decision. */
export function isCurrentIn(db: Reader, root: number, { id, at }: { readonly id: string; readonly at: number }): boolean {
  return statement(db, `SELECT 1 FROM version v JOIN doc d ON d.n = v.doc, json_each(d.objects) e WHERE v.root = ?1
    AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2) AND e.value ->> 0 = ?3`).get(root, at, id) !== undefined;
}
