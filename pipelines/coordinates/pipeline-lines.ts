/**
 * Pipeline lines: the geometry of a pipeline system and of each of its activities, in every published CRS. Their documents have none.
 *
 * A system has the lines of all pipelines in its version, an activity those of its own pipelines, in document order, as one
 * MultiLineString; with heights when all of them have heights. The lines are the published ones of each pipeline, so that nothing is
 * transformed or repaired again. A system or activity without pipelines has no entry.
 * Not here: activities of other locations, which are shown where their location is (publisher/write/derive.ts).
 */
import type { ProjectedHeights } from '../../publisher/format/orientation.ts';
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { perCrs } from '../../schemas/crs.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { linesOf } from '../../schemas/names.ts';

type Geometries = ReadonlyMap<string, ProjectedGeometry>;

/** The lines of a pipeline system and its activities, by id; empty for another root. `geometries` has the geometry of every object with one. */
export function pipelineLines(objects: readonly ModelObject[], geometries: Geometries): Geometries {
  const lines = new Map<string, ProjectedGeometry>();
  const part = linesOf(objects[0]?.type ?? '');
  if (part === undefined) return lines;
  const pipelines = objects.filter(({ type }) => type === part);
  for (const object of objects) {
    if (object.id === undefined || (object.kind !== 'root' && object.kind !== 'activity')) continue;
    const own = object.kind === 'root' ? pipelines : pipelines.filter(({ parent }) => parent === object);
    const together = joined(own.flatMap(({ id }) => geometries.get(id ?? '') ?? []));
    if (together !== undefined) lines.set(object.id, together);
  }
  return lines;
}

/** Joins lines into one MultiLineString; undefined without lines. */
function joined(lines: readonly ProjectedGeometry[]): ProjectedGeometry | undefined {
  if (lines.length === 0) return undefined;
  const pathEnds: number[] = [];
  let vertices = 0;
  for (const { shape } of lines) {
    for (const end of shape.pathEnds) pathEnds.push(vertices + end);
    vertices = pathEnds.at(-1) ?? 0;
  }
  const itrf2014 = lines.flatMap((line) => line.coordinates['9000'] ?? []);
  const coordinates = {
    ...perCrs((crs) => concatenated(lines.map((line) => line.coordinates[crs]))),
    ...itrf2014.length === lines.length && { 9000: concatenated(itrf2014) },
  };
  const heights = lines.flatMap((line) => line.heights ?? []);
  const shape = { type: 'MultiLineString', dimension: 2, pathEnds: Uint32Array.from(pathEnds), partEnds: Uint32Array.of(pathEnds.length) } as const;
  return { shape, coordinates, ...heights.length === lines.length && { heights: joinedHeights(heights) }, isDerived: true };
}

function joinedHeights(heights: readonly ProjectedHeights[]): ProjectedHeights {
  const itrf2014 = heights.flatMap((one) => one.itrf2014 ?? []);
  return {
    nap: concatenated(heights.map(({ nap }) => nap)), ellipsoidal: concatenated(heights.map(({ ellipsoidal }) => ellipsoidal)),
    ...itrf2014.length === heights.length && { itrf2014: concatenated(itrf2014) },
  };
}

function concatenated(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
