/** The account of an object (`ev show`), for each state that an object can be in. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { openExistingState } from '../../../../pipelines/state/database/database.ts';
import { accountOf, ownAccountOf } from '../../../../pipelines/state/explain/account.ts';
import { refuse } from '../../../../pipelines/state/outcomes/ruling.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import type { ObjectAccount, OwnAccount } from '../../../../schemas/account.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { orderPayload, type Order } from '../../../../schemas/orders.ts';
import type { SubmissionInput } from '../../../../schemas/submission.ts';
import type { Moment } from '../../../../schemas/time.ts';
import { Upkept } from '../../editions/upkept.ts';
import { building, location, payloadOf } from '../small-roots.ts';

const INPUT = { holder: 'AB12', method: 'LEVERING', target: 'a.json', crs: null, mediaType: '', ifMatch: null } as const;

async function show(kept: Upkept, id: string): Promise<ObjectAccount> {
  const db = openExistingState(kept.data);
  onTestFinished(() => { if (db.isOpen) db.close(); });
  const account = await accountOf(db, kept.data, { id, now: kept.nowMs as Moment });
  db.close();
  return account;
}

/** Returns the account for a source holder. */
async function own(kept: Upkept, id: string, holder = 'AB12'): Promise<OwnAccount | undefined> {
  const db = openExistingState(kept.data);
  onTestFinished(() => { if (db.isOpen) db.close(); });
  const account = await ownAccountOf(db, kept.data, { id, now: kept.nowMs as Moment, holders: [holder, 'ZZ99'] });
  db.close();
  return account;
}

function handIn(kept: Upkept, documents: readonly JsonObject[], input: Partial<SubmissionInput> = {}): Promise<string> {
  return handInBytes(kept, payloadOf(...documents), input);
}

function order(kept: Upkept, given: Order, holder = 'AB12'): Promise<string> {
  return handInBytes(kept, orderPayload(given), { method: given.method, holder });
}

async function handInBytes(kept: Upkept, bytes: Buffer, input: Partial<SubmissionInput>): Promise<string> {
  kept.nowMs += 1_000;
  return (await submit(kept.data, { input: { ...INPUT, ...input }, payload: { bytes } }, () => new Date(kept.nowMs))).uuid;
}

test('a current object is on the map, with its version and no reason', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  expect(await show(kept, 'b1')).toMatchObject({
    id: 'b1', entityType: 'KwetsbaarGebouw', root: null, bronhoudercode: 'AB12', state: 'current', notOnMap: null, findings: [], refused: null,
    waiting: [], versions: [{ firstEdition: 2, endedBy: null }],
  });
});

test('a nested object leads to its root, and each form of an id finds its object', async () => {
  const kept = new Upkept();
  await kept.deliver(location('caf\u00e9', ['molen']), building('b1', { linksTo: ['molen'] }));
  expect(await show(kept, 'cafe\u0301')).toMatchObject({
    id: 'caf\u00e9', state: 'current', parts: [{ id: 'caf\u00e9-activiteit' }, { id: 'molen', entityType: 'Windturbine' }], linkedFrom: [{ id: 'b1' }],
  });
  expect(await show(kept, 'molen')).toMatchObject({ root: { id: 'caf\u00e9', entityType: 'LocatieActiviteit' }, state: 'current', linkedFrom: [{ id: 'b1' }] });
  expect(await show(kept, 'caf\u00e9-activiteit')).toMatchObject({ notOnMap: { en: 'It is not on the map: it has no geometry.' }, parts: [{ id: 'molen' }], linkedFrom: [] });
});

test('IM-states: the state of an object follows from its periods: future, ended, withdrawn or left out, with the moment or the submission', async () => {
  const kept = new Upkept();
  await kept.deliver(building('later', { from: '2030-01-01T00:00:00Z' }), building('before', { until: '2021-01-01T00:00:00Z' }), building('gone'), location('l1', ['m1', 'm2']));
  await kept.withdraw('gone');
  await kept.deliver(location('l1', ['m1']));
  expect(await show(kept, 'later')).toMatchObject({ state: 'future', notOnMap: { en: expect.stringContaining('valid from 2030-01-01') as string } });
  expect(await show(kept, 'before')).toMatchObject({ state: 'ended', notOnMap: { en: expect.stringContaining('valid until 2021-01-01') as string } });
  const gone = await show(kept, 'gone');
  expect(gone).toMatchObject({ state: 'withdrawn', notOnMap: { en: expect.stringContaining(gone.versions[0]!.endedBy!.uuid) as string } });
  const left = await show(kept, 'm2');
  expect(left).toMatchObject({ state: 'ended', notOnMap: { en: expect.stringContaining(`${left.versions.at(-1)!.madeBy.uuid} brought l1 without this part`) as string } });
});

