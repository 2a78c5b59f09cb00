/** Rulings of the operator: what was parked or set aside is refused for good, or what was set aside is tried again. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allDecided, unsettledUpTo } from '../../../../pipelines/state/inbox/batches.ts';
import { depthAfter } from '../../../../pipelines/state/inbox/inbox.ts';
import { payloadPath } from '../../../../pipelines/state/inbox/payload.ts';
import { listSubmissions } from '../../../../pipelines/state/outcomes/listed.ts';
import { refuse, release } from '../../../../pipelines/state/outcomes/ruling.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { reasonFault } from '../../../../schemas/refusal-reason.ts';
import type { Listing, SubmissionState } from '../../../../schemas/submission.ts';
import { Bench, temporaryFolder } from '../register-bench.ts';
import { building, prepareSmall } from '../small-roots.ts';

const clockOf = (bench: Bench) => (): Date => new Date(bench.nowUs / 1000);
const refused = (bench: Bench, uuid: string, reason = 'Half a file'): void => refuse(bench.data, { uuid, reason }, clockOf(bench));
const released = (bench: Bench, uuid: string) => release(bench.data, uuid, clockOf(bench));
const buildings = (count: number): JsonObject[] => Array.from({ length: count }, (_, n) => building(`b${n}`));
const depth = (bench: Bench): number => depthAfter(bench.db, allDecided(bench.db)).pending;
const listed = (bench: Bench, ...states: SubmissionState[]): readonly string[] => listSubmissions(bench.db, { states, limit: 100 }).map(({ uuid }) => uuid);

/** A register of 40 buildings, with a delivery that would end them all and is parked. */
async function withParked(bench = new Bench()): Promise<{ bench: Bench; parked: string }> {
  Object.assign(bench.drift, { shareMax: 0.2, rootsMin: 10 });
  await bench.deliver(buildings(40));
  const parked = bench.submit([building('new')], { full: ['KwetsbaarGebouw'] });
  await bench.conductor.drain();
  return { bench, parked };
}

/** A register in which a delivery of two buildings crashed twice. */
async function withAside(bench = new Bench()): Promise<{ bench: Bench; aside: string }> {
  let isPoison = true;
  bench.prepare = (job) => (isPoison ? Promise.reject(new Error('a thread ended')) : prepareSmall(job));
  const { receipt: { uuid }, state } = await bench.deliver(buildings(2));
  expect(state).toBe('aside');
  isPoison = false;
  return { bench, aside: uuid };
}

describe('refused while it was parked', () => {
  test('its holder reads the reason, it is not pending, and it has no effect, then or later', async () => {
    const { bench, parked } = await withParked();
    refused(bench, parked, '  Half a file: ask for the whole one ');
    const told = bench.outcome(parked);
    expect(told).toMatchObject({ state: 'refused', status: 422, roots: [], report: { uuid: parked, holder: 'AB12', counts: { errors: 1 } } });
    expect(told.report?.findings).toMatchObject([{ rule: 'levering.geweigerd', severity: 'error' }]);
    expect(told.report?.findings[0]?.message.nl).toBe('De beheerder heeft deze indiening geweigerd. Reden: Half a file: ask for the whole one');
    expect([depth(bench), unsettledUpTo(bench.db, 100), listed(bench, 'pending', 'parked')]).toEqual([0, false, []]);
    await bench.conductor.drain();
    expect([bench.publisher.states.size, bench.outcome(parked)]).toEqual([40, told]);
    await bench.deliver([building('b1', { populatie: 5 })]);
    expect([allDecided(bench.db), depth(bench), bench.publisher.states.has('new')]).toEqual([3, 0, false]);
  });

  test('what waited for it goes on, also when it came before a start', async () => {
    const { bench, parked } = await withParked();
    const later = bench.submit([building('b0', { populatie: 9 })]);
    await bench.conductor.drain();
    expect(bench.outcome(later)).toMatchObject({ state: 'pending', waitsFor: parked });
    refused(bench, parked);
    const again = new Bench(bench.data, bench.publisher);
    await again.conductor.drain();
    expect(again.outcome(later)).toMatchObject({ state: 'settled', roots: [{ id: 'b0' }] });
    expect(again.events).not.toContainEqual(expect.objectContaining({ kind: 'Submission:Park' }));
    expect(again.outcome(parked).state).toBe('refused');
  });

  test('a conductor that holds it in memory lets go of it', async () => {
    const { bench, parked } = await withParked();
    const later = bench.submit([building('b0', { populatie: 9 })]);
    refused(bench, parked);
    await bench.conductor.drain();
    expect([bench.outcome(later).state, bench.conductor.hasWork]).toEqual(['settled', false]);
  });

  test('a second ruling is told what the first was', async () => {
    const { bench, parked } = await withParked();
    refused(bench, parked);
    expect(() => refused(bench, parked)).toThrow('was refused already, with the reason “Half a file”');
    await expect(released(bench, parked)).rejects.toThrow('was refused already, with the reason “Half a file”');
  });

  test('not after it was released, nor what is decided, waits by itself, or is unknown', async () => {
    const { bench, parked } = await withParked();
    const later = bench.submit([building('b0')]);
    expect(() => refused(bench, later)).toThrow('waits to be decided');
    await released(bench, parked);
    expect(() => refused(bench, parked)).toThrow('was released already');
    await bench.conductor.drain();
    expect(() => refused(bench, parked)).toThrow('is decided already');
    expect(() => refused(bench, 'onbekend')).toThrow('no submission has this uuid');
  });
});

