/** Crashes of a conductor while it decides and publishes: what is counted, what is tried alone, what is set aside, what is taken back. */
import { expect, test } from 'vitest';
import type { ConductorEvent, EditionRequest } from '../../../../pipelines/conductor/conductor.ts';
import { Crashes, TRIES_MAX } from '../../../../pipelines/state/inbox/crashes.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import { Bench, RememberingPublisher, temporaryFolder } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

/** Throws when the changes bring this object, as a defect of ours would. */
class Poisoned extends RememberingPublisher {
  readonly poison: string;
  readonly tried: string[][] = [];

  constructor(poison: string) {
    super();
    this.poison = poison;
  }

  override build(request: EditionRequest): ReturnType<RememberingPublisher['build']> {
    const changes = [...request.changes];
    const ids = changes.map(({ before, after }) => (after ?? before)!.id);
    this.tried.push(ids);
    if (ids.includes(this.poison)) return Promise.reject(new TypeError(`${this.poison} cannot be published`));
    return super.build({ ...request, changes });
  }
}

/** Conductors of one process, one after the other, until one ends by itself. */
async function liveOn(bench: Bench, mode: 'direct' | 'scheduled' = 'direct'): Promise<Bench> {
  let last = bench;
  for (let lives = 0; lives < 20; lives += 1) {
    try {
      await last.conductor.drain();
      return last;
    } catch {
      last = new Bench(bench.data, bench.publisher, mode);
    }
  }
  throw new Error('no conductor came to its end');
}

function kinds(bench: Bench, kind: ConductorEvent['kind']): readonly ConductorEvent[] {
  return bench.events.filter((event) => event.kind === kind);
}

test.each(['direct', 'scheduled'] as const)('mode %s: of a batch that crashes when it is published the culprit is set aside, the others are settled', async (mode) => {
  const publisher = new Poisoned('b2');
  const bench = new Bench(temporaryFolder(), publisher);
  await bench.deliver([building('b0'), location('l0', ['m0'])]);
  const first = new Bench(bench.data, publisher, mode);
  first.nowUs = bench.nowUs;
  const good = first.submit([building('b1')], { holder: 'AB12' });
  const bad = first.submit([building('b2'), building('b0', { populatie: 5 })], { holder: 'AB12' });
  const behind = first.submit([building('b0', { populatie: 7 }), location('l0', ['m0', 'm1'])], { holder: 'AB12' });
  if (mode === 'scheduled') first.call();
  const last = await liveOn(first, mode);
  expect(last.outcome(good)).toMatchObject({ state: 'settled', roots: [{ id: 'b1' }] });
  expect(last.outcome(behind)).toMatchObject({ state: 'settled', roots: [{ id: 'b0' }, { id: 'l0' }] });
  expect(last.outcome(bad)).toMatchObject({ state: 'aside', status: 500, roots: [] });
  expect(last.outcome(bad).report?.findings[0]?.message.en).toContain('publishing it crashed 2 times');
  expect([...publisher.states.keys()].sort()).toEqual(['b0', 'b1', 'l0']);
  expect(publisher.states.get('b0')).toContain('"populatie":7');
  expect([...compareDerived(last.db)].flatMap(({ differences }) => differences)).toEqual([]);
  const n = (sql: string): unknown => Object.values(last.db.prepare(sql).get()!)[0];
  expect(n('SELECT count(*) FROM version')).toBe(5);
  expect(n('SELECT count(*) FROM doc')).toBe(5);
  expect(n("SELECT count(*) FROM object WHERE id = 'b2'")).toBe(0);
  expect(n('SELECT count(*) = max(n) FROM decision')).toBe(1);
  expect(n('PRAGMA foreign_keys')).toBe(1);
  expect(last.db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(kinds(last, 'Conductor:Recover')).toHaveLength(1);
});

test('mode scheduled: while the culprit is looked for, no edition shows a part of the batch', async () => {
  const publisher = new Poisoned('b2');
  const bench = new Bench(temporaryFolder(), publisher, 'scheduled');
  for (const id of ['b1', 'b2', 'b3']) bench.submit([building(id)]);
  bench.call();
  await liveOn(bench, 'scheduled');
  expect(publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 3]);
  expect([...publisher.states.keys()]).toEqual(['b1', 'b3']);
});

test('after a crash while deciding each of the batch is decided alone, and others that come are not kept waiting', async () => {
  const bench = new Bench();
  const uuids = ['b1', 'b2', 'b3'].map((id) => bench.submit([building(id)]));
  bench.crashes.begin({ step: 'decide', uuids });
  const next = new Bench(bench.data, bench.publisher);
  const other = next.submit([building('c1', { holder: 'CD34' })], { holder: 'CD34' });
  await next.conductor.drain();
  expect(kinds(next, 'Conductor:Crash')).toEqual([{ kind: 'Conductor:Crash', step: 'decide', uuids }]);
  const decided = next.events.flatMap((event) => (event.kind === 'Batch:Decide' ? [event.uuids] : []));
  expect(decided).toEqual([[uuids[0]], [other], [uuids[1]], [uuids[2]]]);
  expect([...uuids, other].map((uuid) => next.outcome(uuid).state)).toEqual(['settled', 'settled', 'settled', 'settled']);
  expect(kinds(next, 'Conductor:Recover')).toHaveLength(1);
});