test('a secret object says which object or version hides it', async () => {
  const kept = new Upkept();
  await kept.deliver(building('secret', { secret: true }), building('once'));
  await kept.deliver(building('once', { secret: true, from: '2021-01-01T00:00:00Z' }));
  const reasons = await Promise.all(['secret', 'once'].map((id) => show(kept, id)));
  expect(reasons.map(({ state, notOnMap }) => [state, notOnMap?.en])).toEqual([
    ['secret', 'It is not on the map: it is secret (informatieGeheim).'], ['secret', 'It is not on the map: it is secret (informatieGeheim).'],
  ]);
  await kept.deliver(building('once', { from: '2022-01-01T00:00:00Z' }));
  expect(await show(kept, 'once')).toMatchObject({ state: 'secret', notOnMap: { en: 'It is not on the map: another version of this document, or an object that it must link to, is not public.' } });
});

test('an object of a submission that no edition has yet is current without one', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'));
  kept.close();
  const db = openExistingState(kept.data);
  db.exec("DELETE FROM published WHERE edition > 1");
  db.close();
  expect(await show(kept, 'b1')).toMatchObject({ state: 'current', notOnMap: { en: 'It is not on the map: the active edition does not have this version.' }, versions: [{ firstEdition: null }] });
});

test('an object that was only refused names the submission and the rule, a part of it too', async () => {
  const kept = new Upkept();
  const uuid = await handIn(kept, [building('own'), building('other(1)|$', { holder: 'XY99' }), location('place', ['mill.[1]'], { holder: 'XY99' })]);
  await kept.drain();
  const other = await show(kept, 'other(1)|$');
  expect(other).toMatchObject({
    entityType: null, state: 'refused', refused: { uuid, holder: 'AB12', error: { rule: 'houder.andere-bronhouder' } }, versions: [],
    notOnMap: { en: `It is not on the map: submission ${uuid} was refused (rule houder.andere-bronhouder).` },
  });
  expect(other.refused?.findings).not.toEqual([]);
  expect(await show(kept, 'mill.[1]')).toMatchObject({ state: 'refused', refused: { uuid } });
  expect(await show(kept, 'millX1')).toMatchObject({ state: 'unknown' });
  expect(await show(kept, 'own')).toMatchObject({ state: 'current', refused: null });
  const again = await handIn(kept, [building('own', { holder: 'XY99' })]);
  await kept.drain();
  expect(await show(kept, 'own')).toMatchObject({ state: 'current', refused: { uuid: again, error: { rule: 'houder.andere-bronhouder' } } });
});

test('an object in a pending, a parked or a refused submission names it', async () => {
  const kept = new Upkept();
  const many = Array.from({ length: 20 }, (_, index) => building(`b${index}`));
  await kept.deliver(...many);
  const parked = await handIn(kept, [building('b0', { populatie: 7 }), location('place', ['mill'])], { full: ['KwetsbaarGebouw'] });
  await kept.drain();
  const pending = await handIn(kept, [building('waits')]);
  expect(await show(kept, 'mill')).toMatchObject({ state: 'waiting', waiting: [{ uuid: parked, state: 'parked' }], notOnMap: { en: expect.stringContaining(parked) as string } });
  expect(await show(kept, 'b0')).toMatchObject({ state: 'current', notOnMap: null, waiting: [{ uuid: parked }] });
  expect(await show(kept, 'waits')).toMatchObject({ state: 'waiting', waiting: [{ uuid: pending, state: 'pending' }] });
  refuse(kept.data, { uuid: parked, reason: 'te veel' }, () => new Date(kept.nowMs));
  expect(await show(kept, 'mill')).toMatchObject({ state: 'refused', waiting: [], refused: { uuid: parked, reason: 'te veel' } });
});