describe('what was set aside', () => {
  test('is tried again as another submission, received now, and has its effect', async () => {
    const { bench, aside } = await withAside();
    await bench.deliver([building('b0', { populatie: 7 })]);
    bench.nowUs += 1_000_000;
    const again = (await released(bench, aside))!;
    expect(bench.outcome(aside)).toMatchObject({ state: 'retried', retriedAs: again.uuid, status: 500, report: { findings: [{ rule: 'levering.terzijde' }] } });
    expect(bench.outcome(again.uuid)).toMatchObject({ state: 'pending', receipt: { holder: 'AB12', sha256: bench.outcome(aside).receipt.sha256 } });
    await bench.conductor.drain();
    expect(bench.outcome(again.uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'b0' }, { id: 'b1' }] });
    expect([listed(bench, 'aside'), listed(bench, 'retried')]).toEqual([[], [aside]]);
    const times = bench.db.prepare('SELECT rec_from FROM version ORDER BY decision').all().map(({ rec_from: at }) => at as number);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('its crashes are counted anew, and it can be set aside again', async () => {
    const { bench, aside } = await withAside();
    let tries = 0;
    bench.prepare = () => Promise.reject(new Error(`crash ${tries += 1}`));
    const again = (await released(bench, aside))!;
    await bench.conductor.drain();
    expect([tries, bench.outcome(again.uuid).state, bench.outcome(aside).state]).toEqual([2, 'aside', 'retried']);
  });

  test('is refused: its holder reads why, and it is not tried again', async () => {
    const { bench, aside } = await withAside();
    refused(bench, aside, 'Too large for us');
    expect(bench.outcome(aside)).toMatchObject({ state: 'refused', status: 422, report: { findings: [{ rule: 'levering.geweigerd' }] } });
    await expect(released(bench, aside)).rejects.toThrow('was refused already, with the reason “Too large for us”');
    expect([listed(bench, 'aside'), listed(bench, 'refused')]).toEqual([[], [aside]]);
  });

  test('tried again once, and then not refused: the other one may be', async () => {
    const { bench, aside } = await withAside();
    const { uuid } = (await released(bench, aside))!;
    await expect(released(bench, aside)).rejects.toThrow(`is tried again already, as ${uuid}`);
    expect(() => refused(bench, aside)).toThrow(`is tried again already, as ${uuid}`);
  });

  test('a payload that has a file is copied; one that is gone or changed is said, and nothing is entered', async () => {
    const bench = new Bench(temporaryFolder());
    bench.prepare = () => Promise.reject(new Error('a thread ended'));
    const input = { holder: 'AB12', method: 'LEVERING', target: 'large.json', crs: null, mediaType: '', ifMatch: null } as const;
    const { uuid } = await submit(bench.data, { input, payload: { bytes: randomBytes(LIMITS.inlinePayloadBytesMax + 1) } }, clockOf(bench));
    await bench.conductor.drain();
    const again = (await released(bench, uuid))!;
    expect(existsSync(payloadPath(bench.data, again.uuid))).toBe(true);
    bench.nowUs += 1;
    await bench.conductor.drain();
    rmSync(payloadPath(bench.data, again.uuid));
    await expect(released(bench, again.uuid)).rejects.toThrow('is not what was received');
    expect(listed(bench, 'pending')).toEqual([]);
  });
});

