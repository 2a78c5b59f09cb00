/**
 * The made-up city of the demo: its files are those of the program that makes them, and hold what a newcomer should see.
 * Not here: checking them as deliveries (test/long/demo-city.test.ts).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cityFiles } from '../../data/demo/make-city.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { CONTOUR_TYPES, ROOTS } from '../../schemas/names.ts';
import { objectsIn } from '../documents.ts';
import { PROJECT } from '../shared-data.ts';

const FOLDER = join(PROJECT, 'data/demo');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const DELIVERIES = JSON.parse(readFileSync(join(FOLDER, 'deliveries.json'), 'utf8')) as Record<string, string>;
const FILES = Object.keys(DELIVERIES);
interface Root extends JsonObject {
  readonly id: string;
  readonly beginGeldigheid: string;
  readonly eindGeldigheid?: string;
}

const SIZE_BYTES_MAX = 3_000_000;
const DAYS = ['2023-02-01', '2024-12-01', '2025-12-01', '2026-11-26'];

test('the files are those that the program makes', () => {
  const made = cityFiles();
  expect(readdirSync(FOLDER).filter((name) => name.endsWith('json')).sort()).toEqual([...made.keys()].sort());
  for (const [name, content] of made) expect([name, readFileSync(join(FOLDER, name), 'utf8') === content]).toEqual([name, true]);
  expect([...made.values()].reduce((sum, content) => sum + content.length, 0)).toBeLessThan(SIZE_BYTES_MAX);
});

test.each(FILES)('%s is of its holder, who is in the README', (file) => {
  expect(rootsOf(file).every(({ bronhoudercode }) => bronhoudercode === DELIVERIES[file])).toBe(true);
  expect(README).toContain(DELIVERIES[file]);
});

describe('the city', () => {
  const versions = FILES.flatMap(rootsOf);

  test('about two thousand objects are valid today, in all six roots, with contours of every type, drawn and as a distance', () => {
    const roots = validOn('2026-11-26');
    const objects = roots.reduce((sum, root) => sum + objectsIn(root), 0);
    expect(objects).toBeGreaterThan(1_700);
    expect(objects).toBeLessThan(2_300);
    expect(new Set(roots.map(({ entityType }) => entityType))).toEqual(new Set(Object.keys(ROOTS)));
    const text = JSON.stringify(roots);
    for (const type of CONTOUR_TYPES) expect(text).toContain(`"entityType":"${type}"`);
    for (const type of ['PRContour', 'BrandAandachtsgebied', 'ExplosieAandachtsgebied', 'GifwolkAandachtsgebied']) {
      for (const extent of ['geometrie', 'afstand']) expect(text).toMatch(new RegExp(`"entityType":"${type}",[^}]*\\}[^}]*\\}\\],"afstandOfGeometrie":\\{"${extent}"`));
    }
    for (const category of ['beperktKwetsbaar', 'kwetsbaar', 'zeerKwetsbaar']) expect(text).toContain(`"categorieKwetsbaarheid":"${category}"`);
  });

  test('it changes: homes are built, a school closes, tanks go, and the villages go over to their new municipality', () => {
    const ids = DAYS.map((day) => new Set(validOn(day).map(({ id }) => id)));
    const count = (day: number, pattern: RegExp): number => [...ids[day]!].filter((id) => pattern.test(id)).length;
    expect(ids.map((_, day) => count(day, /G9901\.nieuw-/))).toEqual([0, expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(count(3, /G9901\.nieuw-/)).toBeGreaterThan(count(1, /G9901\.nieuw-/));
    expect([1, 2].map((day) => ids[day]!.has('NL.IMEV.G9901.gebouw-005'))).toEqual([true, false]);
    expect([0, 1].map((day) => ids[day]!.has('NL.IMEV.G9901.lpg-0003'))).toEqual([true, false]);
    expect([2, 3].map((day) => [count(day, /G990[23]\./) > 300, count(day, /G9904\./) > 300])).toEqual([[true, false], [false, true]]);
  });

  test('each object has the history that the README gives', () => {
    for (const [, name] of README.slice(README.indexOf('| since')).matchAll(/`([a-z]+\d?-\d+)`/g)) {
      const own = versions.filter(({ id }) => id.endsWith(`.${name}`));
      expect([name, own.length]).toEqual([name, expect.toSatisfy((count: number) => count > 1)]);
    }
  });

  /** Roots that are valid on a day; of each root the newest version that had begun. */
  function validOn(day: string): readonly Root[] {
    const newest = new Map<string, Root>();
    for (const root of versions.toSorted((one, other) => (one.beginGeldigheid < other.beginGeldigheid ? -1 : 1))) {
      if (root.beginGeldigheid <= `${day}T12`) newest.set(root.id, root);
    }
    return [...newest.values()].filter(({ eindGeldigheid }) => eindGeldigheid === undefined || eindGeldigheid > `${day}T12`);
  }
});

function rootsOf(file: string): readonly Root[] {
  return readFileSync(join(FOLDER, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Root);
}
