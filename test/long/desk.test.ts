/** The desk with its real threads and the real publisher; preparation is small (state/small-preparation.ts). */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import type { RootType } from '../../schemas/names.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import type { ConductorEvent } from '../../pipelines/conductor/conductor.ts';
import { openDesk, type DeskHandle, type DeskOptions } from '../../pipelines/desk.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { takeLock } from '../../pipelines/state/folder/lock.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { acceptClock, alreadyDelivered, listSubmissions, outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { runBatch } from '../../pipelines/conductor/run-batch.ts';
import { watchInbox } from '../../pipelines/state/inbox/watch.ts';
import { settledOutcome, submitAndWait } from '../pipelines/state/patience.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';

const BASE = 'http://127.0.0.1:8080/v1';
const PREPARATION = new URL('../pipelines/state/small-preparation.ts', import.meta.url);
const clock = (): Date => new Date();

interface Opened {
  readonly desk: DeskHandle;
  readonly heads: number[];
  readonly events: ConductorEvent[];
}

async function open(data: string, more: Pick<DeskOptions, 'mode' | 'nextBatch' | 'drift'> = {}): Promise<Opened> {
  const heads: number[] = [];
  const events: ConductorEvent[] = [];
  const desk = await openDesk({
    data, baseUrl: BASE, spatialPath: () => Promise.resolve(''), threads: 1, clock: () => new Date(), preparation: PREPARATION, ...more,
    onHead: (head) => { heads.push(head); }, onEvent: (event) => { events.push(event); },
  });
  onTestFinished(() => desk.close());
  return { desk, heads, events };
}

function input(options: Partial<SubmissionInput> = {}): SubmissionInput {
  return {
    holder: 'AB12', method: 'POST', target: '/kwetsbare-gebouwen', crs: null, mediaType: 'application/json',
    ifMatch: null, ...options,
  };
}

async function settled(data: string, uuid: string): Promise<void> {
  await expect.poll(() => outcome(data, uuid)?.state, { timeout: 100_000, interval: 20 }).not.toBe('pending');
}

describe('requests', () => {
  test('settled means that a head shows it; 409 for the same id again', async () => {
    const data = temporaryFolder();
    const { desk, heads } = await open(data);
    const answer = await submitAndWait(desk, input(), payloadOf(building('b1')));
    expect(answer).toMatchObject({ kind: 'settled', outcome: { status: 201, roots: [{ id: 'b1' }] } });
    const standing = newestHead(foldersOf(data).editions, 'public');
    expect(standing).toMatchObject({ newest: 2, head: heads.at(-1) });

    const again = await submitAndWait(desk, input(), payloadOf(building('b1')));
    expect(again).toMatchObject({ kind: 'settled', outcome: { status: 409, roots: [] } });
    expect(newestHead(foldersOf(data).editions, 'public')?.head).toBe(standing?.head);
  });

  test('Prefer: respond-async gives a receipt at once, whose outcome follows', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    const answer = await desk.submit(input(), payloadOf(building('b1')), { wait: false });
    if (answer.kind !== 'pending') throw new Error(answer.kind);
    await settled(data, answer.receipt.uuid);
    expect(await desk.outcome(answer.receipt.uuid)).toMatchObject({ state: 'settled', status: 201 });
    expect(await desk.outcome(randomUUID())).toBeUndefined();
    expect(await desk.list({ holders: [answer.receipt.holder], limit: 5 })).toMatchObject([{ uuid: answer.receipt.uuid, state: 'settled', counts: { errors: 0 } }]);
  });

  test('of two operators who decide on a parked delivery at the same time one does, and its decision has its effect', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data, { drift: { shareMax: 0.2, rootsMin: 1 } });
    const deliver = async (documents: readonly ReturnType<typeof building>[], full: readonly RootType[]): Promise<string> => {
      const body = (async function* () { yield payloadOf(...documents); }());
      const answer = await desk.deliver(input({ method: 'LEVERING', target: 'a.json', full }), body, { wait: false });
      if (answer.kind !== 'pending') throw new Error(answer.kind);
      return answer.receipt.uuid;
    };
    const stateOf = async (uuid: string) => (await desk.outcome(uuid))?.state;
    await settled(data, await deliver(Array.from({ length: 30 }, (_, n) => building(`b${n}`)), []));
    const uuid = await deliver([building('b0')], ['KwetsbaarGebouw']);
    await expect.poll(() => stateOf(uuid), { timeout: 60_000 }).toBe('parked');
    expect(await desk.overview()).toMatchObject({ states: { parked: 1 }, waiting: [{ uuid, parked: { ended: 29, standing: 30 } }], runs: [] });
    const both = await Promise.all([desk.rule(uuid, { kind: 'release' }), desk.rule(uuid, { kind: 'refuse', reason: 'Half a file' })]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['notWaiting', 'ruled']);
    await expect.poll(() => stateOf(uuid), { timeout: 60_000 }).toBe(both[0].kind === 'ruled' ? 'settled' : 'refused');
    expect(await desk.rule(uuid, { kind: 'release' })).toEqual({ kind: 'notWaiting' });
    expect(await desk.rule(randomUUID(), { kind: 'release' })).toEqual({ kind: 'notWaiting' });
  });

  test('many writers at once: every one is answered, each object is there once', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) =>
      submitAndWait(desk, input(), payloadOf(building(`b${n % 40}`)))));
    const statuses = answers.map((answer) => answer.kind === 'settled' ? answer.outcome.status : answer.kind);
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
    expect(statuses.filter((status) => status === 409)).toHaveLength(20);
    const received = listSubmissions(data, { limit: 100 }).map(({ received }) => received);
    expect([...received].sort().reverse()).toEqual(received);
  });

  test('an outcome that cannot be read fails the request that waits for it, and no other of its batch', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    const register = new DatabaseSync(foldersOf(data).register, { timeout: 10_000 });
    register.exec(`CREATE TRIGGER spoil AFTER INSERT ON decision WHEN new.roots LIKE '%"b7"%'
      BEGIN UPDATE decision SET report = '{' WHERE n = new.n; END`);
    register.close();
    const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, n) =>
      submitAndWait(desk, input(), payloadOf(building(`b${n}`)))));
    expect(answers.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([7]);
    expect(answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value.kind === 'settled' ? [answer.value.outcome.status] : [])))
      .toEqual(Array.from({ length: 29 }, () => 201));
  });

  test('a body larger than a row may be is a file, whole and named by its receipt', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    const big = Buffer.concat([payloadOf(building('b1')), Buffer.alloc(1_100_000, ' ')]);
    const answer = await submitAndWait(desk, input(), big);
    if (answer.kind !== 'settled') throw new Error(answer.kind);
    expect(answer.outcome).toMatchObject({ status: 201, receipt: { bytes: big.length, sha256: sha256Of(big) } });
    expect(readdirSync(foldersOf(data).payloads)).toEqual([answer.outcome.receipt.uuid]);
  });
});

