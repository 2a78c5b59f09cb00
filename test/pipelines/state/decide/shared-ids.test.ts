/** OPEN-free-ids: several holders have an id as long as at most one of their objects is public. Whom each look-up, link and refusal concerns. */
import { describe, expect, test } from 'vitest';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { rebuildDerived } from '../../../../pipelines/state/register/rebuild-derived.ts';
import { Register, type RegisteredRoot } from '../../../../pipelines/state/register/register.ts';
import { sharedIds } from '../../../../pipelines/state/register/shared-ids.ts';
import { orderPayload, type TransferOrder } from '../../../../schemas/orders.ts';
import { isObject, type Json, type JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { building, location } from '../small-roots.ts';
import { Bench } from '../register-bench.ts';

const OWNER = 'AB12';
const OTHER = 'CD34';
const secret = (id: string, holder = OWNER) => building(id, { holder, secret: true });
const open = (id: string, holder = OTHER) => building(id, { holder });

function said({ report }: Outcome): readonly string[] {
  return report!.findings.filter(({ severity }) => severity === 'error').map(({ rule, objectId = '' }) => `${rule} ${objectId}`.trim());
}

function seen(bench: Bench, id: string, asker: string | null): Pick<RegisteredRoot, 'holder' | 'gone'> | undefined {
  const found = new Register(bench.db, asker === null ? null : [asker]).root(id);
  return found && { holder: found.holder, gone: found.gone };
}

/** A hidden building of the owner, and a public one of the other with its id. */
async function shared(): Promise<Bench> {
  const bench = new Bench();
  await bench.deliver([secret('b1')]);
  expect(said(await bench.deliver([open('b1')], { holder: OTHER }))).toEqual([]);
  return bench;
}

describe('OPEN-free-ids: an id names an object for who asks', () => {
  test('the register keeps both: each holder finds its own, and all others the public one', async () => {
    const bench = await shared();
    expect(seen(bench, 'b1', OWNER)).toEqual({ holder: OWNER, gone: 0 });
    expect(seen(bench, 'b1', OTHER)).toEqual({ holder: OTHER, gone: 0 });
    expect(seen(bench, 'b1', 'EF56')).toEqual({ holder: OTHER, gone: 0 });
    expect(bench.publisher.states.get('b1')).toContain(`"bronhoudercode":"${OTHER}"`);
    expect(seen(bench, 'b1', null)).toEqual({ holder: OTHER, gone: 0 });
    await bench.deliver([secret('b2')]);
    expect(seen(bench, 'b2', 'EF56')).toBeUndefined();
    expect(seen(bench, 'b2', null)).toEqual({ holder: OWNER, gone: 0 });
  });

  test('each writes, withdraws and revives its own', async () => {
    const bench = await shared();
    await bench.deliver([building('b1', { secret: true, populatie: 7 })]);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1', holder: OTHER });
    expect(seen(bench, 'b1', OWNER)).toEqual({ holder: OWNER, gone: 0 });
    expect(seen(bench, 'b1', OTHER)).toEqual({ holder: OTHER, gone: 1 });
    expect(said(await bench.deliver([open('b1')], { holder: OTHER }))).toEqual([]);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1' });
    expect(seen(bench, 'b1', OWNER)).toEqual({ holder: OWNER, gone: 1 });
    expect(seen(bench, 'b1', OTHER)).toEqual({ holder: OTHER, gone: 0 });
    expect(bench.publisher.states.has('b1')).toBe(true);
    expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
  });

  test('the derived tables are made again for both', async () => {
    const bench = await shared();
    const objects = () => bench.db.prepare('SELECT id, root, gone FROM object ORDER BY id, root').all();
    const before = objects();
    bench.db.exec('DELETE FROM object');
    expect([...rebuildDerived(bench.db)].flatMap(({ damages }) => damages)).toEqual([]);
    expect(objects()).toEqual(before);
    expect(before).toHaveLength(2);
  });

  test('a public object comes first: its id is not free, not for a hidden object either', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1')], { holder: OTHER });
    expect(said(await bench.deliver([secret('b1')]))).toEqual(['houder.niet-de-eigenaar b1']);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1', holder: OTHER });
    expect(said(await bench.deliver([secret('b1')]))).toEqual(['houder.niet-de-eigenaar b1']);
  });

  test('an object that becomes secret later sets its id free; one that was withdrawn in secret too', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1', OWNER), secret('b2')]);
    await bench.deliver([secret('b1')]);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b2' });
    expect(said(await bench.deliver([open('b1'), open('b2')], { holder: OTHER }))).toEqual([]);
    expect([...bench.publisher.states.keys()].sort()).toEqual(['b1', 'b2']);
  });

  test('ids of nested objects are free too, in any form of the id', async () => {
    const bench = new Bench();
    const [nfd, nfcForm] = ['mole\u0301n', 'mol\u00e9n'];
    await bench.deliver([{ ...location('l1', ['m1', nfd], { holder: OWNER }), informatieGeheim: true }]);
    const outcome = await bench.deliver([location('l2', ['m1'], { holder: OTHER }), open(nfcForm)], { holder: OTHER });
    expect(bench.rules(outcome)).toEqual([]);
    expect(new Register(bench.db, [OTHER]).registeredForm(nfd)).toBe(nfcForm);
    expect(new Register(bench.db, [OWNER]).registeredForm(nfcForm)).toBe(nfd);
  });

  test('with its own hidden ids a holder does what it did: they are in use', async () => {
    const bench = new Bench();
    await bench.deliver([{ ...location('l1', ['m1']), informatieGeheim: true }]);
    expect(said(await bench.deliver([open('m1', OWNER)]))).toEqual(['id.in-gebruik m1']);
  });
});

