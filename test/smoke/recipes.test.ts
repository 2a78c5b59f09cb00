/**
 * The recipes of the documentation, as its page has them, and the commands in README.md and API.md: bash, Node, Python and GDAL run each as
 * it stands against the running demo.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo, type Demo } from '../demo-process.ts';
import { codeIn } from '../page-code.ts';
import { PROJECT } from '../shared-data.ts';

const run = promisify(execFile);

let demo: Demo;
let folder: string;
let code: ReadonlyMap<string, string>;
beforeAll(async () => {
  demo = await startDemo();
  folder = mkdtempSync(join(tmpdir(), 'ev-recipes-'));
  code = await codeAt('/documentatie/recepten');
}, 300_000);
afterAll(async () => {
  await demo.stop();
  rmSync(folder, { recursive: true });
});

async function codeAt(path: string): Promise<ReadonlyMap<string, string>> {
  return codeIn(await (await fetch(demo.base + path, { headers: { accept: 'text/html' } })).text());
}

/** Runs a block of code as the page says, and returns its output. */
async function output(tool: string, text: string): Promise<string> {
  const [command, ...args] = tool === 'javascript' ? [process.execPath, '--input-type=module', '-e', text]
    : tool === 'python' ? ['python3', '-c', text] : ['bash', '-euo', 'pipefail', '-c', text];
  const { stdout } = await run(command, args, { cwd: folder, env: { ...process.env, TOKEN: demo.token }, maxBuffer: 2 ** 26 });
  return stdout;
}

interface Building {
  readonly id: string;
  readonly geometry: object | null;
}

async function served(query: string): Promise<readonly Building[]> {
  const { features } = await (await fetch(`${demo.base}/collections/kwetsbare-gebouwen/items?limit=10000${query}`)).json() as { features: readonly Building[] };
  expect(features.length).toBeGreaterThan(0);
  return features;
}

/** Expects a text to have the ids of these buildings, as JSON strings, and no ids of others. */
async function expectFound(text: string, wanted: readonly Building[]): Promise<void> {
  const all = [...await served(''), ...await served('&geldigOp=2025-06-01')].map(({ id }) => id);
  expect(new Set(all.filter((id) => text.includes(`"${id}"`)))).toEqual(new Set(wanted.map(({ id }) => id)));
}

const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
/** Query of the features that a recipe finds. */
const READING: Readonly<Record<string, string>> = {
  gebied: `&bbox=194000,469000,195500,470000&bbox-crs=${RD}`, datum: '&geldigOp=2025-06-01', alles: '', filter: '&filter=populatie%3E100',
};
const TOOLS = ['curl', 'javascript', 'python'];

describe.each(Object.keys(READING))('%s', (recipe) => {
  test.each(TOOLS)('%s finds the features', async (tool) => {
    await expectFound(await output(tool, code.get(`${recipe}-${tool}`)!), await served(READING[recipe]!));
  });

  test('ogr2ogr writes the features to a file', async () => {
    const command = code.get(`${recipe}-gdal`)!;
    await output('gdal', command);
    const [file] = /\w+\.gpkg/.exec(command)!;
    const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', join(folder, file)], { maxBuffer: 2 ** 26 });
    // GDAL gives the box in degrees, and leaves out what has no geometry.
    const wanted = await served(recipe === 'gebied' ? '&bbox=5.9,52.2,6.1,52.3' : READING[recipe]!);
    await expectFound(stdout, recipe === 'gebied' ? wanted.filter(({ geometry }) => geometry !== null) : wanted);
  });
});

test.each(TOOLS)('%s writes one object, the first time as a new one', async (tool) => {
  expect(await output(tool, code.get(`schrijven-${tool}`)!)).toMatch(/\b20[01]\b/);
  const id = /NL\.IMEV\.AB12\.recept-schrijven-1/.exec(code.get(`schrijven-${tool}`)!)![0];
  expect((await fetch(`${demo.base}/kwetsbare-gebouwen/${id}`)).status).toBe(200);
});

test.each(TOOLS)('%s delivers the file of the page', async (tool) => {
  writeFileSync(join(folder, 'levering.json'), code.get('leveren-bestand')!);
  expect(await output(tool, code.get(`leveren-${tool}`)!)).toMatch(/\b20[01]\b[\s\S]*"state":"settled"/);
  expect((await fetch(`${demo.base}/kwetsbare-gebouwen/NL.IMEV.AB12.recept-levering-1`)).status).toBe(200);
});

test('the first steps of the overview give data', async () => {
  const first = (await codeAt('/documentatie')).get('begin-curl')!;
  const { features } = JSON.parse(await output('curl', first)) as { features: unknown[] };
  expect(features).toHaveLength(2);
});

describe('commands in Markdown', () => {
  /** Commands for the demo in a page for readers of the repository, each with the heading above it. */
  const commandsIn = (file: string): readonly (readonly [heading: string, command: string])[] => {
    let heading = '';
    return readFileSync(join(PROJECT, file), 'utf8').replaceAll(/ \\\n\s+/g, ' ').split('\n').flatMap((line) => {
      heading = /^## (.*)/.exec(line)?.[1] ?? heading;
      const [, command] = /^ {4,}((?:curl|ogrinfo|ogr2ogr) .*)$/.exec(line) ?? [];
      return command === undefined ? [] : [[heading, command] as const];
    });
  };

  test.each(['README.md', 'server/API.md'].flatMap((file) => commandsIn(file).map(([heading, command]) => [file, heading, command] as const)))(
    '%s, %s: %s', async (_, heading, command) => {
      const school = readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8');
      writeFileSync(join(folder, 'my-delivery.json'), school.replaceAll('gebouw-0001', 'my-school'));
      const own = command.replaceAll('http://127.0.0.1:8080/v1', demo.base).replaceAll('TOKEN', demo.token);
      const found = await output('bash', `B=${demo.base}; RD=${RD}; ${own}`);
      if (!command.startsWith('ogr2ogr')) expect(found).not.toBe('');
      if (heading === 'Errors') expect(JSON.parse(found)).toMatchObject({ status: 400 });
      else expect(found).not.toMatch(/"status": ?[45]\d\d|^HTTP\/1\.1 [45]/);
    },
  );
});
