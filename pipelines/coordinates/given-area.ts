/**
 * Given area: what becomes of a contour that comes as a Feature with a distance and a geometry. A Feature of a contour that is given as a
 * distance is served with the area within it; sent back, that area is no geometry of the contour: it keeps its distance. Any other geometry
 * replaces the distance.
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
  /** The distance that it has or had, in metres. */
  readonly distance: number;
  /** What `afstandOfGeometrie` becomes. */
  readonly choice: JsonObject;
  /** Whether a geometry takes the place of a distance. */
  readonly isReplaced: boolean;
}

export interface AreaContext {
  /** With the geometries of the root but that of the contour in its CRS. */
  readonly made: RootInCrs;
  /** The CRS of the geometry of the contour. */
  readonly sent: CrsCode;
  /** The root as the register has it. */
  readonly held: RootInCrs | undefined;
}

/** What a contour comes to that a Feature brought into a document: undefined when it has no geometry, or never had a distance. */
export function givenArea(contour: ModelObject, { made, sent, held }: AreaContext): GivenArea | undefined {
  const choice = own(contour.data, 'afstandOfGeometrie');
  const geometry = isObject(choice) ? own(choice, 'geometrie') : undefined;
  if (contour.kind !== 'contour' || contour.id === undefined || !isObject(choice) || geometry === undefined) return undefined;
  const heldContour = held && objectsOf(held.document).find(({ id }) => id === contour.id);
  const before = heldContour && distanceIn(heldContour.data);
  const wanted = distanceIn(contour.data) ?? before;
  if (wanted === undefined) return undefined;
  const isArea = (root: RootInCrs, metres: number): boolean => {
    const area = areaIn(root, contour.id!, metres);
    return area !== undefined && isPublishedAs({ geometry, crs: sent }, area);
  };
  const isKept = (held !== undefined && before !== undefined && isArea(held, before)) || isArea(made, wanted);
  return { distance: wanted, choice: isKept ? { afstand: wanted } : { geometrie: geometry }, isReplaced: !isKept };
}

/** A document with another `afstandOfGeometrie` in the contour at a place. What is not around that place are its own values. */
export function withChoice(document: JsonObject, pointer: string, choice: JsonObject): JsonObject {
  return withValueAt(document, [...pointer.split('/').slice(1), 'afstandOfGeometrie'], choice) as JsonObject;
}

/** The area of a contour of a root, were its distance this one; undefined when there is none, or a reference has no sound geometry. */
function areaIn({ document, crs }: RootInCrs, id: string, metres: number): ProjectedGeometry | undefined {
  const objects = objectsOf(document);
  const contour = objects.find((object) => object.id === id);
  if (contour === undefined || metres <= 0) return undefined;
  const ids = referencesOf(contour, objects);
  const references = objects.filter(({ kind, id: its = '' }) => kind === 'reference' && ids.includes(its));
  const geometries = references.flatMap((object) => geometryOf(object) ?? []);
  if (!geometries.every(({ value }) => isPlaceable(value, crs))) return undefined;
  const grids = gridsOfThread();
  return areaAround(geometries.map(({ value }) => projectGeometry(value, crs, grids)), metres, grids);
}

/** Whether a geometry is built as its type asks and lies in the area of its CRS. */
function isPlaceable(geometry: Json, crs: CrsCode): boolean {
  const vertices = flatten(geometry);
  if (vertices === undefined || vertices.mixed) return false;
  const { numbers, shape: { dimension } } = vertices;
  for (let at = 0; at < numbers.length; at += dimension) if (!isInBox(CRSS[crs].area, numbers[at]!, numbers[at + 1]!)) return false;
  return true;
}