describe('OPEN-free-ids: of the objects with an id one may become public', () => {
  test('the later one is refused with the reason, by every method; its hidden state stays', async () => {
    const bench = await shared();
    const version = () => bench.db.prepare('SELECT count(*) AS n FROM version').get();
    const before = version();
    expect(said(await bench.deliver([open('b1', OWNER)]))).toEqual(['id.openbaar-bezet b1']);
    const put = await bench.deliver([open('b1', OWNER)], { method: 'PUT', target: '/kwetsbare-gebouwen/b1' });
    expect([put.status, ...said(put)]).toEqual([409, 'id.openbaar-bezet b1']);
    const patch = await bench.deliver(Buffer.from('{"informatieGeheim":null}'), { method: 'PATCH', target: '/kwetsbare-gebouwen/b1' });
    expect([patch.status, ...said(patch)]).toEqual([409, 'id.openbaar-bezet b1']);
    expect(version()).toEqual(before);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1', holder: OTHER });
    expect(said(await bench.deliver([open('b1', OWNER)]))).toEqual(['id.openbaar-bezet b1']);
  });

  test('a version of before that would become public with it counts too', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1'], { from: '2020-01-01T00:00:00Z' })]);
    await bench.deliver([{ ...location('l1', ['m2'], { from: '2024-01-01T00:00:00Z' }), informatieGeheim: true }]);
    await bench.deliver([location('l2', ['m1'], { holder: OTHER })], { holder: OTHER });
    const outcome = await bench.deliver([location('l1', ['m2'], { from: '2024-01-01T00:00:00Z' })]);
    expect(outcome.report!.findings.filter(({ severity }) => severity === 'error').map(({ rule, found }) => [rule, found])).toEqual([['id.openbaar-bezet', 'm1']]);
  });

  test('an object that nobody took becomes public again', async () => {
    const bench = new Bench();
    await bench.deliver([secret('b1')]);
    expect(said(await bench.deliver([open('b1', OWNER)]))).toEqual([]);
    expect(bench.publisher.states.has('b1')).toBe(true);
    expect(said(await bench.deliver([open('b1')], { holder: OTHER }))).toEqual(['houder.niet-de-eigenaar b1']);
  });

  test('an undo leaves an object that would become public', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1', OWNER)]);
    const uuid = bench.submit([secret('b1')]);
    await bench.conductor.drain();
    await bench.deliver([open('b1')], { holder: OTHER });
    const undone = await bench.undo(uuid);
    expect(bench.rules(undone)).toEqual(['herroeping.id-bezet']);
    expect(seen(bench, 'b1', 'EF56')).toEqual({ holder: OTHER, gone: 0 });
    expect(bench.publisher.states.get('b1')).toContain(`"bronhoudercode":"${OTHER}"`);
  });

  test('a transfer leaves an object whose id the receiver has; who handed a hidden object over still learns that', async () => {
    const bench = await shared();
    const transfer = async (order: Partial<TransferOrder>): Promise<Outcome> => {
      const whole: TransferOrder = { method: 'OVERDRACHT', from: OWNER, to: OTHER, at: '2026-01-01', reason: 'x', ...order };
      return await bench.deliver(orderPayload(whole), { method: 'OVERDRACHT', holder: whole.from, target: 'overdracht' });
    };
    expect(said(await transfer({}))).toEqual(['overdracht.id-bezet b1']);
    expect(said(await transfer({ to: 'EF56' }))).toEqual([]);
    expect(seen(bench, 'b1', 'EF56')).toEqual({ holder: 'EF56', gone: 0 });
    await bench.deliver([secret('b2')]);
    await transfer({ to: 'EF56', ids: ['b2'] });
    expect(said(await bench.deliver([secret('b2')]))).toEqual(['houder.overgedragen b2']);
    const again = await transfer({ to: 'EF56', ids: ['b2'] });
    expect(again.report!.objects.map(({ verdict }) => verdict)).toEqual(['unchanged']);
  });
});

