/** Transfers: which versions get the new code, who may write afterwards, and what is refused. */
import { describe, expect, test } from 'vitest';
import { undecide } from '../../../../pipelines/state/decide/undecide.ts';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { rehearseOrder } from '../../../../pipelines/state/decide/rehearsal.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { rebuildDerived } from '../../../../pipelines/state/register/rebuild-derived.ts';
import { Register } from '../../../../pipelines/state/register/register.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { holderCodeOf } from '../../../../schemas/model/base.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { orderPayload, type TransferOrder } from '../../../../schemas/orders.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const AT = '2026-01-01';
const ORDER: TransferOrder = { method: 'OVERDRACHT', from: 'AB12', to: 'XY789', at: AT, reason: 'gemeentelijke herindeling' };

async function transfer(bench: Bench, order: Partial<Omit<TransferOrder, 'method'>> = {}): Promise<Outcome> {
  const whole = { ...ORDER, ...order };
  const outcome = await bench.deliver(orderPayload(whole), { method: 'OVERDRACHT', holder: whole.from, target: `van ${whole.from} aan ${whole.to}` });
  expect(reportMistakes(outcome.report!)).toEqual([]);
  expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
  return outcome;
}

function said({ report }: Outcome): readonly string[] {
  return report!.findings.map(({ rule, objectId = '' }) => `${rule} ${objectId}`.trim());
}

function verdicts({ report }: Outcome): Readonly<Record<string, string>> {
  return Object.fromEntries(report!.objects.map(({ id, verdict }) => [id, verdict]));
}

/** The current versions of a root: its period and the codes of its objects. */
function versions(bench: Bench, id: string): readonly string[] {
  const register = new Register(bench.db, null);
  return register.versions(register.root(id)!.n).map(({ valid, doc }) => {
    const codes = new Set(objectsOf(register.document(doc).document).map(({ data }) => holderCodeOf(data) ?? ''));
    const [from, until] = [valid.from, valid.until].map((moment) => (moment === null ? '…' : new Date(moment).toISOString().slice(0, 16)));
    return `${from} ${until} ${[...codes].join()}`;
  });
}

function holder(bench: Bench, id: string): string {
  return new Register(bench.db, null).root(id)!.holder;
}

const delivered = async (bench: Bench, roots: readonly JsonObject[], by: string): Promise<readonly string[]> => {
  const outcome = await bench.deliver(roots, { holder: by });
  return outcome.report!.objects.map(({ verdict }) => verdict);
};

describe('OPEN-transfer: versions', () => {
  test('the version of the day is cut in two; the second has the new code in all its objects, and all else stays', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1']), building('b1', { linksTo: ['m1'] })]);
    const outcome = await transfer(bench);
    expect(outcome).toMatchObject({ status: 200, state: 'settled', roots: [{ id: 'l1' }, { id: 'b1' }] });
    expect(said(outcome)).toEqual(['overdracht.besluit']);
    expect(outcome.report!.counts).toMatchObject({ objects: 2, accepted: 2, ended: 0, errors: 0 });
    for (const id of ['l1', 'b1']) {
      expect(versions(bench, id)).toEqual(['2020-01-01T00:00 2025-12-31T23:00 AB12', '2025-12-31T23:00 … XY789']);
    }
    expect(bench.db.prepare('SELECT to_id FROM link').all()).toEqual([{ to_id: 'm1' }]);
    expect(bench.db.prepare('SELECT rec_from, rec_to IS NULL AS now FROM version WHERE root = 2 ORDER BY n').all()).toMatchObject([{ now: 0 }, { now: 1 }, { now: 1 }]);
  });

  test('a version that begins on the day is replaced whole, and a future one gets the code too', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1', { from: '2025-12-31T23:00:00Z' }), building('b1', { from: '2027-01-01T00:00:00Z', populatie: 5 })]);
    await transfer(bench);
    expect(versions(bench, 'b1')).toEqual(['2025-12-31T23:00 2027-01-01T00:00 XY789', '2027-01-01T00:00 … XY789']);
  });

  test('an ended object and a withdrawn one keep their versions, and only their writer changes', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1', { until: '2024-01-01T00:00:00Z' }), building('b2'), building('b3')]);
    await bench.deliver(orderPayload({ method: 'INTREKKING', ids: ['b2'] }), { method: 'INTREKKING' });
    const outcome = await transfer(bench);
    expect(said(outcome)).toEqual(['overdracht.besluit', 'overdracht.zonder-versie']);
    expect(outcome.report!.findings[1]).toMatchObject({ found: '2' });
    expect([versions(bench, 'b1'), versions(bench, 'b2')]).toEqual([['2020-01-01T00:00 2024-01-01T00:00 AB12'], []]);
    expect(['b1', 'b2', 'b3'].map((id) => holder(bench, id))).toEqual(['XY789', 'XY789', 'XY789']);
    expect(await delivered(bench, [building('b2', { holder: 'XY789' })], 'XY789')).toEqual(['accepted']);
  });

  test('an object whose present version begins later is refused, and says when', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2')]);
    await bench.deliver([building('b1', { from: '2025-06-01T00:00:00Z', populatie: 2 })]);
    const outcome = await transfer(bench, { at: '2025-01-01' });
    expect(outcome.report!.findings.at(-1)).toMatchObject({ rule: 'overdracht.te-vroeg', objectId: 'b1', found: '2025-06-01' });
    expect(['b1', 'b2'].map((id) => holder(bench, id))).toEqual(['AB12', 'XY789']);
    expect(verdicts(await transfer(bench, { at: '2025-06-01' }))).toEqual({ b1: 'accepted' });
  });

  test('a day in the future: the code changes then, and writing goes over at once', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    await transfer(bench, { at: '2030-01-01' });
    expect(versions(bench, 'b1')).toEqual(['2020-01-01T00:00 2029-12-31T23:00 AB12', '2029-12-31T23:00 … XY789']);
    expect(await delivered(bench, [building('b1', { populatie: 3 })], 'AB12')).toEqual(['refused']);
    expect(await delivered(bench, [building('b1', { populatie: 3 })], 'XY789')).toEqual(['accepted']);
    expect(versions(bench, 'b1')).toEqual(['2020-01-01T00:00 2029-12-31T23:00 AB12', '2029-12-31T23:00 … XY789']);
  });
});

