/** Keep personal data: the public form of a sensitive location that comes back changes nothing of what is withheld. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storedRoot } from '../../../../pipelines/prepare/check/index.ts';
import { withoutPersonalData } from '../../../../pipelines/state/redact/personal-data.ts';
import { mayBePublicForm, withKeptPersonalData } from '../../../../pipelines/state/register/keep-personal-data.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { PreparedRoot } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { location } from '../small-roots.ts';

const EXAMPLE = JSON.parse(readFileSync('data/examples/propaantank-privacygevoelig.json', 'utf8')) as JsonObject & { voertUit: [JsonObject] };
const STORED: JsonObject = { ...EXAMPLE, comment: ['van ons'], eigenaar: 'Familie', voertUit: [{ ...EXAMPLE.voertUit[0], comment: ['ook van ons'] }] };

const prepared = (document: JsonObject): PreparedRoot => storedRoot(document, CRSS['28992'], []);
const content = ({ objects }: PreparedRoot) => objects.map(({ id, ownHash }) => [id, ownHash]);

test('the public form that comes back is the stored document, and a change in it stays', () => {
  const back = withoutPersonalData(STORED);
  expect(mayBePublicForm(prepared(back))).toBe(true);
  expect(content(withKeptPersonalData(prepared(back), STORED))).toEqual(content(prepared(STORED)));
  const changed = { bronobjectID: 'anders', eigenaar: 'Nieuw', privacyGevoelig: false, kvkNummerAanvrager: '87654321' };
  expect(content(withKeptPersonalData(prepared({ ...back, ...changed }), STORED))).toEqual(content(prepared({ ...STORED, ...changed })));
});

test('with a real name, voids and absent fields are what the source holder means', () => {
  const { bedrijfsnaam } = STORED;
  const back = { ...withoutPersonalData(STORED), bedrijfsnaam: bedrijfsnaam! };
  expect(mayBePublicForm(prepared(back))).toBe(false);
  expect(withKeptPersonalData(prepared(back), STORED)).toEqual(prepared(back));
});

test.each([[true, 'kanarie'], [false, 'Niet openbaar']])('of a root with privacyGevoelig %s, the register then has %s', async (privacyGevoelig, name) => {
  const bench = new Bench();
  const shop = { ...location('l1', ['m1']), bedrijfsnaam: 'kanarie', naamExploitant: 'kanarie', privacyGevoelig };
  await bench.deliver([shop]);
  await bench.deliver([{ ...withoutPersonalData(shop), bronobjectID: 'anders' }]);
  const [body] = bench.db.prepare('SELECT body FROM doc JOIN version ON doc = doc.n WHERE closed_by IS NULL').all() as [{ body: string }];
  expect(JSON.parse(body.body)).toMatchObject({ bedrijfsnaam: name, bronobjectID: 'anders' });
});

test('the report names the fields that a public form keeps, also of an unchanged object, and a version whose object is sensitive by another', async () => {
  const bench = new Bench();
  const shop: JsonObject = { ...location('l1', ['m1']), bedrijfsnaam: 'kanarie', naamExploitant: 'kanarie', privacyGevoelig: true };
  const [activity] = shop['voertUit'] as [JsonObject];
  await bench.deliver([{ ...shop, voertUit: [{ ...activity, comment: ['van ons'] }] }]);
  for (const change of [{}, { bronobjectID: 'anders' }]) {
    const { report } = await bench.deliver([{ ...withoutPersonalData(shop), ...change }]);
    expect(report?.findings).toMatchObject([{ rule: 'openbaarheid.velden-behouden', objectId: 'l1', found: 'bedrijfsnaam, naamExploitant, comment' }]);
  }
  expect(bench.rules(await bench.deliver([{ ...shop, eigenaar: 'kanarie' }]))).toEqual([]);
  const unmarked = { ...shop, beginGeldigheid: '2025-01-01T00:00:00Z', privacyGevoelig: false };
  const { report } = await bench.deliver([unmarked]);
  expect(report?.findings.map(({ rule }) => rule)).toEqual(['openbaarheid.privacy-andere-versie']);
  expect(report?.objects).toMatchObject([{ verdict: 'accepted' }]);
  expect(report?.objects[0]).not.toHaveProperty('published');
});
