/**
 * schemathesis asks what the OpenAPI document says can be asked, and what it says cannot, by every method, with a token; the answers must
 * be as the document says. What is not judged stands with its reason in schemathesis.toml.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo, type Demo } from '../demo-process.ts';
import { ofSubmissions } from '../../server/openapi/parameters.ts';

/** `.ci/run` installs it beside the Python that it names; without it this test fails. */
const PROGRAM = join(dirname(process.env['EV_PYTHON'] ?? 'schemathesis-is-not-installed/python'), 'schemathesis');
const TIME_MS_MAX = 2_400_000;
const REPORT_CHARS_MAX = 20_000;
/**
 * One program lists and searches the features of every collection, with parameters from one table, and one serves what is nested in a root:
 * some stand for all. `test/server/openapi-operations.test.ts` asks every operation.
 */
const OTHER_COLLECTIONS = [
  '^/collections/(?!(kwetsbare-gebouwen|ev-activiteiten|locatie-activiteiten|pr-contouren)/)[a-z-]+/(items|_zoek|_bestand)$',
  '^/(wegen|locaties-basisnet)/\\{id\\}/(ev-activiteiten|referenties|contouren)',
].join('|');

let demo: Demo;
let folder: string;
beforeAll(async () => {
  demo = await startDemo({ args: ['--examples-only'] });
  folder = await mkdtemp(join(tmpdir(), 'ev-schemathesis-'));
}, 300_000);
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true });
});

test('every answer is as the OpenAPI document says', async () => {
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(judgeable(await (await fetch(`${demo.base}/openapi.json`)).json() as Document)));
  const { code, output } = await judged([
    'run', document, '--url', demo.base, '--no-color', '-H', `Authorization: Bearer ${demo.token}`, '--exclude-path-regex', OTHER_COLLECTIONS,
  ]);
  expect(code, output.slice(0, REPORT_CHARS_MAX)).toBe(0);
  expect(Number(/(\d+) generated/.exec(output)?.[1])).toBeGreaterThan(1_000);
}, TIME_MS_MAX);

interface Document {
  readonly components: { readonly parameters: Readonly<Record<string, { readonly schema?: Record<string, unknown> }>> };
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: { readonly content: Record<string, unknown> } } }>>;
}

/** Media types of a delivery that schemathesis cannot write; it sends the others. */
const UNWRITTEN = ['application/gzip', 'application/x-ndjson'];

/**
 * What is outside a schema and yet not refused, as it must be: a limit above the maximum means the maximum (Part 1, fc-limit-response), and
 * Accept-Crs is not looked at beside the parameter crs (Interface Rules, Deprecated). A stream of publications does not end, so it is not asked.
 */
function judgeable(document: Document): Document {
  for (const name of ['limit', ofSubmissions('limit'), 'paginaGrootte']) delete document.components.parameters[name]?.schema?.['maximum'];
  delete document.components.parameters['Accept-Crs']?.schema?.['enum'];
  for (const { schema } of Object.values(document.components.parameters)) {
    if (Array.isArray(schema?.['enum'])) schema['enum'] = schema['enum'].filter((form) => form !== 'sse');
  }
  for (const { post } of Object.values(document.paths)) for (const type of UNWRITTEN) delete post?.requestBody?.content[type];
  return document;
}

async function judged(args: readonly string[]): Promise<{ code: number; output: string }> {
  const config = join(import.meta.dirname, 'schemathesis.toml');
  return await new Promise((resolve) => {
    execFile(PROGRAM, ['--config-file', config, ...args], { cwd: folder, maxBuffer: 2 ** 26, timeout: TIME_MS_MAX }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code) || 1, output: stdout + stderr });
    });
  });
}
