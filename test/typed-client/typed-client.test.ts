/** A client on the types that openapi-typescript makes of our OpenAPI document compiles with all checks on, and reads. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { PROJECT } from '../shared-data.ts';

const run = promisify(execFile);
/** `.ci/run` installs it outside the project, for it needs an older TypeScript than ours; without it these tests fail. */
const OPENAPI_TYPESCRIPT = process.env['EV_OPENAPI_TYPESCRIPT'] ?? 'openapi-typescript-is-not-installed';

let demo: Demo;
let folder: string;
beforeAll(async () => {
  demo = await startDemo({ args: ['--examples-only'] });
  folder = await mkdtemp(join(tmpdir(), 'ev-typed-client-'));
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(join(import.meta.dirname, 'client.ts.example'), join(folder, 'client.ts'));
  await run(OPENAPI_TYPESCRIPT, [`${demo.base}/openapi.json`, '-o', join(folder, 'schema.d.ts')]);
}, 300_000);
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true });
});

const compile = () => run(join(PROJECT, 'node_modules/.bin/tsc'), [
  '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node', 'client.ts',
], { cwd: folder });

test('it compiles, and does not when it names a parameter that we have not', async () => {
  await compile();
  const client = join(folder, 'client.ts');
  await run('sed', ['-i', "s/'populatie': 12/'populatiee': 12/", client]);
  await expect(compile()).rejects.toThrow();
  await copyFile(join(import.meta.dirname, 'client.ts.example'), client);
});

test('it reads', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'client.ts'), demo.base]);
  const page = await (await fetch(`${demo.base}/collections/kwetsbare-gebouwen/items?limit=100`)).json() as {
    numberMatched: number; features: readonly { id: string; properties: { populatie?: number } }[];
  };
  const twelve = page.features.filter(({ id, properties }) => properties.populatie === 12 && /gebouw-000[2-6]/.test(id)).map(({ id }) => id);
  expect(JSON.parse(stdout)).toEqual({
    collections: [...COLLECTIONS], found: twelve, matched: page.features.filter(({ properties }) => (properties.populatie ?? 0) > 0).length, refused: ['filter'],
  });
});
