/**
 * Cases as data: one change to the smallest valid object of a type, and the errors that the validator reports (rule and location).
 * `valid: true` cases have no `errors`.
 */
import type { Json } from '../../schemas/json.ts';

export interface Case {
  readonly description: string;
  readonly type: string;
  readonly data: Readonly<Record<string, Json>>;
  readonly valid: boolean;
  /** Rule and pointer from the object, in any order. */
  readonly errors?: readonly (readonly [string, string])[];
}

const STOF = { naam: 'ammoniak' };
const hoortBij = [{ href: '#a' }, { href: '#b' }];

export const CASES: readonly Case[] = [
  // Convention 4: X or void
  ok('IM-conv-4: reason without waarde', 'LocatieActiviteit',
    { naamExploitant: { geenWaardeReden: 'nietVanToepassing' } }),
  no('IM-conv-4: waarde is not null', 'LocatieActiviteit',
    { naamExploitant: { waarde: 'x', geenWaardeReden: 'waardeOnbekend' } },
    ['schema.type', '/naamExploitant/waarde']),
  no('IM-conv-4: no reason', 'LocatieActiviteit',
    { naamExploitant: { waarde: null } }, ['schema.required', '/naamExploitant']),
  no('IM-conv-4: another property', 'LocatieActiviteit',
    { naamExploitant: { geenWaardeReden: 'waardeOnbekend', reden: 'x' } },
    ['schema.onbekend-veld', '/naamExploitant/reden']),
  no('IM-conv-4: reason not in VoidReasonValue', 'LocatieActiviteit',
    { naamExploitant: { geenWaardeReden: 'gegevenInTransitie' } },
    ['schema.waardelijst', '/naamExploitant/geenWaardeReden']),
  no('IM-conv-4: null is no void', 'LocatieActiviteit',
    { naamExploitant: null }, ['schema.type', '/naamExploitant']),
  no('IM-conv-4: an empty object is no void', 'LocatieActiviteit',
    { naamExploitant: {} }, ['schema.type', '/naamExploitant']),
  no('IM-conv-4: the bare reason of 3.0.x', 'PRContour',
    { maatgevendeStof: 'waardeOnbekend' }, ['schema.type', '/maatgevendeStof']),
  ok('IM-conv-4: resulteertIn void', 'Vulpunt',
    { resulteertIn: { waarde: null, geenWaardeReden: 'waardeOnbekend' } }),
  no('IM-conv-4: void with a value beside it', 'PRContour',
    { maatgevendeStof: { stof: STOF, geenWaardeReden: 'waardeOnbekend' } },
    ['schema.onbekend-veld', '/maatgevendeStof/stof']),

  // Convention 5: choice objects
  ok('IM-conv-5: one of two', 'PRContour', { maatgevendeStof: { stof: STOF } }),
  no('IM-conv-5: both', 'PRContour',
    { maatgevendeStof: { stof: STOF, stofCategorie: { categorieNaam: 'Klasse 3: Brandbare vloeistoffen' } } },
    ['schema.keuze', '/maatgevendeStof']),
  no('IM-conv-5: none', 'PRContour', { afstandOfGeometrie: {} }, ['schema.keuze', '/afstandOfGeometrie']),
  no('IM-conv-5: another', 'PRContour',
    { afstandOfGeometrie: { straal: 5 } }, ['schema.onbekend-veld', '/afstandOfGeometrie/straal']),
  no('IM-conv-5: one and another', 'PRContour', { afstandOfGeometrie: { afstand: 5, straal: 5 } },
    ['schema.onbekend-veld', '/afstandOfGeometrie/straal']),
  ok('AfstandOfGeometrie: 9999.99 m', 'PRContour', { afstandOfGeometrie: { afstand: 9999.99 } }),
  no('AfstandOfGeometrie: 10000 m', 'PRContour',
    { afstandOfGeometrie: { afstand: 10000 } }, ['schema.bereik', '/afstandOfGeometrie/afstand']),
  no('AfstandOfGeometrie: -0.01 m', 'OverigeContour', { afstandOfGeometrie: { afstand: -0.01 } },
    ['schema.bereik', '/afstandOfGeometrie/afstand']),
  ok('AfstandOfGeometriePRContour: a line', 'PRContour',
    { afstandOfGeometrie: { geometrie: { type: 'LineString', coordinates: [[0, 0], [1, 1]] } } }),
  no('AfstandOfGeometrieAandachtsgebied: a line', 'GifwolkAandachtsgebied',
    { afstandOfGeometrie: { geometrie: { type: 'LineString', coordinates: [[0, 0], [1, 1]] } } },
    ['schema.geometrie', '/afstandOfGeometrie/geometrie/type']),
  ok('ReactietijdNoodstop: boolean', 'TankenLNGVaartuigen_berekendeAfstandVergunningplicht',
    { reactietijdNoodstop: { vijfofminder: false } }),
  no('ReactietijdNoodstop: 1.5 s', 'TankenLNGVaartuigen_berekendeAfstandVergunningplicht',
    { reactietijdNoodstop: { exactAantalSeconden: 1.5 } },
    ['schema.type', '/reactietijdNoodstop/exactAantalSeconden']),
  no('CapaciteitOfCategorieEOS: 0.01 MWh', 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
    { capaciteitEOS: { specifiekeCapaciteitEOS: 0.01 } },
    ['schema.bereik', '/capaciteitEOS/specifiekeCapaciteitEOS']),

  // Convention 6: timestamps
  ...[
    '2026-03-01T09:00:00', '2026-03-01T09:00:00.5', '2026-03-01T09:00:00Z', '2026-03-01T09:00:00.5+01:00',
    '2024-02-29T23:59:59-05:00', '9999-12-31T23:59:59',
  ].map((moment) => ok(`IM-conv-6: ${moment}`, 'Vulpunt', { beginGeldigheid: moment })),
  ...[
    '2026-03-01', '2026-03-01T09:00', '2026-03-01 09:00:00', '2026-03-01T09:00:00.12Z', '2026-03-01T09:00:00z',
    '2026-03-01T09:00:00+0100', '2025-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-03-01T24:00:00Z',
    '2026-03-01T09:00:60Z', '2026-03-01T09:00:00+15:00', '', '2026-03-01T09:00:00Z\n', '0000-01-01T00:00:00Z',
  ].map((moment) => no(`IM-conv-6: ${JSON.stringify(moment)}`, 'Vulpunt', { beginGeldigheid: moment },
    ['schema.datum', '/beginGeldigheid'])),
  no('dates exist', 'TankenLPG',
    { datumVergunningOfMelding: '2025-02-29' }, ['schema.datum', '/datumVergunningOfMelding']),
  ok('a date', 'TankenLPG', { datumVergunningOfMelding: '2024-02-29' }),

  // Base type
  no('id: empty', 'Vulpunt', { id: '' }, ['schema.lengte', '/id']),
  no('id: 256 characters', 'Vulpunt', { id: 'x'.repeat(256) }, ['schema.lengte', '/id']),
  no('id: control character', 'Vulpunt', { id: 'a\u0007' }, ['schema.patroon', '/id']),
  ok('id: any text', 'Vulpunt', { id: 'één/twee #3 😀' }),
  ok('bronhoudercode: 3 with comma', 'Vulpunt', { bronhoudercode: 'A,1' }),
  no('bronhoudercode: 2', 'Vulpunt', { bronhoudercode: 'A1' }, ['schema.patroon', '/bronhoudercode']),
  no('bronhoudercode: 7', 'Vulpunt', { bronhoudercode: 'ABCDEFG' }, ['schema.patroon', '/bronhoudercode']),
  no('bronhoudercode: small letters', 'Vulpunt',
    { bronhoudercode: 'ab12' }, ['schema.patroon', '/bronhoudercode']),
  no('bronhoudercode: newline at the end', 'Vulpunt',
    { bronhoudercode: 'AB12\n' }, ['schema.patroon', '/bronhoudercode']),
  no('bronhouder: period', 'Vulpunt', { bronhouder: 'B.V.' }, ['schema.patroon', '/bronhouder']),
  no('bronhouder: 101', 'Vulpunt', { bronhouder: 'x'.repeat(101) }, ['schema.lengte', '/bronhouder']),
  ok('bronobjectID: 50 characters count as characters', 'Vulpunt', { bronobjectID: '😀'.repeat(50) }),
  no('bronobjectID: 51', 'Vulpunt', { bronobjectID: 'x'.repeat(51) }, ['schema.lengte', '/bronobjectID']),
  no('bronobjectID: empty', 'Vulpunt', { bronobjectID: '' }, ['schema.lengte', '/bronobjectID']),
  no('comment: not text', 'Vulpunt', { comment: ['a', 1] }, ['schema.type', '/comment/1']),
  no('identificatie: lokaalID missing', 'Vulpunt',
    { identificatie: { namespace: 'NL' } }, ['schema.required', '/identificatie']),
  ok('bronhoudercodeOverheid: open list', 'Vulpunt', { bronhoudercodeOverheid: 'iets' }),
  no('documentInfo.link: 2049', 'Vulpunt',
    { documentInfo: { naam: 'n', link: 'x'.repeat(2049) } }, ['schema.lengte', '/documentInfo/link']),

  // Value types
  no('GeometrieMetagegevens is closed', 'KwetsbareLocatie',
    { geometrieMetagegevens: { bronregistratie: 'BAG', bron: 'x' } },
    ['schema.onbekend-veld', '/geometrieMetagegevens/bron']),
  no('itemLink is a URI', 'KwetsbareLocatie',
    { geometrieMetagegevens: { bronregistratie: 'BAG', itemLink: 'geen uri' } },
    ['schema.patroon', '/geometrieMetagegevens/itemLink']),
  ok('itemLink is a URI', 'KwetsbareLocatie',
    { geometrieMetagegevens: { bronregistratie: 'BAG', itemLink: 'urn:nl:x%20y#a?b' } }),
  no('Grondslag: besluitdocument missing', 'TankenLPG',
    { grondslagInfo: { grondslagType: 'CER_Wwke_FysiekeWeerbaarheid', besluitnummer: '1' } },
    ['schema.required', '/grondslagInfo']),
  no('CASnummer', 'PRContour',
    { maatgevendeStof: { stof: { naam: 'x', CASnummer: '1-23-4' } } },
    ['schema.patroon', '/maatgevendeStof/stof/CASnummer']),
  no('UNnummer: 5 digits', 'PRContour', { maatgevendeStof: { stof: { naam: 'x', UNnummer: '12345' } } },
    ['schema.patroon', '/maatgevendeStof/stof/UNnummer']),
  no('IdentificatieBAG: 15 digits', 'KwetsbaarGebouw',
    { idPandBAG: '036310001234567' }, ['schema.patroon', '/idPandBAG']),
  no('IdentificatieBAG: other digits', 'KwetsbaarGebouw',
    { idPandBAG: '٠'.repeat(16) }, ['schema.patroon', '/idPandBAG']),

  // Arrays and links
  no('IM-loc: voertUit empty', 'Wegen', { voertUit: [] }, ['schema.aantal', '/voertUit']),
  no('hoortBij: empty', 'PRContour', { hoortBij: [] }, ['schema.aantal', '/hoortBij']),
  ok('hoortBij: two', 'PRContour', { hoortBij }),
  no('hoortBij: the same twice', 'PRContour',
    { hoortBij: [...hoortBij, { href: '#a' }] }, ['schema.uniek', '/hoortBij/2']),
  no('a link without href', 'PRContour', { hoortBij: [{ title: 'x' }] }, ['schema.required', '/hoortBij/0']),
  no('a bare text is no link', 'Vulpunt', { heeft: '#a' }, ['schema.type', '/heeft']),
  no('buisleidingCategorieStof: twice', 'BuisleidingReferentie',
    { buisleidingCategorieStof: ['aardgas', 'aardgas'] },
    ['schema.uniek', '/buisleidingCategorieStof/1']),
  ok('kvkNummerExploitant: null item of a pipeline system', 'BuisleidingStelsel',
    { kvkNummerExploitant: ['12345678', null] }),
  no('kvkNummerExploitant: null item elsewhere', 'LocatieActiviteit',
    { kvkNummerExploitant: [null] }, ['schema.type', '/kvkNummerExploitant/0']),
  no('kvkNummerExploitant: empty', 'LocatieActiviteit',
    { kvkNummerExploitant: [] }, ['schema.aantal', '/kvkNummerExploitant']),
  ok('balActiviteit: text or Documentatie', 'TankenLPG',
    { balActiviteit: ['Bal 4.472', { naam: 'Bal', link: '/akn/nl/act/x' }] }),
  no('balActiviteit: number', 'TankenLPG', { balActiviteit: [4] }, ['schema.type', '/balActiviteit/0']),

     no('typeEnergiedrager: at most 12', 'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht',
    { typeEnergiedrager: Array.from({ length: 13 }, () => 'NMC') }, ['schema.aantal', '/typeEnergiedrager']),
  no('heeft: an activity is no reference', 'TankenLPG',
    { heeft: [{ entityType: 'TankenLPG' }] }, ['schema.entityType', '/heeft/0/entityType']),
  no('heeft: item without entityType', 'TankenLPG', { heeft: [{}] }, ['schema.required', '/heeft/0']),
  no('heeft: item is text', 'TankenLPG', { heeft: ['Tankzuil'] }, ['schema.type', '/heeft/0']),

  // Patterns of references and vulnerable objects
  ...([
    ['SpoorVervoer', 'trajectcode', ['12', '123'], ['1', '1234', 'A1']],
    ['WaterVervoer', 'watervakcode', ['A', 'ABCD'], ['', 'ABCDE', 'a1']],
    ['WegVervoer', 'wegvakcode', ['A1', 'Aabcdef!'], ['A', 'A12345678', '1A', 'a1']],
    ['KwetsbareLocatie', 'kadastraleAanduiding', ['UTH02D02662G0000', 'ABC12AK12345G0000', 'ABC12,Z12345G0000'],
      ['UTH02J02662G0000', 'UTH02D02662A0001', 'xUTH02D02662G0000', 'UTH02D02662G00000']],
  ] as const).flatMap(([type, field, right, wrong]) => {
    const many = field === 'kadastraleAanduiding';
    return [
      ...right.map((text) => ok(`${field}: ${text}`, type, { [field]: many ? [text] : text })),
      ...wrong.map((text) => no(`${field}: "${text}"`, type, { [field]: many ? [text] : text },
        ['schema.patroon', many ? `/${field}/0` : `/${field}`])),
    ];
  }),

  // Convention 7: geometry
  no('KwetsbaarGebouw: a Polygon, not several', 'KwetsbaarGebouw',
    { geometrie: { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] } },
    ['schema.geometrie', '/geometrie/type']),
  no('GeometryCollection is in no alias', 'Wegen',
    { geometrie: { type: 'GeometryCollection', geometries: [] } }, ['schema.geometrie', '/geometrie/type']),
  no('a position of one number', 'Vulpunt',
    { geometrie: { type: 'Point', coordinates: [1] } }, ['schema.geometrie', '/geometrie/coordinates']),
  ok('a position of three numbers', 'Vulpunt', { geometrie: { type: 'Point', coordinates: [1, 2, 3] } }),
  no('a position of four numbers', 'Vulpunt',
    { geometrie: { type: 'Point', coordinates: [1, 2, 3, 4] } },
    ['schema.geometrie', '/geometrie/coordinates']),
  no('a line of one position', 'Wegen',
    { geometrie: { type: 'LineString', coordinates: [[1, 2]] } },
    ['schema.geometrie', '/geometrie/coordinates']),
  no('a ring of three positions', 'KwetsbaarGebouw',
    { geometrie: { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [0, 0]]] } },
    ['schema.geometrie', '/geometrie/coordinates/0']),
  no('text among the numbers', 'KwetsbaarGebouw',
    { geometrie: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, '1'], [0, 0]]] } },
    ['schema.geometrie', '/geometrie/coordinates/0/2']),
  no('no rings', 'KwetsbaarGebouw',
    { geometrie: { type: 'Polygon', coordinates: [] } }, ['schema.geometrie', '/geometrie/coordinates']),
  no('no geometry', 'KwetsbaarGebouw', { geometrie: null }, ['schema.geometrie', '/geometrie']),
  no('no coordinates', 'KwetsbaarGebouw',
    { geometrie: { type: 'Polygon' } }, ['schema.geometrie', '/geometrie']),

  // Code lists
  no('a value of a wrong list', 'PRContour',
    { typePlaatsgebondenRisico: 'PR10-9' }, ['schema.waardelijst', '/typePlaatsgebondenRisico']),
  no('gegevenInTransitie, which older versions had', 'KwetsbaarGebouw',
    { categorieKwetsbaarheid: 'gegevenInTransitie' },
    ['schema.waardelijst', '/categorieKwetsbaarheid']),
  no('a number where a code belongs', 'AmmoniakKoelinstallatie_TeBerekenenAfstand',
    { hoeveelheidsKlasseAmmoniak: 1500 },
    ['schema.type', '/hoeveelheidsKlasseAmmoniak']),
  ok('werktemperatuur -273.15', 'AmmoniakKoelinstallatie_TeBerekenenAfstand', { werktemperatuur: -273.15 }),
];

function ok(description: string, type: string, data: Case['data']): Case {
  return { description, type, data, valid: true };
}

function no(
  description: string, type: string, data: Case['data'], ...errors: readonly (readonly [string, string])[]
): Case {
  return { description, type, data, valid: false, errors };
}
