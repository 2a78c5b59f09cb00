/** DELETE, PUT and If-Match as the register decides them; with a preparation of a few lines (../small-roots.ts). */
import { describe, expect, test } from 'vitest';
import { notePoint } from '../../../../pipelines/state/register/edition-points.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import type { Moment } from '../../../../schemas/time.ts';
import { Bench, type SubmitOptions } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const B1 = '/kwetsbare-gebouwen/b1';
const NOTHING = Buffer.alloc(0);

function remove(bench: Bench, target = B1, more: SubmitOptions = {}): Promise<Outcome> {
  return bench.deliver(NOTHING, { method: 'DELETE', target, ...more });
}

function put(bench: Bench, document = building('b1', { populatie: 2 }), more: SubmitOptions = {}): Promise<Outcome> {
  return bench.deliver([document], { method: 'PUT', target: B1, ...more });
}

function versions(bench: Bench): readonly unknown[] {
  return bench.db.prepare('SELECT rec_to IS NULL AS current, closed_by FROM version ORDER BY n').all();
}

describe('IR-endpoint-delete-resource: DELETE ends the recorded period', () => {
  test('204; its versions stay, and no edition shows it; again it is 404', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b1', { from: '2025-01-01T00:00:00Z' }), building('b2')]);
    expect(await remove(bench)).toMatchObject({ status: 204, roots: [{ id: 'b1', type: 'KwetsbaarGebouw' }], report: { counts: { accepted: 1 } } });
    expect([...bench.publisher.states.keys()]).toEqual(['b2']);
    expect(versions(bench)).toEqual([{ current: 0, closed_by: 1 }, { current: 0, closed_by: 2 }, { current: 0, closed_by: 2 }, { current: 1, closed_by: null }]);
    const again = await remove(bench);
    expect([again.status, bench.rules(again)]).toEqual([404, ['id.bestaat-niet']]);
  });

  test('POST after it makes the object anew, for the same holder; its registration begins again', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const before = bench.publisher.states.get('b1');
    await remove(bench);
    const foreign = await bench.deliver([building('b1', { holder: 'CD34' })], { method: 'POST', holder: 'CD34' });
    expect(foreign.status).toBe(401);
    expect((await bench.deliver([building('b1')], { method: 'POST' })).status).toBe(201);
    expect(bench.publisher.states.get('b1')).not.toBe(before);
    expect((await bench.deliver([building('b1')], { method: 'POST' })).status).toBe(409);
  });

  test('what another root links to stays: 409; without the link it goes', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1']), building('b1', { linksTo: ['m1'] })]);
    const outcome = await remove(bench, '/locatie-activiteiten/l1');
    expect([outcome.status, bench.rules(outcome)]).toEqual([409, ['verwijzing.doel-verdwijnt']]);
    await remove(bench);
    expect((await remove(bench, '/locatie-activiteiten/l1')).status).toBe(204);
    expect(bench.publisher.states.size).toBe(0);
    expect((await bench.deliver([building('b3', { linksTo: ['m1'] })], { method: 'POST' })).status).toBe(422);
  });

  test('IR-auth-10: another holder’s object is 401, absent when it is hidden; another type, a part or nothing is 404', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2', { secret: true }), location('l1', ['m1'])]);
    const foreign = { holder: 'CD34' };
    expect((await remove(bench, B1, foreign)).status).toBe(401);
    expect((await remove(bench, '/kwetsbare-gebouwen/b2', foreign)).status).toBe(404);
    expect((await remove(bench, '/wegen/b1', foreign)).status).toBe(404);
    for (const target of ['/wegen/b1', '/windturbines/m1', '/kwetsbare-gebouwen/x']) expect((await remove(bench, target)).status, target).toBe(404);
    expect((await remove(bench, '/collections/kwetsbare-gebouwen/items/b2')).status).toBe(204);
  });
});

describe('IR-endpoint-put-resource: PUT of the whole', () => {
  test('IR-gen-7: 200 with a new version; the same again changes nothing and says so', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    expect(await put(bench)).toMatchObject({ status: 200, roots: [{ id: 'b1' }] });
    expect(versions(bench)).toHaveLength(2);
    expect(await put(bench)).toMatchObject({ status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } });
    expect(versions(bench)).toHaveLength(2);
  });

  test('of an unknown or deleted id it is 201, but 404 where the type has no geometry', async () => {
    const bench = new Bench();
    expect((await put(bench)).status).toBe(201);
    await remove(bench);
    expect((await put(bench)).status).toBe(201);
    const system = { ...building('s1'), entityType: 'BuisleidingStelsel' };
    expect((await put(bench, system, { target: '/buisleiding-stelsels/s1' })).status).toBe(404);
    expect(bench.publisher.states.has('s1')).toBe(false);
  });

  test('a part that is left out ends; one that another root links to is 409', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m1'] })]);
    const target = '/locatie-activiteiten/l1';
    expect((await put(bench, location('l1', ['m1']), { target })).status).toBe(200);
    const outcome = await put(bench, location('l1', []), { target });
    expect([outcome.status, bench.rules(outcome)]).toEqual([409, ['verwijzing.doel-vervalt']]);
  });

  test('another holder’s object is 401; the bronhoudercode of another 401 for an object that exists, else 403', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    expect((await put(bench, building('b1', { holder: 'CD34' }), { holder: 'CD34' })).status).toBe(401);
    expect((await put(bench, building('b1', { holder: 'CD34' }))).status).toBe(401);
    expect((await put(bench, building('b2', { holder: 'CD34' }))).status).toBe(403);
  });
});

describe('IR-status-412: If-Match is decided where the register is', () => {
  test('an edition before the last change of the object fails, a later one does not, and another object does not count', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    notePoint(bench.db, { audience: 'public', edition: 7, shown: 0 as Moment }, { decision: 1, moment: 0 as Moment });
    await bench.deliver([building('b2')]);
    const stale = await remove(bench, B1, { ifMatch: '0' });
    expect([stale.status, bench.rules(stale)]).toEqual([412, ['id.gewijzigd']]);
    expect((await put(bench, building('b1', { populatie: 2 }), { ifMatch: '7' })).status).toBe(200);
    expect((await put(bench, building('b1', { populatie: 3 }), { ifMatch: '7' })).status).toBe(412);
    expect((await remove(bench, B1, { ifMatch: '7' })).status).toBe(412);
    expect((await remove(bench, B1, { ifMatch: '*' })).status).toBe(204);
  });

  test('* fails where nothing is; what is absent or another holder’s says so first', async () => {
    const bench = new Bench();
    expect((await put(bench, building('b1'), { ifMatch: '*' })).status).toBe(412);
    expect((await remove(bench, B1, { ifMatch: '*' })).status).toBe(404);
    await bench.deliver([building('b1')]);
    expect((await remove(bench, B1, { ifMatch: '0', holder: 'CD34' })).status).toBe(401);
  });
});
