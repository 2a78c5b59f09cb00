/** Links (level 4) and domain rules (level 5): both halves of each. */
import { describe, expect, test } from 'vitest';
import { checkLinks } from '../../../pipelines/prepare/links.ts';
import { objectsOf } from '../../../schemas/objects.ts';
import { RULES, ruleFindings } from '../../../pipelines/prepare/rules/index.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { building, example } from './deliveries.ts';

const LOCATION = JSON.stringify(example('lpg-tankstation-amersfoort.json'));
const objects = (document: Json) => objectsOf(document as JsonObject);
const broken = (document: Json) => ruleFindings(objects(document), CRSS['28992']).map(({ rule, pointer }) => `${rule} ${pointer}`);

/** The location with the `href` of its contours' back links replaced. */
function withHref(href: string): Json {
  return JSON.parse(LOCATION.replace(/("hoortBij":\[\{"href":)"[^"]*"/, (_, start: string) => start + JSON.stringify(href))) as Json;
}

describe('IM Relations: links', () => {
  const reference = objects(JSON.parse(LOCATION) as Json).find(({ kind }) => kind === 'reference')!.id!;
  test.each([
    ['#id', `#${reference}`], ['a bare id', reference],
    ['our URL', `https://ev.example.nl/v1/collections/vulpunten/items/${reference}`],
    ['our URL, escaped', `http://127.0.0.1:8080/v1/x/${encodeURIComponent(reference).replaceAll('.', '%2E')}`],
  ])('%s names the object above: no finding', (_, href) => {
    expect(checkLinks(objects(withHref(href)))).toEqual({ outside: [], findings: [] });
  });
  test.each([
    ['#elders', 'elders'], ['elders', 'elders'], ['https://ev.example.nl/v1/vulpunten/elders', 'elders'],
  ])('%s lies outside: it goes to the register, and the nesting disagrees', (href, id) => {
    const { outside, findings } = checkLinks(objects(withHref(href)));
    expect(outside.map((link) => link.id)).toEqual([id]);
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['warning verwijzing.anders-dan-plaats']);
    expect(outside[0]?.pointer).toMatch(/\/hoortBij\/0\/href$/);
  });
  test('an id that is word for word the href comes before any other reading of it', () => {
    const odd = 'http://a.nl/b#c';
    const document = JSON.parse(LOCATION.replaceAll(reference, odd).replaceAll(`"#${odd}"`, `"${odd}"`)) as Json;
    expect(checkLinks(objects(document)).outside).toEqual([]);
  });
  test.each<Json>([null, 'x', { href: 7 }, [{}], [[]], { href: '' }, { href: '#' }])('%j is no link, and no exception', (link) => {
    expect(checkLinks(objects({ entityType: 'TankenLPG', locatieEVActiviteit: link })).findings).toEqual([]);
  });
});

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
