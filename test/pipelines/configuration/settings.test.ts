/** The table of settings against all that is made from it, and against what else uses the same names. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../pipelines/configuration/settings-file.ts';
import { flagOf, NAMES, SETTINGS, TEST_VARIABLES, variableOf, type Name } from '../../../pipelines/configuration/settings.ts';
import type { Json } from '../../../schemas/json.ts';
import { PROJECT } from '../../shared-data.ts';

const PAGE = join(PROJECT, 'pipelines/operations/OPERATING.md');
const [BEGIN, END] = ['<!-- settings -->', '<!-- /settings -->'];

/** The table of settings in OPERATING.md; `vitest run --update=all` writes it. */
function table(): string {
  const rows = NAMES.map((name) => {
    const { isInFile, usually, does, commands } = SETTINGS[name];
    return [isInFile ? `\`${name}\`` : '', `\`${flagOf(name)}\``, `\`${variableOf(name)}\``, does, usually, commands.length > 10 ? 'all that use a register' : commands.join(', ')];
  });
  const head = ['in the file', 'flag', 'variable', 'what', 'default', 'flag of'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

test('OPERATING.md has the table', async () => {
  const [before = '', rest = ''] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const [, after = ''] = rest.split(END);
  await expect(`${before}${BEGIN}\n\n${table()}\n\n${END}${after}`).toMatchFileSnapshot(PAGE);
});

test('each command that the table names asks for its flags, and no other', () => {
  const folder = join(PROJECT, 'pipelines/commands');
  const code = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const asking = [...code.matchAll(/settingsFor\(\w+, '([^']+)'\)/g)].map(([, command]) => command);
  expect(new Set(asking)).toEqual(new Set([...NAMES.flatMap((name) => SETTINGS[name].commands), 'config']));
  expect(asking.length).toBe(new Set(asking).size);
});

test.each<[Name, readonly Json[]]>([
  ['port', [1, 65_535, 0, 65_536, 1.5, '80', null, true]], ['schedule', [true, false, 'true', 1, null]], ['drift', [0, 1, 0.5, -0.1, 1.1, '0.2']], ['keepDays', [0, 7, -1, '7']], ['epoch', [2025, 2025.5, 1989, 2100, 1988.9, 2100.1, '2025']],
  ['lang', ['nl', 'en', 'de', 1]], ['profile', ['ogc', 'OGC']], ['data', ['register', 'a~', '~/a', '', 'a\nb', 5]], ['host', ['127.0.0.1', '::1', 'a b', '']],
  ['baseUrl', ['https://ev.example/v1', 5]], ['origin', [[], ['https://kaart.example'], ['*'], 'https://kaart.example']],
  ['licence', ['CC0 1.0 <https://creativecommons.org/publicdomain/zero/1.0/>', 'CC0 1.0', '<https://a.nl/>', 'CC0 <ftp://a.nl/>', 'CC0<https://a.nl/>', 'CC0 <https://a.nl/> ', 'CC0 <javascript:x>', 'CC0 <ev@a.nl>', '', 5]],
  ['contact', ['Punt <ev@a.nl>', 'Punt <https://a.nl/x>', 'Punt <ev@a.nl> <https://a.nl>', 'Punt', 'ev@a.nl', 'Punt <https://a.nl> <ev@a.nl>', 'Punt <ev@a>', 'Punt <a.nl>', 'Pu\nnt <ev@a.nl>', null]],
  ['publisher', ['Gemeente Voorbeeld', 'Gemeente Voorbeeld <https://a.nl:8080/id?x=1>', ' ', 'Gemeente <ev@a.nl>', 'Gemeente <https://a.nl/"x>', 'Gemeente <https://a.nl/a b>', 'a > b', 'a\u0000b', {}]],
  ['basemap', [
    'Kadaster <https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:28992/{z}/{x}/{y}.png>', 'K <http://127.0.0.1:8080/{y}/{x}/{z}>', 'Kadaster', '<https://a.nl/{z}/{x}/{y}>',
    'K <https://a.nl/{z}/{x}>', 'K <https://a.nl/{z}/{x}/{y}; script-src *>', 'K <javascript:{z}{x}{y}>', "K <https://a.nl/'{z}/{x}/{y}>", 'K <https://a.nl/{z}/{x}/{y}> ', 5,
  ]],
  ['trustedProxy', [[], ['127.0.0.1'], ['10.0.0.0/8', '2001:db8::/32'], ['proxy.example'], ['10.0.0.0/x'], [5], '127.0.0.1']],
  ['deprecation', ['2027-01-01 2027-07-01 <https://ev.example/v2>', '2027-01-01 2027-07-01', 'soon', 5]],
  ['rateLimit', [0, 3_000, -1, 1.5, '3000']],
  ['attribution', ['© Gemeente Voorbeeld, CC BY 4.0', '', '  ', 'twee\nregels', 'x'.repeat(501), true]],
])('the schema of the file and the program agree on %s', (name, values) => {
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(settingsSchema());
  const [bySchema, byProgram] = [
    values.filter((value) => isValid({ [name]: value })), values.filter((value) => SETTINGS[name].kind.read(value, '/') !== undefined),
  ];
  expect(bySchema).toEqual(byProgram);
  expect(bySchema.length).toBeGreaterThan(0);
});

test('variables of the tests are known as such, and none of them is a setting', () => {
  const found = execFileSync('git', ['grep', '-hoE', String.raw`\bEV_[A-Z_]+\b`, '--', 'test', '.ci'], { cwd: PROJECT, encoding: 'utf8' });
  const mentioned = new Set(found.trim().split('\n'));
  expect(TEST_VARIABLES.filter((variable) => !mentioned.has(variable))).toEqual([]);
  const read = execFileSync('git', ['grep', '-hoE', String.raw`process\.env\['EV_[A-Z_]+'\]`, '--', 'test'], { cwd: PROJECT, encoding: 'utf8' });
  const names = [...new Set([...read.matchAll(/EV_[A-Z_]+/g)].map(([name]) => name))];
  expect(names.filter((name) => !TEST_VARIABLES.includes(name))).toEqual([]);
  expect(TEST_VARIABLES.filter((variable) => NAMES.map(variableOf).includes(variable))).toEqual([]);
});
