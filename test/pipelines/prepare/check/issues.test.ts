/** Issues: a counted issue counts like a kept one, and a mistake has the rule of its words. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mistakesIn } from '../../../../schemas/check/compile.ts';
import type { Mistake } from '../../../../schemas/check/compile.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { RuleCount } from '../../../../schemas/finding.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import type { Json } from '../../../../schemas/json.ts';
import { generate } from '../../../generate/generate.ts';
import { BlockBuilder } from '../../../../pipelines/prepare/read/block.ts';
import { withFindings, withTotals } from '../../../../pipelines/prepare/delivery/counts.ts';
import { Cap, checkBlock } from '../../../../pipelines/prepare/check/index.ts';
import type { CapState, CheckedBlock, CheckedRecord } from '../../../../pipelines/prepare/check/index.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { NOW } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

const lines: string[] = [];
let spatial: Spatial;
beforeAll(async () => {
  spatial = await spatialForTests();
  const written: (string | Uint8Array)[] = [];
  await generate({ objects: 1_500, seed: 11, broken: 0.6, write: async (chunk) => { written.push(chunk); } });
  lines.push(...Buffer.concat(written.map((chunk) => Buffer.from(chunk))).toString('latin1').split('\n').filter((line) => line !== ''));
});
afterAll(() => spatial.close());

async function checked(cap: CapState): Promise<readonly CheckedRecord[]> {
  return (await checkedTogether([...lines.keys()], cap)).records;
}

/** Checks the lines of these numbers as one block. */
function checkedTogether(numbers: readonly number[], cap: CapState): Promise<CheckedBlock> {
  const builder = new BlockBuilder();
  for (const number of numbers) {
    builder.add({ kind: 'root', pointer: `/${number}`, line: number + 1, column: 1, bytes: Buffer.from(lines[number]!, 'latin1') });
  }
  return checkBlock(builder.take(), { crs: CRSS['28992'], model: null, now: NOW, prepares: true, cap }, spatial);
}

/** Number of findings of each rule in a record, by name. */
function totals({ found }: CheckedRecord): readonly RuleCount[] {
  return withTotals(withFindings([], found?.findings ?? []), found?.leftOut ?? [])
    .toSorted((one, other) => (`${one.rule} ${one.severity}` < `${other.rule} ${other.severity}` ? -1 : 1));
}

test('whether findings are kept or only counted, each record has the same totals and the same verdict', async () => {
  const kept = await checked(new Cap().state);
  const counted = await checked({ ...new Cap().state, kept: LIMITS.findingsMax });
  expect(new Set(kept.flatMap(({ found }) => found?.findings.map(({ rule }) => rule) ?? [])).size).toBeGreaterThan(20);
  expect(counted.flatMap(({ found }) => found?.findings ?? [])).toEqual([]);
  expect(counted.map(totals)).toEqual(kept.map(totals));
  const verdictOf = ({ found, root }: CheckedRecord) => [found?.firstError, root?.entityType, root?.isFeature, root?.nested];
  expect(counted.map(verdictOf)).toEqual(kept.map(verdictOf));
});

test('the result of a record does not depend on other records', async () => {
  const numbers = [...lines.keys()].slice(0, 300);
  const cap = new Cap().state;
  const { records, prepared } = await checkedTogether(numbers, cap);
  const alone = await Promise.all(numbers.map((number) => checkedTogether([number], cap)));
  expect(records).toEqual(alone.flatMap((one) => one.records));
  expect(prepared).toEqual(alone.flatMap((one) => one.prepared));
  expect(new Set(prepared.map((line) => line === null))).toEqual(new Set([true, false]));
});

test('a mistake has the rule of its words', () => {
  const mistakes = lines.flatMap((line) => mistakesIn(parsed(line)));
  expect(mistakes.filter(({ rule, say }) => say().rule !== rule)).toEqual([]);
  expect(new Set(mistakes.map(({ rule }) => rule)).size).toBeGreaterThan(10);
});

test('a mistake has the pointer of its words; a missing field has its own pointer or that of an ancestor', () => {
  const isElsewhere = ({ at, say }: Mistake): boolean => {
    const { rule, pointer, field } = say();
    return rule === 'schema.required' ? at !== `${pointer}/${field}` : !`${pointer}/`.startsWith(`${at}/`);
  };
  expect(lines.flatMap((line) => mistakesIn(parsed(line))).filter(isElsewhere).map(({ at, say }) => [at, say().pointer])).toEqual([]);
});

function parsed(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return null;
  }
}
