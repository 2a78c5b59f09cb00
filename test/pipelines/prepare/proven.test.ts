/** Whatever a screen proves, the report is that of the long way: here every root of which nothing is said is proven. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import { pieceOf } from '../../../pipelines/prepare/block.ts';
import type { Block } from '../../../pipelines/prepare/block.ts';
import { judgeBlock, judgesHere } from '../../../pipelines/prepare/judge.ts';
import type { JudgedPiece, Judges } from '../../../pipelines/prepare/judge.ts';
import { prepare } from '../../../pipelines/prepare/prepare.ts';
import { jsonPieces } from '../../../pipelines/prepare/report/json.ts';
import { withLists } from '../../../pipelines/prepare/prepared-report.ts';
import { FindingWriter } from '../../../pipelines/prepare/written.ts';
import { NO_VALUE, ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import { readPiece } from '../../../pipelines/prepare/roots.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import type { Report } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';
import type { EntityType, RootType } from '../../../schemas/names.ts';
import { building, deliver, RD, screened } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

/** Judges the long way, and hands over as proven all that can be; tells how many. */
function provingJudges(): Judges & { readonly proven: () => number } {
  let count = 0;
  return {
    ahead: 2, proven: () => count, close: () => Promise.resolve(),
    async judge(block, options) {
      const { judged } = await judgeBlock(block, { ...options(), finishes: true }, spatial);
      const proven = new ProvenRoots(judged.length);
      const others = judged.filter((piece, index) => !add(proven, block, { piece, index }));
      count += judged.length - others.length;
      return { proven: proven.columns(), written: new FindingWriter().written(), counted: [], judged: others };
    },
  };
}

function add(proven: ProvenRoots, block: Block, { piece, index }: { piece: JudgedPiece; index: number }): boolean {
  const { findings, leftOut, root } = piece;
  const isSilent = findings.length + leftOut.length === 0 && root?.hidden === undefined && root?.links.length === 0;
  if (!isSilent || root.model !== '4.0' || root.verdict.isFeature === true) return false;
  const keys = new Map(root.shapes.map(({ pointer, key }) => [pointer, key]));
  proven.add(index, ROOT_TYPES.indexOf(root.verdict.entityType as RootType));
  const objects = objectsOf(readPiece(pieceOf(block, index)).root!.document);
  for (const { id, type } of objects) {
    const bytes = Buffer.from(id!);
    proven.addObject(OBJECT_TYPES.indexOf(type as EntityType), { bytes, start: 0, end: bytes.length });
  }
  for (const [place, { pointer }] of objects.entries()) {
    const key = keys.get(`${pointer}/geometrie`);
    if (key !== undefined) proven.setKey(place, key);
  }
  return true;
}

async function register(objects: number, seed: number): Promise<readonly string[]> {
  let made = '';
  await generate({ objects, seed, broken: 0.05, write: (chunk) => { made += chunk.toString('latin1'); } });
  return made.trimEnd().split('\n');
}

async function reports(lines: readonly string[], strict = false): Promise<readonly [proven: Report, long: Report]> {
  const bytes = Buffer.from(lines.join('\n'), 'latin1');
  const judges = provingJudges();
  const found = await prepare({ bytes }, { source: 'levering.json', crs: RD, model: null, strict }, { judges, sink: null });
  const proven = withLists(found);
  expect([...jsonPieces(found)].join('')).toBe(JSON.stringify(proven));
  expect(judges.proven()).toBeGreaterThan(lines.length / 3);
  return [proven, (await deliver(spatial, { bytes }, { strict })).report];
}

test('nested roots, their ids and their geometries, once and again', async () => {
  const lines = await register(1_500, 31);
  const renamed = lines.slice(0, 300).map((line) => line.replaceAll(/"(id|lokaalID|href)":"(#?)([^"]*)"/g, '"$1":"$2$3-x"'));
  for (const delivery of [lines, [...lines, '', ...lines.slice(200, 400)], [...lines, ...renamed]]) {
    const [proven, long] = await reports(delivery);
    expect(JSON.stringify(proven)).toBe(JSON.stringify(long));
  }
});

test('with strict too', async () => {
  const [proven, long] = await reports(await register(200, 32), true);
  expect(proven).toEqual(long);
});

test('texts without value, where they are only counted', async () => {
  const broken = ['{"a":', '['.repeat(33), '"\u00ff"', '{"a":1}x'];
  const lines = (await register(200, 33)).flatMap((line, index) => [line, broken[index % broken.length]!]);
  const many = Array.from({ length: 10_000 }, (_, index) => broken[index % broken.length]!);
  const bytes = Buffer.from([...lines, ...many, ...lines.slice(0, 50), ...many].join('\n'), 'latin1');
  let counted = 0;
  const judges: Judges = {
    ...judgesHere(spatial),
    async judge(block, options) {
      const judged = await judgeBlock(block, options(), spatial);
      counted += judged.proven.types.filter((type) => type === NO_VALUE).length;
      return judged;
    },
  };
  for (const strict of [false, true]) {
    const found = await prepare({ bytes }, { source: 'levering.json', crs: RD, model: null, strict }, { judges, sink: null });
    const [short, long] = [withLists(found), (await deliver(spatial, { bytes }, { strict })).report];
    expect([...jsonPieces(found)].join('')).toBe(JSON.stringify(short));
    expect(JSON.stringify(short)).toBe(JSON.stringify(long));
  }
  expect(counted).toBeGreaterThan(2 * 4_000);
});

test('what is told where it is screened: without id, with an id or a geometry that was there, more often than the report keeps', async () => {
  const broken: string[] = [];
  await generate({ objects: 1_500, seed: 34, broken: 0.5, write: (chunk) => { broken.push(chunk.toString('latin1')); } });
  const lines = broken.join('').trimEnd().split('\n');
  const nameless = lines.slice(0, 100).map((line) => line.replace(/"id":"[^"]*",?/, ''));
  const late = Array.from({ length: 1_100 }, (_, index) =>
    JSON.stringify(building(index, { populatie: 'veel', ...(index % 2 === 0 ? { kleur: 'rood' } : {}) })));
  const untyped = lines.slice(0, 100).map((line, index) => line.replace(/"entityType":"\w+"/, `"entityType":"Gebouw${index % 7}"`));
  const bytes = Buffer.from([...lines, ...nameless, ...untyped, ...nameless, ...lines.slice(0, 200), ...untyped, ...late].join('\n'), 'latin1');
  const [short, long] = [await screened(spatial, { bytes }), (await deliver(spatial, { bytes })).report];
  expect(long.findings.filter(({ rule }) => rule === 'schema.type')).toHaveLength(LIMITS.findingsPerRuleMax);
  expect(long.findings.some(({ rule }) => rule === 'id.dubbel')).toBe(true);
  expect(JSON.stringify(short)).toBe(JSON.stringify(long));
});
