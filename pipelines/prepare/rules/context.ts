/** Context: facts for the rules besides the objects. Boxes and ids of a root are computed once, on demand. */
import type { Crs } from '../../../schemas/crs.ts';
import { emptyBox, grow, type Box, type GrowingBox } from '../../../schemas/geometry.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { geometryOf, objectsOf, positionOf, rootOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { Moment } from '../../../schemas/time.ts';
import type { RuleContext } from './rule.ts';
import { roughRd } from './rough-rd.ts';

export function ruleContext(crs: Crs, now: Moment): RuleContext {
  const boxes = new Map<ModelObject, Box | undefined>();
  const boxOf = (object: ModelObject): Box | undefined => {
    if (boxes.has(object)) return boxes.get(object);
    const box = roughBox(geometryOf(object)?.value, crs);
    boxes.set(object, box);
    return box;
  };
  let ids: { readonly root: ModelObject; readonly all: ReadonlySet<string> } | undefined;
  const idsIn = (object: ModelObject): ReadonlySet<string> => {
    const root = rootOf(object);
    if (ids?.root !== root) ids = { root, all: new Set(objectsOf(root.data).flatMap(({ id }) => id ?? [])) };
    return ids.all;
  };
  return { crs, now, boxOf, positionOf, idsIn };
}

/** Metres between two boxes; 0 when they meet. Never more than the distance between their contents. */
export function gapBetween(one: Box, other: Box): number {
  const along = (axis: 0 | 1): number =>
    Math.max(0, one[axis] - other[axis + 2 as 2 | 3], other[axis] - one[axis + 2 as 2 | 3]);
  return Math.hypot(along(0), along(1));
}

/** The details of a finding on a gap, in metres. */
export function gapDetails(gap: number, max: number): { readonly found: string; readonly expected: string } {
  return { found: `${Math.round(gap)} m`, expected: `≤ ${max} m` };
}

/** The box of all positions; undefined when one lies outside the area of the CRS. */
function roughBox(geometry: Json | undefined, crs: Crs): Box | undefined {
  const coordinates = isObject(geometry) ? own(geometry, 'coordinates') : undefined;
  const box = emptyBox();
  if (coordinates === undefined || !extend(box, coordinates, crs)) return undefined;
  return box[0] <= box[2] ? box : undefined;
}

function extend(box: GrowingBox, value: Json, crs: Crs): boolean {
  if (!Array.isArray(value)) return false;
  const list = value as readonly Json[];
  const [first, second] = [list[0], list[1]];
  if (typeof first !== 'number' || typeof second !== 'number') {
    for (const item of list) if (!extend(box, item, crs)) return false;
    return true;
  }
  const position = roughRd(crs, first, second);
  if (position === undefined) return false;
  grow(box, position[0], position[1]);
  return true;
}
