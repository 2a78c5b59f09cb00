/**
 * MVT: the bytes of a vector tile (Mapbox Vector Tile 2.1), by geojson-vt and vt-pbf.
 *
 * geojson-vt takes degrees and cuts the square of Web Mercator. A position of any set is therefore given as the degrees whose Mercator
 * position in that square is its own position in the square of the set. Nothing is simplified: a coordinate is that of the register,
 * rounded to the units of the tile once. Properties are the single values of a feature, as it has them, without lists and objects.
 */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT, { type LegacyFeature } from 'geojson-vt';
import type { Feature, Geometry, Position } from 'geojson';
import { BUFFER_UNITS, sideOf, TILE_UNITS, type MatrixSet, type Tile } from './matrix-sets.ts';

/** A feature in the units of a tile. */
export type TileFeature = LegacyFeature;

/** A feature of an edition, parsed. */
interface EditionFeature {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns the features of a tile, cut at its buffer. `features`: JSON of features in the CRS of the set, separated by commas. */
export function cutToTile(features: readonly Buffer[], { set, level, row, column }: Tile): readonly TileFeature[] {
  const parsed = JSON.parse(`[${Buffer.concat(features).toString()}]`) as readonly EditionFeature[];
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features: parsed.flatMap((feature) => featureOf(feature, set)) },
    { maxZoom: level, indexMaxZoom: 0, tolerance: 0, extent: TILE_UNITS, buffer: BUFFER_UNITS },
  );
  return index.getTile(level, column, row)?.features ?? [];
}

/** Returns a point in a tile, at a position in its units. */
export function pointIn(position: readonly [x: number, y: number], tags: Record<string, unknown>): TileFeature {
  return { type: 1, geometry: [[...position]], tags };
}

/** Returns the bytes of a tile with one layer; empty without features. */
export function tileBytes(layer: string, features: readonly TileFeature[]): Buffer {
  if (features.length === 0) return NOTHING;
  // The types of vt-pbf are those of a package that is not installed; the layers are the same.
  const layers = { [layer]: { features } } as unknown as Parameters<typeof fromGeojsonVt>[0];
  return Buffer.from(fromGeojsonVt(layers, { version: 2, extent: TILE_UNITS }));
}

const NOTHING = Buffer.alloc(0);

function featureOf({ id, geometry, properties }: EditionFeature, set: MatrixSet): readonly Feature[] {
  if (geometry === null || geometry.type === 'GeometryCollection') return [];
  const values = Object.entries(properties).filter(([, value]) => value !== null && typeof value !== 'object');
  const coordinates = placed(geometry.coordinates, placing(set));
  return [{ type: 'Feature', geometry: { type: geometry.type, coordinates } as Geometry, properties: { ...Object.fromEntries(values), id } }];
}

type Positions = Position | readonly Positions[];

function placed(coordinates: Positions, place: (position: Position) => Position): Positions {
  return isPosition(coordinates) ? place(coordinates) : coordinates.map((one) => placed(one, place));
}

function isPosition(coordinates: Positions): coordinates is Position {
  return typeof coordinates[0] === 'number';
}

/** Returns the function from a position in a set to degrees. */
function placing(set: MatrixSet): (position: Position) => Position {
  const [west, north] = set.origin;
  const side = sideOf(set, 0);
  return ([x = Number.NaN, y = Number.NaN]) => [
    (x - west) / side * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * (north - y) / side))) * 180 / Math.PI,
  ];
}