describe('OPEN-transfer: who may write', () => {
  test('the former holder is refused and told to whom the object went, and from when', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), location('l1', ['m1'])]);
    await transfer(bench);
    const outcome = await bench.deliver([building('b1', { populatie: 2 }), building('b9')]);
    expect(verdicts(outcome)).toEqual({ b1: 'refused', b9: 'accepted' });
    const told = { rule: 'houder.overgedragen', found: 'XY789', message: { nl: 'Dit object is overgedragen aan XY789, met ingang van 2026-01-01.' } };
    expect(outcome.report!.findings).toMatchObject([told]);
    for (const [method, target] of [
      ['DELETE', '/kwetsbare-gebouwen/b1'], ['PATCH', '/kwetsbare-gebouwen/b1'], ['PATCH', '/locatie-activiteiten/l1/referenties/m1'],
    ] as const) {
      const request = await bench.deliver(Buffer.from('{}'), { method, target });
      expect([request.status, request.report!.findings], target).toMatchObject([401, [told]]);
    }
    expect(said(await bench.deliver(orderPayload({ method: 'INTREKKING', ids: ['b1'] }), { method: 'INTREKKING' }))).toEqual(['houder.overgedragen b1']);
    expect(said(await bench.deliver([building('b1', { holder: 'ZZ999' })], { holder: 'ZZ999' }))).toEqual(['houder.niet-de-eigenaar b1']);
  });

  test('a full delivery of the former holder leaves it alone, and one of the new holder ends it', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2')]);
    await transfer(bench, { ids: ['b1'] });
    expect(said(await bench.deliver([], { full: ['KwetsbaarGebouw'] }))).toEqual(['levering.beeindigd b2']);
    expect(said(await bench.deliver([], { holder: 'XY789', full: ['KwetsbaarGebouw'] }))).toEqual(['levering.beeindigd b1']);
  });

  test('the new holder delivers with the former code: later versions get its own code, earlier ones keep the former', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    await transfer(bench);
    const later = await bench.deliver([building('b1', { from: '2026-03-01T00:00:00Z', populatie: 4 })], { holder: 'XY789' });
    expect(said(later)).toEqual(['houder.vorige-code b1']);
    expect(later.report!.findings).toMatchObject([{ found: 'AB12', expected: 'XY789', severity: 'warning' }]);
    expect(await delivered(bench, [building('b1', { populatie: 7 })], 'XY789')).toEqual(['accepted']);
    expect(await delivered(bench, [building('b1', { populatie: 7 })], 'XY789')).toEqual(['unchanged']);
    expect(versions(bench, 'b1').map((line) => line.split(' ')[2])).toEqual(['AB12', 'XY789', 'XY789']);
    expect(said(await bench.deliver([building('b1', { holder: 'ZZ999' })], { holder: 'XY789' }))).toEqual(['houder.andere-bronhouder b1']);
    expect(said(await bench.deliver([building('nieuw')], { holder: 'XY789' }))).toEqual(['houder.andere-bronhouder nieuw']);
  });

  test('an old file of the new holder in which only the code was replaced changes nothing; another change in it is refused', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2', { until: '2024-01-01T00:00:00Z' })]);
    await transfer(bench);
    const before = ['b1', 'b2'].map((id) => versions(bench, id));
    const own = { holder: 'XY789' };
    const same = await bench.deliver([building('b1', own), building('b2', { ...own, until: '2024-01-01T00:00:00Z' })], own);
    expect([verdicts(same), said(same)]).toEqual([{ b1: 'unchanged', b2: 'unchanged' }, ['houder.vorige-periode b1', 'houder.vorige-periode b2']]);
    for (const options of [{ populatie: 5 }, { from: '2019-01-01T00:00:00Z' }, { from: '2025-12-01T00:00:00Z' }, { until: '2027-01-01T00:00:00Z' }]) {
      const changed = await bench.deliver([building('b1', { ...own, ...options })], own);
      expect(said(changed), JSON.stringify(options)).toEqual(['houder.voor-overdracht b1']);
    }
    const put = { ...own, method: 'PUT', target: '/kwetsbare-gebouwen/b1' } as const;
    const request = await bench.deliver([building('b1', { ...own, populatie: 5 })], put);
    expect([request.status, request.report!.findings]).toMatchObject([409, [{ found: '2020-01-01', expected: '>= 2026-01-01' }]]);
    expect(said(await bench.deliver([building('b1', { ...own, from: '2025-12-01T00:00:00Z' })], { ...own, correct: true }))).toEqual(['houder.voor-overdracht b1']);
    expect(['b1', 'b2'].map((id) => versions(bench, id))).toEqual(before);
    expect(await delivered(bench, [building('b1', { ...own, populatie: 5, from: '2026-01-01T00:00:00Z' })], 'XY789')).toEqual(['accepted']);
  });

  test('no version with the former code goes on after the handover', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2', { until: '2024-01-01T00:00:00Z' })]);
    await transfer(bench);
    const longer = await bench.deliver([building('b2')], { holder: 'XY789' });
    expect(said(longer)).toEqual(['houder.voor-overdracht b2']);
    const correction = await bench.deliver([building('b1', { from: '2025-06-01T00:00:00Z' })], { holder: 'XY789', correct: true });
    expect(said(correction)).toEqual(['houder.voor-overdracht b1']);
    expect(await delivered(bench, [building('b2', { until: '2025-01-01T00:00:00Z' })], 'XY789')).toEqual(['accepted']);
  });

  test('after two handovers a version has the code of its period, whichever of the codes is delivered', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    await transfer(bench, { at: '2024-01-01' });
    await transfer(bench, { from: 'XY789', to: 'ZZ999', at: '2025-01-01' });
    const before = versions(bench, 'b1');
    for (const [populatie, holderCode] of ['AB12', 'XY789', 'ZZ999'].entries()) {
      const past = await bench.deliver([building('b1', { holder: holderCode, from: '2023-12-31T23:00:00Z', populatie: 5 + populatie })], { holder: 'ZZ999' });
      expect(verdicts(past), holderCode).toEqual({ b1: holderCode === 'XY789' ? 'accepted' : 'refused' });
    }
    expect(versions(bench, 'b1')).toEqual(before);
    const refused = await bench.deliver([building('b1', { from: '2026-02-01T00:00:00Z' })]);
    expect(refused.report!.findings).toMatchObject([
      { rule: 'houder.overgedragen', found: 'ZZ999', message: { nl: 'Dit object is overgedragen aan ZZ999, met ingang van 2025-01-01.' } },
    ]);
  });

  test('an object that goes on, and back, has the writer of the last transfer; each former code is known', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    await transfer(bench, { at: '2024-01-01' });
    await transfer(bench, { from: 'XY789', to: 'ZZ999', at: '2025-01-01' });
    expect(versions(bench, 'b1').map((line) => line.split(' ')[2])).toEqual(['AB12', 'XY789', 'ZZ999']);
    for (const code of ['AB12', 'XY789']) {
      const own = await bench.deliver([building('b1', { holder: code, from: '2025-05-01T00:00:00Z' })], { holder: 'ZZ999' });
      expect(said(own)).toContain('houder.vorige-code b1');
    }
    await transfer(bench, { from: 'ZZ999', to: 'AB12', at: '2026-01-01' });
    expect(holder(bench, 'b1')).toBe('AB12');
    expect(await delivered(bench, [building('b1', { from: '2026-02-01T00:00:00Z', populatie: 8 })], 'AB12')).toEqual(['accepted']);
  });
});

