/**
 * Dutch API design rules 2.2: the rules of the official linter on our OpenAPI document, by Spectral, with the newest ones, and the sixteen
 * rules of the geospatial module on the running demo. Not here: what no linter sees (test/server/design-rules.test.ts).
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

/** Field names of the model (a dot separates nested names), and names that OGC API Features prescribes. */
const PRESCRIBED = new Set(['bbox-crs', 'filter-crs', 'filter-lang', ...COLLECTIONS.flatMap((collection) => queryablesOf(collection).map(({ name }) => name))]);

/** Where we differ from the rules, by the row of the ledger that gives the reason. */
const DIFFERENCES: Readonly<Record<string, (finding: Finding) => boolean>> = {
  'OPEN-adr-query-names': ({ code, message }) => code === 'nlgov:query-keys-camel-case' && PRESCRIBED.has(message.replace(/ .*/, '')),
  'OPEN-adr-path-names': ({ code, path }) => code === 'nlgov:paths-kebab-case' && /^\/(sitemap\.xml|robots\.txt|tileMatrixSets(\/\{[^}]*\})?)$/.test(path[1] ?? ''),
  'OPEN-adr-datum': ({ path }) => path.join('.') === 'components.schemas.Crs.properties.datum',
};

/** Returns the rules of a file with what the rules after 2.2 say more: no address ends in a slash, and the service has https. */
function newest(file: string): string {
  return `
extends: ['${file}']
rules:
  nlgov:servers-use-https: error
  nlgov:paths-no-trailing-slash:
    severity: error
    given: [$.paths]
    then: {field: '@key', function: pattern, functionOptions: {notMatch: './$'}}
`;
}

interface Finding { readonly code: string; readonly message: string; readonly path: readonly string[] }

/** The parts of the document that are made wrong. */
interface Wrong {
  readonly info: object;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: { readonly Problem: { readonly properties: Readonly<Record<string, unknown>> } } };
}

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
  const findings = async (document: string) => {
    const [file, rules] = [join(folder, 'openapi.json'), join(folder, 'rules.yaml')];
    await writeFile(file, document);
    await writeFile(rules, newest(join(adr, 'linter.yaml')));
    return await findingsOf(file, rules);
  };

  test('finds nothing in our OpenAPI document, of any severity, but the differences of the ledger, and each of those', async () => {
    const found = await findings((await openApi()).replaceAll(demo.base, 'https://ev.example/v1'));
    const of = (finding: Finding) => Object.keys(DIFFERENCES).filter((row) => DIFFERENCES[row]!(finding));
    expect(found.filter((finding) => of(finding).length !== 1)).toEqual([]);
    expect([...new Set(found.flatMap(of))].sort()).toEqual(Object.keys(DIFFERENCES).sort());
  });

  test('finds each mistake that is made for it', async () => {
    const { paths, components, info, ...document } = JSON.parse(await openApi()) as Wrong;
    const { Problem: { properties: { detail: _, ...properties } } } = components.schemas;
    const wrong = {
      ...document, info: { ...info, contact: undefined, version: 'v1' }, servers: [{ url: 'http://ev.example' }], paths: { ...paths, '/wegen/': paths['/wegen'] },
      components: { ...components, schemas: { ...components.schemas, Problem: { ...components.schemas.Problem, properties } } },
    };
    expect(new Set((await findings(JSON.stringify(wrong))).map(({ code }) => code))).toEqual(new Set([
      'nlgov:servers-use-https', 'nlgov:include-major-version-in-uri', 'nlgov:paths-no-trailing-slash', 'path-keys-no-trailing-slash', 'nlgov:problem-schema-members', 'info-contact', 'nlgov:semver',
      'nlgov:query-keys-camel-case', 'nlgov:paths-kebab-case', 'nlgov:specify-format-for-date-and-time', 'operation-operationId-unique',
    ]));
  });
});

async function openApi(): Promise<string> {
  return await (await fetch(`${demo.base}/openapi.json`)).text();
}

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

/** Returns findings of every severity. Spectral exits with 1 when there is any. */
async function findingsOf(file: string, rules: string): Promise<readonly Finding[]> {
  const report = `${file}.report`;
  await new Promise<void>((resolve, reject) => {
    execFile(SPECTRAL, ['lint', '-r', rules, file, '-f', 'json', '-o', report, '-F', 'hint', '-q'], (error) => {
      if (error === null || error.code === 1) resolve();
      else reject(error);
    });
  });
  return JSON.parse(await readFile(report, 'utf8')) as Finding[];
}