test('what waits behind a parked submission of its holder is no suspect any more', async () => {
  const bench = new Bench();
  await bench.deliver(['b1', 'b2', 'b3'].map((id) => building(id)));
  const ending = bench.submit([], { full: ['KwetsbaarGebouw'] });
  const behind = bench.submit([building('b4')]);
  bench.crashes.begin({ step: 'decide', uuids: [ending, behind] });
  const next = new Bench(bench.data, bench.publisher);
  next.nowUs = bench.nowUs;
  Object.assign(next.drift, { shareMax: 0.2 });
  await next.conductor.drain();
  expect([next.outcome(ending).state, next.outcome(behind).waitsFor]).toEqual(['parked', ending]);
  expect(next.crashes.counted).toEqual([]);
  expect(kinds(next, 'Conductor:Recover')).toHaveLength(1);
});

test('what crashed twice while it was decided is set aside, with a reason that says so', async () => {
  const bench = new Bench();
  const bad = bench.submit([building('b1')]);
  const good = bench.submit([building('b2')], { holder: 'CD34' });
  bench.crashes.begin({ step: 'decide', uuids: [bad, good] });
  const second = new Bench(bench.data, bench.publisher);
  second.crashes.count([bad, good]);
  second.crashes.begin({ step: 'decide', uuids: [bad] });
  const third = new Bench(bench.data, bench.publisher);
  await third.conductor.drain();
  expect(third.events).toContainEqual({ kind: 'Submission:Aside', uuid: bad, reason: 'deciding it crashed 2 times' });
  expect([third.outcome(bad).state, third.outcome(good).state]).toEqual(['aside', 'settled']);
});

test('a process that ended may have been killed: five of them set a submission aside, and from the second on it is decided alone', async () => {
  const data = temporaryFolder();
  const bench = new Bench(data);
  const [bad, good] = [bench.submit([building('b1')]), bench.submit([building('b2')])];
  for (let life = 1; life <= TRIES_MAX; life += 1) {
    const crashes = new Crashes(data, `process ${life}`);
    if (crashes.found !== null) crashes.count([bad]);
    expect([crashes.isSuspect(bad), crashes.reasonAside(bad)]).toEqual([life > 2, null]);
    crashes.begin({ step: 'decide', uuids: [bad] });
    crashes.close();
  }
  const last = new Bench(data, bench.publisher);
  await last.conductor.drain();
  expect(last.events).toContainEqual({ kind: 'Submission:Aside', uuid: bad, reason: 'deciding it ended the process 5 times' });
  expect(last.outcome(good).state).toBe('settled');
});

test('one process that ended while it published takes nothing back: the next publishes what is decided', async () => {
  const bench = new Bench();
  await bench.deliver([building('b0')]);
  bench.publisher.fail = new TypeError('the process is killed here');
  const uuids = ['b1', 'b2'].map((id) => bench.submit([building(id)]));
  await expect(bench.conductor.drain()).rejects.toThrow();
  const killed = new Crashes(bench.data, 'killed');
  killed.begin({ step: 'publish', uuids: null });
  bench.publisher.fail = null;
  const next = new Bench(bench.data, bench.publisher);
  await next.conductor.drain();
  expect(next.events.filter(({ kind }) => kind === 'Batch:Decide')).toEqual([]);
  expect(uuids.map((uuid) => next.outcome(uuid).state)).toEqual(['settled', 'settled']);
});

test('a full edition that crashes is held against no submission', async () => {
  const bench = new Bench();
  await bench.deliver([building('b0')]);
  bench.submit([building('b1')]);
  bench.publisher.fail = new TypeError('too large');
  for (let lives = 0; lives < 4; lives += 1) await expect(bench.conductor.rebuild()).rejects.toThrow('too large');
  expect(kinds(bench, 'Conductor:Crash')).toContainEqual({ kind: 'Conductor:Crash', step: 'publish', uuids: [] });
  expect(bench.crashes.counted).toEqual([]);
});

test('an error of the disk is no crash', async () => {
  const bench = new Bench();
  bench.publisher.fail = Object.assign(new Error('ENOSPC'), { syscall: 'write', code: 'ENOSPC' });
  const uuid = bench.submit([building('b1')]);
  for (let tries = 0; tries < 5; tries += 1) await expect(bench.conductor.drain()).rejects.toThrow('ENOSPC');
  bench.publisher.fail = null;
  await bench.conductor.drain();
  expect([bench.outcome(uuid).state, kinds(bench, 'Conductor:Crash')]).toEqual(['settled', []]);
});