describe('OPEN-transfer: bad input', () => {
  test('each id that names no root of the holder is refused by itself; what stays is listed', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2'), location('l1', ['m1'])]);
    await bench.deliver([building('x1', { holder: 'CD34' }), building('x2', { holder: 'CD34', secret: true })], { holder: 'CD34' });
    const outcome = await transfer(bench, { ids: ['b1', 'nergens', 'm1', 'x1', 'x2'] });
    expect(said(outcome)).toEqual([
      'overdracht.besluit', 'overdracht.blijft', 'id.bestaat-niet nergens', 'id.onderdeel m1', 'houder.niet-de-eigenaar x1', 'id.bestaat-niet x2',
    ]);
    expect(outcome.report!.findings[1]).toMatchObject({ found: '2', message: { nl: 'Bij AB12 blijven 2 objecten: b2, l1' } });
  });

  test('the same transfer twice at once: the second has nothing to do', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const [first, second, named] = [ORDER, ORDER, { ...ORDER, ids: ['b1'] }]
      .map((order) => bench.submit(orderPayload(order), { method: 'OVERDRACHT', holder: 'AB12' })) as [string, string, string];
    await bench.conductor.drain();
    expect([first, second, named].map((uuid) => said(bench.outcome(uuid)))).toEqual([
      ['overdracht.besluit'], ['overdracht.besluit', 'overdracht.niets'], ['overdracht.besluit', 'overdracht.niets'],
    ]);
    expect(verdicts(bench.outcome(named))).toEqual({ b1: 'unchanged' });
    expect(bench.db.prepare('SELECT count(*) AS n FROM handover').get()).toEqual({ n: 1 });
  });

  test('a delivery that waits before it takes effect first, and one after it is refused', async () => {
    const bench = new Bench();
    bench.submit([building('b1')]);
    const uuid = bench.submit(orderPayload(ORDER), { method: 'OVERDRACHT' });
    const after = bench.submit([building('b1', { populatie: 2 })]);
    await bench.conductor.drain();
    expect(verdicts(bench.outcome(uuid))).toEqual({ b1: 'accepted' });
    expect(said(bench.outcome(after))).toEqual(['houder.overgedragen b1']);
  });

  test('a strict transfer with one refused id hands nothing over', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const outcome = await bench.deliver(orderPayload({ ...ORDER, ids: ['b1', 'nergens'] }), { method: 'OVERDRACHT', strict: true });
    expect(said(outcome)).toEqual(['overdracht.besluit', 'overdracht.niets', 'levering.geheel-geweigerd b1', 'id.bestaat-niet nergens']);
    expect(holder(bench, 'b1')).toBe('AB12');
  });
});

