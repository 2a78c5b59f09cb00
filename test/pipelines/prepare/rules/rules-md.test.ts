/** RULES.md is made from the table of rules; the table has every rule of the code, with its severity. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../../../pipelines/prepare/rules/index.ts';
import { REPEATED_GEOMETRY } from '../../../../pipelines/prepare/rules/repeated-geometry.ts';
import { REPEATED_IDENTITY } from '../../../../pipelines/prepare/rules/repeated-identity.ts';
import type { Rule, RuleExample } from '../../../../pipelines/prepare/rules/rule.ts';
import type { Json } from '../../../../schemas/json.ts';
import { RULE_TABLE, type RuleRow } from '../../../../schemas/rule-table.ts';
import { RULE_IDS, RULE_LEVELS, RULE_TITLES, type RuleLevel } from '../../../../schemas/rules.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, OBJECT_TYPES, REFERENCE_TYPES, ROOT_TYPES } from '../../../../schemas/names.ts';
import { PROJECT } from '../../../shared-data.ts';

const PATH = join(PROJECT, 'pipelines/prepare/rules/RULES.md');
const FILE = readFileSync(PATH, 'utf8');
/** The text by hand ends at the first heading of a level. */
const INTRODUCTION = FILE.slice(0, FILE.indexOf('\n## '));

const HEADINGS: Readonly<Record<RuleLevel, string>> = {
  delivery: 'The delivery as a file',
  json: 'Level 1: strict JSON',
  schema: 'Level 2: the schema',
  geometry: 'Level 3: geometry',
  links: 'Level 4: links and ids',
  domain: 'Level 5: domain rules',
  authority: 'Level 6: who may write',
  request: 'Requests',
  register: 'Decisions of the register, and what is not public',
};

/** Names of groups of types, the largest first. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['every object', OBJECT_TYPES], ['activities', ACTIVITY_TYPES], ['references', REFERENCE_TYPES],
  ['contours', CONTOUR_TYPES], ['roots', ROOT_TYPES],
];

function namesOf(types: readonly string[]): string {
  const names: string[] = [];
  let left = types;
  for (const [name, group] of GROUPS) {
    if (!group.every((type) => left.includes(type))) continue;
    names.push(name);
    left = left.filter((type) => !group.includes(type));
  }
  return [...names, ...left.length > 6 ? [`${left.length} types of activity`] : left.map((type) => `\`${type}\``)].join(', ');
}

function block(json: Json): string {
  return `\`\`\`json\n${JSON.stringify(json)}\n\`\`\``;
}

const ROWS: ReadonlyMap<string, RuleRow> = new Map(RULE_TABLE.map((row) => [row.rule, row]));

/** The words, the subject and the example of a domain rule. */
function detail({ id, example, appliesTo }: RuleExample & Partial<Rule>): string {
  const { fields, example: words } = ROWS.get(id)!;
  const { message, mend } = words!;
  const of = appliesTo === undefined ? 'two objects of a delivery' : namesOf(appliesTo);
  return [
    `### \`${id}\``, `${message.nl} ${mend.nl}\n\n*${message.en} ${mend.en}*`,
    `About ${fields.map((field) => `\`${field}\``).join(', ')} of ${of}. Wrong, then right:`, block(example.wrong), block(example.right),
  ].join('\n\n');
}

/** The table of one level. */
function section(level: RuleLevel): string {
  const rows = RULE_TABLE.filter((row) => row.level === level).map(({ rule, severity, text, fields, source }) =>
    `| \`${rule}\` | ${severity.replaceAll('-', ' ')} | ${text.en} | ${fields.map((field) => `\`${field}\``).join(' ')} | ${source} |`);
  return `## ${HEADINGS[level]}\n\n${['| rule | severity | what | fields | source |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')}`;
}

test('RULES.md is the table of rules, with an example of each domain rule; `vitest -u` writes it', async () => {
  const details = [...RULES, REPEATED_GEOMETRY, REPEATED_IDENTITY].map(detail);
  const text = [INTRODUCTION.trimEnd(), ...RULE_LEVELS.map(section), '## Examples of the domain rules', ...details].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot(PATH);
});

const TABLE = 'schemas/rules.ts';

const CODE = ['pipelines/strict-json', 'pipelines/prepare', 'pipelines/state', 'pipelines/requests', 'pipelines/workers', 'schemas'].flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && join(folder, name) !== TABLE)
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(PROJECT, folder, name), 'utf8') })));

test('the table has every rule that the code names, and no other', () => {
  const names = CODE.flatMap(({ text }) =>
    [...text.matchAll(/'((?:json|schema|geometrie|verwijzing|levering|regel|id|houder|openbaarheid|model|rapport|verzoek|overdracht|herroeping)\.[\w.-]+)'/g)]);
  expect([...new Set(names.map(([, id = '']) => id))].filter((id) => id !== 'json.tmp').sort()).toEqual([...RULE_IDS].sort());
});

test('no code gives a finding a severity by itself: the table does', () => {
  const own = CODE.filter(({ text }) => /\bseverity: '\w+'(?! \|)|, '(?:warning|info)' as const|severity = '/.test(text)).map(({ path }) => path);
  expect(own).toEqual([]);
});

test('the severity of a rule depends on the case for these rules only', () => {
  const byCase = RULE_TABLE.filter(({ severity }) => severity.includes('-or-')).map(({ rule, severity }) => [rule, severity]);
  expect(Object.fromEntries(byCase)).toEqual({
    'json.verboden-teken': 'error-or-warning', 'verwijzing.verkeerde-soort': 'error-or-warning', 'verzoek.geometrie-van-ander': 'error-or-warning',
    'regel.gecorrigeerd': 'warning-or-info', 'regel.weer-geldig': 'warning-or-info',
  });
});

test('IR-err-2: every rule that can refuse has a title', () => {
  const refusing = RULE_TABLE.filter(({ severity }) => severity.startsWith('error')).map(({ rule }) => rule);
  expect(refusing.length).toBeGreaterThan(50);
  expect(refusing.filter((rule) => !RULE_TITLES.has(rule))).toEqual([]);
});

test('every rule has a text in two languages and a source, and every domain rule its fields and its fix', () => {
  for (const { rule, level, text, fields, example, source } of RULE_TABLE) {
    expect([rule, [text.nl, text.en, source].filter((words) => words.length < 3)]).toEqual([rule, []]);
    if (level === 'domain') expect([rule, fields.length > 0, example !== undefined]).toEqual([rule, true, true]);
  }
});
