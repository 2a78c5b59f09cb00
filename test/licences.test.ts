/** The list of other people's packages that the program uses. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './shared-data.ts';

interface Package {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const HEAD = `# Third-party packages

The packages that the program uses when it runs, and the packages that these use, with version and licence. JSTS is used under the Eclipse
Distribution License 1.0 (EDL-1.0), the first of its two licences. Licence texts come with the packages, in \`node_modules\`.

The list follows from \`package-lock.json\`. After a change of the packages, \`npx vitest run test/licences.test.ts -u\` writes it again.

| package | version | licence |
| --- | --- | --- |
`;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));
}

const { packages } = readJson('package-lock.json') as { readonly packages: Readonly<Record<string, Package>> };
const used = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('the list has every package of production, with the version and licence of the lock file', async () => {
  const rows = used.map(([path, { version, license }]) => `| ${path.replace(/^.*node_modules\//u, '')} | ${version} | ${license ?? 'none is named'} |\n`);
  await expect(HEAD + [...new Set(rows)].sort().join('')).toMatchFileSnapshot(join(PROJECT, 'data/third-party.md'));
});

test('every installed package has that version and licence, and one that can be used', () => {
  const installed = used.filter(([path]) => existsSync(join(PROJECT, path)));
  expect(installed.length).toBeGreaterThan(50);
  for (const [path, { version, license }] of installed) expect(readJson(`${path}/package.json`), path).toMatchObject({ version, license });
  const permissive = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|\(MIT AND Zlib\)|MIT AND BSD-3-Clause|\(EDL-1\.0 OR EPL-1\.0\))$/u;
  expect(used.filter(([, { license = '' }]) => !permissive.test(license))).toEqual([]);
});

test('no package runs a script when it is installed, those of the tests included', () => {
  expect(Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([]);
});
