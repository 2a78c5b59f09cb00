/** Domain rules at their edges, beyond their examples. Documents are fragments, in RD. */
import { expect, test } from 'vitest';
import { ruleContext } from '../../../../pipelines/prepare/rules/context.ts';
import { ruleIssues } from '../../../../pipelines/prepare/rules/index.ts';
import { NOW } from '../deliveries.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';

const BAL = '/akn/nl/act/bm/2018/stb-2018-293/';
const PROPANE = 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht';
const EOS = 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht';
const EOS_PERMIT = 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht';

function lpg(more: Record<string, Json>): JsonObject {
  return { entityType: 'TankenLPG', ...more };
}
function part(begin: string, end?: string): JsonObject {
  return { entityType: 'Vulpunt', beginGeldigheid: begin, ...(end === undefined ? {} : { eindGeldigheid: end }) };
}
function bal(...links: readonly string[]): JsonObject {
  return lpg({ balActiviteit: links.map((link) => ({ naam: 'Bal', link })) });
}
function eos(type: string, geometry: string, more: Record<string, Json>): JsonObject {
  return { entityType: type, ...more, heeft: [{ entityType: 'EnergieOpslagSysteem', geometrie: { type: geometry } }] };
}
function building(more: Record<string, Json>): JsonObject {
  const identificatie = { namespace: 'NL.IMEV', lokaalID: 'AB12.g1' };
  return { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.g1', identificatie, beginGeldigheid: '2023-06-01T00:00:00Z', ...more };
}
function route(type: string): JsonObject {
  return { entityType: 'WegVervoer', resulteertIn: [{ entityType: type, afstandOfGeometrie: { afstand: 0 } }] };
}
function turbines(aantalWindturbines: Json, ...types: readonly string[]): JsonObject {
  return { entityType: 'Windturbine_TeBerekenenAfstandGeenVergunningplicht', aantalWindturbines, heeft: types.map((entityType) => ({ entityType })) };
}
/** A reference with contours PR10-5, then PR10-6, by their extents. */
function risks(...extents: readonly (readonly Json[])[]): JsonObject {
  const contours = (['PR10-5', 'PR10-6'] as const).flatMap((risk, index) => (extents[index] ?? []).map((extent) =>
    ({ entityType: 'PRContour', typePlaatsgebondenRisico: risk, afstandOfGeometrie: extent })));
  return { entityType: 'Windturbine', resulteertIn: contours };
}
/** A reference with contours of one kind, except for these fields. */
function contours(...own: readonly JsonObject[]): JsonObject {
  return { entityType: 'Vulpunt', resulteertIn: own.map((fields) => ({ entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', ...fields })) };
}
function zone(activity: string, contour: string): JsonObject {
  return { entityType: activity, heeft: [{ entityType: 'Bewaarplaats', resulteertIn: [{ entityType: contour }] }] };
}
function ended(...activities: readonly Record<string, Json>[]): JsonObject {
  return { entityType: 'LocatieActiviteit', voertUit: activities.map(lpg) };
}
/** A square with sides of `metres`. */
function surface(entityType: string, metres: number): JsonObject {
  return { entityType, ...square(metres / 2) };
}
/** A reference with a contour that begins `metres` to the east. */
function beside(metres: number): JsonObject {
  const geometrie: Json = { type: 'Point', coordinates: [155000 - 100 - metres, 463000] };
  return { entityType: 'Vulpunt', geometrie, resulteertIn: [{ entityType: 'PRContour', afstandOfGeometrie: square(100) }] };
}
/** The geometry of a square around one point, `reach` metres to each side. */
function square(reach: number): JsonObject {
  const [west, south, east, north] = [155000 - reach, 463000 - reach, 155000 + reach, 463000 + reach];
  return { geometrie: { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] } };
}
/** A magazine with a contour four kilometres from it. */
function explosives(type: string): JsonObject {
  const at = (x: number): Json => ({ type: 'Point', coordinates: [x, 463000] });
  const contour = { entityType: 'OverigeContour', afstandOfGeometrie: { geometrie: at(159000) } };
  return { entityType: type, heeft: [{ entityType: 'Bewaarplaats', geometrie: at(155000), resulteertIn: [contour] }] };
}
function propane(aantalBevoorradingen: Json): JsonObject {
  return { entityType: PROPANE, aantalBevoorradingen, heeft: [{ entityType: 'OpslagReferentie' }, { entityType: 'OpstelplaatsVoertuig' }] };
}

test.each<[string, JsonObject, readonly string[]]>([
  ['an end before the begin', building({ eindGeldigheid: '2023-05-31T00:00:00Z' }), ['regel.einde-na-begin /eindGeldigheid']],
  ['an end at the begin, in another zone', building({ eindGeldigheid: '2023-06-01T02:00:00+02:00' }), ['regel.einde-na-begin /eindGeldigheid']],
  ['an end after the begin', building({ eindGeldigheid: '2023-06-01T00:00:00.1Z' }), []],
  ['an end that is no time', building({ eindGeldigheid: 'gisteren' }), []],
  ['a BAG field', building({ oppervlakteVerblijfsobjectBAG: 5, gebruiksdoelenVerblijfsobjectBAG: [] }), ['regel.alleen-lezen /gebruiksdoelenVerblijfsobjectBAG', 'regel.alleen-lezen /oppervlakteVerblijfsobjectBAG']],
  ['an id without the namespace', building({ id: 'AB12.g1' }), ['regel.id-aanbevolen /id']],
  ['an id with the version', building({ id: 'NL.IMEV.AB12.g1.2', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', versie: '2' } }), []],
  ['a secret building that names no document', building({ informatieGeheim: true }), ['regel.geheim-zonder-grondslag /informatieGeheim']],
  ['a secret building that names its document', building({ informatieGeheim: true, documentInfo: { naam: 'Besluit' } }), []],
  ['a secret location without a ground', { entityType: 'LocatieActiviteit', informatieGeheim: true, voertUit: [lpg({})] }, ['regel.geheim-zonder-grondslag /informatieGeheim']],
  ['a secret location whose activity names the ground', { entityType: 'LocatieActiviteit', informatieGeheim: true, voertUit: [lpg({ grondslagInfo: {} })] }, []],
  ['recorded times', building({ tijdstipRegistratie: '2023-06-01T00:00:00Z', eindRegistratie: 'x' }), ['regel.registratie-door-register /tijdstipRegistratie', 'regel.registratie-door-register /eindRegistratie']],
  ['a part that begins when the object above ends', lpg({ eindGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2024-01-01T00:00:00Z')] }), ['regel.onderdeel-nooit-geldig /heeft/0/beginGeldigheid']],
  ['a part that begins just before that', lpg({ eindGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2023-12-31T23:59:59Z')] }), []],
  ['a part that ends when the object above begins, in another zone', lpg({ beginGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2020-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00')] }), ['regel.onderdeel-nooit-geldig /heeft/0/eindGeldigheid']],
  ['a part that ends just after that, and began before', lpg({ beginGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2020-01-01T00:00:00Z', '2024-01-01T00:00:00.1Z')] }), []],
  ['an end before the begin, whatever its parts', lpg({ beginGeldigheid: '2024-01-01T00:00:00Z', eindGeldigheid: '2023-01-01T00:00:00Z', heeft: [part('2024-01-01T00:00:00Z')] }), ['regel.einde-na-begin /eindGeldigheid']],
  ['1,500 m', { entityType: 'PRContour', afstandOfGeometrie: { afstand: 1500 } }, []],
  ['a centimetre more', { entityType: 'PRContour', afstandOfGeometrie: { afstand: 1500.01 } }, ['regel.afstand-groot /afstandOfGeometrie/afstand']],
  ['a military zone, however far it reaches', { entityType: 'MilitairExplosieAandachtsgebied', afstandOfGeometrie: { afstand: 3200 } }, []],
  ['a contour far from military explosives', explosives('OpslagOntplofbaarMilitair_TeBerekenenAfstand'), []],
  ['a contour as far from civil ones', explosives('OpslagOntplofbaarComplexen'), ['regel.contour-ver-weg /heeft/0/resulteertIn/0/afstandOfGeometrie/geometrie']],
  ['a distance around a reference in another root', { entityType: 'Vulpunt', id: 'v', resulteertIn: [{ entityType: 'PRContour', hoortBij: [{ href: '#v' }, { href: '#elders' }], afstandOfGeometrie: { afstand: 25 } }] }, ['regel.hoort-bij-elders /resulteertIn/0/hoortBij/1/href']],
  ['a geometry that belongs to a reference in another root', { entityType: 'Vulpunt', id: 'v', resulteertIn: [{ entityType: 'PRContour', hoortBij: [{ href: '#elders' }], afstandOfGeometrie: { geometrie: {} } }] }, []],
  ['fields that the register makes', { entityType: 'PRContour', afstandOfGeometrie: { afstand: 25 }, afstand: 25, geometrieAfgeleid: true, locatieNaam: 'x' }, ['regel.afgeleid-veld /afstand']],
  ['a distance that stands beside its place', { entityType: 'PRContour', afstand: 25 }, []],
  ['a distance around two references of its root', { entityType: 'TankenLPG', id: 'act', heeft: [{ entityType: 'Vulpunt', id: 'v', resulteertIn: [{ entityType: 'PRContour', hoortBij: [{ href: 'v' }, { href: '#w' }], afstandOfGeometrie: { afstand: 25 } }] }, { entityType: 'Tankzuil', id: 'w' }] }, []],
  ['a distance of 0', { entityType: 'GifwolkAandachtsgebied', afstandOfGeometrie: { afstand: 0 } }, ['regel.afstand-nul /afstandOfGeometrie/afstand']],
  ['the smallest distance', { entityType: 'PRContour', afstandOfGeometrie: { afstand: 0.01 } }, ['regel.afstand-klein /afstandOfGeometrie/afstand']],
  ['a distance of one metre', { entityType: 'PRContour', afstandOfGeometrie: { afstand: 1 } }, []],
  ['a risk contour at 0 m along a road', route('PRContour'), []],
  ['an attention area at 0 m along a road', route('BrandAandachtsgebied'), ['regel.afstand-nul /resulteertIn/0/afstandOfGeometrie/afstand']],
  ['a validity that begins with 1900', building({ beginGeldigheid: '1900-01-01T00:00:00Z' }), []],
  ['a validity that begins just before', building({ beginGeldigheid: '1899-12-31T23:59:59Z' }), ['regel.begin-onwaarschijnlijk /beginGeldigheid']],
  ['a validity that begins ten years ahead', building({ beginGeldigheid: '2036-06-01T12:00:00Z' }), []],
  ['a validity that begins far ahead', building({ beginGeldigheid: '2036-06-01T12:00:01Z' }), ['regel.begin-onwaarschijnlijk /beginGeldigheid']],
  ['a validity that ends in 9999', building({ eindGeldigheid: '9999-12-31T23:59:59' }), ['regel.einde-onwaarschijnlijk /eindGeldigheid']],
  ['a validity that ends within a century', building({ eindGeldigheid: '2126-06-01T12:00:00Z' }), []],
  ['a lokaalID with the code of a government', building({ bronhoudercode: 'XY789', bronhoudercodeOverheid: 'AB12' }), []],
  ['a lokaalID with no code of its holder', building({ bronhoudercode: 'XY789' }), ['regel.lokaalid-bronhouder /identificatie/lokaalID']],
  ['a lokaalID of a holder without a code, which the schema says', building({}), []],
  ['a part that ends with its whole, in another zone', lpg({ eindGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2020-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00')] }), []],
  ['a part that ends just after its whole', lpg({ eindGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2020-01-01T00:00:00Z', '2024-01-01T00:00:00.1Z')] }), ['regel.onderdeel-eindigt-later /heeft/0/eindGeldigheid']],
  ['a part that begins and ends after its whole: said once', lpg({ eindGeldigheid: '2024-01-01T00:00:00Z', heeft: [part('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z')] }), ['regel.onderdeel-nooit-geldig /heeft/0/beginGeldigheid']],
  ['a turbine too many', turbines(1, 'Windturbine', 'Windturbine'), ['regel.aantal-windturbines /aantalWindturbines']],
  ['turbines beside a combined reference', turbines(2, 'Windturbine', 'SamengesteldeReferentie', 'Windturbine'), []],
  ['turbines beside a part of an unknown type, which may be one', turbines(2, 'Windturbine', 'Windturbien'), []],
  ['turbines beside a part of no type', turbines(2, 'Windturbine', ''), []],
  ['turbines beside a part that is another thing', turbines(2, 'Windturbine', 'PRContour'), []],
  ['a park as one combined reference', turbines(2, 'SamengesteldeReferentie'), []],
  ['a number of turbines that is none', turbines('2', 'Windturbine'), []],
  ['a place for vehicles at an LPG station', lpg({ heeft: [{ entityType: 'OpstelplaatsVoertuig' }] }), []],
  ['a stretch of road as part of a pipeline', { entityType: 'Buisleiding', heeft: [{ entityType: 'WegVervoer' }] }, ['regel.referentie-bij-activiteit /heeft/0/entityType']],
  ['a stretch of road outside the Basisnet', { entityType: 'WegenNietBasisnet', heeft: [{ entityType: 'WegVervoer' }] }, []],
  ['a Seveso reference of a depot with Seveso quantities', { entityType: 'OpslagSevesoHoeveelheidBuitenSevesoInrichting', heeft: [{ entityType: 'SevesoReferentie' }] }, []],
  ['equal distances of two risks', risks([{ afstand: 60 }], [{ afstand: 60 }]), []],
  ['the widest of the contours of one million counts', risks([{ afstand: 60 }], [{ afstand: 20 }, { afstand: 70 }]), ['regel.contour-dubbel /resulteertIn/2']],
  ['OPEN-contour-twice: two of three contours of one kind', contours({}, {}, {}), ['regel.contour-dubbel /resulteertIn/1', 'regel.contour-dubbel /resulteertIn/2']],
  ['contours of two substances', contours({ maatgevendeStof: { stof: { naam: 'LPG' } } }, { maatgevendeStof: { stof: { naam: 'chloor' } } }), []],
  ['contours of one substance, members in another order', contours({ maatgevendeStof: { stof: { naam: 'a', UNnummer: '1' } } }, { maatgevendeStof: { stof: { UNnummer: '1', naam: 'a' } } }), ['regel.contour-dubbel /resulteertIn/1']],
  ['a contour after another', contours({ eindGeldigheid: '2024-01-01T00:00:00Z' }, { beginGeldigheid: '2024-01-01T00:00:00Z' }), []],
  ['a contour before another', contours({ beginGeldigheid: '2024-01-01T00:00:00Z' }, { eindGeldigheid: '2024-01-01T00:00:00Z' }), []],
  ['a contour during another', contours({ eindGeldigheid: '2024-01-02T00:00:00Z' }, { beginGeldigheid: '2024-01-01T00:00:00Z' }), ['regel.contour-dubbel /resulteertIn/1']],
  ['zones A and B', contours({ entityType: 'CivielExplosieAandachtsgebied', typeCivExpAandachtsgebied: 'A' }, { entityType: 'CivielExplosieAandachtsgebied', typeCivExpAandachtsgebied: 'B' }), []],
  ['a military zone at a military activity', zone('OpslagOntplofbaarMilitair_VasteAfstand', 'MilitairExplosieAandachtsgebied'), []],
  ['a civil zone at a military activity', zone('OpslagOntplofbaarMilitair_VasteAfstand', 'CivielExplosieAandachtsgebied'), ['regel.zone-bij-activiteit /heeft/0/resulteertIn/0/entityType']],
  ['a military zone where explosives of both kinds may lie', zone('OpslagOntplofbaarComplexen', 'MilitairExplosieAandachtsgebied'), []],
  ['a permit of today', lpg({ datumVergunningOfMelding: '2026-06-01' }), []],
  ['a permit of tomorrow', lpg({ datumVergunningOfMelding: '2026-06-02' }), ['regel.vergunning-toekomst /datumVergunningOfMelding']],
  ['a change in the future', lpg({ datumVergunningOfMelding: '2026-05-01', datumLaatsteWijziging: '2027-05-01' }), ['regel.vergunning-toekomst /datumLaatsteWijziging']],
  ['one of two activities ended', ended({ eindGeldigheid: '2024-01-01T00:00:00Z' }, {}), []],
  ['an activity that ends later', ended({ eindGeldigheid: '2027-01-01T00:00:00Z' }), []],
  ['both activities ended', ended({ eindGeldigheid: '2024-01-01T00:00:00Z' }, { eindGeldigheid: '2025-01-01T00:00:00Z' }), ['regel.activiteiten-beeindigd /voertUit']],
  ['OPEN-plausible-sizes: a building of 3 km', surface('KwetsbaarGebouw', 3_000), ['regel.maat-onwaarschijnlijk /geometrie']],
  ['a building of 10 cm', surface('KwetsbaarGebouw', 0.1), ['regel.maat-onwaarschijnlijk /geometrie']],
  ['a building of 1 km', surface('KwetsbaarGebouw', 1_000), []],
  ['premises of 10 km', surface('LocatieActiviteit', 10_000), []],
  ['a tank of 20 km', surface('OpslagReferentie', 20_000), ['regel.maat-onwaarschijnlijk /geometrie']],
  ['a rotor in centimetres', { entityType: 'Windturbine', rotordiameter: 12_000 }, ['regel.maat-onwaarschijnlijk /rotordiameter']],
  ['the power of a turbine in watts', { entityType: 'Windturbine', vermogen: 56_000 }, ['regel.maat-onwaarschijnlijk /vermogen']],
  ['the most powerful turbine there is, in kW', { entityType: 'Windturbine', vermogen: 26_000 }, []],
  ['a diameter in metres', { entityType: 'BuisleidingReferentie', diameter: 0.61 }, ['regel.maat-onwaarschijnlijk /diameter']],
  ['a diameter of 0, which is not known', { entityType: 'BuisleidingReferentie', diameter: 0 }, []],
  ['a surface 50 m beside its reference', beside(50), []],
  ['a surface 300 m beside its reference', beside(300), ['regel.contour-ver-weg /resulteertIn/0/afstandOfGeometrie/geometrie']],
  ['a box that reaches out', risks([square(60)], [square(50)]), ['regel.pr-volgorde /resulteertIn/0/afstandOfGeometrie/geometrie']],
  ['a box that lies within', risks([square(50)], [square(60)]), []],
  ['a box that reaches out by a rounding', risks([square(52)], [square(50)]), []],
  ['a distance beside a geometry, which cannot be compared', risks([{ afstand: 600 }], [square(50)]), []],
  ['a secret contour of an activity with a ground', lpg({ grondslagInfo: {}, heeft: [{ entityType: 'Vulpunt', resulteertIn: [{ entityType: 'PRContour', informatieGeheim: true }] }] }), []],
  ['a secret contour of one without', lpg({ heeft: [{ entityType: 'Vulpunt', resulteertIn: [{ entityType: 'PRContour', informatieGeheim: true }] }] }), ['regel.geheim-zonder-grondslag /heeft/0/resulteertIn/0/informatieGeheim']],
  ['an activity that has no place for a ground', { entityType: 'WegenNietBasisnet', informatieGeheim: true }, []],
  ['not secret', lpg({ informatieGeheim: false }), []],
  ['one right article among others', bal('https://voorbeeld.example/x', `${BAL}art_4.472`), []],
  ['the article with scheme and host', bal(`https://lokaleregelgeving.overheid.nl${BAL}art_4.472`), []],
  ['a part of the article', bal(`${BAL}art_4.472/para_1`), []],
  ['an article whose number begins alike', bal(`${BAL}art_4.4721`), ['regel.bal-artikel /balActiviteit']],
  ['articles as texts, the form of 3.0', lpg({ balActiviteit: ['Bal artikel 4.481'] }), []],
  ['a link without https', bal(`${BAL}art_4.472`, 'http://voorbeeld.example'), ['regel.documentatie-link /balActiviteit/1/link']],
  ['the document of a ground', lpg({ grondslagInfo: { besluitdocument: { naam: 'x', link: 'besluit.pdf' } } }), ['regel.documentatie-link /grondslagInfo/besluitdocument/link']],
  ['five deliveries or fewer, as a category', propane({ categorie: 'kleiner of gelijk vijf' }), ['regel.propaan-opstelplaats /heeft/1']],
  ['more than five, as a category', propane({ categorie: 'groter dan vijf' }), []],
  ['a mobile system on a surface', eos(EOS, 'Polygon', { typeEnergieopslagsysteem: 'C' }), []],
  ['no permit needed, no area', eos(EOS, 'Polygon', { vergunningsPlicht: false }), []],
  ['sodium with a permit', eos(EOS_PERMIT, 'Polygon', { typeEnergiedrager: 'natrium' }), []],
  ['a permit needed, by the name with an s', { entityType: 'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht', vergunningsPlicht: false }, ['regel.vergunningplicht /vergunningsPlicht']],
  ['a name that says nothing of permits', lpg({ vergunningsPlicht: false }), []],
  ['a change on the day of the permit', lpg({ datumVergunningOfMelding: '2024-05-01', datumLaatsteWijziging: '2024-05-01' }), []],
  ['a change, but no date of a permit', lpg({ datumVergunningOfMelding: { waarde: null, geenWaardeReden: 'waardeOnbekend' }, datumLaatsteWijziging: '2024-05-01' }), []],
  ['a Seveso number that is not there at all, which the schema says', { entityType: 'LocatieActiviteit', voertUit: [{ entityType: 'SevesoInrichting' }] }, []],
  ['two Seveso activities: said once', { entityType: 'LocatieActiviteit', kvkNummerExploitant: {}, voertUit: [{ entityType: 'SevesoInrichting' }, { entityType: 'SevesoInrichting' }] }, ['regel.seveso-kvk /kvkNummerExploitant']],
  ['an address is enough for a pipeline system', { entityType: 'BuisleidingStelsel', idNummeraanduidingBAG: '0193200000012345' }, []],
  ['a computed distance of a combined reference', { entityType: 'SamengesteldeReferentie', resulteertIn: [{ entityType: 'BrandAandachtsgebied', categorieAandachtsgebied: 'berekend' }] }, []],
  ['a fixed distance of another reference', { entityType: 'Vulpunt', resulteertIn: [{ entityType: 'OverigeContour', typeOverigeContour: 'vastgesteld vuurwerk' }] }, []],
  ['a berth as an addressable object', { entityType: 'KwetsbaarGebouw', idAdresseerbaarobjectBAG: '0193020000012345' }, []],
  ['a CAS number of ten digits', { entityType: 'PRContour', maatgevendeStof: { stof: { naam: 'LPG', CASnummer: '68476-85-7' } } }, []],
  ['no CAS number, but a category', { entityType: 'PRContour', maatgevendeStof: { stofCategorie: {} } }, []],
  ['a line of any transport', { entityType: 'WaterVervoer', referentiesoort: 'basisnet' }, []],
])('%s', (_, document, expected) => {
  expect(ruleIssues(objectsOf(document), ruleContext(CRSS['28992'], NOW)).map(({ rule, finding }) => `${rule} ${finding().pointer}`)).toEqual(expected);
});

test.each<[string, string, boolean]>([
  ['2024-06-01T01:30:00', '2024-05-31T23:30:00Z', true],
  ['2024-05-31T23:30:00Z', '2024-06-01T01:00:00', true],
  ['2024-06-01T01:30:00', '2024-06-01T01:30:00', true],
  ['2024-06-01T01:30:00+02:00', '2024-05-31T23:30:00Z', false],
])('an end that is not after the begin, %s and %s: the zone that was assumed is named: %s', (begin, end, isNamed) => {
  const [issue] = ruleIssues(objectsOf(building({ beginGeldigheid: begin, eindGeldigheid: end })), ruleContext(CRSS['28992'], NOW));
  const finding = issue?.finding();
  expect(finding?.rule).toBe('regel.einde-na-begin');
  for (const text of [finding?.message.nl, finding?.message.en]) {
    expect([text, text?.includes('Europe/Amsterdam')]).toEqual([text, isNamed]);
    expect(text).toMatch(/\w\.$/);
  }
});
