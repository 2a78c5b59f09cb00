/** Drift limits: what would end too many of a holder's roots waits until it is released; others go on. */
import { describe, expect, test } from 'vitest';
import { unsettledUpTo } from '../../../../pipelines/state/inbox/batches.ts';
import { listSubmissions } from '../../../../pipelines/state/outcomes/listed.ts';
import { release } from '../../../../pipelines/state/outcomes/ruling.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { RootType } from '../../../../schemas/names.ts';
import type { ListedSubmission, Receipt } from '../../../../schemas/submission.ts';
import { Bench, RememberingPublisher, temporaryFolder } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const FULL: readonly RootType[] = ['KwetsbaarGebouw'];
const buildings = (from: number, to: number, options = {}): JsonObject[] => (
  Array.from({ length: to - from }, (_, index) => building(`b${from + index}`, options))
);

/** A register with these many buildings of AB12, and one of CD34; at most a fifth may end, and fewer than ten in any case. */
async function register(count: number, data?: string, publisher?: RememberingPublisher): Promise<Bench> {
  const bench = new Bench(data, publisher);
  Object.assign(bench.drift, { shareMax: 0.2, rootsMin: 10 });
  await bench.deliver(buildings(0, count));
  await bench.deliver([building('x1', { holder: 'CD34' })], { holder: 'CD34' });
  return bench;
}

const clockOf = (bench: Bench) => (): Date => new Date(bench.nowUs / 1000);
const released = (bench: Bench, uuid: string): Promise<Receipt | null> => release(bench.data, uuid, clockOf(bench));
const parkedIn = (bench: Bench): readonly ListedSubmission[] => listSubmissions(bench.db, { states: ['parked'], limit: 100 });

const standing = (bench: Bench): number => bench.publisher.states.size;

describe('what is too much', () => {
  test.each([
    [100, 80, 'settled'], [100, 79, 'parked'], [100, 0, 'parked'], [12, 3, 'settled'], [12, 2, 'parked'], [9, 0, 'settled'], [10, 0, 'parked'],
  ])('of %i roots a full delivery of %i: %s', async (count, stays, state) => {
    const bench = await register(count);
    const outcome = await bench.deliver(buildings(0, stays), { full: FULL });
    expect(outcome.state).toBe(state);
    expect(standing(bench)).toBe(1 + (state === 'parked' ? count : stays));
  });

  test('an end of validity that is given counts, one that was there does not, nor do new versions', async () => {
    const bench = await register(60);
    expect((await bench.deliver(buildings(0, 60, { populatie: 2 }))).state).toBe('settled');
    expect((await bench.deliver(buildings(0, 60, { from: '2021-01-01T00:00:00Z' }))).state).toBe('settled');
    const ends = { from: '2021-01-01T00:00:00Z', until: '2025-01-01T00:00:00Z' };
    expect((await bench.deliver(buildings(0, 12, ends))).state, 'a fifth').toBe('settled');
    expect((await bench.deliver(buildings(0, 12, { ...ends, populatie: 3 }))).state, 'they ended before').toBe('settled');
    expect((await bench.deliver(buildings(12, 30, ends))).state, 'of the 48 that stand').toBe('parked');
  });

  test('the report counts what ends: what a full delivery leaves out, what is deleted, and what is given an end', async () => {
    const bench = await register(9);
    expect((await bench.deliver(buildings(0, 7), { full: FULL })).report!.counts).toMatchObject({ accepted: 0, unchanged: 7, ended: 2, endedParts: 0 });
    const deleted = await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/b0' });
    expect(deleted.report!.counts.ended).toBe(1);
    const ends = await bench.deliver(buildings(1, 4, { from: '2021-01-01T00:00:00Z', until: '2025-01-01T00:00:00Z' }));
    expect(ends.report!.counts).toMatchObject({ accepted: 3, ended: 3 });
    expect((await bench.deliver([building('b5', { holder: 'CD34' })], { full: FULL, strict: true })).report!.counts.ended, 'refused').toBe(0);
  });

  test('one by one nothing is too much', async () => {
    const bench = await register(20);
    for (let n = 0; n < 20; n += 1) {
      expect((await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: `/kwetsbare-gebouwen/b${n}` })).status).toBe(204);
    }
    expect(standing(bench)).toBe(1);
  });

  test('a share of 1 parks nothing', async () => {
    const bench = await register(30);
    Object.assign(bench.drift, { shareMax: 1 });
    expect((await bench.deliver([], { full: FULL })).state).toBe('settled');
  });
});

