/**
 * Undecide: takes back the newest decisions, so that their submissions are pending again. Only for decisions that no edition shows and
 * whose outcome was not reported: outcomes are reported when the batch is settled.
 *
 * Invariants:
 *  - The register is restored to its state before the first of these decisions, derived tables included. Decision numbers are reused.
 *  - One transaction; only the numbers of roots are in memory.
 * Not here: when to take back (conductor.ts), published editions (publisher/).
 */
import { Fault } from '../../../schemas/fault.ts';
import { transaction, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { differingRoots } from '../register/derived-tables.ts';
import { takeBackHandovers } from '../register/handovers.ts';
import { newestSettled } from '../register/edition-points.ts';
import { rootRepairer } from '../register/rebuild-derived.ts';
import type { RootNumber } from '../register/register.ts';

/** Returns the uuids of the submissions that were decided after a decision, in order of decision. */
export function decidedAfter(db: State, decision: number): readonly string[] {
  const rows = statement(db, 'SELECT uuid FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE decision.n > ? ORDER BY decision.n').all(decision);
  return (rows as { uuid: string }[]).map(({ uuid }) => uuid);
}

/** Takes back all decisions after `shown`, the last one in a published edition. Throws a Fault when one of them is settled. */
export function undecide(db: State, shown: number): void {
  // With foreign keys on, SQLite would search all versions for each deleted document.
  db.exec('PRAGMA foreign_keys = OFF');
  try {
    transaction(db, () => takeBack(db, shown));
  } finally {
    db.exec('PRAGMA foreign_keys = ON');
  }
}

function takeBack(db: State, shown: number): void {
  const settled = newestSettled(db);
  if (settled > shown) {
    throw new Fault('a decision that was told cannot be taken back', {
      step: 'Submission:Undecide', expected: `${settled} or later`, actual: String(shown), hint: 'Keep the folder as it is and run `ev doctor`.',
    });
  }
  takeBackHandovers(db, shown);
  const touched = db.prepare('SELECT root FROM version WHERE decision > ?1 UNION SELECT root FROM version WHERE closed_by > ?1')
    .all(shown) as { root: RootNumber }[];
  db.prepare('DELETE FROM version WHERE decision > ?').run(shown);
  db.prepare('UPDATE version SET rec_to = NULL, closed_by = NULL WHERE closed_by > ?').run(shown);
  // Roots and documents are numbered in order of arrival, and each has a version from then on.
  const last = db.prepare('SELECT coalesce(max(root), 0) AS root, coalesce(max(doc), 0) AS doc FROM version').get() as { root: RootNumber; doc: number };
  for (const [table, column] of [['object', 'root'], ['link', 'from_root'], ['boundary', 'root'], ['match_key', 'root'], ['root', 'n']] as const) {
    db.prepare(`DELETE FROM ${table} WHERE ${column} > ?`).run(last.root);
  }
  db.prepare('DELETE FROM doc WHERE n > ?').run(last.doc);
  db.prepare('DELETE FROM counts WHERE decision > ?').run(shown);
  db.prepare('DELETE FROM decision WHERE n > ?').run(shown);
  db.prepare('DELETE FROM batch WHERE decision > ?').run(shown);
  db.prepare('DELETE FROM published WHERE decision > ?').run(shown);
  deriveAgain(db, touched.map(({ root }) => root).filter((root) => root <= last.root));
  db.prepare('DELETE FROM id_form WHERE id NOT IN (SELECT id FROM object)').run();
}

/** Rebuilds the derived rows of roots from their remaining documents. */
function deriveAgain(db: State, roots: readonly RootNumber[]): void {
  const look = differingRoots(db);
  const mend = rootRepairer(db);
  for (const root of roots) {
    for (const differing of look(root - 1, 1).differing) {
      const damage = mend(differing);
      if (damage !== null) throw new Fault(damage, { step: 'Submission:Undecide', path: db.location() ?? '', hint: 'Restore the register from a backup.' });
    }
  }
}