async function* inPieces(...pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

const DELIVERY = input({ method: 'LEVERING', target: '/indieningen' });

describe('deliveries over the network', () => {
  test('a delivery in pieces is stored as it came, and settled when what it changes can be read', async () => {
    const data = temporaryFolder();
    const { desk, heads } = await open(data);
    const payload = payloadOf(building('b1'), building('b2'));
    const large = Buffer.concat([payload, Buffer.alloc(1_500_000, ' ')]);
    for (const [bytes, id] of [[payload, 'b1'], [large, 'b1']] as const) {
      const answer = await desk.deliver(DELIVERY, inPieces(bytes.subarray(0, 9), bytes.subarray(9)), { wait: true });
      const { uuid } = answer.kind === 'settled' ? answer.outcome.receipt : answer.kind === 'pending' ? answer.receipt : { uuid: '' };
      const done = await settledOutcome(desk, uuid);
      expect(done).toMatchObject({ state: 'settled', status: 200, receipt: { bytes: bytes.length, sha256: sha256Of(bytes) } });
      expect(done.report?.objects[0]).toMatchObject({ id });
    }
    expect(heads).toEqual([1, 2]);
  });

  test('sent twice at once: two submissions, of which the second is reported as unchanged', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    const payload = payloadOf(building('b1'));
    const answers = await Promise.all([1, 2].map(() => desk.deliver(DELIVERY, inPieces(payload), { wait: false })));
    const uuids = answers.map((answer) => (answer.kind === 'pending' ? answer.receipt.uuid : ''));
    expect(new Set(uuids).size).toBe(2);
    const outcomes = await Promise.all(uuids.map((uuid) => settledOutcome(desk, uuid)));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(outcomes.map(({ report }) => report?.objects[0]?.verdict))).toEqual(new Set(['accepted', 'unchanged']));
    expect(newestHead(foldersOf(data).editions, 'public')).toMatchObject({ newest: 2 });
  });

  test.each([['small', 10], ['large', 3_000_000]])('a %s one that breaks off leaves nothing, and the next is taken', async (_, bytes) => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(bytes, ' ');
      await Promise.resolve();
      throw new Error('the connection is gone');
    }
    await expect(desk.deliver(DELIVERY, broken(), { wait: true })).rejects.toThrow('the connection is gone');
    expect(listSubmissions(data, { limit: 10 })).toEqual([]);
    expect(readdirSync(foldersOf(data).payloads)).toEqual([]);
    expect((await desk.deliver(DELIVERY, inPieces(payloadOf(building('b1'))), { wait: true })).kind).not.toBe('refused');
  });

  test.each([
    ['cut off', gzipSync(payloadOf(building('b1'))).subarray(0, -9), 'levering.gzip-afgekapt'],
    ['a bomb', gzipSync(Buffer.alloc(LIMITS.gzipFreeBytes + 1)), 'levering.gzip-verdacht'],
  ])('packed and %s: refused in words, nothing stored', async (_, bytes, rule) => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    expect(await desk.deliver(DELIVERY, inPieces(bytes), { wait: true })).toMatchObject({ kind: 'refused', findings: [{ rule }] });
    expect(listSubmissions(data, { limit: 10 })).toEqual([]);
    expect(readdirSync(foldersOf(data).payloads)).toEqual([]);
  });

  // The clock of this machine is five years ahead of the last stamp in the folder.
  test('a clock that leapt ahead: refused, nothing stored, until it is accepted', async () => {
    const data = temporaryFolder();
    const fiveYearsAgo = (): Date => new Date(Date.now() - 5 * 365 * 86_400_000);
    await submit(data, { input: DELIVERY, payload: { bytes: payloadOf(building('b0')) } }, fiveYearsAgo);
    const { desk } = await open(data);
    const large = Buffer.concat([payloadOf(building('b1')), Buffer.alloc(2_000_000, ' ')]);
    await expect(desk.deliver(DELIVERY, inPieces(large), { wait: true })).rejects.toThrow('ev doctor --accept-clock');
    await expect(desk.submit(input(), payloadOf(building('b1')), { wait: true })).rejects.toThrow('ev doctor --accept-clock');
    expect(listSubmissions(data, { limit: 10 })).toHaveLength(1);
    expect(readdirSync(foldersOf(data).payloads)).toEqual([]);
    acceptClock(data, clock);
    expect((await desk.deliver(DELIVERY, inPieces(large), { wait: true })).kind).not.toBe('refused');
  });
});