describe('a list', () => {
  test('by state and holder, newest first, bounded, with what an operator wants to know of each', async () => {
    const { bench, parked } = await withParked();
    const later = bench.submit([building('b0')]);
    const other = await bench.deliver([building('x1', { holder: 'CD34' })], { holder: 'CD34' });
    expect(listSubmissions(bench.db, { limit: 2 }).map(({ uuid, state }) => [uuid, state])).toEqual([[other.receipt.uuid, 'settled'], [later, 'pending']]);
    expect(listSubmissions(bench.db, { states: ['pending', 'parked'], limit: 9 })).toMatchObject([
      { uuid: later, waitsFor: parked }, { uuid: parked, target: 'test.json', parked: { ended: 40, standing: 40, waiting: 1 } },
    ]);
    expect(listSubmissions(bench.db, { holders: ['CD34'], limit: 9 })).toMatchObject([{ uuid: other.receipt.uuid }]);
  });

  test('continues behind a submission of the same holder, whatever was handed in meanwhile', async () => {
    const { bench, parked } = await withParked();
    const later = bench.submit([building('b0')]);
    const other = (await bench.deliver([building('x1', { holder: 'CD34' })], { holder: 'CD34' })).receipt.uuid;
    const behind = (before: string, more: Partial<Listing> = {}): readonly string[] => (
      listSubmissions(bench.db, { before, limit: 9, ...more }).map(({ uuid }) => uuid)
    );
    const all = listSubmissions(bench.db, { limit: 9 }).map(({ uuid }) => uuid);
    expect(all.slice(0, 3)).toEqual([other, later, parked]);
    for (const [index, uuid] of all.entries()) expect(behind(uuid)).toEqual(all.slice(index + 1));
    expect(behind(later, { holders: ['AB12'], limit: 1 })).toEqual([parked]);
    expect(behind(later, { states: ['parked'] })).toEqual([parked]);
    expect(behind(parked, { states: ['parked'] })).toEqual([]);
    expect(behind(other, { holders: ['AB12'] }), 'a submission of another holder').toEqual([]);
    expect(behind('unknown')).toEqual([]);
  });
});

test('a reason is one line of plain text, and not too long', () => {
  expect(reasonFault('Halve levering: zie onze brief van 3 mei – “1/2”')).toBeNull();
  expect(reasonFault('x'.repeat(LIMITS.refusalReasonCharsMax))).toBeNull();
  for (const wrong of ['', '  ', 'x'.repeat(LIMITS.refusalReasonCharsMax + 1), 'two\nlines', '\u001b[31mred', 'turned \u202e round', 'half \ud83d']) {
    expect(reasonFault(wrong), JSON.stringify(wrong)).not.toBeNull();
  }
});

test('what is decided and cannot be read yet is listed as pending', async () => {
  const bench = new Bench();
  const uuid = bench.submit([building('b1')]);
  let seen: readonly string[] = [];
  bench.onHead = () => {
    seen = listed(bench, 'pending');
    return Promise.resolve();
  };
  await bench.conductor.drain();
  expect([seen, listed(bench, 'pending'), listed(bench, 'settled')]).toEqual([[uuid], [], [uuid]]);
});
