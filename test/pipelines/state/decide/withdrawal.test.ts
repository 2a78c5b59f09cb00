/** Withdrawals by a list of ids: which roots end, which stay and why. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { rehearseOrder } from '../../../../pipelines/state/decide/rehearsal.ts';
import { payloadPath, sha256Of } from '../../../../pipelines/state/inbox/payload.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { orderPayload } from '../../../../schemas/orders.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench, type SubmitOptions } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

async function withdraw(bench: Bench, ids: readonly string[], options: Omit<SubmitOptions, 'method'> = {}): Promise<Outcome> {
  const outcome = await bench.deliver(orderPayload({ method: 'INTREKKING', ids }), { ...options, method: 'INTREKKING', target: 'ids.txt' });
  expect(reportMistakes(outcome.report!)).toEqual([]);
  expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
  return outcome;
}

function said({ report }: Outcome): readonly string[] {
  return report!.findings.map(({ rule, objectId = '' }) => `${rule} ${objectId}`);
}

function verdicts({ report }: Outcome): Readonly<Record<string, string>> {
  return Object.fromEntries(report!.objects.map(({ id, verdict }) => [id, verdict]));
}

const present = (bench: Bench): readonly string[] => [...bench.publisher.states.keys()].sort();

test('the named roots are withdrawn, and their versions stay recorded', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), building('b3')]);
  const outcome = await withdraw(bench, ['b3', 'b1', 'b3']);
  expect(outcome).toMatchObject({ status: 200, state: 'settled', roots: [{ id: 'b3' }, { id: 'b1' }] });
  expect(outcome.report!.counts).toMatchObject({ objects: 2, accepted: 2, refused: 0, ended: 2, errors: 0 });
  expect(present(bench)).toEqual(['b2']);
  expect(bench.db.prepare('SELECT decision, closed_by FROM version ORDER BY n').all()).toEqual([
    { decision: 1, closed_by: 2 }, { decision: 1, closed_by: null }, { decision: 1, closed_by: 2 },
  ]);
});

test('the second time nothing changes, and what was withdrawn can be delivered again', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  await withdraw(bench, ['b1']);
  const again = await withdraw(bench, ['b1']);
  expect([verdicts(again), again.roots, again.report!.counts.ended]).toEqual([{ b1: 'unchanged' }, [], 0]);
  expect((await bench.deliver([building('b1')])).report!.counts.accepted).toBe(1);
});

test('each id that cannot be withdrawn is refused by itself, with its reason', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), location('l1', ['m1'])]);
  await bench.deliver([building('x1', { holder: 'CD34' }), building('x2', { holder: 'CD34', secret: true }), building('x3', { holder: 'CD34' })], { holder: 'CD34' });
  await withdraw(bench, ['x3'], { holder: 'CD34' });
  const outcome = await withdraw(bench, ['nergens', 'x1', 'x2', 'x3', 'm1', 'b1']);
  expect(said(outcome)).toEqual([
    'id.bestaat-niet nergens', 'houder.niet-de-eigenaar x1', 'id.bestaat-niet x2', 'id.bestaat-niet x3', 'id.onderdeel m1',
  ]);
  expect(outcome.report!.findings.map(({ pointer, found }) => [pointer, found])).toEqual([
    ['/ids/0', undefined], ['/ids/1', undefined], ['/ids/2', undefined], ['/ids/3', undefined], ['/ids/4', 'l1'],
  ]);
  expect(present(bench)).toEqual(['l1', 'x1']);
});

test('a root stays while a root that stays links to it; roots that link to one another go together', async () => {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1']), building('b1', { linksTo: ['m1'] })]);
  expect(said(await withdraw(bench, ['l1']))).toEqual(['verwijzing.doel-verdwijnt l1']);
  expect(present(bench)).toEqual(['b1', 'l1']);
  expect(verdicts(await withdraw(bench, ['l1', 'b1']))).toEqual({ l1: 'accepted', b1: 'accepted' });
  expect(present(bench)).toEqual([]);
});

test('a strict withdrawal with one refused id withdraws nothing', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const outcome = await withdraw(bench, ['b1', 'nergens'], { strict: true });
  expect(said(outcome)).toEqual(['levering.geheel-geweigerd b1', 'id.bestaat-niet nergens']);
  expect(present(bench)).toEqual(['b1', 'b2']);
});

test('a withdrawal of too many objects is parked', async () => {
  const bench = new Bench();
  const ids = Array.from({ length: 20 }, (_, n) => `b${n}`);
  await bench.deliver(ids.map((id) => building(id)));
  Object.assign(bench.drift, DRIFT_LIMIT);
  expect(await bench.deliver(orderPayload({ method: 'INTREKKING', ids }), { method: 'INTREKKING' })).toMatchObject({ state: 'parked' });
});

test('a list of many ids is stored as a file; a damaged one is set aside', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const ids = ['b1', ...Array.from({ length: 3_000 }, (_, n) => `nergens-${n}`)];
  const outcome = await withdraw(bench, ids);
  expect(outcome.report!.counts).toMatchObject({ accepted: 1, refused: 3_000, errors: 3_000 });
  expect(outcome.report!.findings.length).toBeLessThan(1_100);
  const damaged = bench.submit(orderPayload({ method: 'INTREKKING', ids: ['b1'] }), { method: 'INTREKKING' });
  bench.entrance.exec('DROP TRIGGER inbox_never_changed');
  bench.entrance.prepare('UPDATE inbox SET payload = ? WHERE uuid = ?').run(Buffer.from('{"method":"INTREKKING","ids":[]}'), damaged);
  await bench.conductor.drain();
  expect(bench.outcome(damaged)).toMatchObject({ state: 'aside' });
  const stored = bench.submit(orderPayload({ method: 'INTREKKING', ids: ['b1'] }), { method: 'INTREKKING' });
  const bytes = orderPayload({ method: 'INTREKKING', ids: ['nergens'] });
  writeFileSync(payloadPath(bench.data, stored), bytes);
  bench.entrance.prepare('UPDATE inbox SET payload = NULL, sha256 = ? WHERE uuid = ?').run(sha256Of(bytes), stored);
  await bench.conductor.drain();
  expect(said(bench.outcome(stored))).toEqual(['id.bestaat-niet nergens']);
});

test('a rehearsal gives the same report and changes nothing', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const input = { holder: 'AB12', method: 'INTREKKING', target: 'ids.txt', crs: null, mediaType: 'application/json', ifMatch: null } as const;
  const clock = (): Date => new Date('2030-01-01T00:00:00Z');
  const foreseen = await rehearseOrder(bench.data, { input, clock, drift: DRIFT_LIMIT }, { method: 'INTREKKING', ids: ['b1', 'nergens'] });
  expect(present(bench)).toEqual(['b1', 'b2']);
  const { report } = await withdraw(bench, ['b1', 'nergens']);
  expect([foreseen.objects, foreseen.findings, foreseen.counts]).toEqual([report!.objects, report!.findings, report!.counts]);
});
