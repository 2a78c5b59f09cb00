/**
 * Given area: decides between distance and geometry for a contour that comes as a Feature. A contour with a distance is served as a Feature
 * with the area within that distance. When a client sends that area back, the contour keeps its distance. Any other geometry replaces the
 * distance.
 * Not here: comparing positions (as-published.ts), how the area is made (contour-areas.ts).
 */
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { CRSS, isInBox, type CrsCode } from '../../schemas/crs.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { isObject, own, withValueAt, type Json, type JsonObject } from '../../schemas/json.ts';
import { distanceIn, geometryOf, objectsOf, type ModelObject } from '../../schemas/model/objects.ts';
import { isPublishedAs } from './as-published.ts';
import { areaAround, referencesOf } from './contour-areas.ts';
import { gridsOfThread } from './grids.ts';
import { projectGeometry } from './reproject.ts';

/** A root document in one CRS. */
interface RootInCrs {
  readonly document: JsonObject;
  readonly crs: CrsCode;
}

export interface GivenArea {
  /** The sent or else the current distance, in metres. */
  readonly distance: number;
  /** The new value of `afstandOfGeometrie`. */
  readonly choice: JsonObject;
  /** Whether a geometry replaces a distance. */
  readonly isReplaced: boolean;
}

export interface AreaContext {
  /** The resulting root. Its CRS is that of all its geometries but the contour's. */
  readonly made: RootInCrs;
  /** The CRS of the geometry of the contour. */
  readonly sent: CrsCode;
  /** The current root in the register. */
  readonly current: RootInCrs | undefined;
}

/** The choice for a contour that a Feature brought into a document. Undefined when it has no geometry, or never had a distance. */
export function givenArea(contour: ModelObject, { made, sent, current }: AreaContext): GivenArea | undefined {
  const choice = own(contour.data, 'afstandOfGeometrie');
  const geometry = isObject(choice) ? own(choice, 'geometrie') : undefined;
  if (contour.kind !== 'contour' || contour.id === undefined || !isObject(choice) || geometry === undefined) return undefined;
  const currentContour = current && objectsOf(current.document).find(({ id }) => id === contour.id);
  const before = currentContour && distanceIn(currentContour.data);
  const wanted = distanceIn(contour.data) ?? before;
  if (wanted === undefined) return undefined;
  const isArea = (root: RootInCrs, metres: number): boolean => {
    const area = areaIn(root, contour.id!, metres);
    return area !== undefined && isPublishedAs({ geometry, crs: sent }, area);
  };
  const isKept = (current !== undefined && before !== undefined && isArea(current, before)) || isArea(made, wanted);
  return { distance: wanted, choice: isKept ? { afstand: wanted } : { geometrie: geometry }, isReplaced: !isKept };
}

/** The document with another `afstandOfGeometrie` in the contour at a pointer. Values outside the pointer's path are shared, not copied. */
export function withChoice(document: JsonObject, pointer: string, choice: JsonObject): JsonObject {
  return withValueAt(document, [...pointer.split('/').slice(1), 'afstandOfGeometrie'], choice) as JsonObject;
}

/** The area of a contour if its distance were `metres`. Undefined without an area, or when a reference's geometry is malformed. */
function areaIn({ document, crs }: RootInCrs, id: string, metres: number): ProjectedGeometry | undefined {
  const objects = objectsOf(document);
  const contour = objects.find((object) => object.id === id);
  if (contour === undefined || metres <= 0) return undefined;
  const ids = referencesOf(contour, objects);
  const references = objects.filter(({ kind, id: its = '' }) => kind === 'reference' && ids.includes(its));
  const geometries = references.flatMap((object) => geometryOf(object) ?? []);
  if (!geometries.every(({ value }) => isPlaceable(value, crs))) return undefined;
  const context = { grids: gridsOfThread() };
  return areaAround(geometries.map(({ value }) => projectGeometry(value, crs, context)), metres, context);
}

/** Whether a geometry is well-formed and lies in the area of its CRS. */
function isPlaceable(geometry: Json, crs: CrsCode): boolean {
  const vertices = flatten(geometry);
  if (vertices === undefined || vertices.mixed) return false;
  const { numbers, shape: { dimension } } = vertices;
  for (let at = 0; at < numbers.length; at += dimension) if (!isInBox(CRSS[crs].area, numbers[at]!, numbers[at + 1]!)) return false;
  return true;
}
