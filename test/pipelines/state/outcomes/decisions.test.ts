/** Decisions in order, with their counts, by holder, type, time and token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExistingState } from '../../../../pipelines/state/database/database.ts';
import { listDecisions, type DecisionQuery } from '../../../../pipelines/state/outcomes/decisions.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { orderPayload } from '../../../../schemas/orders.ts';
import type { SubmissionInput } from '../../../../schemas/submission.ts';
import type { Moment } from '../../../../schemas/time.ts';
import { PROJECT } from '../../../shared-data.ts';
import { Upkept } from '../../editions/upkept.ts';
import { Bench } from '../register-bench.ts';
import { building, location, payloadOf } from '../small-roots.ts';

const INPUT = { holder: 'AB12', method: 'LEVERING', target: 'a.json', crs: null, mediaType: '', ifMatch: null } as const;
const ALL: DecisionQuery = { holder: null, type: null, since: null, until: null, token: null, after: 0, limit: 10 };

test('each decision has its counts; holder, type, time, token and number select', async () => {
  const kept = new Upkept();
  const handIn = async (documents: readonly JsonObject[], input: Partial<SubmissionInput> = {}): Promise<void> => {
    kept.nowMs += 1_000;
    await submit(kept.data, { input: { ...INPUT, ...input }, payload: { bytes: payloadOf(...documents) } }, () => new Date(kept.nowMs));
    await kept.drain();
  };
  await handIn([building('b1'), building('b2')]);
  await handIn([building('b1', { populatie: 2 }), building('b2'), building('b3'), building('x', { holder: 'XY99' })], { tokenEnd: '0a1b2c3d' });
  await kept.withdraw('b3');
  await handIn([location('l', [], { holder: 'XY99' })], { holder: 'XY99' });
  const db = openExistingState(kept.data);
  onTestFinished(() => db.close());
  const numbers = (query: Partial<DecisionQuery>): readonly number[] => listDecisions(db, { ...ALL, ...query }).map(({ decision }) => decision);
  expect(listDecisions(db, ALL).map((row) => [row.new, row.changed, row.unchanged, row.refused])).toEqual([[2, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0], [1, 0, 0, 0]]);
  expect(listDecisions(db, ALL)[2]).toMatchObject({ method: 'DELETE', ended: 1, holder: 'AB12' });
  expect(numbers({ holder: 'XY99' })).toEqual([4]);
  expect(numbers({ type: 'KwetsbaarGebouw' })).toEqual([1, 2, 3]);
  expect(numbers({ token: '2c3d' })).toEqual([2]);
  expect(numbers({ since: kept.nowMs as Moment })).toEqual([4]);
  expect(numbers({ until: kept.nowMs as Moment })).toEqual([1, 2, 3]);
  expect(numbers({ after: 1, limit: 2 })).toEqual([2, 3]);
});

test('a transfer counts every root that it hands over, also a withdrawn one; their type selects it', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'), building('b2'));
  await kept.withdraw('b2');
  const transfer = async (ids: readonly string[]): Promise<void> => {
    kept.nowMs += 1_000;
    const order = orderPayload({ method: 'OVERDRACHT', from: 'AB12', to: 'CD34', ids, at: '2025-06-01', reason: 'herindeling' });
    await submit(kept.data, { input: { ...INPUT, method: 'OVERDRACHT' }, payload: { bytes: order } }, () => new Date(kept.nowMs));
    await kept.drain();
  };
  await transfer(['b2']);
  await transfer(['b1']);
  const db = openExistingState(kept.data);
  onTestFinished(() => db.close());
  const found = listDecisions(db, { ...ALL, type: 'KwetsbaarGebouw', after: 2 });
  expect(found.map((row) => [row.decision, row.new, row.changed, row.ended])).toEqual([[3, 0, 1, 0], [4, 0, 1, 0]]);
  expect(listDecisions(db, { ...ALL, type: 'Wegen', after: 2 })).toEqual([]);
});

test('the counts of each decision are those of its report; a register of before they were stored gets the same', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2', { linksTo: ['nergens'] })]);
  await bench.deliver(Buffer.from('crash'));
  await bench.deliver([building('b1')], { full: ['KwetsbaarGebouw'] });
  await bench.deliver([], { full: ['KwetsbaarGebouw'] });
  const stored = (): unknown => bench.db.prepare('SELECT * FROM counts').all();
  const before = stored();
  expect(before).toMatchObject([
    { decision: 1, objects: 2, accepted: 1, refused: 1, errors: 1 }, { decision: 2, objects: 0, errors: 1 },
    { decision: 3, unchanged: 1, ended: 0 }, { decision: 4, objects: 0, ended: 1 },
  ]);
  bench.db.exec('DROP TABLE counts');
  bench.db.exec(readFileSync(join(PROJECT, 'pipelines/state/database/sql/register/014_counts.sql'), 'utf8'));
  expect(stored()).toEqual(before);
});
