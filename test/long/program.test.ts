/** The command line as an operator meets it first: exit codes, and a letter too few. The rest is in cli.test.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { ev, EXAMPLE, RD } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

describe('exit codes', () => {
  test.each<[string, readonly string[], number]>([
    ['help is fine', ['--help'], 0],
    ['an unknown option is wrong usage', ['validate', EXAMPLE, '--onbekend'], 2],
    ['a delivery without errors is fine', ['validate', EXAMPLE, '--crs', RD], 0],
    ['a delivery with errors found', ['validate', join(PROJECT, 'data/examples/fout-gebouwen-den-bosch.json'), '--crs', RD], 1],
    ['a file that is not there', ['validate', '/bestaat/niet.json'], 3],
    ['a folder without a register', ['batch', '--data', '/bestaat/niet'], 3],
  ])('%s', async (_, args, code) => {
    const ran = await ev(args);
    expect([ran.code, ran.err]).toEqual([code, expect.not.stringMatching(/\n\s+at /)]);
  });
});

test('a CRS has short names, and a name with a wrong letter gets a suggestion', async () => {
  const reports = await Promise.all(['rd', '28992', 'EPSG:28992'].map((name) => ev(['validate', EXAMPLE, '--crs', name, '--json'])));
  expect(reports.map(({ out }) => (JSON.parse(out) as { crs: string }).crs)).toEqual([RD, RD, RD]);
  expect(await ev(['validate', EXAMPLE, '--crs', 'EPSG:28922'])).toMatchObject({
    code: 2, err: expect.stringContaining('Did you mean EPSG:28992?') as string,
  });
  expect((await ev(['validate', EXAMPLE, '--crs', 'WGS84'])).err).toContain('Most deliveries are in RD, RDNAP, CRS84, ETRS89; `ev help CRSs` lists the others.');
});

test('a command or an option with a missing letter gets a suggestion', async () => {
  expect((await ev(['valdate', EXAMPLE])).err).toContain('Did you mean validate?');
  expect(await ev(['serve', '--op-port', '9090'])).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean --ops-port?') as string });
  expect((await ev(['validate', EXAMPLE, '--data', tmpdir()])).err).toContain('--data and --holder go together');
  expect((await ev(['validate', EXAMPLE, '--correct'])).err).toContain('--correct needs --data');
});

test('a settings file applies to every command on its data folder; `ev config` shows it, and refuses a wrong one', async () => {
  const data = temporaryFolder();
  const path = join(data, 'ev.json');
  writeFileSync(path, '{\n  "port": 8081\n}');
  const { code, out } = await ev(['config', '--data', data, '--host', 'localhost']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^host +localhost +\(--host\)\nport +8081 +\(.*ev\.json, line 2: port\)$/m)]);
  const { settings } = JSON.parse((await ev(['config', '--json', '--data', data])).out) as { settings: JsonObject };
  expect(settings).toMatchObject({ port: { value: 8081, place: `${path}, line 2: port` }, drift: { value: 0.2, place: null } });
  expect((await ev(['config', '--config', path])).out).toMatch(/^config +\S+ev\.json  \(--config\)$/m);
  writeFileSync(path, '{"prot": 8081}');
  expect(JSON.parse((await ev(['config', '--json', '--data', data])).out)).toMatchObject({ mistakes: [`${path}, line 1: prot is no setting. Did you mean port?`] });
  for (const command of [['config'], ['editions', 'list'], ['serve']]) {
    expect(await ev([...command, '--data', data])).toEqual({ code: 2, out: '', err: `${path}, line 1: prot is no setting. Did you mean port?\n` });
  }
});

test('OPERATING.md has a row for each command of `ev --help`, in its order, and no other', async () => {
  const page = readFileSync(join(PROJECT, 'pipelines/operations/OPERATING.md'), 'utf8').split('\n## Commands\n')[1] ?? '';
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, command]) => command);
  const [commands = ''] = (await ev(['--help'])).out.split('\nOptions:');
  expect(named(page, /^\| `ev (\w+)/gm)).toEqual(named(commands, /^ {2}ev (\w+)/gm));
});
