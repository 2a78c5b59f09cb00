/** What a domain rule minds is never passed: a root that is right but for one rule is stopped by the rules, and by nothing else. */
import { describe, expect, test } from 'vitest';
import { Cap } from '../../../pipelines/prepare/findings.ts';
import { ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import { ruleContext } from '../../../pipelines/prepare/rules/context.ts';
import { RULES, ruleFindings } from '../../../pipelines/prepare/rules/index.ts';
import { Screen } from '../../../pipelines/prepare/screen/screen.ts';
import { codeList } from '../../../schemas/codelists.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Crs } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { isObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { whole } from './whole.ts';

const RD = CRSS['28992'];
const CRS84 = CRSS.CRS84;
const SCREENS = new Map([RD, CRS84].map((crs) => [crs, new Screen(crs)]));
/** A secret is public nowhere, so the screen takes it for a flaw. */
const SECRET = 'regel.geheim-zonder-grondslag';

/** Whether a document is proven, and if not the rules that it is told to break; undefined when it must go the long way. */
function screened(document: JsonObject, crs: Crs): 'proven' | readonly string[] | undefined {
  const bytes = Buffer.from(JSON.stringify(document));
  const screen = SCREENS.get(crs)!;
  const proven = new ProvenRoots(1);
  if (screen.take(bytes) && screen.prove(0, { start: 0, end: bytes.length }, proven)) return 'proven';
  return screen.tell(0, new Cap(), proven)?.told.map(({ rule }) => rule);
}

function expectStopped(document: JsonObject, rule: string, crs = RD): void {
  expect(new Set(ruleFindings(objectsOf(document), ruleContext(crs)).map(({ rule: broken }) => broken))).toEqual(new Set([rule]));
  const [told, withMore] = [document, { ...document, comment: 7 }].map((one) => screened(one, crs));
  if (rule === SECRET) expect([told, withMore]).toEqual([undefined, undefined]);
  else expect(new Set(told)).toEqual(new Set([rule]));
  // Nor do the rules pass it when something else is wrong with it too.
  if (withMore !== undefined) expect(withMore).toContain(rule);
}

function expectProven(document: JsonObject, crs = RD): void {
  expect(ruleFindings(objectsOf(document), ruleContext(crs))).toEqual([]);
  expect(screened(document, crs)).toBe('proven');
}

describe.each(RULES.map(({ id, example }) => [id, example]))('the example of %s', (id, { wrong, right }) => {
  test('wrong', () => expectStopped(whole(wrong as JsonObject), id));
  // The right one of a secret is a secret still.
  if (id !== SECRET) test('right', () => expectProven(whole(right as JsonObject)));
});

const BAL = '/akn/nl/act/bm/2018/stb-2018-293/';
const PROPANE = 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht';
const EOS = 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht';
const EOS_PERMIT = 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht';
const LNG_PERMIT = 'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht';
const LPG: JsonObject = { entityType: 'TankenLPG' };
const FILLING: JsonObject = { entityType: 'Vulpunt' };
const UNKNOWN: JsonObject = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

function building(more: JsonObject): JsonObject {
  return { entityType: 'KwetsbaarGebouw', ...more };
}
/** From a year, or until another. */
function valid(begin: number, end?: number): JsonObject {
  return { beginGeldigheid: `${begin}-01-01T00:00:00Z`, ...(end === undefined ? {} : { eindGeldigheid: `${end}-01-01T00:00:00Z` }) };
}
function period(beginGeldigheid: string, eindGeldigheid: string): JsonObject {
  return building({ beginGeldigheid, eindGeldigheid });
}
function named(id: string, lokaalID: string, versie?: string): JsonObject {
  return building({ id, identificatie: { namespace: 'NL.IMEV', lokaalID, ...(versie === undefined ? {} : { versie }) } });
}
function at(entityType: string, ...voertUit: readonly JsonObject[]): JsonObject {
  return { entityType, voertUit };
}
function location(more: JsonObject): JsonObject {
  return { ...at('LocatieActiviteit', LPG), ...more };
}
function contour(more: JsonObject, entityType = 'PRContour'): JsonObject {
  return { entityType, ...more };
}
function combined(part: JsonObject): JsonObject {
  return { entityType: 'SamengesteldeReferentie', resulteertIn: [part] };
}
function links(entityType: string, ...addresses: readonly string[]): JsonObject {
  return { entityType, balActiviteit: addresses.map((link) => ({ naam: 'x', link })) };
}
function ground(link: string): JsonObject {
  const [grondslagType = null] = codeList('GrondslagGeheimhouding').values;
  return { ...LPG, grondslagInfo: { grondslagType, besluitnummer: 'b', besluitdocument: { naam: 'x', link } } };
}
function along(...entityTypes: readonly string[]): JsonObject {
  return { entityType: 'Basisnet', heeft: entityTypes.map((entityType) => ({ entityType, referentiesoort: 'basisnet' })) };
}
function propane(categorie: string): JsonObject {
  return { entityType: PROPANE, aantalBevoorradingen: { categorie }, heeft: [FILLING, { entityType: 'OpstelplaatsVoertuig' }] };
}
function shaped(type: string, coordinates: Json): JsonObject {
  return { geometrie: { type, coordinates } };
}
function square(x: number, y: number, size: number): JsonObject {
  return shaped('Polygon', [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]]);
}

