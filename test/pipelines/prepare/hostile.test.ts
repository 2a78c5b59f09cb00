/**
 * Hostile input: valid deliveries changed at random. Prepare never throws, and never accepts a document that the schema by itself refuses.
 * The register can store every accepted document.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { validate } from '../../../schemas/check/compile.ts';
import type { Json } from '../../../schemas/json.ts';
import { building, deliver, example } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const SEEDS: readonly Json[] = [
  building(1), example('lpg-tankstation-amersfoort.json'), example('buisleiding-europoort-moerdijk.json'),
  example('windpark-zeewolde.json'), example('munitiedepot-geheim.json'),
];

const odd = fc.constantFrom<Json>(
  null, true, -0, 1e300, -1, 0.5, '', 'waardeOnbekend', '__proto__', '\ud800', '#', [], {}, [[]], [null],
  { href: '#x' }, { geenWaardeReden: 'waardeOnbekend' }, { type: 'Point', coordinates: [1, 2] }, { entityType: 'Wegen' },
  '2024-02-30T00:00:00Z', 'x'.repeat(3_000), 'nul\u0000',
);

/** Changes one value of a document: removes, replaces, swaps, doubles or nests it, or adds a member next to it. */
function mutate(value: Json, [step, ...path]: readonly number[], replacement: Json): Json {
  if (typeof value !== 'object' || value === null || step === undefined) return replacement;
  const entries = Object.entries(value);
  if (entries.length === 0) return replacement;
  const at = step % entries.length;
  const [key, inside] = entries[at]!;
  const next = path.length > 0 ? [[key, mutate(inside, path, replacement)]] : [
    [], [[key, replacement]], [[key, [inside]]], [[key, { [key]: inside }]], [[key, inside], ['__proto__', replacement]],
    [[key, inside], [`${key}2`, inside]], [[key, Array.isArray(inside) ? inside.toReversed() : replacement]],
  ][Math.floor(step / entries.length) % 7]!;
  const all = entries.toSpliced(at, 1, ...(next as [string, Json][]));
  if (Array.isArray(value)) return all.map(([, item]) => item);
  const out = {};
  for (const [name, item] of all) Object.defineProperty(out, name, { value: item, enumerable: true, configurable: true, writable: true });
  return out;
}

const path = fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 9 });

test('a document changed in any way is checked without an exception, and never accepted against the schema', async () => {
  await fc.assert(fc.asyncProperty(
    fc.constantFrom(...SEEDS), fc.array(fc.tuple(path, odd), { minLength: 1, maxLength: 3 }), fc.constantFrom<'3.0' | '4.0' | null>('3.0', '4.0', null),
    async (seed, changes, model) => {
      const document = changes.reduce((value, [place, replacement]) => mutate(value, place, replacement), seed);
      const { report, roots } = await deliver(spatial, { bytes: Buffer.from(JSON.stringify([document, building(99)])) }, { model });
      expect(roots.at(-1)?.id).toBe('NL.IMEV.AB12.g99');
      expect(roots).toHaveLength(report.counts.accepted);
      for (const { body } of roots) expect(validate(JSON.parse(body) as Json)).toEqual([]);
      const refused = report.objects[0]?.verdict === 'refused';
      expect(refused).toBe(report.counts.errors > 0);
    },
  ), { numRuns: 150 });
});

test('a text with any one byte changed is checked without an exception', async () => {
  const bytes = Buffer.from(JSON.stringify([building(1), building(2)]));
  await fc.assert(fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
    const changed = Buffer.from(bytes);
    changed[at] = byte;
    const { report } = await deliver(spatial, { bytes: changed });
    let parsed: unknown;
    try { parsed = JSON.parse(changed.toString()); } catch { parsed = undefined; }
    if (parsed === undefined) expect(report.counts.errors).toBeGreaterThan(0);
  }), { numRuns: 150 });
});

test('a location with thousands of equal references is read again once, not once for each', async () => {
  const location = example('lpg-tankstation-amersfoort.json') as Record<string, Json>;
  const activity = (location['voertUit'] as readonly Json[])[0] as Record<string, Json>;
  const reference = (activity['heeft'] as readonly Json[])[0] as Record<string, Json>;
  const many = Array.from({ length: 4_000 }, (_, at): Json => ({ ...reference, id: `r${at}`, resulteertIn: { waarde: null, geenWaardeReden: 'waardeOnbekend' } }));
  const { report } = await deliver(spatial, { ...location, voertUit: [{ ...activity, heeft: many }] });
  const same = report.findings.filter(({ rule }) => rule === 'regel.zelfde-geometrie');
  expect(report.counts.rules.find(({ rule }) => rule === 'regel.zelfde-geometrie')?.count).toBe(3_999);
  expect(same[0]).toMatchObject({ severity: 'warning', pointer: '/voertUit/0/heeft/1/geometrie', objectId: 'r1', found: 'r0' });
});

test('an id of a hundred thousand characters does not make the report a thousand times as long', async () => {
  const id = 'x'.repeat(100_000);
  const unknown = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`k${at}`, 1]));
  const { report } = await deliver(spatial, building(1, { id, ...unknown }));
  expect(report.findings.length).toBeGreaterThan(LIMITS.unknownFieldsMax);
  const location = example('lpg-tankstation-amersfoort.json');
  const old = await deliver(spatial, { ...location, id, voertUit: Array.from({ length: 500 }, () => ({ entityType: 'Propaan' })) }, { model: '3.0' });
  for (const made of [report, old.report]) expect(JSON.stringify(made).length).toBeLessThan(3_000_000);
});