describe('OPEN-free-ids: a secret part of a public root', () => {
  /** A location of which the second of two objects in its activity may be secret. */
  function withPart(isSecret: boolean): JsonObject {
    const whole = location('l1', ['m1', 'm2']);
    const hide = (value: Json): Json => {
      if (Array.isArray(value)) return (value as readonly Json[]).map(hide);
      if (!isObject(value)) return value;
      const shown = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hide(one)]));
      return value['id'] === 'm2' && isSecret ? { ...shown, informatieGeheim: true } : shown;
    };
    return hide(whole) as JsonObject;
  }

  test('its id is free, and it does not become public while a public object has the id, by a delivery or an undo', async () => {
    const bench = new Bench();
    await bench.deliver([withPart(false)]);
    expect(said(await bench.deliver([open('m2')], { holder: OTHER })).length).toBe(1);
    const uuid = bench.submit([withPart(true)]);
    await bench.conductor.drain();
    expect(bench.publisher.states.get('l1')).not.toContain('"m2"');
    expect(said(await bench.deliver([open('m2')], { holder: OTHER }))).toEqual([]);
    const outcome = await bench.deliver([withPart(false)]);
    expect(outcome.report!.findings.filter(({ severity }) => severity === 'error').map(({ rule, found }) => [rule, found])).toEqual([['id.openbaar-bezet', 'm2']]);
    expect(bench.rules(await bench.undo(uuid))).toEqual(['herroeping.id-bezet']);
    expect(bench.publisher.states.get('l1')).not.toContain('"m2"');
  });
});

/** A location with two mills, and a contour of the first that belongs to another object, to which the root links. */
function withContour(id: string, { contour, target, holder = OWNER }: { readonly contour: string; readonly target: string; readonly holder?: string }): JsonObject {
  const mills = [`${id}-m`, `${id}-n`];
  const own: JsonObject = {
    entityType: 'PRContour', id: contour, identificatie: { namespace: 'NL.TEST', lokaalID: contour }, bronhoudercode: holder,
    beginGeldigheid: '2020-01-01T00:00:00Z', hoortBij: [{ href: target }], afstandOfGeometrie: { afstand: 100 }, typePlaatsgebondenRisico: 'PR 10-6',
    maatgevendeStof: { waarde: null, geenWaardeReden: 'waardeOnbekend' },
  };
  const text = JSON.stringify({ ...location(id, mills, { holder }), ...(target.startsWith('#') ? {} : { comment: [`link ${target}`] }) });
  return JSON.parse(text, (_, value: Json) => (isObject(value) && value['id'] === mills[0] ? { ...value, resulteertIn: [own] } : value)) as JsonObject;
}

