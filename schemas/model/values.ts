/**
 * Values: the shared value types and choice objects, row by row as the Information Model lists them (Shared value types). Documentatie,
 * NEN3610ID, Stof and StofCategorie are not closed in that list, so not here.
 */
import {
  boolean, codelist, digits, geometry, integer, number, object, pattern, shape, text,
} from './conventions.ts';
import type { Value } from './conventions.ts';

export const NEN3610ID = shape('NEN3610ID', 'open', {
  namespace: [text(), 'R'],
  lokaalID: [text(), 'R'],
  versie: text(),
});

export const DOCUMENTATIE = shape('Documentatie', 'open', {
  naam: [text(), 'R'],
  link: [text({ min: 1, max: 2048 }), 'R'],
});

export const IDENTIFICATIE_BAG: Value = digits(16, '0193100000098765');

/** An absolute URI: a scheme, then only characters that RFC 3986 allows, with at most one fragment. */
const CHARACTERS = String.raw`(?:[A-Za-z0-9._~:/?@!$&'()*+,;=\[\]\-]|%[0-9A-Fa-f]{2})`;
const URI: Value = {
  ...pattern(String.raw`[A-Za-z][A-Za-z0-9+.\-]*:${CHARACTERS}+(?:#${CHARACTERS}*)?`, {
    nl: 'een volledige URI, bijvoorbeeld https://voorbeeld.nl/object/1',
    en: 'a complete URI, for example https://voorbeeld.nl/object/1',
  }, { example: 'https://voorbeeld.nl/object/1' }),
  kind: 'text', format: 'uri',
};

export const GEOMETRIE_METAGEGEVENS = shape('GeometrieMetagegevens', 'closed', {
  bronregistratie: [codelist('Bronregistratie'), 'R'],
  idInBronregistratie: text(),
  itemLink: URI,
  toelichting: text(),
});

export const GRONDSLAG = shape('Grondslag', 'closed', {
  grondslagType: [codelist('GrondslagGeheimhouding'), 'R'],
  besluitnummer: [text(), 'R'],
  besluitdocument: [object(DOCUMENTATIE), 'R'],
});

export const STOF = shape('Stof', 'open', {
  naam: [text(), 'R'],
  chemischeNaam: text(),
  CASnummer: pattern('[0-9]{2,7}-[0-9]{2}-[0-9]', {
    nl: 'een CAS-nummer: 2 tot 7 cijfers, streepje, 2 cijfers, streepje, 1 cijfer',
    en: 'a CAS number: 2 to 7 digits, hyphen, 2 digits, hyphen, 1 digit',
  }, { example: '74-98-6' }),
  UNnummer: digits(4, '1978'),
});

export const STOF_CATEGORIE = shape('StofCategorie', 'open', {
  categorieNaam: [codelist('StofCategorieNaam'), 'R'],
  chemischeNaam: text(),
});

export const STOF_OF_STOFCATEGORIE = shape('StofOfStofcategorie', 'choice', {
  stof: object(STOF),
  stofCategorie: object(STOF_CATEGORIE),
});

export const AFSTAND = number(0, 9999.99, 'm');

export const AFSTAND_OF_GEOMETRIE_AANDACHTSGEBIED = shape('AfstandOfGeometrieAandachtsgebied', 'choice', {
  geometrie: geometry('VlakOfMultiVlak'),
  afstand: AFSTAND,
});

export const AFSTAND_OF_GEOMETRIE_OVERIGE_CONTOUR = shape('AfstandOfGeometrieOverigeContour', 'choice', {
  geometrie: geometry('PuntLijnVlakMulti'),
  afstand: AFSTAND,
});

export const AFSTAND_OF_GEOMETRIE_PR_CONTOUR = shape('AfstandOfGeometriePRContour', 'choice', {
  geometrie: geometry('PuntLijnVlakMulti'),
  afstand: AFSTAND,
});

export const BEVOORRADING = shape('BevoorradingCategorieOfExactAantal', 'choice', {
  categorie: codelist('CategorieAantalBevoorradingen'),
  exactAantal: integer(0, 999),
});

export const CAPACITEIT_EOS = shape('CapaciteitOfCategorieEOS', 'choice', {
  categorieCapaciteitEOS: codelist('CategorieCapaciteitEOS'),
  specifiekeCapaciteitEOS: number(0.02, 50, 'MWh'),
});

export const OPSLAGDICHTHEID = shape('OpslagdichtheidOfVeiligheidsniveau', 'choice', {
  categorieOpslagdichtheid: codelist('CategorieOpslagdichtheidBatterijen'),
  veiligheidsniveau: codelist('TypeVeiligheidsniveau'),
});

export const REACTIETIJD_NOODSTOP = shape('ReactietijdNoodstopBooleanOfExact', 'choice', {
  exactAantalSeconden: integer(0, 999, 's'),
  vijfofminder: boolean(),
});

export const VOORDRUK = shape('VoordrukBooleanOfExact', 'choice', {
  exacteHoeveelheid_kpa: number(0, 999, 'kPa'),
  minderDanOfGelijkAan_420kPa: boolean(),
});

/** The reason for a missing value, in place of the value (convention 4). */
export const VOID = shape('Void', 'closed', {
  waarde: { kind: 'null' },
  geenWaardeReden: [codelist('VoidReasonValue'), 'R'],
});
