/** The example deliveries: they are what `data/examples/README.md` says, and valid but for the one that is not. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { ROOTS } from '../../schemas/names.ts';
import { objectsIn, polygonsOf, positionsIn, ringIsSimple } from '../documents.ts';
import { PROJECT } from '../shared-data.ts';

const FOLDER = join(PROJECT, 'data/examples');
const HOLDERS = JSON.parse(readFileSync(join(FOLDER, 'holders.json'), 'utf8')) as Record<string, string>;
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const RIGHT = Object.keys(HOLDERS).filter((file) => !file.startsWith('fout-'));
const WRONG = Object.keys(HOLDERS).filter((file) => file.startsWith('fout-'));
const ALL = RIGHT.flatMap(rootsOf);

describe('the examples', () => {
  test('at least twelve deliveries, all six roots, each file with a holder and a row in the README', () => {
    expect(RIGHT.length).toBeGreaterThanOrEqual(12);
    expect(new Set(ALL.map(({ entityType }) => entityType))).toEqual(new Set(Object.keys(ROOTS)));
    const files = readdirSync(FOLDER).filter((file) => !/^(holders|README|twenty-mistakes)\b/.test(file));
    expect(Object.keys(HOLDERS).sort()).toEqual(files.sort());
    for (const file of files) {
      const objects = rootsOf(file).reduce((sum, root) => sum + objectsIn(root), 0);
      expect(README).toContain(`| \`${file}\` | ${HOLDERS[file]} | ${objects} |`);
    }
  });

  test.each(RIGHT)('%s is valid 4.0.0, in RD, of its holder', (file) => {
    for (const root of rootsOf(file)) {
      expect(validate(root)).toEqual([]);
      expect(root['bronhoudercode']).toBe(HOLDERS[file]);
      for (const [x, y] of positionsIn(root)) expect(x > 10_000 && x < 280_000 && y > 305_000 && y < 620_000).toBe(true);
      for (const ring of polygonsOf(root).flat()) expect(ringIsSimple(ring)).toBe(true);
    }
  });

  test('everything that a newcomer should see occurs', () => {
    const text = JSON.stringify(ALL);
    for (const piece of [
      '"afstand":', '"geenWaardeReden":', '"stof":', '"stofCategorie":', '"informatieGeheim":true', '"privacyGevoelig":true',
      '"MultiPolygon"', '"MultiLineString"', '"eindGeldigheid":', '"voertUit":', '"resulteertIn":',
    ]) expect(text).toContain(piece);
    const rings = polygonsOf(ALL);
    expect(rings.some((polygon) => polygon.length > 1)).toBe(true);
    expect(rings.some((polygon) => (polygon[0]?.length ?? 0) > 60)).toBe(true);
  });

  test('ids are unique over all deliveries', () => {
    const ids = [...JSON.stringify([...ALL, ...WRONG.flatMap(rootsOf)]).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('exactly one delivery is wrong: its first and last root are right, the schema finds five of the eight others', () => {
    expect(WRONG).toHaveLength(1);
    const mistakes = WRONG.flatMap(rootsOf).map((root) => validate(root).length > 0);
    // Self-crossing, not closed and degrees in RD (1, 2, 5) are for the geometry check.
    expect(mistakes).toEqual([false, false, false, true, true, false, true, true, true, false]);
  });
});

/** The roots of a file; a GeoJSON feature gets its geometry back. */
function rootsOf(file: string): readonly JsonObject[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  if (file.endsWith('.ndjson')) return text.trim().split('\n').map((line) => JSON.parse(line) as JsonObject);
  const content = JSON.parse(text) as JsonObject | readonly JsonObject[];
  if (Array.isArray(content)) return content as readonly JsonObject[];
  const delivery = content as JsonObject;
  if (delivery['type'] !== 'FeatureCollection') return [delivery];
  return (delivery['features'] as readonly JsonObject[])
    .map(({ geometry, properties }) => ({ ...(properties as JsonObject), geometrie: geometry ?? null }));
}