describe('OPEN-free-ids: an object that its link hides', () => {
  test('stays hidden when another holder makes an object with the id of its target, and keeps that from nothing', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2']), withContour('l2', { contour: 'c1', target: 'm1' })]);
    expect(bench.publisher.states.get('l2')).toContain('"c1"');
    await bench.deliver([{ ...location('l1', ['m1', 'm2']), informatieGeheim: true }]);
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
    expect(said(await bench.deliver([open('m1')], { holder: OTHER }))).toEqual([]);
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
    expect(bench.publisher.states.get('l2')).not.toContain('KwetsbaarGebouw');
    expect((await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/m1', holder: OTHER })).status).toBe(204);
  });

  test('stays hidden, and blocks nobody, when its target is public again and its id is taken; its holder learns that', async () => {
    const bench = new Bench();
    const target = (isSecret: boolean) => building('b1', { holder: OTHER, secret: isSecret });
    const contour = withContour('l2', { contour: 'c1', target: 'b1' });
    await bench.deliver([target(false)], { holder: OTHER });
    await bench.deliver([contour]);
    expect(bench.publisher.states.get('l2')).toContain('"c1"');
    await bench.deliver([target(true)], { holder: OTHER });
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
    expect(said(await bench.deliver([open('c1', 'EF56')], { holder: 'EF56' }))).toEqual([]);
    expect(said(await bench.deliver([target(false)], { holder: OTHER }))).toEqual([]);
    expect(bench.publisher.states.get('b1')).toBeDefined();
    expect(bench.publisher.states.get('c1')).toContain('EF56');
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
    expect(seen(bench, 'c1', 'GH78')).toEqual({ holder: 'EF56', gone: 0 });
    const refused = await bench.deliver([withContour('l2', { contour: 'c1', target: '#l2-m' })]);
    expect(refused.report!.findings.filter(({ severity }) => severity === 'error').map(({ rule, found }) => [rule, found])).toEqual([['id.openbaar-bezet', 'c1']]);
    expect(said(await bench.deliver([withContour('l2', { contour: 'c2', target: 'b1' })]))).toEqual([]);
    expect(bench.publisher.states.get('l2')).toContain('"c2"');
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/c1', holder: 'EF56' });
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
  });

  test('a new root of its holder that gives its link another target does not make it public while its id is taken', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1')], { holder: OTHER });
    await bench.deliver([withContour('l2', { contour: 'c1', target: 'b1' })]);
    await bench.deliver([secret('b1', OTHER)], { holder: OTHER });
    await bench.deliver([open('c1', 'EF56')], { holder: 'EF56' });
    expect(said(await bench.deliver([open('b1', OWNER)]))).toEqual([]);
    expect(bench.publisher.states.get('b1')).toContain(OWNER);
    expect(bench.publisher.states.get('l2')).not.toContain('"c1"');
    expect(bench.publisher.states.get('c1')).toContain('EF56');
  });
});

