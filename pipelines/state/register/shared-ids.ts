/**
 * Shared ids: ids that present objects of several holders have. A hidden object leaves its id free for other holders (object-lookup.ts).
 *
 * Invariant: only the operator learns of a shared id. It would tell a holder, or a reader, of a hidden object.
 */
import { nfc } from '../../../schemas/normal-form.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { HiddenObjects, hides, LAST } from './hidden-objects.ts';
import { othersWith } from './object-lookup.ts';

interface SharingObject {
  readonly holder: string;
  readonly isHidden: boolean;
}

export interface SharedId {
  /** In NFC. */
  readonly id: string;
  readonly objects: readonly SharingObject[];
}

/** Returns all shared ids. Reads the whole table of objects. */
export function sharedIds(db: Reader): readonly SharedId[] {
  const hidden = new HiddenObjects(db, LAST);
  const rows = db.prepare(`SELECT o.id, o.root, r.holder FROM (
      SELECT id FROM object WHERE gone = 0 GROUP BY id HAVING count(*) > 1 UNION SELECT id FROM id_form UNION SELECT nfc FROM id_form
    ) named JOIN object o ON o.id = named.id JOIN root r ON r.n = o.root WHERE o.gone = 0 ORDER BY o.id, r.holder`)
    .all() as unknown as { readonly id: string; readonly root: number; readonly holder: string }[];
  const groups = [...Map.groupBy(rows, ({ id }) => nfc(id))].map(([id, objects]): SharedId => (
    { id, objects: objects.map(({ root, holder, id: form }) => ({ holder, isHidden: hides(hidden.withGone(root), form) })) }
  ));
  return groups.filter(({ objects }) => new Set(objects.map(({ holder }) => holder)).size > 1);
}

/** Returns the ids, in NFC, that objects share since this decision: after it, not both were present. */
export function sharedSince(db: Reader, decision: number): readonly string[] {
  const hasForms = statement(db, 'SELECT 1 FROM id_form LIMIT 1').get() !== undefined;
  // Forms of an id are rare, and looking for them takes three times as long.
  const candidates = statement(db, `SELECT o.id, o.root, r.holder
    FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision WHERE decision > ?) changed
    CROSS JOIN object o ON o.root = changed.root CROSS JOIN root r ON r.n = o.root
    WHERE o.gone = 0 AND ${hasForms ? 'TRUE' : 'EXISTS (SELECT 1 FROM object p WHERE p.id = o.id AND p.root <> o.root)'} ORDER BY o.id`)
    .all(decision) as unknown as readonly Candidate[];
  return [...new Set(candidates.filter((candidate) => isSharedSince(db, candidate, decision)).map(({ id }) => nfc(id)))];
}

interface Candidate {
  readonly id: string;
  readonly root: number;
  readonly holder: string;
}

function isSharedSince(db: Reader, { id, root, holder }: Candidate, decision: number): boolean {
  const others = othersWith(db, root, id).filter((other) => other.gone === 0 && other.holder !== holder);
  return others.length > 0 && (!wasPresent(db, { id, root }, decision) || others.some((other) => !wasPresent(db, other, decision)));
}

/** Whether an object of a root was in a current version after a decision. */
function wasPresent(db: Reader, { id, root }: Pick<Candidate, 'id' | 'root'>, decision: number): boolean {
  return statement(db, `SELECT 1 FROM version v JOIN doc d ON d.n = v.doc JOIN json_each(d.objects) e
    WHERE v.root = ?1 AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2) AND e.value ->> 0 = ?3`)
    .get(root, decision, id) !== undefined;
}
