/**
 * Found objects: the objects that a query selects in one series, read for people: name, holder, validity, and distance from a point.
 *
 * Invariant: objects are read in chunks, so that memory is bounded by what the caller keeps.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { chunksIn } from './chunks-of-range.ts';
import { distanceTo } from './distance.ts';
import { nameIn } from './object-name.ts';
import type { Filter, SeriesQuery } from './series-query.ts';
import type { FeatureBytes, FeatureRange, LongFeatures, Series } from './types.ts';

export interface FoundObject {
  readonly collection: string;
  readonly id: string;
  readonly entityType: string;
  /** The name of the object or of its location; null: it has none. */
  readonly name: string | null;
  /** Distance from the point, in units of the CRS of the query; null without a point. */
  readonly distance: number | null;
  readonly since: string;
  /** Null: no end is known. */
  readonly until: string | null;
  /** The bronhoudercode of the source holder. */
  readonly holder: string;
  /** Whether the register made the geometry from a distance. */
  readonly isDerived: boolean;
}

export interface ObjectsQuery {
  /** Position and limit say which of the selected objects are read. */
  readonly query: SeriesQuery;
  /** In the CRS of the query; null: the place is no point. */
  readonly point: readonly [number, number] | null;
}

/** Returns the filter of objects within a number of metres of a point in RD. With 0 metres an object contains or touches the point. */
export function nearPoint(point: readonly [number, number], metres: number): Filter {
  const shape = { type: 'Point', dimension: 2, pathEnds: Uint32Array.of(1), partEnds: Uint32Array.of(1) } as const;
  return { kind: 'near', geometry: { crs: '28992', shape, numbers: Float64Array.of(...point) }, distance: metres };
}

/** Yields the selected objects of a series, in its order. */
export async function* objectsFound(series: Series, { query, point }: ObjectsQuery): AsyncGenerator<FoundObject, void> {
  let left = query.limit;
  for (let position: number | null = query.position; position !== null && left > 0;) {
    const range: FeatureRange | LongFeatures = await series.answer({ ...query, position, limit: left }, LIMITS.chunkBytes);
    for await (const { slices } of chunksIn<FeatureBytes>(range)) {
      for (const feature of featuresIn(slices)) yield objectOf(feature, series.name, point);
    }
    left -= range.numberReturned;
    position = range.numberReturned === 0 ? null : range.next;
  }
}

/** Returns the features in slices of a range. */
export function featuresIn(slices: readonly Buffer[]): readonly JsonObject[] {
  return (JSON.parse(`[${Buffer.concat([...slices]).toString()}]`) as Json[]).filter(isObject);
}

function objectOf(feature: JsonObject, collection: string, point: ObjectsQuery['point']): FoundObject {
  const properties = isObject(feature['properties']) ? feature['properties'] : {};
  const textIn = (name: string): string | null => {
    const value = properties[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    collection, id: typeof feature['id'] === 'string' ? feature['id'] : '', entityType: textIn('entityType') ?? '',
    name: nameIn(properties),
    distance: point === null ? null : distanceTo(point, feature['geometry']) ?? null,
    since: textIn('beginGeldigheid') ?? '', until: textIn('eindGeldigheid'), holder: textIn('bronhoudercode') ?? '',
    isDerived: properties['geometrieAfgeleid'] === true,
  };
}
