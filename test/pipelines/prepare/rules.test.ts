/** Domain rules (level 5) one by one: both halves of those that one example does not show. */
import { describe, expect, test } from 'vitest';
import { objectsOf } from '../../../schemas/objects.ts';
import { RULES, ruleFindings } from '../../../pipelines/prepare/rules/index.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { building, example } from './deliveries.ts';

const LOCATION = JSON.stringify(example('lpg-tankstation-amersfoort.json'));
const objects = (document: Json) => objectsOf(document as JsonObject);
const broken = (document: Json) => ruleFindings(objects(document), CRSS['28992']).map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('domain rules', () => {
  test('the examples break none', () => {
    expect(broken(JSON.parse(LOCATION) as Json)).toEqual([]);
    expect(broken(building(1))).toEqual([]);
  });
  test.each<[string, Record<string, Json>, readonly string[]]>([
    ['an end before the begin', { eindGeldigheid: '2023-05-31T00:00:00Z' }, ['regel.einde-na-begin /eindGeldigheid']],
    ['an end at the begin, in another zone', { eindGeldigheid: '2023-06-01T02:00:00+02:00' }, ['regel.einde-na-begin /eindGeldigheid']],
    ['an end after the begin', { eindGeldigheid: '2023-06-01T00:00:00.1Z' }, []],
    ['an end that is no time', { eindGeldigheid: 'gisteren' }, []],
    ['a BAG field', { oppervlakteVerblijfsobjectBAG: 5, gebruiksdoelenVerblijfsobjectBAG: [] }, ['regel.alleen-lezen /gebruiksdoelenVerblijfsobjectBAG', 'regel.alleen-lezen /oppervlakteVerblijfsobjectBAG']],
    ['another id', { id: 'g1' }, ['regel.id-aanbevolen /id']],
    ['an id with the version', { id: 'NL.IMEV.AB12.g1.2', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', versie: '2' } }, []],
    ['a secret building: no activity to name a ground', { informatieGeheim: true }, []],
    ['recorded times', { tijdstipRegistratie: '2023-06-01T00:00:00Z', eindRegistratie: 'x' }, ['regel.registratie-door-register /tijdstipRegistratie', 'regel.registratie-door-register /eindRegistratie']],
  ])('%s', (_, more, expected) => {
    expect(broken(building(1, more))).toEqual(expected);
  });
  test('something secret in an activity asks for grondslagInfo there', () => {
    const secret = LOCATION.replace('"entityType":"Vulpunt"', '"entityType":"Vulpunt","informatieGeheim":true');
    expect(broken(JSON.parse(secret) as Json)).toEqual(['regel.geheim-zonder-grondslag /voertUit/0/heeft/0/informatieGeheim']);
    const grounded = secret.replace('"entityType":"TankenLPG"', '"entityType":"TankenLPG","grondslagInfo":{}');
    expect(broken(JSON.parse(grounded) as Json)).toEqual([]);
  });
  test('each has words in two languages and a name of its own', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    for (const { message, mend } of RULES) expect([message.nl, message.en, mend.nl, mend.en].every((words) => words.length > 10)).toBe(true);
  });
});
