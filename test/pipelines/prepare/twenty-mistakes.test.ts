/** A delivery with twenty mistakes of twenty kinds: the report names exactly these mistakes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { PROJECT } from '../../shared-data.ts';
import { deliver, type Prepared } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

const PATH = join(PROJECT, 'data/examples/twenty-mistakes.json');
const EXPECTED = JSON.parse(readFileSync(PATH.replace('.json', '.expected.json'), 'utf8')) as
  readonly { readonly rule: string; readonly pointer: string }[];

let spatial: Spatial;
let prepared: Prepared;
beforeAll(async () => {
  spatial = await spatialForTests();
  prepared = await deliver(spatial, { path: PATH }, { source: 'twenty-mistakes.json' });
});
afterAll(() => spatial.close());

test('twenty mistakes of twenty kinds, of all five levels, are found, and nothing else', () => {
  expect(new Set(EXPECTED.map(({ rule }) => rule)).size).toBe(20);
  expect(new Set(EXPECTED.map(({ rule }) => rule.split('.')[0]))).toEqual(
    new Set(['json', 'schema', 'geometrie', 'verwijzing', 'id', 'regel']),
  );
  const found = prepared.report.findings.map(({ rule, pointer }) => ({ rule, pointer }));
  expect(sorted(found)).toEqual(sorted(EXPECTED));
});

test('the roots without mistakes, or with warnings only, are accepted; the others are refused', () => {
  const warned = new Set<string>(prepared.report.findings.filter(({ severity }) => severity === 'warning').map(({ rule }) => rule));
  expect(warned).toEqual(new Set(['verwijzing.anders-dan-plaats', 'regel.alleen-lezen']));
  const wrong = new Set(EXPECTED.filter(({ rule }) => !warned.has(rule)).map(({ pointer }) => `/${pointer.split('/')[1]}`));
  for (const { pointer, verdict } of prepared.report.objects) {
    expect([pointer, verdict]).toEqual([pointer, wrong.has(pointer) ? 'refused' : 'accepted']);
  }
  expect(prepared.report.counts).toMatchObject({ objects: 19, accepted: 5, refused: 14 });
});

test('each has its line, its object when that can be read, and a map location except on level 1', () => {
  const text = readFileSync(PATH, 'utf8').split('\n');
  for (const { rule, pointer, line, objectId, objectType, place, near } of prepared.report.findings) {
    const name = pointer.split('/').findLast((token) => !/^\d*$/.test(token));
    if (name !== undefined && !pointer.includes('coordinates')) expect(text[line! - 1]).toContain(`"${name}":`);
    if (rule.startsWith('json.')) continue;
    expect([rule, objectId]).toEqual([rule, expect.stringContaining('NL.IMEV.AB12.twintig-')]);
    if (rule !== 'schema.entityType') {
      expect([rule, objectType, place ?? near]).toEqual([rule, expect.any(String), expect.anything()]);
    }
  }
});

function sorted(pairs: readonly { readonly rule: string; readonly pointer: string }[]): readonly string[] {
  return pairs.map(({ rule, pointer }) => `${rule} ${pointer}`).sort();
}
