/** The conductor: order, moments, settling, restarts. Its publisher remembers (register-bench.ts). */
import { MessageChannel } from 'node:worker_threads';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openState } from '../../../pipelines/state/database/database.ts';
import { acceptClock } from '../../../pipelines/state/folder/clock.ts';
import { insertEntries } from '../../../pipelines/state/inbox/inbox.ts';
import { PreparedWriter } from '../../../pipelines/state/inbox/prepared.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { Received } from '../../../schemas/time.ts';
import { Bench, RememberingPublisher, START_US, momentOf, temporaryFolder } from '../state/register-bench.ts';
import { replay } from '../state/replay.ts';
import { asText, building, location, prepared, prepareSmall } from '../state/small-roots.ts';
import { drawn } from '../../runs.ts';

describe('editions follow the register', () => {
  test('an empty register has an edition', async () => {
    const bench = new Bench();
    await bench.conductor.drain();
    expect(bench.publisher.requests).toMatchObject([{ between: { next: { decision: 0 } }, moment: 0 }]);
  });

  test('the moment of an edition is that of its last submission', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    bench.nowUs += 3_600_000_000;
    await bench.conductor.drain();
    const moment = momentOf('2026-01-01T00:00:01Z');
    expect(bench.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 1 } }, moment });
    expect(bench.publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 1]);
  });

  test('when a validity begins or ends, an edition of that very moment follows', async () => {
    const bench = new Bench();
    await bench.deliver([
      building('b1', { until: '2026-01-01T01:00:00Z' }), building('b2', { from: '2026-01-01T02:00:00Z' }),
    ]);
    bench.nowUs = START_US + 3_599_999_000;
    await bench.conductor.drain();
    expect(bench.publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 1]);
    bench.nowUs = START_US + 3_600_000_000 + 5_000;
    await bench.conductor.drain();
    expect(bench.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 1 } }, moment: momentOf('2026-01-01T01:00:00Z') });
    expect(bench.publisher.changed).toEqual(['b1']);
    bench.nowUs = START_US + 9_000_000_000;
    await bench.conductor.drain();
    expect(bench.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 1 } }, moment: momentOf('2026-01-01T02:00:00Z') });
    expect(bench.publisher.changed).toEqual(['b2']);
    expect(bench.publisher.requests).toHaveLength(4);
  });

  test('a clock that leapt ahead moves no edition; said aloud, and followed once it is accepted', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1', { until: '2026-06-01T00:00:00Z' })]);
    bench.nowUs = START_US + 400 * 86_400_000_000;
    await bench.conductor.drain();
    expect(bench.publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 1]);
    const next = new Bench(bench.data, bench.publisher);
    next.nowUs = bench.nowUs;
    await next.conductor.drain();
    expect(next.publisher.requests).toHaveLength(2);
    expect(next.events).toContainEqual(expect.objectContaining({ kind: 'Clock:Doubt' }));
    acceptClock(next.db, next.nowUs as Received);
    await next.conductor.drain();
    expect(next.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 1 } }, moment: momentOf('2026-06-01T00:00:00Z') });
  });

  test('a boundary that a correction took away makes no edition', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1', { until: '2026-01-01T01:00:00Z' })]);
    await bench.deliver([building('b1')]);
    bench.nowUs = START_US + 9_000_000_000;
    await bench.conductor.drain();
    expect(bench.publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 1, 2]);
  });

  test('a publication that fails leaves the batch decided and unsettled; the next start makes it good', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    bench.publisher.fail = new Error('no space left');
    const uuid = bench.submit([building('b2')]);
    await expect(bench.conductor.drain()).rejects.toThrow('no space left');
    expect(bench.outcome(uuid).state).toBe('pending');

    bench.publisher.fail = null;
    const next = new Bench(bench.data, bench.publisher);
    await next.conductor.drain();
    expect(next.outcome(uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'b2' }] });
    expect(next.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 2 } } });
  });
});

test('a batch that is decided when a stop comes is published at the next start, and settled then', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => { port1.close(); });
  // The stop comes from outside the conductor's own work, as in its thread.
  port2.on('message', () => { bench.conductor.stop(); });
  bench.onEvent = ({ kind }) => { if (kind === 'Batch:Decide') port1.postMessage('stop'); };
  const uuid = bench.submit([building('b2')]);
  await bench.conductor.drain();
  expect(bench.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 1 } } });
  expect([bench.outcome(uuid).state, bench.answered.includes(uuid)]).toEqual(['pending', false]);
  const next = new Bench(bench.data, bench.publisher);
  await next.conductor.drain();
  expect(next.publisher.requests.at(-1)).toMatchObject({ between: { next: { decision: 2 } } });
  expect([next.outcome(uuid).state, next.answered]).toEqual(['settled', [uuid]]);
});