describe('nested objects that delivered roots leave out', () => {
  const mills = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);

  test.each([[60, 48, 'settled'], [60, 47, 'parked'], [40, 31, 'settled'], [8, 0, 'settled'], [10, 0, 'parked']])('of %i a root keeps %i: %s', async (count, stays, state) => {
    const bench = await register(20);
    await bench.deliver([location('l1', mills(count))]);
    const outcome = await bench.deliver([location('l1', mills(stays))]);
    expect(outcome.state).toBe(state);
    expect(outcome.report!.counts).toMatchObject({ ended: 0, endedParts: state === 'parked' ? 0 : count - stays });
    if (state === 'parked') expect(outcome.report!.findings[0]!.message.nl).toContain(`${count - stays} van de ${count + 1} onderdelen van de objecten`);
  });

  test('roots that stay without nested objects do not hide them, nor do nested objects hide roots', async () => {
    const bench = await register(1_000);
    await bench.deliver([location('l1', mills(40))]);
    expect((await bench.deliver([location('l1', [])])).state).toBe('parked');
    const other = await register(30);
    await other.deliver([location('l1', mills(200))]);
    expect((await other.deliver(buildings(0, 15), { full: FULL })).state).toBe('parked');
  });

  test('what another version of the delivery has, and what a change of the past leaves out, does not end', async () => {
    const bench = await register(1);
    await bench.deliver([location('l1', mills(40))]);
    const versions = [location('l1', [], { from: '2021-01-01T00:00:00Z' }), location('l1', mills(40), { from: '2022-01-01T00:00:00Z' })];
    expect((await bench.deliver(versions)).report!.counts).toMatchObject({ endedParts: 0 });
    expect((await bench.deliver([location('l1', [], { from: '2019-01-01T00:00:00Z' })])).report!.counts).toMatchObject({ endedParts: 0, onlyPast: 1 });
  });

  test('a request is never parked: it writes one root, which its sender has in view', async () => {
    const bench = await register(1);
    await bench.deliver([location('l1', mills(40))]);
    const outcome = await bench.deliver([location('l1', mills(1))], { method: 'PUT', target: '/locatie-activiteiten/l1' });
    expect([outcome.state, outcome.report!.counts.endedParts]).toEqual(['settled', 39]);
  });
});