describe('a root is stopped by', () => {
  test.each<[rule: string, what: string, fragment: JsonObject]>([
    ['einde-na-begin', 'an end at the begin', period('2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z')],
    ['einde-na-begin', 'an end at the begin, in another zone', period('2024-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00')],
    ['einde-na-begin', 'an end that is later by its characters', period('2024-01-01T00:00:00+01:00', '2024-01-01T01:00:00+09:00')],
    ['einde-na-begin', 'a begin with tenths', period('2024-01-01T00:00:00.5Z', '2024-01-01T00:00:00Z')],
    ['einde-na-begin', 'the end of a contour', contour(valid(2020, 2019))],
    ['onderdeel-nooit-geldig', 'a part that ended before', { ...LPG, ...valid(2024), heeft: [{ ...FILLING, ...valid(2020, 2021) }] }],
    ['onderdeel-nooit-geldig', 'a root that ended before', { ...at('LocatieActiviteit', { ...LPG, ...valid(2024) }), ...valid(2020, 2023) }],
    ['onderdeel-nooit-geldig', 'a contour that ended before', { ...FILLING, ...valid(2024), resulteertIn: [contour(valid(2020, 2021))] }],
    ['onderdeel-andere-bronhouder', 'an activity of another holder', { ...LPG, bronhoudercode: 'XY789' }],
    ['onderdeel-andere-bronhouder', 'a code that begins alike', { ...LPG, bronhoudercode: 'AB1' }],
    ['onderdeel-andere-bronhouder', 'a contour of another holder', contour({ bronhoudercode: 'AB123' })],
    ['registratie-door-register', 'an end that was recorded', building({ eindRegistratie: '2024-01-01T00:00:00Z' })],
    ['registratie-door-register', 'a recorded time of a contour', contour({ tijdstipRegistratie: '2024-01-01T00:00:00Z' })],
    ['alleen-lezen', 'another field of the BAG', building({ gebruiksdoelenVerblijfsobjectBAG: ['woonfunctie'] })],
    ['id-aanbevolen', 'an id with a version that it has not', named('NL.IMEV.AB12.g1.2', 'AB12.g1')],
    ['id-aanbevolen', 'an id with another version', named('NL.IMEV.AB12.g1.2', 'AB12.g1', '3')],
    ['id-aanbevolen', 'an id that goes on beyond its version', named('NL.IMEV.AB12.g1.22', 'AB12.g1', '2')],
    ['id-aanbevolen', 'an id with more than its lokaalID', named('NL.IMEV.AB12.g12', 'AB12.g1')],
    ['id-aanbevolen', 'an id with less than its lokaalID', named('NL.IMEV.AB12.g', 'AB12.g1')],
    ['id-aanbevolen', 'an id without the first dot', named('NL.IMEV-AB12.g1', 'AB12.g1')],
    ['id-aanbevolen', 'an id without the second dot', named('NL.IMEV.AB12.g1-2', 'AB12.g1', '2')],
    ['id-aanbevolen', 'an id that is a namespace', named('NL.IMEV', 'AB12.g1')],
    ['id-aanbevolen', 'the id of a contour', contour({ id: 'c1' })],
    ['documentatie-link', 'one of the articles', links('TankenLPG', `${BAL}art_4.472`, 'http://voorbeeld.example')],
    ['documentatie-link', 'an article where none is known', links('AnderInsluitsysteem', 'artikel 1')],
    ['documentatie-link', 'the document of a decision', ground('besluit.pdf')],
    ['documentatie-link', 'an address without s', building({ documentInfo: { naam: 'x', link: 'http://voorbeeld.example' } })],
    ['documentatie-link', 'an address that begins alike', building({ documentInfo: { naam: 'x', link: '/akn/nl/actueel' } })],
    ['bag-soort', 'an addressable object', building({ idAdresseerbaarobjectBAG: '0193100000098765' })],
    ['bag-soort', 'an address', location({ idNummeraanduidingBAG: '0193100000098765' })],
    ['bag-soort', 'the address of an operator', location({ idNummeraanduidingBAGExploitant: '0193010000098765' })],
    ['geheim-zonder-grondslag', 'a secret contour', contour({ informatieGeheim: true })],
    ['geheim-zonder-grondslag', 'a secret reference', { ...FILLING, informatieGeheim: true }],
    ['activiteit-bij-locatie', 'an activity along a road', at('Wegen', LPG)],
    ['activiteit-bij-locatie', 'one of a road elsewhere', at('LocatieActiviteit', LPG, { entityType: 'WegenNietBasisnet' })],
    ['vergunningplicht', 'no permit where one is needed', { entityType: LNG_PERMIT, vergunningsPlicht: false }],
    ['vergunningplicht', 'what another rule is content with', { entityType: EOS_PERMIT, vergunningsPlicht: false }],
    ['seveso-kvk', 'one of two', { ...at('LocatieActiviteit', LPG, { entityType: 'SevesoInrichting' }), kvkNummerExploitant: UNKNOWN }],
    ['propaan-opstelplaats', 'five deliveries or fewer, as a category', propane('kleiner of gelijk vijf')],
    ['eos-mobiel-vlak', 'one of two', { entityType: EOS, typeEnergieopslagsysteem: 'C', heeft: [FILLING, { entityType: 'EnergieOpslagSysteem' }] }],
    ['vervoer-bij-locatie', 'one of two', { ...at('LocatieBasisnet', along('SpoorVervoer', 'WaterVervoer')), type: 'SpoorVervoer' }],
    ['afstand-groot', 'a centimetre too many', contour({ afstandOfGeometrie: { afstand: 1500.01 } })],
    ['samengesteld-vastgesteld', 'another contour', combined(contour({ typeOverigeContour: 'vastgesteld vuurwerk' }, 'OverigeContour'))],
    ['samengesteld-vastgesteld', 'an area', combined(contour({ categorieAandachtsgebied: 'vastgesteld' }, 'BrandAandachtsgebied'))],
    ['cas-controlecijfer', 'a number of ten digits', contour({ maatgevendeStof: { stof: { naam: 'LPG', CASnummer: '68476-85-6' } } })],
    ['contour-ver-weg', 'a surface', contour({ afstandOfGeometrie: square(157_000, 463_000, 100) })],
    ['contour-ver-weg', 'a line', contour({ afstandOfGeometrie: shaped('LineString', [[153_400, 461_000], [153_000, 465_000]]) })],
    ['referentie-ver-weg', 'the second of two', { ...LPG, heeft: [FILLING, { ...FILLING, ...shaped('Point', [155_000, 461_000]) }] }],
    ['buiten-nederland', 'its first position', building(shaped('Polygon', [[[250_000, 350_000], [155_010, 463_000], [155_000, 463_000], [250_000, 350_000]]]))],
  ])('%s: %s', (rule, _, fragment) => expectStopped(whole(fragment), `regel.${rule}`));
});

