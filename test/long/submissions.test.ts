/** `ev submissions`: what waits for a decision of the operator, and what becomes of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Receipt } from '../../schemas/submission.ts';
import type { Report } from '../../schemas/finding.ts';
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
  expect(settled.out).toMatch(/^\S{36}  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+0[12]:00  AB12  settled  30 objects: 30 accepted, 0 refused, 0 errors, 0 warnings  a\.json$/m);
  Object.assign(drift, { shareMax: 0 });
  await live();
  expect(outcome(data, uuid)?.state).toBe('settled');
  expect(await ev(['submissions', 'refuse', later, '--reason', 'twee\nregels', '--data', data])).toMatchObject({ code: 2, err: expect.stringContaining('line break') as string });
  expect((await ev(['submissions', 'refuse', later, '--reason', 'Half a file', '--data', data])).code).toBe(0);
  expect(await ev(['submissions', 'show', later, '--data', data])).toMatchObject({ code: 1, out: expect.stringContaining('Reden: Half a file') as string });
  expect((await ev(['submissions', 'list', '--data', data])).out).toContain('Nothing is parked or set aside.');
});

test('a wrong delivery is undone after a dry run that says the same; the right one follows', async () => {
  const data = temporaryFolder();
  const clock = (): Date => new Date();
  const live = async (): Promise<void> => {
    const opened = openConductor({
      threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock, prepare: prepareSmall, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
      drift: { shareMax: 0.2, rootsMin: 20 },
    });
    await opened.conductor.drain();
    opened.close();
  };
  const hand = async (...documents: readonly JsonObject[]): Promise<Receipt> => await submit(data, {
    input: { holder: 'AB12', method: 'LEVERING', target: 'a.json', crs: null, mediaType: '', ifMatch: null }, payload: { bytes: payloadOf(...documents) },
  }, clock);
  const undo = async (uuid: string, ...more: readonly string[]): ReturnType<typeof ev> => await ev(['submissions', 'undo', uuid, ...more, '--data', data]);
  await hand(building('b1'), building('b2'));
  const wrong = await hand(building('b1', { populatie: 9 }), building('b3'));
  expect(await undo(wrong.uuid)).toMatchObject({ code: 2, err: expect.stringContaining('not processed yet. Wait until it is processed, and then undo it.') as string });
  await live();
  const dry = await undo(wrong.uuid, '--dry-run');
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('deze herroeping zou 1 object beëindigen') as string });
  const report = JSON.parse((await undo(wrong.uuid, '--dry-run', '--json')).out) as Report;
  expect((await ev(['submissions', 'list', '--state', 'pending', '--data', data])).out).toContain('There are none.');
  const submitted = await undo(wrong.uuid, '--json');
  const { uuid } = JSON.parse(submitted.out) as Receipt;
  expect(JSON.parse(submitted.out)).toMatchObject({ holder: 'AB12', undoes: wrong.uuid });
  await live();
  const { objects, findings, counts } = outcome(data, uuid)!.report!;
  expect({ objects, findings, counts }).toEqual({ objects: report.objects, findings: report.findings, counts: report.counts });
  expect((await ev(['submissions', 'show', uuid, '--data', data])).out).toContain(`/indieningen/${wrong.uuid}: Herroeping; 2 objecten: 2 aanvaard`);
  expect((await ev(['submissions', 'list', '--state', 'settled', '--data', data])).out).toContain(`HERROEPING /indieningen/${wrong.uuid}`);
  const right = await hand(building('b1', { populatie: 2 }));
  await live();
  expect(outcome(data, right.uuid)).toMatchObject({ state: 'settled', roots: [{ id: 'b1' }] });
  expect((await undo(wrong.uuid, '--dry-run')).code).toBe(1);
  const forced = await undo(wrong.uuid, '--dry-run', '--force');
  expect(forced).toMatchObject({ code: 0, out: expect.stringContaining(right.uuid) as string });
  expect(await undo('00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 2, err: expect.stringContaining('no submission has this uuid') as string });
});