describe('the order of effect is that of arrival for each holder, and that of the decisions over all', () => {
  const other = { holder: 'CD34' };

  test('while a delivery is checked, other holders overtake it and its own holder waits', async () => {
    const bench = new Bench();
    const checked = Promise.withResolvers<void>();
    bench.prepare = async (job) => {
      if (job.target === 'groot.json') await checked.promise;
      return await prepareSmall(job);
    };
    const large = bench.submit([building('b1'), building('b2')], { target: 'groot.json' });
    const own = Array.from({ length: 300 }, () => bench.submit([building('b1', { populatie: 2 })], { method: 'POST' }));
    const foreign = bench.submit([building('c1', other)], { ...other, method: 'POST' });
    const small = bench.submit([building('c2', other)], other);
    const work = bench.conductor.drain();
    await expect.poll(() => bench.outcome(small).state, { timeout: 100_000, interval: 5 }).toBe('settled');
    expect([foreign, large, own[0]!, own[299]!].map((uuid) => bench.outcome(uuid).state)).toEqual(['settled', 'pending', 'pending', 'pending']);
    const { moment } = bench.publisher.requests.at(-1)!;
    expect(moment).toBe(momentOf('2026-01-01T00:05:03Z'));

    checked.resolve();
    await work;
    expect(new Set(own.map((uuid) => bench.outcome(uuid).status)), 'each finds what the delivery brought').toEqual(new Set([409]));
    expect(bench.publisher.requests.at(-1), 'the latest receipt in the prefix').toMatchObject({ between: { next: { decision: 303 } }, moment });
    const order = bench.db.prepare('SELECT seq FROM decision ORDER BY n LIMIT 4').all().map(({ seq }) => seq);
    expect(order).toEqual([302, 303, 1, 2]);
  });

  test('a delivery that takes its thread down twice is set aside, and one that was beside it is not', async () => {
    const bench = new Bench();
    const running = new Set<() => void>();
    bench.prepare = (job) => new Promise((resolve, reject) => {
      const die = (): void => reject(new Error('the thread ended'));
      running.add(die);
      setTimeout(() => {
        // A conductor whose thread died does no more work.
        if (!running.has(die)) return;
        if ('bytes' in job.payload && Buffer.from(job.payload.bytes).toString() === 'crash') {
          running.forEach((each) => each());
          running.clear();
        } else {
          running.delete(die);
          resolve(prepareSmall(job));
        }
      }, 5);
    });
    const poison = bench.submit(Buffer.from('crash'));
    const beside = bench.submit([building('c1', other)], other);
    await bench.conductor.drain();
    expect([poison, beside].map((uuid) => bench.outcome(uuid).state)).toEqual(['aside', 'settled']);
  });

  test('a submission that takes the whole process down is set aside, and none that was prepared beside it', async () => {
    const data = temporaryFolder();
    const entrance = new Bench(data);
    const poison = entrance.submit(Buffer.from('crash'));
    const beside = ['CD34', 'EF56', 'GH78'].map((holder) => entrance.submit([building(`b${holder}`, { holder })], { holder }));
    const publisher = new RememberingPublisher();
    let lives = 0;
    for (let isOver = false; !isOver; lives += 1) {
      const bench = new Bench(data, publisher);
      const death = Promise.withResolvers<false>();
      let isDead = false;
      bench.prepare = async (job) => {
        new PreparedWriter(job.data, job.uuid).add(asText(prepared(building('begun'))));
        await new Promise(setImmediate);
        isDead ||= job.uuid === poison;
        if (isDead) death.resolve(false);
        return isDead ? await new Promise<never>(() => {}) : await prepareSmall(job);
      };
      const work = bench.conductor.drain().then(() => true as const);
      isOver = await Promise.race([work, death.promise]);
      work.catch(() => undefined);
      bench.close();
    }
    expect([poison, ...beside].map((uuid) => entrance.outcome(uuid).state)).toEqual(['aside', 'settled', 'settled', 'settled']);
    expect(lives, 'five deaths and the life after them').toBe(6);
  });

  test('the decisions can be replayed: from the inbox, in their order, they give the same contentId at the same moment', async () => {
    const root = fc.record({ id: fc.constantFrom('r1', 'r2', 'r3'), populatie: fc.nat(3), secret: fc.nat(5) });
    const submission = fc.record({
      roots: fc.array(root, { minLength: 1, maxLength: 3 }), holder: fc.constantFrom('AB12', 'CD34', 'EF56'),
      method: fc.constantFrom('LEVERING' as const, 'POST' as const), ticks: fc.nat(12), isDrained: fc.nat(3),
    });
    let overtook = 0;
    await fc.assert(fc.asyncProperty(fc.array(submission, { minLength: 2, maxLength: 12 }), async (list) => {
      const bench = new Bench();
      const ticks = new Map<string, number>();
      bench.prepare = async (job) => {
        for (let tick = ticks.get(job.uuid) ?? 0; tick > 0; tick -= 1) await new Promise(setImmediate);
        return await prepareSmall(job);
      };
      for (const { roots, holder, method, ticks: many, isDrained } of list) {
        const documents = roots.map(({ id, populatie, secret }) => building(id, { holder, populatie, secret: secret === 0 }));
        ticks.set(bench.submit(documents, { holder, method }), many);
        if (isDrained === 0) await bench.conductor.drain();
      }
      await bench.conductor.drain();
      const seqs = bench.db.prepare('SELECT seq FROM decision ORDER BY n').all().map(({ seq }) => Number(seq));
      overtook += seqs.filter((seq, index) => seq < (seqs[index - 1] ?? 0)).length;
      expectRising(bench);

      const data = temporaryFolder();
      await replay(bench.db, data, (index) => index % 2 === 0);
      const again = new Bench(data);
      again.nowUs = bench.nowUs;
      await again.conductor.drain();
      expect(again.publisher.contentId).toBe(bench.publisher.contentId);
      const [{ between, moment }, replayed] = [bench.publisher.requests.at(-1)!, again.publisher.requests.at(-1)];
      expect(replayed).toMatchObject({ between: { next: between.next }, moment });
      for (const each of [bench, again]) each.close();
    }), { numRuns: drawn(25, 4) });
    expect(overtook).toBeGreaterThan(0);
  });
});

