/** Generate: the registers that `npm run generate` writes. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTIVITY_KINDS } from './activity-kinds.ts';
import { generate, type GenerateCounts, type GenerateOptions } from './generate.ts';
import { validate } from '../../schemas/check/compile.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { ROOTS, isRootType, kindOf, type RootType } from '../../schemas/names.ts';
import { objectsIn, polygonsOf, positionsIn, ringIsSimple } from '../documents.ts';
import { IS_FULL } from '../runs.ts';

describe('the generator', () => {
  test('same seed same bytes, another seed other bytes', async () => {
    const digest = async (seed: number): Promise<string> => {
      const hash = createHash('sha256');
      await generate({ objects: 3_000, seed, write: (chunk) => { hash.update(chunk); } });
      return hash.digest('hex');
    };
    const first = await digest(7);
    expect(await digest(7)).toBe(first);
    expect(await digest(8)).not.toBe(first);
  });

  test('the bytes of seed 1 on every machine', async () => {
    const { text } = await made({ objects: 2_000, seed: 1 });
    expect(createHash('sha256').update(text).digest('hex')).toBe(SHA256_OF_2000_OBJECTS_OF_SEED_1);
  });

  test('everything is valid 4.0.0, without so much as a notice; every kind of activity occurs', async () => {
    const { roots } = await made({ objects: 8_000, seed: 21, types: SOURCES });
    const { roots: mixed } = await made({ objects: 2_000, seed: 22 });
    for (const root of [...roots, ...mixed]) {
      expect([root['id'], ...validate(root), ...noticesOf(root)]).toEqual([root['id']]);
    }
    const text = JSON.stringify(roots);
    for (const { type } of ACTIVITY_KINDS) expect(text).toContain(`"entityType":"${type}"`);
  });

  test('objects are roots and nested objects together, exactly as many as asked, whatever the seed', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 600 }), fc.nat(), async (objects, seed) => {
      const { counts, roots } = await made({ objects, seed });
      expect(counts.objects).toBe(objects);
      expect(roots.reduce((sum, root) => sum + objectsIn(root), 0)).toBe(objects);
      expect(counts.roots).toBe(roots.length);
    }), { numRuns: 60 });
  });

  test('a register of 1,000 objects has all six roots; buildings are most of a large one', async () => {
    const small = await made({ objects: 1_000, seed: 3 });
    expect(Object.keys(small.counts.types).sort()).toEqual(Object.keys(ROOTS).sort());
    const { counts } = await made({ objects: 10_000, seed: 3 });
    expect((counts.types.KwetsbaarGebouw ?? 0) / counts.objects).toBeGreaterThan(0.8);
  });

  test('only the types asked for; buildings alone are one object each', async () => {
    const types: readonly RootType[] = ['KwetsbaarGebouw'];
    const { counts } = await made({ objects: 500, seed: 2, types });
    expect(counts.types).toEqual({ KwetsbaarGebouw: 500 });
    const lines = await made({ objects: 100, seed: 2, types: ['Wegen', 'BuisleidingStelsel'] });
    expect(Object.keys(lines.counts.types).sort()).toEqual(['BuisleidingStelsel', 'Wegen']);
  });

  test('ids are unique, links lead to the parent, coordinates are RD with 3 decimals, rings are valid', async () => {
    const { roots } = await made({ objects: 6_000, seed: 11 });
    const ids = new Set<string>();
    for (const root of roots) {
      expect(isRootType(root['entityType'] as string)).toBe(true);
      visit(root, null, (object, parent) => {
        if (ids.has(object['id'] as string)) expect.fail(`${object['id'] as string} is there twice`);
        ids.add(object['id'] as string);
        if (parent !== null && backLink(object) !== `#${parent['id'] as string}`) expect.fail(`${object['id'] as string} does not lead to its parent`);
      });
      for (const [x, y] of positionsIn(root)) {
        if (!(x > 10_000 && x < 280_000 && y > 305_000 && y < 620_000)) expect.fail(`${x} ${y}`);
        if (!(Math.abs(x * 1000 - Math.round(x * 1000)) < 1e-6)) expect.fail(`${x} has more decimals`);
      }
      for (const ring of polygonsOf(root).flat()) if (!ringIsSimple(ring)) expect.fail(JSON.stringify(ring));
    }
  });

  test.runIf(IS_FULL)('no geometry occurs twice for one type', async () => {
    const { roots } = await made({ objects: 30_000, seed: 12, types: SOURCES });
    const seen = new Set<string>();
    for (const root of roots) {
      visit(root, null, (object) => {
        const geometry = object['geometrie'] ?? (object['afstandOfGeometrie'] as JsonObject | undefined)?.['geometrie'];
        if (geometry === undefined) return;
        const key = `${object['entityType'] as string} ${JSON.stringify(geometry)}`;
        if (seen.has(key)) expect.fail(key);
        seen.add(key);
      });
    }
  });

  test.each([[-1, 1], [1.5, 1], [Number.NaN, 1], [1, -1], [1, 0.5], [1, Number.NaN], [1, 2 ** 32]])(
    '%d objects of seed %d are refused, and nothing is written', async (objects, seed) => {
      const write = (): never => { throw new Error('written'); };
      await expect(generate({ objects, seed, write })).rejects.toThrow(RangeError);
    },
  );

  test('memory does not grow with the register: chunks stay small and each write is awaited', async () => {
    let [open, largest] = [0, 0];
    await generate({ objects: 20_000, seed: 5, write: async (chunk) => {
      open += 1;
      expect(open).toBe(1);
      largest = Math.max(largest, chunk.length);
      await new Promise((resolve) => { setImmediate(resolve); });
      open -= 1;
    } });
    expect(largest).toBeLessThan(1024 * 1024);
  });
});

const SHA256_OF_2000_OBJECTS_OF_SEED_1 = '16f55d30908c1b3ebdceccb09ab1ecc77f4488b0a75af590506d37321ed66c1f';
const SOURCES: readonly RootType[] = ['LocatieActiviteit', 'LocatieBasisnet', 'Wegen', 'BuisleidingStelsel'];

interface Made {
  readonly counts: GenerateCounts;
  readonly text: string;
  readonly roots: readonly JsonObject[];
}

async function made(options: Omit<GenerateOptions, 'write'>): Promise<Made> {
  let text = '';
  const counts = await generate({ ...options, write: (chunk) => { text += chunk.toString(); } });
  expect(counts.bytes).toBe(Buffer.byteLength(text));
  const roots = text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as JsonObject);
  return { counts, text, roots };
}

function visit(value: JsonObject, parent: JsonObject | null, see: (object: JsonObject, parent: JsonObject | null) => void): void {
  see(value, parent);
  for (const field of ['voertUit', 'heeft', 'resulteertIn']) {
    const children = value[field];
    if (Array.isArray(children)) for (const child of children as readonly Json[]) if (isObject(child)) visit(child, value, see);
  }
}

function backLink(object: JsonObject): Json | undefined {
  const fields = { activity: 'locatieEVActiviteit', reference: 'heeft', contour: 'hoortBij', root: '' };
  const kind = kindOf(object['entityType'] as string);
  const value = kind === undefined ? undefined : object[fields[kind]];
  const link = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  return isObject(link) ? link['href'] : undefined;
}
