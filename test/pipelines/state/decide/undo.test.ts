/** Undo: the state of before comes back, and what cannot be undone is left and named; with a preparation of a few lines (../small-roots.ts). */
import { expect, test } from 'vitest';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

/** Verdict and id of each object, and rule and id of each finding. */
function told({ report, status }: Outcome): readonly unknown[] {
  expect(reportMistakes(report)).toEqual([]);
  return [status, report?.objects.map(({ verdict, id }) => `${verdict} ${id}`), report?.findings.map(({ rule, objectId = '' }) => `${rule} ${objectId}`.trim())];
}

/** Returns the published documents by id. */
const shown = (bench: Bench): Readonly<Record<string, string>> => Object.fromEntries(bench.publisher.states);

/** Differences between the derived tables and the documents. */
function doctorFinds({ db }: Bench): readonly string[] {
  return [...compareDerived(db)].flatMap(({ differences }) => differences);
}

const uuidOf = ({ receipt: { uuid } }: Outcome): string => uuid;

test('a wrong delivery is undone: new objects are gone, changed ones are as before, and history keeps both', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), location('l1', ['m1', 'm2'])]);
  const before = shown(bench);
  const wrong = await bench.deliver([building('b1', { populatie: 9 }), building('b2'), building('b3'), location('l1', ['m1'])]);
  const undo = await bench.undo(uuidOf(wrong));
  expect(told(undo)).toEqual([200, ['accepted b1', 'accepted l1', 'accepted b3'], []]);
  expect(undo.report).toMatchObject({ order: 'HERROEPING', undoes: uuidOf(wrong), counts: { accepted: 3, ended: 1, endedParts: 0 } });
  expect(shown(bench)).toEqual(before);
  expect(bench.db.prepare(`SELECT r.id, decision, closed_by FROM version v JOIN root r ON r.n = v.root WHERE r.id IN ('b1', 'b3') ORDER BY v.n`).all())
    .toEqual([
      { id: 'b1', decision: 1, closed_by: 2 }, { id: 'b1', decision: 2, closed_by: 3 }, { id: 'b3', decision: 2, closed_by: 3 },
      { id: 'b1', decision: 3, closed_by: null },
    ]);
  expect(doctorFinds(bench)).toEqual([]);
});

test('the undo of an undo is a redo; a second undo finds nothing to do', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const delivered = await bench.deliver([building('b1', { populatie: 9 }), location('l1', ['m1'])]);
  const after = shown(bench);
  const undo = await bench.undo(uuidOf(delivered));
  expect(told(await bench.undo(uuidOf(delivered)))).toEqual([200, ['unchanged b1', 'unchanged l1'], []]);
  const redo = await bench.undo(uuidOf(undo));
  expect(told(redo)).toEqual([200, ['accepted b1', 'accepted l1'], ['regel.weer-geldig l1']]);
  expect(redo.report?.counts.revived).toBe(1);
  expect(shown(bench)).toEqual(after);
  expect(told(await bench.undo(uuidOf(delivered)))).toEqual([200, ['accepted b1', 'accepted l1'], []]);
  expect(doctorFinds(bench)).toEqual([]);
});

test('later submissions that cancel one another out do not stand in the way of an undo', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const before = shown(bench);
  const wrong = await bench.deliver([building('b1', { populatie: 2 }), building('b2')]);
  const later = await bench.deliver([building('b1', { populatie: 3 })]);
  await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/b2' });
  await bench.undo(uuidOf(later));
  expect(told(await bench.undo(uuidOf(wrong), { strict: true }))).toEqual([200, ['accepted b1', 'unchanged b2'], []]);
  expect([shown(bench), doctorFinds(bench)]).toEqual([before, []]);
});

test('a period that a later version ended is a change; the newest submission is named, with the number of earlier ones', async () => {
  const bench = new Bench();
  const wrong = await bench.deliver([building('b1')]);
  const next = await bench.deliver([building('b1', { from: '2024-01-01T00:00:00Z', populatie: 2 })]);
  await bench.undo(uuidOf(next));
  const last = await bench.deliver([building('b1', { from: '2024-01-01T00:00:00Z', populatie: 3 })]);
  const undo = await bench.undo(uuidOf(wrong));
  expect(told(undo)).toEqual([200, ['refused b1'], ['herroeping.later-gewijzigd b1']]);
  expect(undo.report?.findings[0]).toMatchObject({ found: uuidOf(last), message: { nl: expect.stringContaining('door 2 eerdere') } });
});

