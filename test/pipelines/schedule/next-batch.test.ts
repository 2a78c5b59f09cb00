/** Time of the next planned batch, for receipts in mode scheduled. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Moment } from '../../../schemas/time.ts';
import type { Pipeline } from '../../../pipelines/schedule/pipelines-file.ts';
import { nextBatchBy } from '../../../pipelines/schedule/next-batch.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { NIGHTLY } from './scheduled.ts';

const at = (text: string): Moment => Date.parse(text) as Moment;
const batch = (name: string, cron: string): Pipeline => ({ ...NIGHTLY, name, cron, steps: [{ step: 'verify' }, { step: 'batch' }] });

test('the first of the pipelines that have a batch, in Europe/Amsterdam, also in the nights in which the clock changes', () => {
  const path = join(temporaryFolder(), 'pipelines.json');
  writeFileSync(path, JSON.stringify({ pipelines: [batch('night', '30 2 * * *'), batch('noon', '0 12 * * 6'), { ...NIGHTLY, name: 'often', cron: '* * * * *' }] }));
  const next = nextBatchBy(path);
  for (const [after, expected] of [
    ['2026-11-23T10:00:00Z', '2026-11-24T01:30:00Z'], ['2026-11-24T01:29:59Z', '2026-11-24T01:30:00Z'], ['2026-11-24T01:30:00Z', '2026-11-25T01:30:00Z'],
    ['2026-11-27T12:00:00Z', '2026-11-28T01:30:00Z'], ['2026-11-28T02:00:00Z', '2026-11-28T11:00:00Z'], ['2026-11-23T10:00:00Z', '2026-11-24T01:30:00Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'], ['2027-03-27T23:00:00Z', '2027-03-28T01:30:00Z'],
  ] as const) expect(next(at(after)), after).toBe(at(expected));
});

test('none without a file or a batch step; a change counts at once; a damaged file keeps its last valid content', () => {
  const path = join(temporaryFolder(), 'pipelines.json');
  const next = nextBatchBy(path);
  const now = at('2026-11-23T10:00:00Z');
  expect(next(now)).toBeNull();
  writeFileSync(path, JSON.stringify({ pipelines: [NIGHTLY] }));
  expect(next(now)).toBeNull();
  writeFileSync(path, JSON.stringify({ pipelines: [batch('night', '30 2 * * *')] }));
  expect(next(now)).toBe(at('2026-11-24T01:30:00Z'));
  writeFileSync(path, '{"pipelines": [');
  expect(next(now)).toBe(at('2026-11-24T01:30:00Z'));
  rmSync(path);
  expect(next(now)).toBe(at('2026-11-24T01:30:00Z'));
  writeFileSync(path, '{"pipelines": []}');
  expect(next(now)).toBeNull();
});
