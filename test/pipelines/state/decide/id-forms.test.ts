/** Ids in other normal forms: one object, under the id that it had first; twins of an earlier program stay two. */
import { describe, expect, test } from 'vitest';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { idTwins } from '../../../../pipelines/state/register/id-twins.ts';
import { rebuildDerived } from '../../../../pipelines/state/register/rebuild-derived.ts';
import { Register } from '../../../../pipelines/state/register/register.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const NFC = 'caf\u00e9';
const NFD = 'cafe\u0301';

const rootIds = ({ roots }: Outcome): readonly string[] => roots.map(({ id }) => id);

function current(bench: Bench): readonly JsonObject[] {
  const rows = bench.db.prepare('SELECT body FROM version v JOIN doc d ON d.n = v.doc WHERE closed_by IS NULL ORDER BY v.n').all();
  return rows.map(({ body }) => JSON.parse(String(body)) as JsonObject);
}

function differences(bench: Bench): readonly string[] {
  return [...compareDerived(bench.db)].flatMap(({ differences: found }) => found);
}

describe.each([[NFC, NFD], [NFD, NFC]])('an object that came as %j and comes as %j', (first, second) => {
  test('gets a new version under its first id, and the report says so', async () => {
    const bench = new Bench();
    await bench.deliver([building(first)]);
    const outcome = await bench.deliver([building(second, { populatie: 2 })]);
    expect(rootIds(outcome)).toEqual([first]);
    expect(outcome.report?.findings).toMatchObject([{ rule: 'id.andere-vorm', severity: 'info', objectId: first }]);
    const [{ found, expected } = {}] = outcome.report!.findings;
    expect([found, expected]).toEqual([first, second].map((id) => JSON.stringify(id === first ? second : first).slice(1, -1).replace('\u00e9', '\\u00e9').replace('\u0301', '\\u0301')));
    expect(current(bench).map(({ id, populatie }) => [id, populatie])).toEqual([[first, 2]]);
    expect(bench.publisher.states.size).toBe(1);
    expect(differences(bench)).toEqual([]);
  });

  test('is deleted by either form of its address', async () => {
    const bench = new Bench();
    await bench.deliver([building(first)]);
    const outcome = await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: `/kwetsbare-gebouwen/${encodeURIComponent(second)}` });
    expect([outcome.status, rootIds(outcome)]).toEqual([204, [first]]);
    expect(bench.publisher.states.size).toBe(0);
  });

  test('exists already for a POST', async () => {
    const bench = new Bench();
    await bench.deliver([building(first)]);
    const outcome = await bench.deliver([building(second)], { method: 'POST', target: '/kwetsbare-gebouwen' });
    expect([outcome.status, bench.rules(outcome)]).toEqual([409, ['id.bestaat-al']]);
  });

  test('is what a link in the other form means, and is not ended while that link is there', async () => {
    const bench = new Bench();
    await bench.deliver([building(first)]);
    const linking = await bench.deliver([building('b1', { linksTo: [second] })]);
    expect([rootIds(linking), bench.rules(linking)]).toEqual([['b1'], []]);
    expect(bench.db.prepare('SELECT to_id FROM link').all()).toEqual([{ to_id: first }]);
    const ended = await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: `/kwetsbare-gebouwen/${encodeURIComponent(second)}` });
    expect([ended.status, bench.rules(ended)]).toEqual([409, ['verwijzing.doel-verdwijnt']]);
    expect(differences(bench)).toEqual([]);
  });

  test('gets several versions from one delivery, under the id of the one that begins first', async () => {
    const bench = new Bench();
    await bench.deliver([building(second, { from: '2021-01-01T00:00:00Z' }), building(first, { from: '2020-01-01T00:00:00Z' })]);
    const versions = current(bench).map(({ id, beginGeldigheid }) => [id, beginGeldigheid]);
    expect(versions).toEqual(expect.arrayContaining([[first, '2020-01-01T00:00:00Z'], [first, '2021-01-01T00:00:00Z']]));
    expect(differences(bench)).toEqual([]);
  });

  test('is what a link means to an object that comes later in the same delivery', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1', { linksTo: [second] }), building(first)]);
    expect(rootIds(outcome)).toEqual(['b1', first]);
    expect(bench.db.prepare('SELECT to_id FROM link').all()).toEqual([{ to_id: first }]);
  });

  test('is not left out of a full delivery in the other form', async () => {
    const bench = new Bench();
    await bench.deliver([building(first), building('b2')]);
    const outcome = await bench.deliver([building(second), building('b2')], { full: ['KwetsbaarGebouw'] });
    expect(bench.rules(outcome)).toEqual(['id.andere-vorm']);
    expect(bench.publisher.states.size).toBe(2);
  });

  test('as a nested object stays in its root, and is taken by no other', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', [first])]);
    expect(rootIds(await bench.deliver([location('l1', [second], { from: '2021-01-01T00:00:00Z' })]))).toEqual(['l1']);
    expect(bench.db.prepare("SELECT id FROM object WHERE type = 'Windturbine'").all()).toEqual([{ id: first }]);
    expect(bench.rules(await bench.deliver([location('l2', [second])]))).toEqual(['id.in-gebruik']);
    expect(differences(bench)).toEqual([]);
  });
});

