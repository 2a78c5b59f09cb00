/**
 * A small register for tests of the publisher: roots with nested objects and geometry of every kind, states at each
 * prefix, random changes. Coordinates of the other CRSs are simple maps of RD; the publisher cannot tell.
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { seriesOf, type EntityType, type RootType } from '../../schemas/names.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { flatten } from '../../pipelines/coordinates/flatten.ts';
import type { Configuration, ProjectedGeometry, PublishRequest, RootChange, RootState, VersionState } from '../../publisher/write/input.ts';

export const CONFIGURATION: Configuration = {
  baseUrl: 'http://127.0.0.1:8080/v1', grids: 'grids', model: 'model', codeLists: 'lists',
};

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);

export function day(number: number): Moment {
  return (START + number * DAY) as Moment;
}

/** A linear stand-in for the transformations: metres of RD to the numbers of a CRS, in its axis order. */
export function project(x: number, y: number, crs: PublishedCrs): readonly [number, number] {
  const [lon, lat] = [5.387 + (x - 155_000) / 68_000, 52.155 + (y - 463_000) / 111_000];
  switch (crs) {
    case '28992': return [x, y];
    case 'CRS84': return [lon, lat];
    case '4258': return [lat, lon];
    case '3857': return [lon * 111_319.49, lat * 131_000.5];
  }
}

export function projected(geometry: Geometry): ProjectedGeometry {
  const { shape, coordinates } = flatten(geometry);
  const inCrs = (crs: PublishedCrs): Float64Array => {
    const numbers = new Float64Array(coordinates.length);
    for (let at = 0; at < numbers.length; at += 2) numbers.set(project(coordinates[at]!, coordinates[at + 1]!, crs), at);
    return numbers;
  };
  return { shape, coordinates: { CRS84: inCrs('CRS84'), 28992: inCrs('28992'), 4258: inCrs('4258'), 3857: inCrs('3857') } };
}

export interface VersionInput {
  readonly from: number;
  /** Day; null: without end. */
  readonly until: number | null;
  readonly document: JsonObject;
  /** By object id. */
  readonly geometries: Readonly<Record<string, Geometry>>;
  readonly targets?: VersionState['targets'];
}

export function state(type: RootType, id: string, versions: readonly VersionInput[]): RootState {
  return {
    id, type,
    versions: versions.map(({ from, until, document, geometries, targets }) => ({
      valid: { from: day(from), until: until === null ? null : day(until) },
      document,
      geometries: new Map(Object.entries(geometries).map(([object, geometry]) => [object, projected(geometry)])),
      registered: Object.fromEntries(idsIn(document).map((object) => [object, formatMoment(day(0))])),
      targets: targets ?? {},
    })),
  };
}

export function idsIn(document: JsonObject): string[] {
  const nested = ['voertUit', 'heeft', 'resulteertIn'].flatMap((field) => {
    const value = document[field];
    return Array.isArray(value) ? (value as JsonObject[]).flatMap(idsIn) : [];
  });
  return [String(document['id']), ...nested];
}

/** A building; `seed` decides its place and size. */
export function building(id: string, { x, y, size, name }: { x: number; y: number; size: number; name: string }): VersionInput {
  const geometry: Geometry = {
    type: 'Polygon', coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]],
  };
  return {
    from: 0, until: null, geometries: { [id]: geometry },
    document: { ...base('KwetsbaarGebouw', id), geometrie: geometry as unknown as JsonObject, bronhouder: name, populatie: 12 },
  };
}

export function base(entityType: EntityType, id: string): JsonObject {
  return { entityType, id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z' };
}

export function request(
  changes: readonly RootChange[], { batch, moment }: { batch: number; moment: number },
): PublishRequest {
  return { audience: 'public', configuration: CONFIGURATION, batch, seq: batch, moment: moment as Moment, changes };
}

export function createAll(roots: Iterable<RootState>): RootChange[] {
  return [...roots].map((after) => ({ before: null, after }));
}

export { seriesOf };