describe('OPEN-transfer: undo', () => {
  const undo = async (bench: Bench, undoes: string, force = false): Promise<Outcome> => {
    const outcome = await bench.deliver(orderPayload({ method: 'HERROEPING', undoes, force }), { method: 'HERROEPING' });
    expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
    return outcome;
  };

  test('an undone transfer gives versions and writers back, of ended and withdrawn objects too; a redo hands them over again', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2'), building('b3', { until: '2024-01-01T00:00:00Z' })]);
    await bench.deliver(orderPayload({ method: 'INTREKKING', ids: ['b2'] }), { method: 'INTREKKING' });
    const done = await transfer(bench);
    const undone = await undo(bench, done.receipt.uuid);
    expect(verdicts(undone)).toEqual({ b1: 'accepted', b2: 'accepted', b3: 'accepted' });
    expect(['b1', 'b2', 'b3'].map((id) => holder(bench, id))).toEqual(['AB12', 'AB12', 'AB12']);
    expect(versions(bench, 'b1')).toEqual(['2020-01-01T00:00 … AB12']);
    expect(new Set(Object.values(verdicts(await undo(bench, done.receipt.uuid))))).toEqual(new Set(['unchanged']));
    expect(await delivered(bench, [building('b1', { holder: 'XY789' })], 'XY789')).toEqual(['refused']);
    await undo(bench, undone.receipt.uuid);
    expect(['b1', 'b2', 'b3'].map((id) => holder(bench, id))).toEqual(['XY789', 'XY789', 'XY789']);
    expect(versions(bench, 'b1')).toEqual(['2020-01-01T00:00 2025-12-31T23:00 AB12', '2025-12-31T23:00 … XY789']);
  });

  test('a withdrawn object that was given back and handed over again has the state of the first transfer, whose undo gives it back', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    await bench.deliver(orderPayload({ method: 'INTREKKING', ids: ['b1'] }), { method: 'INTREKKING' });
    const first = await transfer(bench);
    await transfer(bench, { from: 'XY789', to: 'AB12' });
    await transfer(bench);
    expect(verdicts(await undo(bench, first.receipt.uuid))).toEqual({ b1: 'accepted' });
    expect(holder(bench, 'b1')).toBe('AB12');
  });

  test('an object that its former holder got back on another day stays as it is', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const first = await transfer(bench);
    await transfer(bench, { from: 'XY789', to: 'AB12', at: '2026-02-01' });
    expect(said(await undo(bench, first.receipt.uuid))).toEqual(['herroeping.later-gewijzigd b1']);
    expect(holder(bench, 'b1')).toBe('AB12');
  });

  test('what the new holder changed stays with it, unless the undo is forced; what went on to another stays there', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2')]);
    const done = await transfer(bench);
    await bench.deliver([building('b1', { holder: 'XY789', from: '2026-02-01T00:00:00Z', populatie: 9 })], { holder: 'XY789' });
    await transfer(bench, { from: 'XY789', to: 'ZZ999', ids: ['b2'] });
    expect(said(await undo(bench, done.receipt.uuid))).toEqual(['herroeping.later-gewijzigd b1', 'herroeping.andere-bronhouder b2']);
    await undo(bench, done.receipt.uuid, true);
    expect(['b1', 'b2'].map((id) => holder(bench, id))).toEqual(['AB12', 'ZZ999']);
    expect(versions(bench, 'b1')).toEqual(['2020-01-01T00:00 … AB12']);
  });

  test('a holder does not undo a transfer with its token', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const done = await transfer(bench);
    const uuid = bench.submit(orderPayload({ method: 'HERROEPING', undoes: done.receipt.uuid, force: false }), { method: 'HERROEPING' });
    bench.entrance.exec('DROP TRIGGER inbox_never_changed');
    bench.entrance.prepare("UPDATE inbox SET token_end = 'abcdefgh' WHERE uuid = ?").run(uuid);
    await bench.conductor.drain();
    expect(said(bench.outcome(uuid))).toEqual(['herroeping.overdracht']);
    expect(holder(bench, 'b1')).toBe('XY789');
  });
});

