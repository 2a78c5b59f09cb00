/** The command line as an operator meets it first: exit codes, and a letter too few. The rest is in test/long/cli.test.ts. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../shared-data.ts';
import { ev, EXAMPLE, RD } from './ev-process.ts';

describe('exit codes', () => {
  test.each<[string, readonly string[], number]>([
    ['help is fine', ['--help'], 0],
    ['no command is wrong usage', [], 2],
    ['an unknown command is wrong usage', ['onbekend'], 2],
    ['an unknown option is wrong usage', ['validate', EXAMPLE, '--onbekend'], 2],
    ['a holder that is no code is wrong usage', ['submit', EXAMPLE, '--holder', 'A B'], 2],
    ['a CRS that does not exist is wrong usage', ['validate', EXAMPLE, '--crs', 'EPSG:1'], 2],
    ['an origin that no browser sends is wrong usage', ['serve', '--origin', '*'], 2],
    ['a delivery without errors is fine', ['validate', EXAMPLE, '--crs', RD], 0],
    ['a delivery with errors found', ['validate', join(PROJECT, 'data/examples/fout-gebouwen-den-bosch.json'), '--crs', RD], 1],
    ['a file that is not there', ['validate', '/bestaat/niet.json'], 3],
    ['a folder without a register', ['batch', '--data', '/bestaat/niet'], 3],
  ])('%s', async (_, args, code) => {
    const ran = await ev(args);
    expect([ran.code, ran.err]).toEqual([code, expect.not.stringMatching(/\n\s+at /)]);
  });
});

test('a CRS has short names, and one letter wrong gets the one that was meant', async () => {
  const reports = await Promise.all(['rd', '28992', 'EPSG:28992'].map((name) => ev(['validate', EXAMPLE, '--crs', name, '--json'])));
  expect(reports.map(({ out }) => (JSON.parse(out) as { crs: string }).crs)).toEqual([RD, RD, RD]);
  expect(await ev(['validate', EXAMPLE, '--crs', 'EPSG:28922'])).toMatchObject({
    code: 2, err: expect.stringContaining('Did you mean EPSG:28992?') as string,
  });
  expect((await ev(['validate', EXAMPLE, '--crs', 'WGS84'])).err).toContain('Most deliveries are in RD, RDNAP, CRS84, ETRS89; README.md lists the others.');
});

test('a command with a letter too few gets the one that was meant', async () => {
  expect((await ev(['valdate', EXAMPLE])).err).toContain('Did you mean validate?');
  expect((await ev(['validate', EXAMPLE, '--data', tmpdir()])).err).toContain('--data and --holder go together');
});