/** Three forms of one id, the first in NFC. */
const [ONE, TWIN, THIRD] = ['\u1e69', '\u1e63\u0307', 's\u0307\u0323'] as const;

/** A register with two objects as an earlier program took them: under ids that are equal in NFC. */
async function withTwins(): Promise<Bench> {
  const bench = new Bench();
  await bench.deliver([building(ONE), building('x')]);
  bench.db.exec(`PRAGMA foreign_keys = OFF; UPDATE root SET id = '${TWIN}' WHERE id = 'x'; UPDATE object SET id = '${TWIN}' WHERE id = 'x'`);
  bench.db.prepare('INSERT INTO id_form (nfc, id) VALUES (?, ?)').run(ONE, TWIN);
  bench.close();
  // A publisher that remembers nothing of before.
  return new Bench(bench.data);
}

describe('twins', () => {
  test('are found each by exactly its own id, and a third form finds that in NFC', async () => {
    const register = new Register((await withTwins()).db, null);
    expect([ONE, TWIN, THIRD].map((id) => register.root(id)?.id)).toEqual([ONE, TWIN, ONE]);
  });

  test('stay two: a delivery of each changes that one only', async () => {
    const bench = await withTwins();
    const outcomes = [await bench.deliver([building(TWIN, { populatie: 3, from: '2021-01-01T00:00:00Z' })]), await bench.deliver([building(ONE, { populatie: 4 })])];
    expect(outcomes.map(rootIds)).toEqual([[TWIN], [ONE]]);
    expect(outcomes.map((outcome) => bench.rules(outcome)), 'each may be the other').toEqual([['regel.dubbel-in-register'], ['regel.dubbel-in-register']]);
  });

  test('are named together', async () => {
    expect(idTwins((await withTwins()).db)).toEqual([[TWIN, ONE]]);
  });
});

test('a lost row of another form is found and mended from the documents', async () => {
  const bench = new Bench();
  await bench.deliver([building(NFD)]);
  bench.db.exec('DELETE FROM id_form');
  expect(differences(bench)).toEqual([`id_form lacks ${NFD} of ${NFD}`]);
  expect([...rebuildDerived(bench.db)].flatMap(({ mended }) => mended)).toEqual([`id_form lacks ${NFD} of ${NFD}`]);
  expect(differences(bench)).toEqual([]);
});

test('a register of before ids had forms learns them when it is opened', async () => {
  const bench = new Bench();
  await bench.deliver([building(NFD), building('b1')]);
  bench.db.exec('DROP TABLE counts; DROP TABLE handover; DROP TABLE id_form; DROP TABLE match_key');
  bench.db.exec('DROP INDEX published_decision; ALTER TABLE decision DROP COLUMN rule_set; ALTER TABLE decision DROP COLUMN findings; DELETE FROM migration WHERE n >= 8');
  const { data } = bench;
  bench.close();
  const again = new Bench(data);
  expect(again.db.prepare('SELECT nfc, id FROM id_form').all()).toEqual([{ nfc: NFC, id: NFD }]);
  expect(differences(again)).toEqual([]);
});
