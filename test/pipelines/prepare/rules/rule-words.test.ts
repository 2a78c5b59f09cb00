/** What the page of a rule in the service says is what a finding of that rule says, and where RULES.md has it from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LINK_RULES } from '../../../../pipelines/prepare/check/links.ts';
import { WORDS } from '../../../../pipelines/prepare/geometry/issues.ts';
import { REASONS, SELF_INTERSECTION, UNKNOWN } from '../../../../pipelines/prepare/geometry/reasons.ts';
import { FRAME_FAULTS, ROOT_FAULTS, SOURCE_FAULTS } from '../../../../pipelines/prepare/read/texts.ts';
import { RULES } from '../../../../pipelines/prepare/rules/index.ts';
import { REFUSALS } from '../../../../pipelines/state/refusals.ts';
import { RULE_WORDS } from '../../../../schemas/derived/rule-words.ts';
import type { Text, Words } from '../../../../schemas/finding.ts';
import { RULE_TITLES } from '../../../../schemas/rule-titles.ts';
import { PROJECT } from '../../../shared-data.ts';
import { building, deliver } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

/** As the derived file sees it. */
const FINDING = '../finding.ts';
const PATH = join(PROJECT, 'schemas/derived/rule-words.ts');
const SOURCES = new Map([...readFileSync(join(PROJECT, 'pipelines/prepare/rules/RULES.md'), 'utf8').matchAll(/^\| `([\w.-]+)` \|.*\| (.*) \|$/gm)]
  .map(([, rule = '', source = '']) => [rule, source.replaceAll('`', '')]));

const named = (folder: string, words: Readonly<Record<string, Words>>): readonly (readonly [string, Words])[] => (
  Object.entries(words).map(([name, said]) => [`${folder}.${name}`, said])
);

/** Words that are the same in every finding of a rule, or nearly so. */
const FIXED: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...[FRAME_FAULTS, ROOT_FAULTS, SOURCE_FAULTS].flatMap((faults) => named('levering', faults)),
  ...named('geometrie', WORDS), ...[...Object.values(REASONS), SELF_INTERSECTION, UNKNOWN].map((reason) => [reason.rule, reason] as const),
  ...named('verwijzing', LINK_RULES), ...Object.entries(REFUSALS), ...RULES.map((rule) => [rule.id, rule] as const),
]);

/** Deliveries that break rules which the twenty mistakes do not. */
const WRONG: readonly (string | Buffer)[] = [
  Buffer.from(JSON.stringify(building(1, { bronhouder: 'Gemeente Één' })), 'latin1'), '{"entityType": "KwetsbaarGebouw" "id": "x"}',
  ...[{ bronhouder: 'HALF' }, { populatie: 'GROOT' }, { comment: [] }, { comment: ['gelijk', 'gelijk'] }, { bronhouder: 'n.v.t.' }, { bronhoudercodeOverheid: 'Gemeente' }]
    .map((more) => JSON.stringify(building(1, more)).replace('HALF', String.raw`\ud800`).replace('"GROOT"', '1e999')),
  JSON.stringify(building(1, { geometrie: { type: 'GeometryCollection', geometries: [] } })), `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
];

async function wordsOfRules(): Promise<ReadonlyMap<string, Words>> {
  const spatial = await spatialForTests();
  const reports = [await deliver(spatial, { path: join(PROJECT, 'data/examples/twenty-mistakes.json') }, { source: 'twenty-mistakes.json' })];
  for (const wrong of WRONG) reports.push(await deliver(spatial, typeof wrong === 'string' ? wrong : { bytes: wrong }));
  spatial.close();
  const found = reports.flatMap(({ report }) => report.findings).toReversed().map((finding) => [finding.rule, finding] as const);
  return new Map([...found, ...FIXED]);
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

function both({ nl, en }: Text): string {
  return `{ nl: ${literal(nl)}, en: ${literal(en)} }`;
}

/** `vitest -u` writes it. */
async function derivedFile(): Promise<string> {
  const words = await wordsOfRules();
  const entries = [...RULE_TITLES.keys()].map((rule) => {
    const said = words.get(rule);
    const example = said === undefined ? '' : `\n    message: ${both(said.message)},\n    mend: ${both(said.mend)},`;
    return `  '${rule}': {\n    source: ${literal(SOURCES.get(rule) ?? '')},${example}\n  },`;
  });
  return `/**
 * Rule words: of each rule with a title where it comes from, and what a finding of it says, with how to mend that.
 * Made by test/pipelines/prepare/rules/rule-words.test.ts from the findings themselves; \`vitest -u\` makes it again.
 */
import type { Words } from '${FINDING}';

export interface RuleWords extends Partial<Words> {
  readonly source: string;
}

export const RULE_WORDS: Readonly<Record<string, RuleWords>> = {
${entries.join('\n')}
};
`;
}

test('IR-err-2: each rule with a title has its source, and the words of its findings', async () => {
  await expect(await derivedFile()).toMatchFileSnapshot(PATH);
  expect(Object.entries(RULE_WORDS).filter(([, { source }]) => source === '')).toEqual([]);
  expect(Object.values(RULE_WORDS).filter(({ mend }) => mend !== undefined).length).toBeGreaterThan(70);
});
