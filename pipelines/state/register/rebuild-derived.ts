/**
 * Rebuild derived tables: makes `object`, `link`, `boundary`, `id_form` and `match_key` follow from the documents again, and `root.holder`
 * from `handover` (derived-tables.ts).
 *
 * Invariants:
 *  - Documents, versions and decisions are only read. Nothing is derived from a damaged document.
 *  - Some hundreds of roots are compared in one read transaction. Only roots with differences are compared again and repaired, in a write
 *    transaction. So a conductor never waits long, and its own later writes find the rows that they expect.
 * Not here: editions that were published from wrong rows.
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { transaction, type State } from '../database/database.ts';
import { addDerivedRows } from './derived-rows.ts';
import { atOneMoment, differingRoots, type DifferingRoot } from './derived-tables.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import type { RootNumber } from './register.ts';

const ROOTS_PER_STEP = 300;

/** One step of a rebuild. */
export interface Rebuilt {
  /** Number of roots compared. */
  readonly roots: number;
  /** Differences that were repaired, worded as by compareDerived. */
  readonly mended: readonly string[];
  /** Descriptions of damaged documents. The rows of their roots are unchanged. */
  readonly damages: readonly string[];
}

/** Repairs the derived rows root by root. The repairs of a step are durable when the step is yielded. */
export function* rebuildDerived(db: State): Generator<Rebuilt> {
  const look = differingRoots(db);
  const mend = rootRepairer(db);
  for (let after = 0;;) {
    const { count: roots, last, differing } = atOneMoment(db, () => look(after, ROOTS_PER_STEP));
    if (last === undefined) return;
    yield { roots, ...(differing.length === 0 ? NOTHING : transaction(db, () => mendAll(look(after, ROOTS_PER_STEP).differing, mend))) };
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

/** Returns a function that rewrites the derived rows of one root, and returns the damage that prevents it, or null. */
export function rootRepairer(db: State): (root: DifferingRoot) => string | null {
  const types = typesOfObjects(db);
  const forget = ['DELETE FROM object WHERE root = ?', 'DELETE FROM link WHERE from_root = ?', 'DELETE FROM boundary WHERE root = ?',
    'DELETE FROM match_key WHERE root = ?']
    .map((sql) => db.prepare(sql));
  const holder = db.prepare(`UPDATE root SET holder = to_holder
    FROM (SELECT to_holder FROM handover WHERE root = ?1 ORDER BY decision DESC LIMIT 1) WHERE n = ?1`);
  return ({ n, rows }) => {
    const found = types(n);
    if (typeof found === 'string') return found;
    for (const statement of forget) statement.run(n);
    holder.run(n);
    addDerivedRows(db, n, { ...rows, objects: [...rows.objects].map(([id, { gone }]) => ({ id, type: found.get(id)!, gone })) });
    return null;
  };
}

interface DocumentRow extends DocColumns {
  readonly doc: number;
  readonly sum: string;
}

/** Returns a function that returns the types of all objects that a root ever had, by id; or a description of a damaged document. */
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