test('what a later submission changed is left and named; with force it is undone too, and the overwritten submission is named', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const before = shown(bench);
  const wrong = await bench.deliver([building('b1', { populatie: 2 }), building('b2', { populatie: 2 })]);
  const later = await bench.deliver([building('b1', { populatie: 3 })]);
  const kept = shown(bench)['b1'];
  const undo = await bench.undo(uuidOf(wrong));
  expect(told(undo)).toEqual([200, ['refused b1', 'accepted b2'], ['herroeping.later-gewijzigd b1']]);
  expect(undo.report?.findings[0]).toMatchObject({ found: uuidOf(later), message: { nl: expect.stringContaining(uuidOf(later)) } });
  expect(shown(bench)).toEqual({ ...before, b1: kept });
  const forced = await bench.undo(uuidOf(wrong), { force: true });
  expect(told(forced)).toEqual([200, ['accepted b1', 'unchanged b2'], ['herroeping.overschrijft b1']]);
  expect(forced.report?.findings[0]?.found).toBe(uuidOf(later));
  expect(shown(bench)).toEqual(before);
});

test('a strict undo restores all or nothing: 409 names what changed since', async () => {
  const bench = new Bench();
  const wrong = await bench.deliver([building('b1'), building('b2')]);
  await bench.deliver([building('b1', { populatie: 3 })]);
  const before = shown(bench);
  const undo = await bench.undo(uuidOf(wrong), { strict: true });
  expect(told(undo)).toEqual([409, ['refused b1', 'refused b2'], ['herroeping.later-gewijzigd b1', 'herroeping.geheel-geweigerd b2']]);
  expect([undo.roots, shown(bench)]).toEqual([[], before]);
});

test('a root is left when a root that stays links to it; roots that link to one another are undone together', async () => {
  const bench = new Bench();
  const locations = await bench.deliver([location('l1', ['m1']), location('l2', ['m2'])]);
  const linking = await bench.deliver([building('b1', { linksTo: ['m1'] })]);
  expect(told(await bench.undo(uuidOf(locations)))).toEqual([200, ['refused l1', 'accepted l2'], ['herroeping.breekt-verwijzing l1']]);
  expect(told(await bench.undo(uuidOf(locations), { force: true }))).toEqual([200, ['refused l1', 'unchanged l2'], ['herroeping.breekt-verwijzing l1']]);
  await bench.undo(uuidOf(linking));
  expect(told(await bench.undo(uuidOf(locations)))).toEqual([200, ['accepted l1', 'unchanged l2'], []]);
  const both = await bench.deliver([location('l3', ['m3']), building('b3', { linksTo: ['m3'] })]);
  expect(told(await bench.undo(uuidOf(both)))).toEqual([200, ['accepted l3', 'accepted b3'], []]);
  expect([shown(bench), doctorFinds(bench)]).toEqual([{}, []]);
});

test('leaving one root leaves the root whose target it would lose', async () => {
  const bench = new Bench();
  const both = await bench.deliver([location('l1', ['m1']), building('b1', { linksTo: ['m1'] })]);
  await bench.deliver([building('b1', { linksTo: ['m1'], populatie: 2 })]);
  expect(told(await bench.undo(uuidOf(both)))).toEqual([
    200, ['refused l1', 'refused b1'], ['herroeping.breekt-verwijzing l1', 'herroeping.later-gewijzigd b1'],
  ]);
});

test('a root is left when its state of before links to an object that is gone', async () => {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1']), building('b1', { linksTo: ['m1'] })]);
  const unlinked = await bench.deliver([building('b1')]);
  await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/locatie-activiteiten/l1' });
  expect(told(await bench.undo(uuidOf(unlinked), { force: true }))).toEqual([200, ['refused b1'], ['herroeping.breekt-verwijzing b1']]);
});

