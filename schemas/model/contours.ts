/** Contours: areas of attention and risk contours of a reference (IM, Contour types). */
import { EXTERNE_VEILIGHEIDS_OBJECT } from './base.ts';
import { abstract, boolean, closed, codelist, links, object, orVoid, text } from './conventions.ts';
import {
  AFSTAND_OF_GEOMETRIE_AANDACHTSGEBIED, AFSTAND_OF_GEOMETRIE_OVERIGE_CONTOUR, AFSTAND_OF_GEOMETRIE_PR_CONTOUR,
  STOF_OF_STOFCATEGORIE,
} from './values.ts';

const EV_CONTOUR = abstract('EVContour', EXTERNE_VEILIGHEIDS_OBJECT, {
  hoortBij: [links(), 'R'],
});

const AANDACHTSGEBIED = abstract('Aandachtsgebied', EV_CONTOUR, {
  afstandOfGeometrie: [object(AFSTAND_OF_GEOMETRIE_AANDACHTSGEBIED), 'R'],
  categorieAandachtsgebied: codelist('CategorieAandachtsgebied'),
  maatgevendeStof: [orVoid(object(STOF_OF_STOFCATEGORIE)), 'R'],
  aardRisico: text(),
});

export const CONTOUR_MODEL = [
  closed('BrandAandachtsgebied', AANDACHTSGEBIED, {
    typeBrand: codelist('TypeBrand'),
  }),
  closed('CivielExplosieAandachtsgebied', AANDACHTSGEBIED, {
    typeCivExpAandachtsgebied: [codelist('TypeExplosieAandachtsgebied'), 'R'],
  }),
  closed('ExplosieAandachtsgebied', AANDACHTSGEBIED, {
    bleve: boolean(),
  }),
  closed('ExplosieAandachtsgebiedVuurwerk', AANDACHTSGEBIED, {}),
  closed('GifwolkAandachtsgebied', AANDACHTSGEBIED, {}),
  closed('MilitairExplosieAandachtsgebied', AANDACHTSGEBIED, {
    typeMilitairExpAandachtsgebied: [codelist('TypeExplosieAandachtsgebied'), 'R'],
  }),
  closed('OverigeContour', EV_CONTOUR, {
    aardRisico: text(),
    typeOverigeContour: [codelist('TypeOverigeContour'), 'R'],
    afstandOfGeometrie: [object(AFSTAND_OF_GEOMETRIE_OVERIGE_CONTOUR), 'R'],
    maatgevendeStof: [orVoid(object(STOF_OF_STOFCATEGORIE)), 'R'],
  }),
  closed('PRContour', EV_CONTOUR, {
    afstandOfGeometrie: [object(AFSTAND_OF_GEOMETRIE_PR_CONTOUR), 'R'],
    typePlaatsgebondenRisico: [codelist('TypePlaatsgebondenRisico'), 'R'],
    maatgevendeStof: [orVoid(object(STOF_OF_STOFCATEGORIE)), 'R'],
    aardRisico: text(),
  }),
];