test('an id that no submission named is unknown', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1', { linksTo: [] }));
  expect(await show(kept, 'b2')).toMatchObject({ state: 'unknown', entityType: null, refused: null, waiting: [], versions: [] });
});

describe('an order that waits is an attempt', () => {
  const TRANSFER = { method: 'OVERDRACHT', from: 'AB12', to: 'XY789', at: '2025-06-01', reason: 'herindeling' } as const;
  const waitingOf = async (kept: Upkept, id: string): Promise<readonly string[]> => (await show(kept, id)).waiting.map(({ uuid }) => uuid);

  test('a withdrawal by a list of ids, in any form of the id, for the root and for its parts', async () => {
    const kept = new Upkept();
    await kept.deliver(location('caf\u00e9', ['mill']), building('b1'));
    const uuid = await order(kept, { method: 'INTREKKING', ids: ['cafe\u0301'] });
    expect(await show(kept, 'caf\u00e9')).toMatchObject({ state: 'current', notOnMap: null, waiting: [{ uuid, method: 'INTREKKING', state: 'pending' }] });
    expect([await waitingOf(kept, 'mill'), await waitingOf(kept, 'b1')]).toEqual([[uuid], []]);
  });

  test('a transfer of listed objects, and one of all objects of a holder', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'), building('b2'));
    const listed = await order(kept, { ...TRANSFER, ids: ['b1'] });
    expect([await waitingOf(kept, 'b1'), await waitingOf(kept, 'b2'), await waitingOf(kept, 'b3')]).toEqual([[listed], [], []]);
    const all = await order(kept, TRANSFER);
    const others = await order(kept, { ...TRANSFER, from: 'CD34' }, 'CD34');
    expect([await waitingOf(kept, 'b1'), await waitingOf(kept, 'b2')]).toEqual([[all, listed], [all]]);
    expect(await waitingOf(kept, 'b1')).not.toContain(others);
  });

  test('an undo of a submission that made, ended or handed over the object', async () => {
    const kept = new Upkept();
    const made = await handIn(kept, [building('b1'), building('b2')]);
    await kept.drain();
    await handIn(kept, [building('b2', { populatie: 2 })]);
    const handed = await order(kept, { ...TRANSFER, ids: ['b2'] });
    await kept.drain();
    const undo = await order(kept, { method: 'HERROEPING', undoes: made, force: false });
    const back = await order(kept, { method: 'HERROEPING', undoes: handed, force: false });
    expect([await waitingOf(kept, 'b1'), await waitingOf(kept, 'b2')]).toEqual([[undo], [back, undo]]);
  });

  test('a refused withdrawal says so by its report or by the reason of the operator', async () => {
    const kept = new Upkept();
    await kept.deliver(...Array.from({ length: 20 }, (_, index) => building(`b${index}`)), building('b20', { linksTo: ['b19'] }));
    const parked = await order(kept, { method: 'INTREKKING', ids: Array.from({ length: 12 }, (_, index) => `b${index}`) });
    await kept.drain();
    expect(await show(kept, 'b1')).toMatchObject({ waiting: [{ uuid: parked, state: 'parked' }], refused: null });
    refuse(kept.data, { uuid: parked, reason: 'te veel' }, () => new Date(kept.nowMs));
    expect(await show(kept, 'b1')).toMatchObject({ state: 'current', waiting: [], refused: { uuid: parked, reason: 'te veel' } });
    const linked = await order(kept, { method: 'INTREKKING', ids: ['b19'] });
    await kept.drain();
    expect(await show(kept, 'b19')).toMatchObject({ state: 'current', refused: { uuid: linked, error: { rule: expect.any(String) as string } } });
  });
});