describe('deliveries beside a running server', () => {
  test('ev submit hands over to the running conductor', async () => {
    const data = temporaryFolder();
    await open(data);
    const payload = { bytes: payloadOf(building('b1'), building('b2')) };
    const receipt = await submit(data, { input: input({ method: 'LEVERING', target: 'a.json' }), payload }, clock);
    await settled(data, receipt.uuid);
    expect(outcome(data, receipt.uuid)).toMatchObject({ status: 200, roots: [{ id: 'b1' }, { id: 'b2' }] });
    expect(alreadyDelivered(data, { sha256: receipt.sha256, holder: 'AB12' })).toEqual(receipt);
    expect(alreadyDelivered(data, { sha256: receipt.sha256, holder: 'CD34' })).toBeUndefined();
  });

  test('a thread that dies twice of one delivery: it is set aside, the next is done', async () => {
    const data = temporaryFolder();
    const { desk, events } = await open(data);
    const levering = input({ method: 'LEVERING', target: 'a.json' });
    const poison = await submit(data, { input: levering, payload: { bytes: Buffer.from('die') } }, clock);
    const good = await submit(data, { input: levering, payload: { bytes: payloadOf(building('b1')) } }, clock);
    await settled(data, good.uuid);
    expect(await desk.outcome(poison.uuid)).toMatchObject({ state: 'aside', status: 500 });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'Submission:Aside', uuid: poison.uuid }));
    expect(await desk.outcome(good.uuid)).toMatchObject({ state: 'settled', status: 200 });
  });

  test('a second conductor on the same folder is refused in words, and the first goes on', async () => {
    const data = temporaryFolder();
    const { desk } = await open(data);
    await expect(open(data)).rejects.toThrow('another process is already working on this register');
    expect(await submitAndWait(desk, input(), payloadOf(building('b1')))).toMatchObject({ kind: 'settled' });
  });

  test('a conductor that died and cannot start is tried again, and no attempt leaves a thread', async () => {
    const data = temporaryFolder();
    const alive: Worker[] = [];
    const note = (worker: Worker): void => {
      alive.push(worker);
      worker.on('exit', () => { alive.splice(alive.indexOf(worker), 1); });
    };
    process.on('worker', note);
    onTestFinished(() => { process.off('worker', note); });
    const { desk, events } = await open(data);
    const [conductor] = alive;
    expect(desk.conductorRestarts).toBe(0);
    await conductor!.terminate();
    const others = alive.length;
    const lock = takeLock(data);
    const refused = (): number => events.filter((event) => event.kind === 'Conductor:Fail' && event.message.includes('another process')).length;
    await expect.poll(refused, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(desk.isConducting).toBe(false);
    lock.release();
    await expect.poll(() => desk.isConducting, { timeout: 30_000 }).toBe(true);
    expect(desk.conductorRestarts).toBeGreaterThan(1);
    expect(await submitAndWait(desk, input(), payloadOf(building('b1')))).toMatchObject({ kind: 'settled' });
    expect(alive.length, 'one conductor, and the preparation of what was handed in').toBeLessThanOrEqual(others + 2);
  });

  test('after closing, the next desk on the folder finds everything', async () => {
    const data = temporaryFolder();
    const first = await open(data);
    await submitAndWait(first.desk, input(), payloadOf(building('b1')));
    await first.desk.close();
    const { heads } = await open(data);
    const receipt = await submit(data, {
      input: input({ method: 'LEVERING', target: 'a.json' }), payload: { bytes: payloadOf(building('b1')) },
    }, clock);
    await settled(data, receipt.uuid);
    expect(outcome(data, receipt.uuid)?.report?.objects).toMatchObject([{ verdict: 'unchanged' }]);
    expect(heads, 'only the head that was there').toEqual([newestHead(foldersOf(data).editions, 'public')?.head]);
  });
});