describe('a root is proven with', () => {
  test.each<[string, JsonObject]>([
    ['a version in its id', named('NL.IMEV.AB12.g1.2', 'AB12.g1', '2')],
    ['a version that is not in its id', named('NL.IMEV.AB12.g1', 'AB12.g1', '2')],
    ['a change on the day of the permit', { ...LPG, datumVergunningOfMelding: '2024-05-01', datumLaatsteWijziging: '2024-05-01' }],
    ['a secret that is none', contour({ informatieGeheim: false })],
  ])('%s', (_, fragment) => expectProven(whole(fragment)));
});

/** About where RD has it. */
function inDegrees(value: Json, name = ''): Json {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const [x, y] = list;
    if (name !== 'coordinates' || typeof x !== 'number' || typeof y !== 'number') return list.map((item) => inDegrees(item, name));
    return [5.387 + (x - 155_000) / 68_500, 52.155 + (y - 463_000) / 111_200].map((degrees) => Number(degrees.toFixed(9)));
  }
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inDegrees(item, key)])) : value;
}

describe('in degrees too, by where they lie', () => {
  test.each(RULES.filter(({ passesIn }) => passesIn).map(({ id, example }) => [id, example]))('%s', (id, { wrong, right }) => {
    expectStopped(inDegrees(whole(wrong as JsonObject)) as JsonObject, id, CRS84);
    expectProven(inDegrees(whole(right as JsonObject)) as JsonObject, CRS84);
  });

  const round = [[158_000, 463_000], [158_000, 470_000], [155_100, 470_000], [155_100, 463_000]];
  test.each<[string, JsonObject]>([
    ['a contour that begins far away and comes near', shaped('LineString', round)],
    ['a contour around its reference', square(150_000, 458_000, 10_000)],
  ])('%s is proven', (_, afstandOfGeometrie) => {
    const document = whole(contour({ afstandOfGeometrie }));
    expectProven(document);
    expectProven(inDegrees(document) as JsonObject, CRS84);
  });
});