/** Recorded times of a root rise with the decisions. */
function expectRising({ db }: Bench): void {
  const rows = db.prepare('SELECT root, rec_from, rec_to FROM version ORDER BY root, decision, n').all() as unknown as { root: number; rec_from: number; rec_to: number | null }[];
  for (const [index, { root, rec_from: from, rec_to: to }] of rows.entries()) {
    const before = rows[index - 1];
    if (before?.root === root) expect(from).toBeGreaterThanOrEqual(before.rec_from);
    if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
  }
}

describe('a failure that passes', () => {
  test('a publication that failed is made good without a restart and without new work', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    bench.publisher.fail = new Error('no space left');
    const uuid = bench.submit([building('b2')]);
    await expect(bench.conductor.drain()).rejects.toThrow('no space left');
    bench.publisher.fail = null;
    await bench.conductor.drain();
    expect(bench.outcome(uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'b2' }] });
  });

  test('an answer waits for a head that could not be shown at first', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const uuid = bench.submit([building('b2')]);
    bench.onHead = () => Promise.reject(new Error('too many open files'));
    await expect(bench.conductor.drain()).rejects.toThrow('too many open files');
    expect(bench.outcome(uuid).state).toBe('pending');
    const shown: number[] = [];
    bench.onHead = (head) => Promise.resolve(void shown.push(head));
    await bench.conductor.drain();
    expect(bench.outcome(uuid).state).toBe('settled');
    expect(shown).toEqual([3]);
  });
});

describe('what goes wrong with a submission stays with it', () => {
  test('a preparation that crashed twice is set aside with its reason, and the rest goes on', async () => {
    const bench = new Bench();
    const poison = bench.submit(Buffer.from('crash'));
    const good = bench.submit([building('b1')]);
    await bench.conductor.drain();
    expect(bench.outcome(poison)).toMatchObject({ state: 'aside', status: 500 });
    expect(bench.outcome(poison).report?.findings[0]?.message.en).toContain('crashed 2 times');
    expect(bench.outcome(good)).toMatchObject({ state: 'settled', status: 200 });
    expect(bench.events).toContainEqual(expect.objectContaining({ kind: 'Submission:Aside', uuid: poison }));
  });

  test('a payload that is not what was received is never applied', async () => {
    const bench = new Bench();
    const uuid = bench.submit([building('b1')]);
    bench.entrance.exec('DROP TRIGGER inbox_never_changed');
    bench.entrance.prepare(`UPDATE inbox SET payload = cast(replace(cast(payload AS TEXT), 'b1', 'b2') AS BLOB)`).run();
    await bench.conductor.drain();
    expect(bench.outcome(uuid)).toMatchObject({ state: 'aside' });
    expect(bench.publisher.states.size).toBe(0);
  });

  test('a row that breaks a constraint is set aside, not retried for ever', async () => {
    const bench = new Bench();
    const uuid = bench.submit([building('b1', { until: '2019-01-01T00:00:00Z' })]);
    const good = bench.submit([building('b2')]);
    await bench.conductor.drain();
    expect(bench.outcome(uuid)).toMatchObject({ state: 'aside' });
    expect(bench.outcome(good).roots).toHaveLength(1);
  });
});