test('undo of a full delivery brings back what it ended', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const before = shown(bench);
  const full = await bench.deliver([building('b1')], { full: ['KwetsbaarGebouw'] });
  expect(Object.keys(shown(bench))).toEqual(['b1']);
  expect(told(await bench.undo(uuidOf(full)))).toEqual([200, ['accepted b2'], ['regel.weer-geldig b2']]);
  expect(shown(bench)).toEqual(before);
});

test('undo of a half refused delivery undoes what was accepted', async () => {
  const bench = new Bench();
  const half = await bench.deliver([building('b1'), building('b2', { linksTo: ['nergens'] })]);
  expect(told(await bench.undo(uuidOf(half)))).toEqual([200, ['accepted b1'], []]);
  expect(shown(bench)).toEqual({});
});

test('undo of a version that begins in the future takes it away, with its boundary', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const before = shown(bench);
  const future = await bench.deliver([building('b1', { from: '2031-01-01T00:00:00Z', populatie: 9 })]);
  expect(told(await bench.undo(uuidOf(future)))).toEqual([200, ['accepted b1'], []]);
  expect([shown(bench), doctorFinds(bench)]).toEqual([before, []]);
  expect(bench.db.prepare('SELECT count(*) AS count FROM boundary').get()).toEqual({ count: 0 });
});

test('undo of a deletion brings the object back', async () => {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1'])]);
  const before = shown(bench);
  const deletion = await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/locatie-activiteiten/l1' });
  expect(told(await bench.undo(uuidOf(deletion)))).toEqual([200, ['accepted l1'], ['regel.weer-geldig l1']]);
  expect([shown(bench), doctorFinds(bench)]).toEqual([before, []]);
});

test('a submission that changed nothing, an unknown one and that of another holder', async () => {
  const bench = new Bench();
  const delivered = await bench.deliver([building('b1')]);
  const same = await bench.deliver([building('b1')]);
  expect(told(await bench.undo(uuidOf(same)))).toEqual([200, [], ['herroeping.niets-gewijzigd']]);
  const unknown = [404, [], ['herroeping.onbekend']];
  expect(told(await bench.undo('00000000-0000-4000-8000-000000000000'))).toEqual(unknown);
  expect(told(await bench.undo(uuidOf(delivered), { holder: 'CD34' }))).toEqual(unknown);
});

test('an object that another holder has now is left', async () => {
  const bench = new Bench();
  const delivered = await bench.deliver([building('b1'), building('b2')]);
  bench.db.exec(`UPDATE root SET holder = 'CD34' WHERE id = 'b1'`);
  expect(told(await bench.undo(uuidOf(delivered)))).toEqual([200, ['refused b1', 'accepted b2'], ['herroeping.andere-bronhouder b1']]);
});

test('a submission that was set aside has nothing to undo', async () => {
  const bench = new Bench();
  const aside = await bench.deliver(Buffer.from('crash'));
  expect(aside.state).toBe('aside');
  expect(told(await bench.undo(uuidOf(aside)))).toEqual([409, [], ['herroeping.niet-verwerkt']]);
});

test('an undo that would end too many objects is parked, and has its effect when it is released', async () => {
  const bench = new Bench();
  Object.assign(bench.drift, DRIFT_LIMIT);
  await bench.deliver([building('b1')]);
  const many = await bench.deliver(Array.from({ length: 20 }, (_, n) => building(`c${n}`)));
  const undo = await bench.undo(uuidOf(many));
  expect([undo.state, undo.report?.findings[0]?.found]).toEqual(['parked', '20']);
  expect(Object.keys(shown(bench))).toHaveLength(21);
  const { seq } = bench.db.prepare('SELECT seq FROM inbox WHERE uuid = ?').get(uuidOf(undo)) as { seq: number };
  bench.entrance.prepare('INSERT INTO released (seq, at) VALUES (?, 0)').run(seq);
  await bench.conductor.drain();
  expect(bench.outcome(uuidOf(undo))).toMatchObject({ state: 'settled', report: { counts: { ended: 20 } } });
  expect(Object.keys(shown(bench))).toEqual(['b1']);
});
