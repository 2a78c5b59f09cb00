/** Derived rows that were changed, lost or added become what follows from the documents again, and nothing else is touched. */
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openState, type State } from '../../../../pipelines/state/database/database.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { rebuildDerived } from '../../../../pipelines/state/register/rebuild-derived.ts';
import { histories, play } from '../../random-histories.ts';
import { Bench, temporaryFolder } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';
import { drawn } from '../../../runs.ts';

/** All rows of these tables. */
const rowsOf = (db: State, ...tables: readonly string[]): unknown => tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all());
const derivedOf = (db: State): unknown => rowsOf(db, 'object', 'link', 'boundary', 'match_key');
const recordedOf = (db: State): unknown => rowsOf(db, 'root', 'doc', 'version', 'decision', 'batch', 'published');
const differences = (db: State): number => [...compareDerived(db)].flatMap((turn) => turn.differences).length;
const mended = (db: State): readonly string[] => [...rebuildDerived(db)].flatMap((turn) => turn.mended);

/** Roots that link, end, were corrected and were withdrawn. */
async function bench(): Promise<Bench> {
  const made = new Bench();
  await made.deliver([location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m1'] }), building('b2', { until: '2030-01-01T00:00:00Z' }), building('b3')]);
  await made.deliver([location('l1', ['m1'])]);
  await made.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/b3' });
  return made;
}

test.each([
  "UPDATE object SET gone = 0 WHERE id = 'm2'",
  "UPDATE object SET gone = 1 WHERE id = 'b1'",
  // Numbers of roots: l1 1, b1 2, b2 3. The root that lost the row is looked at before the one that has it, and after it.
  "UPDATE object SET root = 2, type = 'KwetsbaarGebouw' WHERE id = 'm1'",
  "UPDATE object SET root = 1 WHERE id = 'b2'",
  "INSERT INTO object (id, type, root) VALUES ('x', 'KwetsbaarGebouw', 2)",
  "INSERT INTO link (from_root, to_id) VALUES (3, 'b1')",
  'INSERT INTO boundary (root, at) VALUES (2, 7)',
  'DELETE FROM object; DELETE FROM link; DELETE FROM boundary; DELETE FROM match_key',
])('%s: it is mended, once, and what was recorded stays', async (sql) => {
  const { db } = await bench();
  const [derived, recorded] = [derivedOf(db), recordedOf(db)];
  db.exec(sql);
  const count = differences(db);
  expect(count).toBeGreaterThan(0);
  expect(mended(db)).toHaveLength(count);
  expect([derivedOf(db), recordedOf(db), differences(db), mended(db)]).toEqual([derived, recorded, 0, []]);
});

test('OPEN-schedule-caches: after any history, whatever rows are gone, changed or under another root', async () => {
  const damage = fc.record({ table: fc.constantFrom('object', 'link', 'boundary'), every: fc.integer({ min: 1, max: 4 }), isMoved: fc.boolean() });
  await fc.assert(fc.asyncProperty(histories, fc.array(damage, { minLength: 1, maxLength: 3 }), async (history, damages) => {
    const data = temporaryFolder();
    await play(history, data, 'http://127.0.0.1/v1');
    const db = openState(data);
    const [derived, recorded] = [derivedOf(db), recordedOf(db)];
    for (const { table, every, isMoved } of damages) {
      const root = table === 'link' ? 'from_root' : 'root';
      const some = `(SELECT count(*) FROM root WHERE n <= ${root}) % ${every} = 0`;
      db.exec(isMoved ? `UPDATE OR IGNORE ${table} SET ${root} = (SELECT max(n) FROM root) WHERE ${some}` : `DELETE FROM ${table} WHERE ${some}`);
    }
    mended(db);
    expect([derivedOf(db), recordedOf(db), mended(db)]).toEqual([derived, recorded, []]);
    db.close();
  }), { numRuns: drawn(5, 2), endOnFailure: process.env['SHRINK'] === undefined });
});

test('of a root with a document that is not what was recorded the rows stay as they are, and others are mended', async () => {
  const { db } = await bench();
  db.exec(`UPDATE doc SET body = replace(body, '"populatie":1', '"populatie":9') WHERE n = 2; DELETE FROM object WHERE id IN ('b1', 'b2')`);
  const turns = [...rebuildDerived(db)];
  expect(turns).toEqual([{ roots: 4, mended: ['object lacks b2 of b2'], damages: [expect.stringContaining('document 2 of the register is not what was recorded')] }]);
  expect(differences(db)).toBe(1);
});

test('more roots than one turn looks at: each once; others may write between turns, and where nothing differs nobody is waited for', async () => {
  const made = new Bench();
  await made.deliver(Array.from({ length: 700 }, (_, n) => building(`b${n}`)));
  const other = openState(made.data);
  onTestFinished(() => other.close());
  other.exec("DELETE FROM object WHERE id IN ('b0', 'b699')");
  const counts = [];
  for (const { roots, mended: texts } of rebuildDerived(made.db)) {
    counts.push([roots, texts]);
    // Held on through the second turn.
    if (counts.length === 1) other.exec('BEGIN IMMEDIATE');
    else if (other.isTransaction) other.exec('COMMIT');
  }
  expect(counts).toEqual([[300, ['object lacks b0 of b0']], [300, []], [100, ['object lacks b699 of b699']]]);
});
