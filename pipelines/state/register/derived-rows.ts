/**
 * Derived rows: adds rows to `object`, `id_form`, `link`, `boundary` and `match_key`.
 * Not here: which rows follow from the documents (register.ts, derived-tables.ts).
 */
import { isNfc, nfc } from '../../../schemas/normal-form.ts';
import type { Moment } from '../../../schemas/time.ts';
import type { State } from '../database/database.ts';
import { statement } from '../database/statement.ts';

interface Rows {
  readonly objects: Iterable<{ readonly id: string; readonly type: string; readonly gone?: 0 | 1 }>;
  readonly links: Iterable<string>;
  readonly boundaries: Iterable<Moment>;
  readonly matchKeys: Iterable<{ readonly doc: number; readonly key: number; readonly object: number }>;
}

/** Adds rows to those of a root. An existing object row gets the type and state that it should have. */
export function addDerivedRows(db: State, root: number, { objects, links, boundaries, matchKeys }: Rows): void {
  const object = statement(db, `INSERT INTO object (id, type, root, gone) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET type = excluded.type, gone = excluded.gone WHERE (type, gone) <> (excluded.type, excluded.gone)`);
  for (const { id, type, gone = 0 } of objects) {
    object.run(id, type, root, gone);
    if (!isNfc(id)) statement(db, 'INSERT OR IGNORE INTO id_form (nfc, id) VALUES (?, ?)').run(nfc(id), id);
  }
  for (const id of links) statement(db, 'INSERT OR IGNORE INTO link (from_root, to_id) VALUES (?, ?)').run(root, id);
  for (const at of boundaries) statement(db, 'INSERT OR IGNORE INTO boundary (root, at) VALUES (?, ?)').run(root, at);
  const match = statement(db, 'INSERT OR IGNORE INTO match_key (root, doc, key, object) VALUES (?, ?, ?, ?)');
  for (const { doc, key, object: index } of matchKeys) match.run(root, doc, key, index);
}
