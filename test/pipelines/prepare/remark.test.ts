/** Remarks: what is only counted is counted as what is kept, and a mistake is named as it is said. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mistakesIn } from '../../../schemas/check/compile.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { RuleCount } from '../../../schemas/finding.ts';
import type { Json } from '../../../schemas/json.ts';
import { generate } from '../../../pipelines/generate/generate.ts';
import { BlockMaker } from '../../../pipelines/prepare/block-maker.ts';
import { withFindings, withTotals } from '../../../pipelines/prepare/counts.ts';
import { judgeBlock } from '../../../pipelines/prepare/judge.ts';
import type { JudgedPiece } from '../../../pipelines/prepare/judge.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { spatialForTests } from './spatial-for-tests.ts';

const lines: string[] = [];
let spatial: Spatial;
beforeAll(async () => {
  spatial = await spatialForTests();
  const written: (string | Uint8Array)[] = [];
  await generate({ objects: 1_500, seed: 11, broken: 0.6, write: async (chunk) => { written.push(chunk); } });
  lines.push(...Buffer.concat(written.map((chunk) => Buffer.from(chunk))).toString('latin1').split('\n').filter((line) => line !== ''));
});
afterAll(() => spatial.close());

async function judge(full: readonly string[]): Promise<readonly JudgedPiece[]> {
  const maker = new BlockMaker(0);
  for (const [index, line] of lines.entries()) {
    maker.add({ kind: 'root', pointer: `/${index}`, line: index + 1, column: 1, bytes: Buffer.from(line, 'latin1') });
  }
  // Who finishes roots does not screen them; what is counted there has tests of its own (nearly.test.ts).
  return (await judgeBlock(maker.take(), { crs: CRSS['28992'], model: null, finishes: true, full }, spatial)).judged;
}

/** How often each rule was found broken in a piece, by name. */
function totals({ findings, leftOut }: JudgedPiece): readonly RuleCount[] {
  return withTotals(withFindings([], findings), leftOut)
    .toSorted((one, other) => (`${one.rule} ${one.severity}` < `${other.rule} ${other.severity}` ? -1 : 1));
}

test('whether findings are kept or only counted, each piece has the same totals and the same verdict', async () => {
  const kept = await judge([]);
  const rules = [...new Set(kept.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
  const counted = await judge(rules);
  expect(rules.length).toBeGreaterThan(20);
  expect(counted.flatMap(({ findings }) => findings)).toEqual([]);
  expect(counted.map(totals)).toEqual(kept.map(totals));
  expect(counted.map(({ refused, root }) => [refused, root?.verdict])).toEqual(kept.map(({ refused, root }) => [refused, root?.verdict]));
});

test('a mistake is named by the rule that its words are about', () => {
  const mistakes = lines.flatMap((line) => mistakesIn(parsed(line)));
  expect(mistakes.filter(({ rule, say }) => say().rule !== rule)).toEqual([]);
  expect(new Set(mistakes.map(({ rule }) => rule)).size).toBeGreaterThan(10);
});

function parsed(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return null;
  }
}