describe('while it is parked', () => {
  test('nothing of it is in the register; the operator and its holder are told, in figures and what to do', async () => {
    const bench = await register(40);
    const decisions = bench.publisher.requests.at(-1)?.between.next.decision;
    const { receipt: { uuid }, report, status, roots } = await bench.deliver([building('new')], { full: FULL });
    expect([status, roots, standing(bench)]).toEqual([null, [], 41]);
    expect(bench.publisher.requests.at(-1)?.between.next.decision).toBe(decisions);
    expect(bench.answered).toContain(uuid);
    expect(bench.events).toContainEqual({ kind: 'Submission:Park', uuid, holder: 'AB12', ended: 40, standing: 40, nested: false });
    expect(report).toMatchObject({ uuid, holder: 'AB12', objects: [], findings: [{ rule: 'levering.geparkeerd', severity: 'warning', found: '40' }] });
    expect(report).not.toHaveProperty('effects');
    const [{ message, mend }] = report!.findings as [NonNullable<typeof report>['findings'][0]];
    expect(message.nl).toContain('40 van de 40 objecten van deze bronhouder');
    expect(message.en).toContain('more than 20 %');
    expect(mend.nl).toContain('vrij te geven');
    expect(parkedIn(bench)).toMatchObject([{ uuid, holder: 'AB12', parked: { ended: 40, standing: 40, waiting: 0 } }]);
  });

  test('what its holder hands in after it waits and says for what; others go on; a batch does not wait for any of it', async () => {
    const bench = await register(40);
    const parked = (await bench.deliver([], { full: FULL })).receipt.uuid;
    const later = bench.submit([building('b0', { populatie: 9 })]);
    const other = await bench.deliver([building('x2', { holder: 'CD34' })], { holder: 'CD34' });
    expect(other).toMatchObject({ state: 'settled', status: 200, roots: [{ id: 'x2' }] });
    expect(bench.outcome(later)).toMatchObject({ state: 'pending', status: null, waitsFor: parked, report: null });
    expect(other).not.toHaveProperty('waitsFor');
    expect(parkedIn(bench)).toMatchObject([{ uuid: parked, parked: { waiting: 1 } }]);
    expect(unsettledUpTo(bench.db, 100)).toBe(false);
    const new1 = bench.submit([building('x3', { holder: 'CD34' })], { holder: 'CD34' });
    expect(unsettledUpTo(bench.db, 100)).toBe(true);
    await bench.conductor.drain();
    expect(bench.outcome(new1).state).toBe('settled');
  });

  test('it stays parked over a start, and is not tried again', async () => {
    const data = temporaryFolder();
    const publisher = new RememberingPublisher();
    const first = await register(40, data, publisher);
    const { receipt: { uuid } } = await first.deliver([], { full: FULL });
    first.close();
    const second = new Bench(data, publisher);
    await second.conductor.drain();
    expect(second.outcome(uuid).state).toBe('parked');
    expect(second.events).toEqual([]);
    expect(standing(second)).toBe(41);
  });
});

describe('release', () => {
  test('it has its effect then, at the time at which it was received, and what waited for it follows', async () => {
    const bench = await register(40);
    const parked = (await bench.deliver([building('new')], { full: FULL })).receipt.uuid;
    const later = bench.submit([building('new', { populatie: 9 })]);
    await bench.deliver([building('x2', { holder: 'CD34' })], { holder: 'CD34' });
    expect(await released(bench, parked)).toBeNull();
    await bench.conductor.drain();
    expect(bench.outcome(parked)).toMatchObject({ state: 'settled', status: 200, roots: [{ id: 'new' }], report: { counts: { accepted: 1 } } });
    expect(bench.outcome(later)).toMatchObject({ state: 'settled', report: { objects: [{ verdict: 'accepted' }] } });
    expect([...bench.publisher.states.keys()].sort()).toEqual(['new', 'x1', 'x2']);
    const received = bench.db.prepare('SELECT DISTINCT received = rec_to AS same FROM version JOIN decision ON decision.n = closed_by JOIN inbox ON inbox.seq = decision.seq').all();
    expect(received).toEqual([{ same: 1 }]);
    expect(parkedIn(bench)).toEqual([]);
  });

  test('only what is parked can be released, and once', async () => {
    const bench = await register(40);
    const { receipt: { uuid } } = await bench.deliver(buildings(0, 40));
    await expect(released(bench, uuid)).rejects.toThrow('is decided already');
    await expect(released(bench, 'onbekend')).rejects.toThrow('no submission has this uuid');
    const parked = (await bench.deliver([], { full: FULL })).receipt.uuid;
    await released(bench, parked);
    await expect(released(bench, parked)).rejects.toThrow('was released already');
  });

  test('the next one of the same kind is parked again: a release is for one', async () => {
    const bench = await register(40);
    await released(bench, (await bench.deliver(buildings(0, 25), { full: FULL })).receipt.uuid);
    await bench.conductor.drain();
    expect(standing(bench)).toBe(26);
    expect((await bench.deliver([], { full: FULL })).state).toBe('parked');
  });
});
