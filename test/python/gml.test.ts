/**
 * Features in GML by the schemas of OGC and W3C themselves, with libxml2: every feature of every collection is valid, in every published
 * CRS. `.ci/run` provides lxml (EV_PYTHON) and the archives of schemas (EV_OGC_SCHEMAS); without them the tests fail, they never skip.
 * The element around the features of a page is of a schema that no package registry has, so features are judged one by one.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { servedExamples } from '../server/example-server.ts';

const { ask } = servedExamples();

interface Case {
  readonly schema: string;
  readonly documents: readonly string[];
}

/** Returns the mistakes in each case. */
function judged(cases: readonly Case[]): readonly (readonly string[])[] {
  const input = JSON.stringify({ folder: process.env['EV_OGC_SCHEMAS'] ?? 'no-schemas-of-OGC', cases });
  const output = execFileSync(process.env['EV_PYTHON'] ?? 'python3', [join(import.meta.dirname, 'gml.py')], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return JSON.parse(output) as readonly (readonly string[])[];
}

async function caseOf(collection: string, crs: string): Promise<Case> {
  const path = `/v1/collections/${collection}`;
  const { features } = (await ask(`${path}/items?limit=1000`)).json() as { readonly features: readonly { readonly id: string }[] };
  const documents = await Promise.all(features.map(async ({ id }) => (await ask(`${path}/items/${encodeURIComponent(id)}?f=gmlsf0&crs=${crs}`)).text));
  return { schema: (await ask(`${path}/schema/gml`)).text, documents };
}

test.each(PUBLISHED_CRSS)('OPEN-gml: every feature of every collection is valid by the schemas of OGC, in %s', async (code) => {
  const cases = await Promise.all(COLLECTIONS.map(async (collection) => await caseOf(collection, CRSS[code].uri)));
  expect(cases.flatMap(({ documents }) => documents).length).toBeGreaterThan(100);
  expect(judged(cases).flat()).toEqual([]);
});

test('the judge refuses an element that is not in the schema, a number that is none, and an unknown element of GML', async () => {
  const { schema, documents: [document = ''] } = await caseOf('kwetsbare-gebouwen', CRSS['28992'].uri);
  const wrong = [
    document.replace('<ev:id>', '<ev:vreemd>1</ev:vreemd><ev:id>'), document.replace(/<ev:populatie>\d+</, '<ev:populatie>veel<'),
    document.replace(/gml:posList/g, 'gml:posLijst'),
  ];
  for (const [at, mistakes] of judged(wrong.map((one) => ({ schema, documents: [one] }))).entries()) {
    expect(wrong[at]).not.toBe(document);
    expect([at, mistakes]).not.toEqual([at, []]);
  }
});