test('a rehearsal gives the same report and changes nothing', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const input = { holder: 'AB12', method: 'OVERDRACHT', target: 'x', crs: null, mediaType: 'application/json', ifMatch: null } as const;
  const clock = (): Date => new Date('2030-01-01T00:00:00Z');
  const foreseen = await rehearseOrder(bench.data, { input, clock, drift: DRIFT_LIMIT }, { ...ORDER, ids: ['b1'] });
  expect(holder(bench, 'b1')).toBe('AB12');
  const { report } = await transfer(bench, { ids: ['b1'] });
  expect([foreseen.objects, foreseen.findings, foreseen.counts]).toEqual([report!.objects, report!.findings, report!.counts]);
});

test('a writer that is not the one of the last transfer is found and mended', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  await transfer(bench);
  bench.db.exec("UPDATE root SET holder = 'AB12'");
  const expected = ['root does not have XY789 as holder of b1, to whom it was handed over'];
  expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual(expected);
  expect([...rebuildDerived(bench.db)].flatMap(({ mended }) => mended)).toEqual(expected);
  expect(holder(bench, 'b1')).toBe('XY789');
});

test('taking a decision back restores the writer of every root', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2', { until: '2024-01-01T00:00:00Z' })]);
  bench.publisher.fail = new Error('no disk');
  for (const order of [ORDER, { ...ORDER, from: 'XY789', to: 'ZZ999' }]) bench.submit(orderPayload(order), { method: 'OVERDRACHT', holder: order.from });
  await bench.conductor.drain().catch(() => undefined);
  expect(holder(bench, 'b1')).toBe('ZZ999');
  undecide(bench.db, 1);
  expect(['b1', 'b2'].map((id) => holder(bench, id))).toEqual(['AB12', 'AB12']);
  expect(bench.db.prepare('SELECT count(*) AS n FROM handover').get()).toEqual({ n: 0 });
  expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
});