describe('mode scheduled', () => {
  const HOUR_MS = 3_600_000;
  /** Each hour of the clock. */
  const nextBatch = (after: Moment): Moment => (Math.floor(after / HOUR_MS) * HOUR_MS + HOUR_MS) as Moment;

  test('a write gets its response at once, with the time of its batch; `ev batch` has it decided', async () => {
    const data = temporaryFolder();
    const { desk, heads } = await open(data, { mode: 'scheduled', nextBatch });
    const answer = await desk.submit(input(), payloadOf(building('b1')), { wait: true });
    if (answer.kind !== 'pending') throw new Error(answer.kind);
    const due = answer.nextBatch!;
    expect([due % HOUR_MS, due > Date.now() - 60_000]).toEqual([0, true]);
    expect(await desk.outcome(answer.receipt.uuid)).toMatchObject({ state: 'pending', nextBatch: expect.any(Number) as number });
    expect(await desk.figures()).toMatchObject({ undecided: 1, dueSince: null });
    expect(await runBatch({ data, baseUrl: BASE, spatialPath: '', threads: 1, clock, onEvent: () => {} })).toBe('handed over');
    const outcome = await desk.outcome(answer.receipt.uuid);
    expect(outcome).toMatchObject({ state: 'settled', status: 201, roots: [{ id: 'b1' }] });
    expect([outcome && 'nextBatch' in outcome, heads]).toEqual([false, [1, 2]]);
  });

  test('a batch that is late shows by its age; null when none is planned', async () => {
    const data = temporaryFolder();
    const due = (Date.now() - HOUR_MS) as Moment;
    const { desk } = await open(data, { mode: 'scheduled', nextBatch: () => due });
    await desk.submit(input(), payloadOf(building('b1')), { wait: true });
    expect(await desk.figures()).toMatchObject({ undecided: 1, dueSince: due });
    await desk.close();
    const unplanned = await open(data, { mode: 'scheduled' });
    expect(await unplanned.desk.submit(input(), payloadOf(building('b2')), { wait: true })).toMatchObject({ kind: 'pending', nextBatch: null });
    expect(await unplanned.desk.figures()).toMatchObject({ undecided: 2, dueSince: null });
  });
});

