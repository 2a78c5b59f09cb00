/**
 * Domain words: texts of the domain rules that can refuse an object, and so have a page in the service.
 * Not here: texts of other domain rules, beside their checks (pipelines/prepare/rules/).
 */
import type { FindingText } from '../finding.ts';

export const DOMAIN_WORDS = {
  'regel.einde-na-begin': {
    message: { nl: 'eindGeldigheid ligt niet na beginGeldigheid.', en: 'eindGeldigheid is not after beginGeldigheid.' },
    mend: {
      nl: 'Verbeter één van beide; laat eindGeldigheid weg zolang het object geldig is.',
      en: 'Correct one of them; leave eindGeldigheid out while the object is valid.',
    },
  },
  'regel.lijst-in-tekst': {
    message: {
      nl: 'Deze tekst is zelf een lijst, geschreven als tekst, zoals GDAL (ogr2ogr, QGIS) dat in een tabel doet.',
      en: 'This text is a list itself, written as text, as GDAL (ogr2ogr, QGIS) does in a table.',
    },
    mend: { nl: 'Zet elk onderdeel apart tussen [ en ].', en: 'Put each item by itself between [ and ].' },
  },
} as const satisfies Record<string, FindingText>;