describe('the account for a source holder', () => {
  test('has all of its own object, also of a secret one; another holder has none', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'), building('secret', { secret: true }));
    for (const id of ['b1', 'secret']) {
      // But for the numbers of decisions, which count those of all holders.
      const whole: unknown = JSON.parse(JSON.stringify(await show(kept, id), (name, value: unknown) => (name === 'decision' ? undefined : value)));
      expect(await own(kept, id)).toEqual(whole);
      expect(await own(kept, id, 'CD34')).toBeUndefined();
    }
    expect(await own(kept, 'nowhere')).toBeUndefined();
  });

  test('names only its own attempts, and no id of another holder, whatever the form of the id', async () => {
    const kept = new Upkept();
    await kept.deliver(building('caf\u00e9', { secret: true }), building('b1'));
    const refused = await handIn(kept, [building('cafe\u0301', { holder: 'XY99' }), building('b1', { holder: 'XY99' })], { holder: 'CD34' });
    const pending = await handIn(kept, [building('caf\u00e9', { holder: 'CD34' })], { holder: 'CD34' });
    const [before, foreign] = await Promise.all([own(kept, 'cafe\u0301', 'CD34'), own(kept, 'cafe\u0301', 'EF56')]);
    expect(before).toMatchObject({ id: 'cafe\u0301', entityType: null, bronhoudercode: 'CD34', waiting: [{ uuid: pending }, { uuid: refused }], versions: [] });
    expect(foreign).toBeUndefined();
    await kept.drain();
    expect(await own(kept, 'b1', 'CD34')).toMatchObject({ entityType: null, state: 'refused', refused: { uuid: refused, entityType: 'KwetsbaarGebouw' } });
    expect(await own(kept, 'b1')).toMatchObject({ state: 'current', refused: null, waiting: [] });
  });

  test('has of a submission of an earlier holder no more than holder, moment and method', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'), building('b2'));
    await kept.withdraw('b2');
    await order(kept, { method: 'OVERDRACHT', from: 'AB12', to: 'CD34', at: '2025-06-01', reason: 'herindeling' });
    await kept.drain();
    const [account, withdrawn] = [await own(kept, 'b1', 'CD34'), await own(kept, 'b2', 'CD34')];
    expect(account?.versions.map(({ madeBy }) => madeBy)).toEqual([
      { received: '2026-01-01T09:00:01.0Z', holder: 'AB12', method: 'LEVERING' }, ...Array.from({ length: 2 }, () => (
        { received: '2026-01-01T09:00:03.0Z', holder: 'AB12', method: 'OVERDRACHT' })),
    ]);
    expect([account?.foundBy, account?.findings]).toEqual([null, []]);
    expect(withdrawn).toMatchObject({ state: 'withdrawn', notOnMap: { nl: 'Het staat niet op de kaart: een indiening van AB12 verwijderde het.' } });
    expect(await own(kept, 'b1', 'AB12')).toBeUndefined();
  });

  test('lists linking documents of its own and public ones of others, not secret or unpublished ones', async () => {
    const kept = new Upkept();
    await kept.deliver(location('place', ['mill']), building('own', { secret: true, linksTo: ['mill'] }));
    const others = [building('public', { holder: 'CD34', linksTo: ['mill'] }), building('hidden', { holder: 'CD34', secret: true, linksTo: ['mill'] })];
    await handIn(kept, others, { holder: 'CD34' });
    await kept.drain();
    const linkers = async (): Promise<readonly string[] | undefined> => (await own(kept, 'place'))?.linkedFrom.map(({ id }) => id);
    expect(await linkers()).toEqual(['own', 'public']);
    const db = openExistingState(kept.data);
    db.exec('UPDATE batch SET settled = 0 WHERE n = (SELECT max(n) FROM batch)');
    db.close();
    expect(await linkers()).toEqual(['own']);
  });

  test('leaves out why a submission was set aside', async () => {
    const kept = new Upkept();
    const uuid = await handIn(kept, [building('b1')]);
    kept.close();
    const db = openExistingState(kept.data);
    db.exec(`INSERT INTO batch (n, decision, received, all_up_to, settled) VALUES (1, 1, ${kept.nowMs * 1_000}, 1, 1);
      INSERT INTO decision (n, seq, batch, aside, status, roots) VALUES (1, 1, 1, 'crash at /srv/secret', 500, '[]')`);
    db.close();
    expect((await show(kept, 'b1')).waiting).toMatchObject([{ uuid, state: 'aside', reason: 'crash at /srv/secret' }]);
    expect((await own(kept, 'b1'))?.waiting).toMatchObject([{ uuid, state: 'aside', reason: null }]);
  });
});
