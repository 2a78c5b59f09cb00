/** The service's page of a rule has the words of its findings. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FindingText } from '../../../../schemas/finding.ts';
import { EXAMPLES } from '../../../../schemas/rule-words/examples.ts';
import { RULE_WORDS } from '../../../../schemas/rule-words/index.ts';
import { RULE_IDS } from '../../../../schemas/rules.ts';
import { PROJECT } from '../../../shared-data.ts';
import { building, deliver } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

/** Deliveries that break rules which the twenty mistakes do not. */
const WRONG: readonly (string | Buffer)[] = [
  Buffer.from(JSON.stringify(building(1, { bronhouder: 'Gemeente Één' })), 'latin1'), '{"entityType": "KwetsbaarGebouw" "id": "x"}',
  ...[{ bronhouder: 'HALF' }, { populatie: 'GROOT' }, { comment: [] }, { comment: ['gelijk', 'gelijk'] }, { bronhouder: 'n.v.t.' }, { bronhoudercodeOverheid: 'Gemeente' }]
    .map((more) => JSON.stringify(building(1, more)).replace('HALF', String.raw`\ud800`).replace('"GROOT"', '1e999')),
  JSON.stringify(building(1, { geometrie: { type: 'GeometryCollection', geometries: [] } })), `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
];

test('IR-err-2: each example has the words of a finding', async () => {
  const spatial = await spatialForTests();
  const reports = [await deliver(spatial, { path: join(PROJECT, 'data/examples/twenty-mistakes.json') }, { source: 'twenty-mistakes.json' })];
  for (const wrong of WRONG) reports.push(await deliver(spatial, typeof wrong === 'string' ? wrong : { bytes: wrong }));
  spatial.close();
  const found = reports.flatMap(({ report }) => report.findings).toReversed().map(({ rule, message, mend }) => [rule, { message, mend }] as const);
  const first = new Map<string, FindingText>(found);
  expect(EXAMPLES).toEqual(Object.fromEntries(Object.keys(EXAMPLES).map((rule) => [rule, first.get(rule)])));
});

/** Rules whose words name values, or are in the code that makes the finding. No delivery of this file breaks them. */
const WITHOUT_WORDS = [
  'levering.beeindigd', 'levering.niet-beeindigd', 'levering.volledig-onzeker', 'levering.geparkeerd', 'herroeping.niets-gewijzigd', 'herroeping.overschrijft',
  'id.andere-vorm', 'openbaarheid.andere-versie', 'openbaarheid.privacy-andere-versie', 'openbaarheid.velden-behouden',
  'levering.terzijde', 'levering.geweigerd', 'rapport.ingekort', 'json.objecten', 'schema.aantal', 'schema.uniek', 'schema.ongebruikt-veld',
  'schema.verwacht', 'schema.geen-waarde', 'geometrie.punt-ver',
  'overdracht.besluit', 'overdracht.niets', 'overdracht.zonder-versie', 'overdracht.blijft', 'houder.vorige-code', 'houder.vorige-periode', 'regel.gecorrigeerd',
  'regel.alleen-verleden', 'regel.weer-geldig', 'regel.oude-inhoud', 'regel.versies-overlappen', 'regel.versie-geweigerd', 'regel.onderdelen-weggelaten',
  'regel.onderdelen-nieuwe-ids', 'regel.dubbel-in-register', 'verwijzing.niet-in-hoofdobject',
  ...['een-object', 'aantal-features', 'vorm', 'ander-id', 'ander-type', 'patch-vorm', 'crs-gemengd', 'buiten-collectie', 'meer-versies', 'zonder-type',
    'ingevuld', 'tekst-gelezen', 'zonder-plaats',
    'geometrie-vervangt-afstand', 'geometrie-van-ander', 'andere-collectie'].map((name) => `verzoek.${name}`),
];

test('IR-err-2: each rule has words, but those whose words name values', () => {
  expect(RULE_IDS.filter((rule) => RULE_WORDS[rule] === undefined).toSorted()).toEqual(WITHOUT_WORDS.toSorted());
});
