/**
 * Leading fields: the fields by which people recognise and choose objects, in the order in which a list shows them. One order serves all
 * collections, because each has a few of these only. Names are those of queryables.
 */
export const LEADING_FIELDS: readonly string[] = [
  'entityType', 'bedrijfsnaam', 'route', 'omschrijving',
  'typePlaatsgebondenRisico', 'typeBrand', 'typeOverigeContour', 'typeCivExpAandachtsgebied', 'typeMilitairExpAandachtsgebied', 'bleve', 'afstand',
  'categorieKwetsbaarheid', 'gebruiksdoeleindenLocatie', 'gebruiksdoeleindenDetail', 'populatie',
  'typeOpslagReferentie', 'inhoud', 'bovengronds', 'trajectcode', 'wegvakcode', 'watervakcode', 'type', 'ashoogte', 'rotordiameter', 'vermogen',
  'buisleidingProduct', 'diameter', 'maximaleWerkdruk', 'maatgevendeStof.stof.naam', 'maatgevendeStof.stofCategorie.categorieNaam',
  'locatieNaam', 'eigenaar', 'naamExploitant', 'locatieomschrijving', 'vergunningsPlicht', 'bevoegdGezag', 'doorzetPerJaar',
  'bronhouder', 'bronhoudercode', 'geometrieAfgeleid', 'beginGeldigheid',
];
