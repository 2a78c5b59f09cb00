/** Vulnerable objects: buildings and locations to be protected (Information Model, Vulnerable objects). */
import { GEBOUW_OF_LOCATIE } from './base.ts';
import { array, closed, codelist, geometry, number, object, pattern, readOnly, text } from './conventions.ts';
import { GEOMETRIE_METAGEGEVENS, IDENTIFICATIE_BAG } from './values.ts';

const KADASTRALE_AANDUIDING = pattern('[A-Z]{3}[0-9]{2}[A-IK-Z,]{1,2}[0-9]{5}G0000', {
  nl: '3 hoofdletters, 2 cijfers, 1 of 2 letters (geen J), 5 cijfers, dan G0000: zoals UTH02D02662G0000',
  en: '3 capitals, 2 digits, 1 or 2 letters (no J), 5 digits, then G0000: such as UTH02D02662G0000',
}, { example: 'UTH02D02662G0000' });

export const VULNERABLE_MODEL = [
  closed('KwetsbaarGebouw', GEBOUW_OF_LOCATIE, {
    geometrie: [geometry('Polygon'), 'R'],
    geometrieMetagegevens: [object(GEOMETRIE_METAGEGEVENS), 'R'],
    categorieKwetsbaarheid: [codelist('CategorieKwetsbaarheidGebouw'), 'R'],
    gebruiksdoeleindenDetail: array(text()),
    idPandBAG: IDENTIFICATIE_BAG,
    idAdresseerbaarobjectBAG: IDENTIFICATIE_BAG,
    gebruiksdoelenVerblijfsobjectBAG: readOnly(array(codelist('Gebruiksdoeleinden'), { unique: true })),
    oppervlakteVerblijfsobjectBAG: readOnly(number()),
    populatie: number(0, 99999),
    kadastraleAanduiding: array(KADASTRALE_AANDUIDING),
  }),
  closed('KwetsbareLocatie', GEBOUW_OF_LOCATIE, {
    geometrie: [geometry('VlakOfMultiVlak'), 'R'],
    geometrieMetagegevens: [object(GEOMETRIE_METAGEGEVENS), 'R'],
    categorieKwetsbaarheid: [codelist('CategorieKwetsbaarheidLocatie'), 'R'],
    gebruiksdoeleindenDetail: text(),
    gebruiksdoeleindenLocatie: codelist('GebruiksdoeleindenLocatie'),
    populatie: number(0, 999999),
    kadastraleAanduiding: array(KADASTRALE_AANDUIDING),
  }),
];
