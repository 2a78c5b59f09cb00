/** OWSLib as a client walks the running demo: definition, conformance, collections, queryables, features, one feature, a box, a filter. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';

/** `.ci/run` installs OWSLib and names the Python; without it this test fails. */
const PYTHON = process.env['EV_PYTHON'] ?? 'python3';

interface Walked {
  readonly conformsTo: readonly string[];
  readonly collections: Readonly<Record<string, {
    readonly title: string; readonly matched: number; readonly ids: readonly string[]; readonly queryables: readonly string[]; readonly first: string | null;
  }>>;
  readonly boxed: readonly string[];
  readonly filtered: readonly string[];
}

let demo: Demo;
beforeAll(async () => { demo = await startDemo(); }, 300_000);
afterAll(async () => { await demo.stop(); });

test('OWSLib walks everything', async () => {
  const { stdout } = await promisify(execFile)(PYTHON, [join(import.meta.dirname, 'walk.py'), demo.base], { maxBuffer: 64 * 1024 * 1024 });
  const { conformsTo, collections, boxed, filtered } = JSON.parse(stdout) as Walked;
  expect(conformsTo).toContain('http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core');
  expect(Object.keys(collections).toSorted()).toEqual([...COLLECTIONS].toSorted());
  for (const [name, { title, matched, ids, queryables, first }] of Object.entries(collections)) {
    expect([name, title === '', ids.length, first]).toEqual([name, false, matched, ids[0] ?? null]);
    expect(queryables).toContain('beginGeldigheid');
  }
  expect(boxed.toSorted()).toEqual([2, 3, 4, 5, 6].map((number) => `NL.IMEV.AB12.gebouw-000${number}`));
  const { features } = await (await fetch(`${demo.base}/collections/kwetsbare-gebouwen/items?limit=10000`)).json() as {
    features: readonly { id: string; properties: { populatie?: number } }[];
  };
  expect(filtered.toSorted()).toEqual(features.filter(({ properties }) => (properties.populatie ?? 0) > 20).map(({ id }) => id).toSorted());
});
