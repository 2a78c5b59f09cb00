/** RULES.md: no rule without a row, no row without a rule; its domain rules are those of the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../../../pipelines/prepare/rules/index.ts';
import { REPEATED_GEOMETRY } from '../../../../pipelines/prepare/rules/repeated-geometry.ts';
import { REPEATED_IDENTITY } from '../../../../pipelines/prepare/rules/repeated-identity.ts';
import type { Rule, RuleText } from '../../../../pipelines/prepare/rules/rule.ts';
import type { Json } from '../../../../schemas/json.ts';
import { levelOf, RULE_IDS, RULE_TITLES, type RuleLevel } from '../../../../schemas/rules.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, OBJECT_TYPES, REFERENCE_TYPES, ROOT_TYPES } from '../../../../schemas/names.ts';
import { PROJECT } from '../../../shared-data.ts';

const PATH = join(PROJECT, 'pipelines/prepare/rules/RULES.md');
const HEADING = '## Level 5: domain rules\n';
const FILE = readFileSync(PATH, 'utf8');

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

/** The subjects of rules on a whole delivery. */
const ACROSS: Readonly<Record<string, string>> = {
  [REPEATED_GEOMETRY.id]: '`geometrie` of roots and references, across a delivery',
  [REPEATED_IDENTITY.id]: '`identificatie` of every object, across a delivery',
};

function detail(rule: RuleText & Partial<Rule>): string {
  const { id, message, mend, example } = rule;
  const about = rule.appliesTo === undefined ? ACROSS[id]
    : `${rule.fields?.map((field) => `\`${field}\``).join(', ')} of ${namesOf(rule.appliesTo)}`;
  return [
    `### \`${id}\``, `${message.nl} ${mend.nl}\n\n*${message.en} ${mend.en}*`, `About ${about}. Wrong, then right:`,
    block(example.wrong), block(example.right),
  ].join('\n\n');
}

/** The part of the file that is made from the rules; `vitest -u` writes it. */
function domainRules(): string {
  const all = [...RULES, REPEATED_GEOMETRY, REPEATED_IDENTITY];
  const rows = all.map(({ id, severity, message, source }) => `| \`${id}\` | ${severity} | ${message.en} | ${source} |`);
  return [
    `${HEADING}\nMade from the code beside this file. An error only where the document makes it certain.`,
    ['| rule | severity | what | source |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ...all.map(detail),
  ].join('\n\n').concat('\n');
}

test('the domain rules in it are those of the code, each with an example and its source', async () => {
  const [head = ''] = FILE.split(HEADING);
  await expect(head + domainRules()).toMatchFileSnapshot(PATH);
});

const TABLE = 'schemas/rules.ts';

/** Rules that the code uses: all rule ids outside the table of rules. */
function rulesOfCode(): ReadonlySet<string> {
  const code = ['pipelines/strict-json', 'pipelines/prepare', 'pipelines/state', 'pipelines/requests', 'pipelines/workers', 'schemas'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && join(folder, name) !== TABLE).map((name) => readFileSync(join(PROJECT, folder, name), 'utf8'))).join('\n');
  const literals = code.matchAll(/'((?:json|schema|geometrie|verwijzing|levering|regel|id|houder|openbaarheid|model|rapport|verzoek)\.[\w.-]+)'/g);
  return new Set([...literals].map(([, id = '']) => id).filter((id) => id !== 'json.tmp'));
}

test('it has a row for every rule of every level, once, and no other', () => {
  const rows = [...FILE.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, id = '']) => id);
  expect(rows).toHaveLength(new Set(rows).size);
  expect([...rows].sort()).toEqual([...rulesOfCode()].sort());
  expect([...rows].sort()).toEqual([...RULE_IDS].sort());
});

/** Levels of the rules in each section. */
const SECTIONS: Readonly<Record<string, readonly RuleLevel[]>> = {
  'The delivery as a file': ['delivery', 'register'],
  'Level 1: strict JSON': ['json'],
  'Level 2: the schema': ['schema'],
  'Level 3: geometry': ['geometry'],
  'Level 4: links and ids': ['links'],
  'Level 6, requests, and what is not public': ['authority', 'register', 'request'],
  'Level 5: domain rules': ['domain'],
};

test('each section has the rules of its levels', () => {
  const ids = (section: string): ReadonlySet<string> => new Set([...section.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, id = '']) => id));
  const levels = FILE.split(/^## /m).slice(1).map((section) => {
    const inIt = ids(section);
    return [section.slice(0, section.indexOf('\n')), [...new Set(RULE_IDS.filter((id) => inIt.has(id)).map(levelOf))].sort()];
  });
  expect(Object.fromEntries(levels)).toEqual(SECTIONS);
});

test('IR-err-2: every rule that can refuse has a title, and so a page in the service; no other name has', () => {
  const severities = new Map([...FILE.matchAll(/^\| `([\w.-]+)` \| (\w+)/gm)].map(([, id = '', severity = '']) => [id, severity]));
  const refusing = [...severities].filter(([, severity]) => severity === 'error').map(([id]) => id);
  expect(refusing.length).toBeGreaterThan(50);
  expect(refusing.filter((id) => !RULE_TITLES.has(id))).toEqual([]);
  expect([...RULE_TITLES.keys()].filter((id) => !severities.has(id))).toEqual([]);
});