describe('OPEN-free-ids: links', () => {
  test('a link to a hidden object of another holder is one to an unknown id; to an own one it is not', async () => {
    const bench = new Bench();
    await bench.deliver([secret('b1')]);
    expect(said(await bench.deliver([building('b2', { holder: OTHER, linksTo: ['b1'] })], { holder: OTHER }))).toEqual(['verwijzing.onbekend b2']);
    expect(said(await bench.deliver([building('b3', { linksTo: ['b1'] })]))).toEqual([]);
  });

  test('a hidden object that links to an object of another keeps that from nothing, and keeps its link', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1'), open('b2'), location('l1', ['m1', 'm2'], { holder: OTHER })], { holder: OTHER });
    await bench.deliver([building('b9', { secret: true, linksTo: ['b1', 'b2', 'm1'] })]);
    const deleted = await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1', holder: OTHER });
    expect(deleted.status).toBe(204);
    expect(said(await bench.deliver([location('l1', ['m2'], { holder: OTHER })], { holder: OTHER }))).toEqual([]);
    const full = await bench.deliver([open('b3')], { holder: OTHER, full: ['KwetsbaarGebouw'] });
    expect(bench.rules(full)).toEqual(['levering.beeindigd']);
    expect(bench.db.prepare('SELECT to_id FROM link ORDER BY 1').all().map(({ to_id: id }) => id)).toEqual(['b1', 'b2', 'm1']);
  });

  test('a public object, and an own hidden one, still keep the target of their link', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1'), open('b2')], { holder: OTHER });
    await bench.deliver([building('b9', { linksTo: ['b1'] })]);
    await bench.deliver([building('b8', { holder: OTHER, secret: true, linksTo: ['b2'] })], { holder: OTHER });
    for (const id of ['b1', 'b2']) {
      expect((await bench.deliver([], { method: 'DELETE', target: `/kwetsbare-gebouwen/${id}`, holder: OTHER })).status).toBe(409);
    }
  });
});

describe('OPEN-free-ids: the operator is alerted', () => {
  const alerts = (bench: Bench) => bench.events.filter(({ kind }) => kind === 'Id:Share');

  test('when an object takes the id of a hidden object, and when a withdrawn one with the id returns; not at other writes', async () => {
    const bench = await shared();
    expect(alerts(bench)).toEqual([{ kind: 'Id:Share', ids: ['b1'], count: 1 }]);
    await bench.deliver([building('b1', { secret: true, populatie: 7 }), secret('b2')]);
    await bench.deliver([open('b1', OTHER), open('b3')], { holder: OTHER });
    expect(alerts(bench)).toHaveLength(1);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1', holder: OTHER });
    expect([alerts(bench).length, sharedIds(bench.db)]).toEqual([1, []]);
    await bench.deliver([open('b1')], { holder: OTHER });
    expect(alerts(bench)).toHaveLength(2);
    expect(sharedIds(bench.db)).toEqual([{ id: 'b1', objects: [{ holder: OWNER, isHidden: true }, { holder: OTHER, isHidden: false }] }]);
  });

  test('also for a nested object, for another form of the id, and for two hidden objects', async () => {
    const bench = new Bench();
    const [nfd, nfcForm] = ['mole\u0301n', 'mol\u00e9n'];
    await bench.deliver([{ ...location('l1', ['m1', nfd]), informatieGeheim: true }]);
    expect(alerts(bench)).toEqual([]);
    await bench.deliver([secret('m1', OTHER), open(nfcForm)], { holder: OTHER });
    expect(alerts(bench)).toEqual([{ kind: 'Id:Share', ids: ['m1', nfcForm], count: 2 }]);
    expect(sharedIds(bench.db).map(({ id, objects }) => [id, objects.map(({ isHidden }) => isHidden)])).toEqual([['m1', [true, true]], [nfcForm, [true, false]]]);
  });

  test('when an undo gives back an object whose id another took meanwhile', async () => {
    const bench = new Bench();
    await bench.deliver([secret('b1')]);
    const uuid = bench.submit([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1' });
    await bench.conductor.drain();
    await bench.deliver([open('b1')], { holder: OTHER });
    expect(alerts(bench)).toEqual([]);
    await bench.undo(uuid);
    expect(seen(bench, 'b1', OWNER)).toEqual({ holder: OWNER, gone: 0 });
    expect(alerts(bench)).toEqual([{ kind: 'Id:Share', ids: ['b1'], count: 1 }]);
  });

  test('not when a write with the id is refused, and no report tells of it', async () => {
    const bench = new Bench();
    await bench.deliver([open('b1')], { holder: OTHER });
    await bench.deliver([secret('b1'), secret('b2')]);
    expect(alerts(bench)).toEqual([]);
    const [free, taken] = [await bench.deliver([open('b3')], { holder: OTHER }), await bench.deliver([open('b2')], { holder: OTHER })];
    expect(alerts(bench)).toHaveLength(1);
    expect(bench.rules(taken)).toEqual(bench.rules(free));
  });
});
