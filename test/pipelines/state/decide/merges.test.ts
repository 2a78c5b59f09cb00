/** Merges: which held document a preparation is given, and that what was made of another is made again; the merge itself is told, not done. */
import { expect, test } from 'vitest';
import type { PreparationJob } from '../../../../pipelines/prepare/preparation-job.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench, type SubmitOptions } from '../register-bench.ts';
import { building, location, payloadOf, prepareSmall } from '../small-roots.ts';

const B1 = '/kwetsbare-gebouwen/b1';
const MILLS = '/locatie-activiteiten/l1/referenties';

/** A bench that notes what held documents its preparations of `method` get; each of them is merged, into what was sent. */
function benchOf(method: PreparationJob['method']) {
  const bench = new Bench();
  const given: (number | null | undefined)[] = [];
  bench.prepare = async (job) => {
    if (job.method !== method) return await prepareSmall(job);
    given.push(job.current === null ? null : job.current?.doc);
    const result = await prepareSmall({ ...job, method: 'PUT' });
    return result.kind === 'prepared' ? { ...result, isMerged: true } : result;
  };
  const send = (document: JsonObject, options: SubmitOptions): string => bench.submit(payloadOf(document), { method, ...options });
  const outcomes = async (...uuids: readonly string[]): Promise<readonly Outcome[]> => {
    await bench.conductor.drain();
    return uuids.map((uuid) => bench.outcome(uuid));
  };
  return { bench, given, send, outcomes };
}

test('a PUT is given what is held, or that nothing is; one before it that changed that has it prepared again', async () => {
  const { given, send, outcomes } = benchOf('PUT');
  const [made, changed] = await outcomes(...[1, 2].map((populatie) => send(building('b1', { populatie }), { target: B1 })));
  expect([made?.status, changed?.status]).toEqual([201, 200]);
  expect(given, 'the second twice').toEqual([null, null, 1]);
});

test('what did not use the held document is not prepared again', async () => {
  const bench = new Bench();
  let preparations = 0;
  bench.prepare = (job) => {
    preparations += 1;
    return prepareSmall(job);
  };
  for (const populatie of [1, 2]) bench.submit(payloadOf(building('b1', { populatie })), { method: 'PUT', target: B1 });
  await bench.conductor.drain();
  expect(preparations).toBe(2);
});

test('a write to a nested object is given the document of its root, also by the id of the object alone', async () => {
  const { bench, given, send, outcomes } = benchOf('PATCH');
  await bench.deliver([building('b1'), location('l1', ['m1'])]);
  const patched = location('l1', ['m1', 'm2']);
  for (const target of [`${MILLS}/m1`, '/collections/windturbines/items/m1']) expect((await outcomes(send(patched, { target })))[0]?.report).toBeTruthy();
  expect(given.map((doc) => typeof doc)).toEqual(['number', 'number']);
});

test('IR-auth-10: what forbids it is said before what it would make; of what is not there nothing is prepared', async () => {
  const { bench, given, send, outcomes } = benchOf('PATCH');
  await bench.deliver([location('l1', ['m1']), { ...location('l2', ['m2']), informatieGeheim: true }]);
  const asked = async (target: string, options: SubmitOptions = {}) => {
    const [outcome] = await outcomes(send(location('l1', ['m1']), { target, ...options }));
    return [outcome!.status, ...bench.rules(outcome!)];
  };
  const foreign = { holder: 'CD34' };
  expect(await asked(`${MILLS}/m1`, foreign)).toEqual([401, 'houder.niet-de-eigenaar']);
  expect(await asked(`${MILLS}/m9`, foreign)).toEqual([403, 'houder.niet-toegestaan']);
  expect(await asked('/locatie-activiteiten/l2/referenties/m2', foreign)).toEqual([404, 'id.bestaat-niet']);
  for (const target of [`${MILLS}/m9`, '/locatie-activiteiten/l1/contouren/m1', '/wegen/l1/referenties/m1', `${MILLS}/l1-activiteit`]) {
    expect(await asked(target), target).toEqual([404, 'id.bestaat-niet']);
  }
  expect(await asked(`${MILLS}/m1`, { ifMatch: '0' })).toEqual([412, 'id.gewijzigd']);
  const prepared = given.length;
  expect(await asked('/locatie-activiteiten/l9/referenties/m1')).toEqual([404, 'id.bestaat-niet']);
  expect(given).toHaveLength(prepared);
});
