/**
 * Dutch API design rules: the official linter rules on our OpenAPI document, by Spectral, and the sixteen rules of the geospatial module
 * on the running demo.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { Site } from '../conformance/site.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { describeWithShared } from '../shared-data.ts';
import { GEOSPATIAL_RULES, type Written } from './geospatial.ts';

/** `.ci/run` installs Spectral outside the project and names its program; without it these tests fail. */
const SPECTRAL = process.env['EV_SPECTRAL'] ?? 'spectral-is-not-installed';

/** Names that OGC API Features prescribes, and field names of the model and the Interface Rules (a dot separates nested names). */
const PRESCRIBED = new Set(['bbox-crs', 'filter-crs', 'filter-lang', ...COLLECTIONS.flatMap((collection) => queryablesOf(collection).map(({ name }) => name))]);
/** Names of files that search engines prescribe. */
const PRESCRIBED_PATHS = new Set(['/sitemap.xml', '/robots.txt']);
/** A geodetic datum, which the linter takes for the Dutch word for a date. */
const GEODETIC_DATUM = 'components.schemas.Crs.properties.datum';

interface Finding { readonly code: string; readonly message: string; readonly path: readonly string[] }

let demo: Demo;
let folder: string;
beforeAll(async () => {
  // The rules require a contact in the document.
  demo = await startDemo({ args: ['--contact', 'Servicepunt <ev@voorbeeld.nl> <https://voorbeeld.nl/ev>'] });
  folder = await mkdtemp(join(tmpdir(), 'ev-design-rules-'));
}, 300_000);
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true });
});

describeWithShared('the linter', 'data/adr', (adr) => {
  const findings = (file: string) => findingsOf(file, join(adr, 'linter.yaml'));

  test('reports only names in our OpenAPI document that OGC and the Interface Rules prescribe', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, await (await fetch(`${demo.base}/openapi.json`)).text());
    const wrong = (await findings(file)).filter(({ code, message, path }) => (
      !(code === 'nlgov:query-keys-camel-case' && PRESCRIBED.has(message.replace(/ .*/, ''))) && path.join('.') !== GEODETIC_DATUM
      && !(code === 'nlgov:paths-kebab-case' && PRESCRIBED_PATHS.has(path[1] ?? ''))
    ));
    expect(wrong).toEqual([]);
  });

  test('reports the errors of a wrong document', async () => {
    const file = join(folder, 'wrong.json');
    const document = JSON.parse(await readFile(join(adr, 'baseline.json'), 'utf8')) as { openapi: string };
    await writeFile(file, JSON.stringify({ ...document, openapi: '2.0' }));
    expect(await findings(file)).not.toEqual([]);
  });
});

describe('the geospatial module', () => {
  test.each(Object.entries(GEOSPATIAL_RULES))('%s', async (_, rule) => {
    await rule(new Site(demo.base), write);
  });
});

async function write(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Written> {
  const sent = { ...headers, authorization: `Bearer ${demo.token}` };
  const { status, headers: received } = await fetch(demo.base + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  return { status, location: received.get('location') };
}

/** Returns errors only. Spectral exits with 1 when it finds any. */
async function findingsOf(file: string, rules: string): Promise<readonly Finding[]> {
  const report = `${file}.report`;
  await new Promise<void>((resolve, reject) => {
    execFile(SPECTRAL, ['lint', '-r', rules, file, '-f', 'json', '-o', report, '-D', '-q'], (error) => {
      if (error === null || error.code === 1) resolve();
      else reject(error);
    });
  });
  return JSON.parse(await readFile(report, 'utf8')) as Finding[];
}
