/** `ev submissions`: what waits for a decision of the operator, and what becomes of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Receipt } from '../../schemas/submission.ts';
import { outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { ev } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

test('a delivery that would end too much is parked, listed, shown, and released or refused', async () => {
  const data = temporaryFolder();
  const clock = (): Date => new Date();
  const hand = (documents: readonly JsonObject[], full: readonly RootType[] = []): Promise<Receipt> => submit(data, {
    input: { holder: 'AB12', method: 'LEVERING', target: 'a.json', crs: null, mediaType: '', ifMatch: null, full }, payload: { bytes: payloadOf(...documents) },
  }, clock);
  const drift = { shareMax: 0.2, rootsMin: 1 };
  const live = async (): Promise<void> => {
    const opened = openConductor({
      threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock, prepare: prepareSmall, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {}, drift,
    });
    await opened.conductor.drain();
    opened.close();
  };
  await hand(Array.from({ length: 30 }, (_, n) => building(`b${n}`)));
  const { uuid } = await hand([building('b0')], ['KwetsbaarGebouw']);
  const { uuid: later } = await hand([building('b1')], ['KwetsbaarGebouw']);
  await live();
  expect((await ev(['submissions', 'list', '--data', data])).out).toMatch(/AB12  parked  \d+ bytes  a\.json: would end 29 of 30 objects; 1 later submissions of AB12 wait/);
  expect(JSON.parse((await ev(['submissions', 'list', '--state', 'all', '--limit', '2', '--json', '--data', data])).out)).toMatchObject({
    submissions: [{ uuid: later, state: 'pending', waitsFor: uuid }, { uuid, state: 'parked', parked: { ended: 29, standing: 30 } }], more: true,
  });
  expect((await ev(['submissions', 'show', later, '--data', data])).out).toContain(`waits for ${uuid} of AB12, which is parked`);
  expect((await ev(['submissions', 'show', uuid, '--report', join(data, 'shown.html'), '--data', data])).out).toContain('zou 29 van de 30 objecten');
  expect(existsSync(join(data, 'shown.html'))).toBe(true);
  expect(await ev(['submissions', 'release', 'onbekend', '--data', data])).toMatchObject({ code: 2, err: expect.stringContaining('no submission has this uuid') as string });
  expect((await ev(['submissions', 'release', uuid, '--data', data])).code).toBe(0);
  const settled = await ev(['submissions', 'list', '--state', 'settled', '--data', data]);
  expect(settled.out).toMatch(/^\S{36}  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+0[12]:00  AB12  settled  30 of 30 accepted, 0 refused, 0 unchanged, 0 errors, 0 warnings  a\.json$/m);
  Object.assign(drift, { shareMax: 0 });
  await live();
  expect(outcome(data, uuid)?.state).toBe('settled');
  expect(await ev(['submissions', 'refuse', later, '--reason', 'twee\nregels', '--data', data])).toMatchObject({ code: 2, err: expect.stringContaining('line break') as string });
  expect((await ev(['submissions', 'refuse', later, '--reason', 'Half a file', '--data', data])).code).toBe(0);
  expect(await ev(['submissions', 'show', later, '--data', data])).toMatchObject({ code: 1, out: expect.stringContaining('Reden: Half a file') as string });
  expect((await ev(['submissions', 'list', '--data', data])).out).toContain('Nothing is parked or set aside.');
});
