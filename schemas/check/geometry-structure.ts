/**
 * Geometry structure: whether a value is a GeoJSON geometry of an allowed type with enough positions, each
 * of 2 or 3 finite numbers. The same verdict as the geometry definitions of json-schema.ts, in one loop,
 * with one mistake instead of one per position. Closure, validity and CRS are the next level's (design 6).
 */
import type { Text } from '../finding.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias, GeometryType, Position } from '../geometry.ts';
import { isObject, own } from '../json.ts';
import type { Json } from '../json.ts';

export interface GeometryMistake {
  /** Reference tokens from the geometry to the place. */
  readonly path: readonly (string | number)[];
  readonly expected: Text;
  /** True when the geometry has another type than the field allows. */
  readonly wrongType: boolean;
}

interface Level {
  readonly min: number;
  readonly of: Text;
}

const PARTS: Level = { min: 1, of: { nl: 'een lijst van minstens 1 deel', en: 'a list of at least 1 part' } };
const POINTS: Level = { min: 1, of: {
  nl: 'een lijst van minstens 1 coördinaat',
  en: 'a list of at least 1 position' },
};
const LINE: Level = { min: 2, of: {
  nl: 'een lijn van minstens 2 coördinaten',
  en: 'a line of at least 2 positions' },
};
const RINGS: Level = { min: 1, of: { nl: 'een lijst van minstens 1 ring', en: 'a list of at least 1 ring' } };
const RING: Level = { min: 4, of: {
  nl: 'een ring van minstens 4 coördinaten',
  en: 'a ring of at least 4 positions' },
};
const POSITION: Text = { nl: 'een coördinaat: 2 of 3 getallen', en: 'a position: 2 or 3 numbers' };

/** The lists around the positions of each type, from the outside in, with the fewest items of each. */
export const LEVELS: Readonly<Record<GeometryType, readonly Level[]>> = {
  Point: [],
  MultiPoint: [POINTS],
  LineString: [LINE],
  MultiLineString: [PARTS, LINE],
  Polygon: [RINGS, RING],
  MultiPolygon: [PARTS, RINGS, RING],
};

/** The first mistake, or undefined when the value has the structure that the alias asks for. */
export function geometryMistake(value: Json, alias: GeometryAlias): GeometryMistake | undefined {
  if (!isObject(value)) return mistake([], { nl: 'een GeoJSON-geometrie', en: 'a GeoJSON geometry' });
  const allowed: readonly string[] = GEOMETRY_ALIASES[alias];
  const type = own(value, 'type');
  if (typeof type !== 'string' || !allowed.includes(type)) {
    const expected = { nl: allowed.join(' of '), en: allowed.join(' or ') };
    return { path: type === undefined ? [] : ['type'], expected, wrongType: true };
  }
  const coordinates = own(value, 'coordinates');
  if (coordinates === undefined) {
    return mistake([], { nl: 'een geometrie met "coordinates"', en: 'a geometry with "coordinates"' });
  }
  const found = firstMistake(coordinates, LEVELS[type as GeometryType], 0);
  return found && { ...found, path: ['coordinates', ...found.path] };
}

function firstMistake(value: Json, levels: readonly Level[], depth: number): GeometryMistake | undefined {
  const level = levels[depth];
  if (level === undefined) return isPosition(value) ? undefined : mistake([], POSITION);
  if (!Array.isArray(value) || value.length < level.min) return mistake([], level.of);
  for (let i = 0; i < value.length; i++) {
    const found = firstMistake(value[i] as Json, levels, depth + 1);
    if (found !== undefined) return { ...found, path: [i, ...found.path] };
  }
  return undefined;
}

export function isPosition(value: Json): value is Position {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  return Number.isFinite(value.at(0)) && Number.isFinite(value.at(1)) && (value.length === 2 || Number.isFinite(value.at(2)));
}

function mistake(path: readonly (string | number)[], expected: Text): GeometryMistake {
  return { path, expected, wrongType: false };
}