describe('a start', () => {
  test('is warmed up in a temporary folder: the register stays empty, and no event is emitted', async () => {
    const data = temporaryFolder();
    const { warmUp } = foldersOf(data);
    mkdirSync(warmUp);
    writeFileSync(join(warmUp, 'inbox.db'), 'left by a process that was killed');
    const { desk, events, heads } = await open(data);
    const watched: string[] = [];
    const watcher = watch(data, (_, name) => { watched.push(name ?? ''); });
    await desk.warmUp();
    watcher.close();
    expect(watched.filter((name) => name === 'warm-up').length, 'removed, made and removed').toBeGreaterThan(2);
    expect(existsSync(warmUp)).toBe(false);
    expect(listSubmissions(data, { limit: 100 })).toEqual([]);
    expect(await submitAndWait(desk, input(), payloadOf(building('b1')))).toMatchObject({ kind: 'settled', outcome: { status: 201 } });
    expect(heads).toEqual([1, 2]);
    expect(events.filter(({ kind }) => kind === 'Submission:Aside' || kind === 'Conductor:Fail')).toEqual([]);
  });

  test('that is stopped during its warm-up ends, and leaves no files', async () => {
    const data = temporaryFolder();
    const { warmUp } = foldersOf(data);
    const { desk } = await open(data);
    const warming = desk.warmUp();
    await vi.waitFor(() => { expect(existsSync(warmUp)).toBe(true); }, { timeout: 60_000, interval: 1 });
    await desk.close();
    await warming;
    expect(existsSync(warmUp)).toBe(false);
  });

  test('watches the inbox: it notices a submission of another process', async () => {
    const data = temporaryFolder();
    await open(data);
    const heard = Promise.withResolvers<void>();
    const unwatch = watchInbox(data, heard.resolve);
    await submit(data, { input: input({ method: 'LEVERING' }), payload: { bytes: payloadOf(building('b1')) } }, clock);
    await heard.promise;
    unwatch();
    watchInbox(temporaryFolder(), () => {})();
  });
});

describe('files without a submission', () => {
  test('a payload file without a row is left alone while it is young', async () => {
    const data = temporaryFolder();
    openState(data).close();
    const orphan = join(foldersOf(data).payloads, randomUUID());
    writeFileSync(orphan, 'x');
    await open(data);
    expect(existsSync(orphan)).toBe(true);
  });
});
