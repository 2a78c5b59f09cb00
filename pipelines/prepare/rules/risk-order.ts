/**
 * A risk of one in 100,000 a year (PR10-5) reaches less far than one in a million (PR10-6), so its contour lies within
 * the other. Compared within one reference, and like with like: distances, or the boxes of geometries.
 */
import { isObject, own } from '../../../schemas/json.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { REFERENCE_TYPES } from '../../../schemas/names.ts';
import { itemsOf, NONE, type Breach, type Rule, type RuleContext } from './rule.ts';

/** Boxes are rough, and a contour is drawn with segments: less than this further out says nothing. */
const METRES_ROUGH = 5;

interface Reach {
  readonly at: string;
  readonly distance: number | undefined;
  readonly box: Box | undefined;
}

export const RISK_ORDER: Rule = {
  id: 'regel.pr-volgorde',
  severity: 'warning',
  message: {
    nl: 'De contour PR10-5 reikt verder dan de contour PR10-6 van dezelfde referentie.',
    en: 'The contour PR10-5 reaches further than the contour PR10-6 of the same reference.',
  },
  mend: {
    nl: 'Controleer of de twee contouren verwisseld zijn.',
    en: 'Check whether the two contours were exchanged.',
  },
  source: 'IM PRContour: typePlaatsgebondenRisico; a higher risk lies nearer to its source',
  example: {
    wrong: {
      entityType: 'Windturbine',
      resulteertIn: [
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-5', afstandOfGeometrie: { afstand: 180 } },
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', afstandOfGeometrie: { afstand: 60 } },
      ],
    },
    right: {
      entityType: 'Windturbine',
      resulteertIn: [
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-5', afstandOfGeometrie: { afstand: 60 } },
        { entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6', afstandOfGeometrie: { afstand: 180 } },
      ],
    },
  },
  appliesTo: REFERENCE_TYPES,
  fields: ['resulteertIn'],
  check: (object, context) => {
    const inner = reachesOf(object, 'PR10-5', context);
    const outer = inner.length === 0 ? [] : reachesOf(object, 'PR10-6', context);
    return [...furtherByDistance(inner, outer), ...furtherByBox(inner, outer)];
  },
};

/** How far the contours of one risk of a reference reach. */
function reachesOf(object: ModelObject, risk: string, { boxOf }: RuleContext): readonly Reach[] {
  return itemsOf(object, 'resulteertIn', 'PRContour').flatMap(({ item, at }) => {
    const extent = own(item, 'afstandOfGeometrie');
    if (textOf(item, 'typePlaatsgebondenRisico') !== risk || !isObject(extent)) return [];
    const distance = own(extent, 'afstand');
    const contour: ModelObject = { data: item, id: undefined, type: 'PRContour', kind: 'contour', pointer: at, parent: object };
    return [{ at, distance: typeof distance === 'number' ? distance : undefined, box: boxOf(contour) }];
  });
}

/** Several contours of one risk may be of several substances: one is too far only when it is further than all. */
function furtherByDistance(inner: readonly Reach[], outer: readonly Reach[]): readonly Breach[] {
  const distances = outer.flatMap(({ distance }) => distance ?? []);
  if (distances.length === 0) return NONE;
  const most = distances.reduce((one, other) => Math.max(one, other));
  return inner.filter(({ distance }) => distance !== undefined && distance > most).map(({ at, distance }) =>
    ({ pointer: `${at}/afstandOfGeometrie/afstand`, found: `${distance} m`, expected: `≤ ${most} m` }));
}

function furtherByBox(inner: readonly Reach[], outer: readonly Reach[]): readonly Breach[] {
  const boxes = outer.flatMap(({ box }) => (box === undefined ? [] : [box]));
  if (boxes.length === 0) return NONE;
  const most = boxes.reduce(around);
  return inner.flatMap(({ at, box }) => {
    const further = box === undefined ? 0 : beyond(box, most);
    if (further <= METRES_ROUGH) return [];
    return [{ pointer: `${at}/afstandOfGeometrie/geometrie`, found: `+${Math.round(further)} m`, expected: '≤ PR10-6' }];
  });
}

function around(one: Box, other: Box): Box {
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}

/** Metres by which a box reaches out of another, on the side where it is most. */
function beyond(box: Box, other: Box): number {
  return Math.max(0, other[0] - box[0], other[1] - box[1], box[2] - other[2], box[3] - other[3]);
}
