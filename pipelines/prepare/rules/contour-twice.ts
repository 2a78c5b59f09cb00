/**
 * A reference has one contour of each kind at a time. A second one is an earlier calculation, or belongs to another reference.
 * Contours of different substances, zones, risks or causes are of different kinds.
 */
import type { Text } from '../../../schemas/finding.ts';
import { canonicalJson, isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { distanceIn, momentOf, textOf } from '../../../schemas/model/objects.ts';
import { CONTOUR_TYPES, REFERENCE_TYPES } from '../../../schemas/names.ts';
import { bilingual } from '../../../schemas/shown-values.ts';
import { NONE, type Breach, type Rule } from './rule.ts';

/** The fields that determine the kind of a contour. */
const KIND_FIELDS = [
  'entityType', 'typePlaatsgebondenRisico', 'typeCivExpAandachtsgebied', 'typeMilitairExpAandachtsgebied', 'typeOverigeContour', 'typeBrand', 'bleve',
  'aardRisico', 'categorieAandachtsgebied', 'maatgevendeStof',
] as const;
const CONTOURS: ReadonlySet<string> = new Set(CONTOUR_TYPES);

export const CONTOUR_TWICE: Rule = {
  id: 'regel.contour-dubbel',
  example: {
    wrong: {
      entityType: 'Vulpunt',
      resulteertIn: [
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', afstandOfGeometrie: { afstand: 35 } },
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', afstandOfGeometrie: { afstand: 45 } },
      ],
    },
    right: {
      entityType: 'Vulpunt',
      resulteertIn: [
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-5', afstandOfGeometrie: { afstand: 35 } },
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', afstandOfGeometrie: { afstand: 45 } },
      ],
    },
  },
  appliesTo: REFERENCE_TYPES,
  fields: ['resulteertIn'],
  check: ({ data, pointer }) => {
    const items = own(data, 'resulteertIn');
    if (!Array.isArray(items) || items.length < 2) return NONE;
    return breachesIn(items as readonly Json[], `${pointer}/resulteertIn`);
  },
};

function breachesIn(items: readonly Json[], at: string): readonly Breach[] {
  const first = new Map<string, JsonObject>();
  const breaches: Breach[] = [];
  for (const [index, item] of items.entries()) {
    if (!isObject(item) || !CONTOURS.has(textOf(item, 'entityType') ?? '')) continue;
    const kind = canonicalJson(KIND_FIELDS.map((field) => own(item, field) ?? null));
    const other = first.get(kind);
    if (other === undefined) first.set(kind, item);
    else if (overlap(item, other)) breaches.push(breach(`${at}/${index}`, extentOf(item), extentOf(other)));
  }
  return breaches;
}

function breach(pointer: string, found: Text, other: Text): Breach {
  return { pointer, found: bilingual(found), remark: { nl: `: ${other.nl}, en deze ${found.nl}`, en: `: ${other.en}, and this one ${found.en}` } };
}

/** The words for the extent of a contour: its distance, or that it is drawn. */
function extentOf(contour: JsonObject): Text {
  const distance = distanceIn(contour);
  return distance !== undefined ? { nl: `${distance} m`, en: `${distance} m` } : { nl: 'getekend', en: 'drawn' };
}

function overlap(one: JsonObject, other: JsonObject): boolean {
  const endsBefore = (early: JsonObject, late: JsonObject): boolean =>
    (momentOf(early, 'eindGeldigheid') ?? Infinity) <= (momentOf(late, 'beginGeldigheid') ?? -Infinity);
  return !endsBefore(one, other) && !endsBefore(other, one);
}