// The oracle of the register: what is published depends on the decisions and the moment only.
describe('increments, one batch, and other batch boundaries publish the same', () => {
  const ids = fc.constantFrom('r1', 'r2', 'r3', 'r4');
  const begins = fc.constantFrom(
    '2020-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2026-01-01T00:00:03Z', '2026-01-01T00:00:09Z',
  );
  const root = fc.record({
    id: ids, from: begins, populatie: fc.integer({ min: 0, max: 2 }), secret: fc.nat(9), holder: fc.nat(9),
    ends: fc.boolean(), kind: fc.nat(3), link: fc.option(ids, { nil: undefined }),
  }).map(({ id, from, populatie, secret, holder, ends, kind, link }): JsonObject => {
    const options = { from, populatie, secret: secret === 0, holder: holder === 0 ? 'CD34' : 'AB12' };
    if (kind === 0) return location(`l${id}`, [`m${id}`, `m${populatie}${id}`], options);
    return building(id, {
      ...options, ...(ends ? { until: '2026-01-01T00:00:20Z' } : {}),
      ...(link === undefined ? {} : { linksTo: [`ml${link}`, link] }),
    });
  });
  const submission = fc.record({
    documents: fc.array(root, { minLength: 1, maxLength: 4 }),
    method: fc.constantFrom('LEVERING' as const, 'LEVERING' as const, 'POST' as const),
    strict: fc.boolean(),
  });

  const submissions = fc.array(submission, { minLength: 1, maxLength: 10 });
  const cutsBefore = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });

  test('contentId by increments = from scratch = with other batch boundaries', async () => {
    await fc.assert(fc.asyncProperty(submissions, cutsBefore, async (list, cuts) => {
      const stepwise = new Bench();
      for (const { documents, ...options } of list) await stepwise.deliver(documents, options);

      const random = takeOver(stepwise);
      for (const [index, cut] of cuts.entries()) {
        if (cut) await random.conductor.drain();
        random.take(index);
      }
      await random.conductor.drain();
      const scratch = takeOver(stepwise);
      for (const index of list.keys()) scratch.take(index);
      await scratch.conductor.drain();

      for (const other of [random, scratch]) {
        expect(other.publisher.requests.at(-1)).toMatchObject({
          between: { next: stepwise.publisher.requests.at(-1)?.between.next }, moment: stepwise.publisher.requests.at(-1)?.moment,
        });
        expect(Object.fromEntries(other.publisher.states)).toEqual(Object.fromEntries(stepwise.publisher.states));
        expect(other.publisher.contentId).toBe(stepwise.publisher.contentId);
      }
      for (const bench of [stepwise, random, scratch]) bench.close();
    }), { numRuns: drawn(25, 4) });
  });
});

/** A bench that takes over rows of another's inbox, with their times of receipt. */
function takeOver(source: Bench): Bench & { take(index: number): void } {
  const bench = new Bench();
  const rows = source.db.prepare('SELECT * FROM inbox ORDER BY seq').all() as unknown as {
    uuid: string; received: Received; holder: string; method: 'POST'; target: string; media_type: string;
    strict: number; bytes: number; sha256: string; payload: Uint8Array;
  }[];
  const take = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    bench.nowUs = row.received;
    insertEntries(bench.entrance, [{
      uuid: row.uuid, bytes: row.bytes, sha256: row.sha256, payload: row.payload,
      input: {
        holder: row.holder, method: row.method, target: row.target, crs: null, mediaType: row.media_type,
        ifMatch: null, strict: row.strict === 1,
      },
    }], () => row.received);
  };
  return Object.assign(bench, { take });
}

describe('restart', () => {
  test('a second start on the same folder finds everything and does nothing', async () => {
    const data = temporaryFolder();
    const publisher = new RememberingPublisher();
    const first = new Bench(data, publisher);
    const { receipt } = await first.deliver([building('b1')]);
    first.close();
    openState(data).close();
    const second = new Bench(data, publisher);
    await second.conductor.drain();
    expect(publisher.requests.map(({ between }) => between.next.decision)).toEqual([0, 1]);
    expect(second.outcome(receipt.uuid)).toMatchObject({ state: 'settled' });
  });
});
