/**
 * Namesakes: objects of several roots with one id, of which at most one is public. An id is free for others while its object is hidden, and
 * a link of that object may lead to a hidden object of another holder. When that becomes public, the object stays hidden if its id was
 * taken meanwhile. The write that made the hidden object public is not refused for that, because its holder can know nothing of that id.
 * Not here: objects of which the holder itself makes something public (hidden-around.ts), ids that differ in form (id-twins.ts).
 */
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

export interface Namesake {
  readonly id: string;
  readonly root: number;
}

/** Returns the objects of other roots that have, or had, an id of this root. */
export function namesakesOf(db: Reader, root: number): readonly Namesake[] {
  return statement(db, 'SELECT o.id, p.root FROM object o CROSS JOIN object p ON p.id = o.id AND p.root <> o.root WHERE o.root = ?')
    .all(root) as unknown as readonly Namesake[];
}

/** Returns the objects of other roots that got an id of this root after it had the id, and up to a decision. */
export function laterNamesakes(db: Reader, root: number, decision: number): readonly Namesake[] {
  return namesakesOf(db, root).filter(({ id, root: other }) => {
    const [own, later] = [firstWith(db, root, { id, decision }), firstWith(db, other, { id, decision })];
    return own !== null && later !== null && later > own;
  });
}

/** Returns the first decision, up to this one, after which a root had an object with this id; null when there is none. */
export function firstWith(db: Reader, root: number, { id, decision }: { readonly id: string; readonly decision: number }): number | null {
  const { first } = statement(db, `SELECT min(v.decision) AS first FROM version v JOIN doc d ON d.n = v.doc, json_each(d.objects) e
    WHERE v.root = ?1 AND v.decision <= ?2 AND e.value ->> 0 = ?3`).get(root, decision, id) as { readonly first: number | null };
  return first;
}
