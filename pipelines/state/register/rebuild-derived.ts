/**
 * Rebuild derived tables: makes `object`, `link`, `boundary`, `id_form` and `match_key` what follows from the documents again (derived-tables.ts says what that is).
 *
 * Invariants:
 *  - Documents, versions and decisions are only read. From a document that is not what was recorded nothing is derived.
 *  - Some hundreds of roots at a time: they are looked at in a read transaction, and only where rows differ looked at again and mended
 *    in a write transaction. So a conductor beside it is never kept waiting long, and finds what its own writes would have left.
 * Not here: what was published from rows that were wrong.
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { isNfc, nfc } from '../../../schemas/normal-form.ts';
import { transaction, type State } from '../database/database.ts';
import { atOneMoment, differingRoots, type DifferingRoot } from './derived-tables.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import type { RootNumber } from './register.ts';

const ROOTS_PER_TURN = 300;

/** A turn of a rebuild. */
export interface Rebuilt {
  /** How many were looked at. */
  readonly roots: number;
  /** Differences that are no more, in the words of compareDerived. */
  readonly mended: readonly string[];
  /** Documents because of which the rows of a root were left as they are, in words. */
  readonly damages: readonly string[];
}

/** Mends what differs, root by root; what a turn mended is on disk when it is told. */
export function* rebuildDerived(db: State): Generator<Rebuilt> {
  const look = differingRoots(db);
  const mend = mender(db);
  for (let after = 0;;) {
    const { count: roots, last, differing } = atOneMoment(db, () => look(after, ROOTS_PER_TURN));
    if (last === undefined) return;
    yield { roots, ...(differing.length === 0 ? NOTHING : transaction(db, () => mendAll(look(after, ROOTS_PER_TURN).differing, mend))) };
    after = last;
  }
}

const NOTHING = { mended: [], damages: [] } as const;

function mendAll(differing: readonly DifferingRoot[], mend: (root: DifferingRoot) => string | null): Omit<Rebuilt, 'roots'> {
  const mended: string[] = [];
  const damages: string[] = [];
  for (const root of differing) {
    const damage = mend(root);
    if (damage === null) mended.push(...root.differences);
    else damages.push(damage);
  }
  return { mended, damages };
}

/** Writes the rows of one root anew; says which damage kept it from that, or null. */
export function mender(db: State): (root: DifferingRoot) => string | null {
  const types = typesOfObjects(db);
  const forget = ['DELETE FROM object WHERE root = ?', 'DELETE FROM link WHERE from_root = ?', 'DELETE FROM boundary WHERE root = ?',
    'DELETE FROM match_key WHERE root = ?']
    .map((sql) => db.prepare(sql));
  // An object that stands under another root is taken back.
  const object = db.prepare(`INSERT INTO object (id, type, root, gone) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET type = excluded.type, root = excluded.root, gone = excluded.gone`);
  const form = db.prepare('INSERT OR IGNORE INTO id_form (nfc, id) VALUES (?, ?)');
  const link = db.prepare('INSERT INTO link (from_root, to_id) VALUES (?, ?)');
  const boundary = db.prepare('INSERT INTO boundary (root, at) VALUES (?, ?)');
  const matchKey = db.prepare('INSERT INTO match_key (root, doc, key, object) VALUES (?, ?, ?, ?)');
  return ({ n, rows }) => {
    const found = types(n);
    if (typeof found === 'string') return found;
    for (const statement of forget) statement.run(n);
    for (const [id, { gone }] of rows.objects) {
      object.run(id, found.get(id)!, n, gone);
      if (!isNfc(id)) form.run(nfc(id), id);
    }
    for (const id of rows.links) link.run(n, id);
    for (const at of rows.boundaries) boundary.run(n, at);
    for (const { doc, key, object: place } of rows.matchKeys) matchKey.run(n, doc, key, place);
    return null;
  };
}

interface DocumentRow extends DocColumns {
  readonly doc: number;
  readonly sum: string;
}

/** The types of all objects that the documents of a root ever held, by their ids; in words what is wrong with a document. */
function typesOfObjects(db: State): (root: RootNumber) => ReadonlyMap<string, string> | string {
  const documents = db.prepare(`SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc
    WHERE n IN (SELECT doc FROM version WHERE root = ?)`);
  return (root) => {
    const types = new Map<string, string>();
    for (const row of documents.iterate(root) as Iterable<unknown> as Iterable<DocumentRow>) {
      if (docSum(row) !== row.sum) return damagedDocument(row, db.location() ?? '').message;
      for (const { id, type } of objectsOf(JSON.parse(row.body) as JsonObject)) if (id !== undefined) types.set(id, type);
    }
    return types;
  };
}
