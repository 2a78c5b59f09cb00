/**
 * Contour areas: the area of a contour that is given as a distance, in every published CRS.
 *
 * The area is all within `afstand` metres of the reference that nests the contour, or of another reference of the same root that the
 * contour names (`hoortBij`). A distance of 0 makes no area, and neither does a contour whose references have no geometry. References in
 * other roots are left out, because a published root depends on that root alone; a check reports them (regel.hoort-bij-elders).
 * A distance below METRES_MIN counts as METRES_MIN, because a smaller area would round to nothing.
 * Not here: the geometry of the area (area-within.ts).
 */
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { isObject, own, type Json } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { distanceIn, type ModelObject } from '../../schemas/model/objects.ts';
import { BACK_LINKS } from '../../schemas/names.ts';
import { areaWithin } from './area-within.ts';
import { positionsAtEpoch, type ProjectionContext } from './published-positions.ts';

/** The smallest distance whose area survives rounding in every CRS. */
const METRES_MIN = 0.01;

type Geometries = ReadonlyMap<string, ProjectedGeometry>;

/** The areas of the contours among a root's objects, by id. `geometries` has the geometry of every object with one. */
export function contourAreas(objects: readonly ModelObject[], geometries: Geometries, context: ProjectionContext): Geometries {
  const areas = new Map<string, ProjectedGeometry>();
  for (const contour of objects) {
    const metres = contour.kind === 'contour' ? distanceIn(contour.data) ?? 0 : 0;
    if (contour.id === undefined || metres === 0) continue;
    const area = areaAround(referencesOf(contour, objects).flatMap((id) => geometries.get(id) ?? []), metres, context);
    if (area !== undefined) areas.set(contour.id, area);
  }
  return areas;
}

/** The area within `metres` (more than 0) of any of these references; undefined without references. */
export function areaAround(
  references: readonly ProjectedGeometry[], metres: number, context: ProjectionContext,
): ProjectedGeometry | undefined {
  if (references.length === 0) return undefined;
  const { shape, coordinates } = positionsAtEpoch(areaWithin(Math.max(metres, METRES_MIN), references.map(inRd)), '28992', context);
  return { shape, coordinates, isDerived: true };
}

/** The ids of the reference that nests a contour, and of the other references of its root that the contour names. */
export function referencesOf({ data, parent }: ModelObject, objects: readonly ModelObject[]): readonly string[] {
  const near = new Set(objects.filter(({ kind }) => kind === 'reference').map(({ id }) => id ?? ''));
  const links = own(data, BACK_LINKS.contour!);
  const named = (Array.isArray(links) ? links as readonly Json[] : []).flatMap((link) => {
    const href = isObject(link) ? own(link, 'href') : undefined;
    return typeof href === 'string' ? linkTarget(href, near) ?? [] : [];
  });
  return [...new Set([parent?.id ?? '', ...named])].filter((id) => near.has(id));
}

function inRd({ shape, coordinates }: ProjectedGeometry): Vertices {
  return { shape, numbers: coordinates['28992'], mixed: false };
}
