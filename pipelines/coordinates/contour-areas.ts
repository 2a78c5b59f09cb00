/**
 * Contour areas: what a contour that is given as a distance covers, in every published CRS.
 *
 * It is all that lies within `afstand` metres of the reference that nests the contour or of another reference of the same root that
 * the contour names (`hoortBij`). A distance of 0 makes no area, nor does a contour of which no reference has a geometry. References in
 * other roots are left out, since what is published of a root depends on that root alone; a check says so to the source holder
 * (regel.hoort-bij-elders). A distance below METRES_MIN counts as that: rounded to the published decimals, a smaller area has no inside.
 * Not here: the geometry of the area (area-within.ts).
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { isObject, own, type Json } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { distanceIn, type ModelObject } from '../../schemas/model/objects.ts';
import { BACK_LINKS } from '../../schemas/names.ts';
import type { Grids } from './grids.ts';
import { publishedPositions } from './published-positions.ts';

/** The smallest distance that the published decimals show as an area, whatever the CRS. */
const METRES_MIN = 0.01;

type Geometries = ReadonlyMap<string, ProjectedGeometry>;

/** The areas of the contours among the objects of a root, by their ids. `geometries`: of all objects that have one. */
export function contourAreas(objects: readonly ModelObject[], geometries: Geometries, grids: Grids): Geometries {
  const areas = new Map<string, ProjectedGeometry>();
  for (const contour of objects) {
    const metres = contour.kind === 'contour' ? distanceIn(contour.data) ?? 0 : 0;
    if (contour.id === undefined || metres === 0) continue;
    const area = areaAround(referencesOf(contour, objects).flatMap((id) => geometries.get(id) ?? []), metres, grids);
    if (area !== undefined) areas.set(contour.id, area);
  }
  return areas;
}

/** The area within `metres` (more than 0) of any of these references; undefined when there are none. */
export function areaAround(references: readonly ProjectedGeometry[], metres: number, grids: Grids): ProjectedGeometry | undefined {
  if (references.length === 0) return undefined;
  const { shape, coordinates } = publishedPositions(areaWithinLoaded()(Math.max(metres, METRES_MIN), references.map(inRd)), '28992', grids);
  return { shape, coordinates, isDerived: true };
}

/** The ids of the reference that nests a contour and of the others of its root that it names. */
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

type AreaWithin = typeof import('./area-within.ts');

/** Loaded when the first contour needs it, and at once, for who publishes does not wait: JSTS costs every thread 20 MB and 70 ms. */
function areaWithinLoaded(): AreaWithin['areaWithin'] {
  loaded ??= createRequire(import.meta.url)(fileURLToPath(new URL('./area-within.ts', import.meta.url))) as AreaWithin;
  return loaded.areaWithin;
}

let loaded: AreaWithin | undefined;
