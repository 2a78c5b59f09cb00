/** Derived tables follow from the documents after any history, and a row that does not is found. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openState, type State } from '../../../../pipelines/state/database/database.ts';
import { compareDerived, compareDocuments, type CompareStep } from '../../../../pipelines/state/register/derived-tables.ts';
import { histories, play } from '../../random-histories.ts';
import { Bench, temporaryFolder } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';
import { drawn } from '../../../runs.ts';

const found = (turns: Iterable<CompareStep>): readonly string[] => [...turns].flatMap(({ differences }) => differences);

/** Roots that link, end, were corrected and were withdrawn. */
async function register(): Promise<State> {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m1'] }), building('b2', { until: '2030-01-01T00:00:00Z' }), building('b3')]);
  await bench.deliver([location('l1', ['m1'])]);
  await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/b3' });
  return bench.db;
}

test('after any history nothing differs', async () => {
  await fc.assert(fc.asyncProperty(histories, async (history) => {
    const data = temporaryFolder();
    await play(history, data, 'http://127.0.0.1/v1');
    const db = openState(data);
    expect([found(compareDocuments(db)), found(compareDerived(db))]).toEqual([[], []]);
    db.close();
  }), { numRuns: drawn(5, 2), endOnFailure: process.env['SHRINK'] === undefined });
});

test.each<[string, readonly string[]]>([
  ["DELETE FROM object WHERE id = 'b1'", ['object lacks b1 of b1']],
  ["UPDATE object SET gone = 0 WHERE id = 'm2'", ['object lacks m2 (gone) of l1', 'object has m2 of l1, which no document says']],
  ["UPDATE object SET gone = 1 WHERE id = 'b1'", ['object lacks b1 of b1', 'object has b1 (gone) of b1, which no document says']],
  ["UPDATE object SET root = 2 WHERE id = 'm1'", ['object lacks m1 of l1', 'object has m1 of b1, which no document says']],
  ["INSERT INTO object (id, type, root) VALUES ('x', 'KwetsbaarGebouw', 2)", ['object has x of b1, which no document says']],
  ['DELETE FROM link', ['link lacks m1 of b1']],
  ["INSERT INTO link (from_root, to_id) VALUES (3, 'b1')", ['link has b1 of b2, which no document says']],
  ['DELETE FROM boundary', ['boundary lacks 1893456000000 of b2']],
  ['INSERT INTO boundary (root, at) VALUES (2, 7)', ['boundary has 7 of b1, which no document says']],
  ['UPDATE match_key SET object = 1 WHERE root = 2 AND key = (SELECT min(key) FROM match_key WHERE root = 2)', [
    expect.stringMatching(/^match_key lacks 2 \d+ 0 of b1$/), expect.stringMatching(/^match_key has 2 \d+ 1 of b1, which no document says$/),
  ]],
])('%s: it is said', async (sql, differences) => {
  const db = await register();
  expect(found(compareDerived(db))).toEqual([]);
  db.exec(sql);
  expect(found(compareDerived(db))).toEqual(differences);
});

test('a document of which one character changed is said, and a turn says how far it is', async () => {
  const db = await register();
  expect([...compareDocuments(db)]).toEqual([{ done: 5, total: 5, differences: [] }]);
  db.exec(`UPDATE doc SET body = replace(body, '"populatie":1', '"populatie":9') WHERE n = 2`);
  expect(found(compareDocuments(db))).toEqual(['document 2 is not what was recorded']);
});

test('more roots than one turn looks at: all of them, each once', async () => {
  const bench = new Bench();
  await bench.deliver(Array.from({ length: 2_100 }, (_, n) => building(`b${n}`)));
  expect([...compareDerived(bench.db)]).toEqual([{ done: 2_000, total: 2_100, differences: [] }, { done: 2_100, total: 2_100, differences: [] }]);
  bench.db.exec("DELETE FROM object WHERE id IN ('b0', 'b2099')");
  expect(found(compareDerived(bench.db))).toEqual(['object lacks b0 of b0', 'object lacks b2099 of b2099']);
  expect(bench.db.isTransaction).toBe(false);
});
