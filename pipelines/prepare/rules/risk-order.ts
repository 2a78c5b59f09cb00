/**
 * The contour of a risk of one in 100,000 a year (PR10-5) lies within that of one in a million (PR10-6). Contours of one reference are
 * compared, distances with distances and boxes of geometries with boxes.
 */
import { isObject, own } from '../../../schemas/json.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { REFERENCE_TYPES } from '../../../schemas/names.ts';
import { itemsOf, NONE, type Breach, type Rule, type RuleContext } from './rule.ts';

/** Metres that are tolerated, because boxes are rough and contours are drawn with segments. */
const METRES_ROUGH = 5;

interface Reach {
  readonly at: string;
  readonly distance: number | undefined;
  readonly box: Box | undefined;
}

export const RISK_ORDER: Rule = {
  id: 'regel.pr-volgorde',
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

/** The extents of a reference's contours of one risk. */
function reachesOf(object: ModelObject, risk: string, { boxOf }: RuleContext): readonly Reach[] {
  return itemsOf(object, 'resulteertIn', 'PRContour').flatMap(({ item, at }) => {
    const extent = own(item, 'afstandOfGeometrie');
    if (textOf(item, 'typePlaatsgebondenRisico') !== risk || !isObject(extent)) return [];
    const distance = own(extent, 'afstand');
    const contour: ModelObject = { data: item, id: undefined, type: 'PRContour', kind: 'contour', pointer: at, parent: object };
    return [{ at, distance: typeof distance === 'number' ? distance : undefined, box: boxOf(contour) }];
  });
}

/** The inner contours that extend further than all outer ones. Contours of one risk may be of several substances. */
function furtherByDistance(inner: readonly Reach[], outer: readonly Reach[]): readonly Breach[] {
  const distances = outer.flatMap(({ distance }) => distance ?? []);
  if (distances.length === 0) return NONE;
  const max = distances.reduce((one, other) => Math.max(one, other));
  return inner.filter(({ distance }) => distance !== undefined && distance > max).map(({ at, distance }) =>
    ({ pointer: `${at}/afstandOfGeometrie/afstand`, found: `${distance} m`, expected: `≤ ${max} m` }));
}

function furtherByBox(inner: readonly Reach[], outer: readonly Reach[]): readonly Breach[] {
  const boxes = outer.flatMap(({ box }) => (box === undefined ? [] : [box]));
  if (boxes.length === 0) return NONE;
  const outermost = boxes.reduce(union);
  return inner.flatMap(({ at, box }) => {
    const further = box === undefined ? 0 : beyond(box, outermost);
    if (further <= METRES_ROUGH) return [];
    return [{ pointer: `${at}/afstandOfGeometrie/geometrie`, found: `+${Math.round(further)} m`, expected: '≤ PR10-6' }];
  });
}

function union(one: Box, other: Box): Box {
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}

/** Maximum distance in metres by which a box extends beyond another, on any side. */
function beyond(box: Box, other: Box): number {
  return Math.max(0, other[0] - box[0], other[1] - box[1], box[2] - other[2], box[3] - other[3]);
}
