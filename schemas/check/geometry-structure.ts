/**
 * Geometry structure: checks that a value is a GeoJSON geometry of an allowed type with enough positions, each of 2 or 3 finite numbers.
 *
 * Invariant: the verdict equals that of the geometry definitions in json-schema.ts. This is one loop, with one mistake per line or ring
 * instead of one per position.
 * Not here: closure, validity and CRS (pipelines/prepare/geometry).
 */
import type { Text, FindingText } from '../finding.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias, GeometryType, Position } from '../geometry.ts';
import { isObject, own } from '../json.ts';
import type { Json } from '../json.ts';

export interface GeometryMistake {
  /** Reference tokens from the geometry to the location. */
  readonly path: readonly (string | number)[];
  readonly expected: Text;
  /** True when the geometry has another type than the field allows. */
  readonly wrongType: boolean;
  /** The cause of the mistake, when known (geometry-causes.ts). */
  readonly cause?: () => GeometryCause;
  /** Key of mistakes with the same cause; only the first with a key is reported. */
  readonly key?: string;
}

/** The slip behind one or more mistakes, in words. */
export interface GeometryCause extends FindingText {
  readonly found?: string;
  readonly expected?: string;
  readonly suggestions?: readonly string[];
}

/** Most mistakes reported for one geometry. */
const MISTAKES_MAX = 100;

interface Level {
  readonly min: number;
  readonly expected: Text;
}

const PARTS: Level = { min: 1, expected: { nl: 'een lijst van minstens 1 deel', en: 'a list of at least 1 part' } };
const POINTS: Level = { min: 1, expected: {
  nl: 'een lijst van minstens 1 coördinaat',
  en: 'a list of at least 1 position' },
};
const LINE: Level = { min: 2, expected: {
  nl: 'een lijn van minstens 2 coördinaten',
  en: 'a line of at least 2 positions' },
};
const RINGS: Level = { min: 1, expected: { nl: 'een lijst van minstens 1 ring', en: 'a list of at least 1 ring' } };
const RING: Level = { min: 4, expected: {
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

const NONE: readonly GeometryMistake[] = [];

/** Returns the first mistake of each line, ring or outer list; none when the value has the structure of the alias. */
export function geometryMistakes(value: Json, alias: GeometryAlias): readonly GeometryMistake[] {
  if (!isObject(value)) return [mistake([], { nl: 'een GeoJSON-geometrie', en: 'a GeoJSON geometry' })];
  const allowed: readonly string[] = GEOMETRY_ALIASES[alias];
  const type = own(value, 'type');
  if (typeof type !== 'string' || !allowed.includes(type)) {
    const expected = { nl: allowed.join(' of '), en: allowed.join(' or ') };
    return [{ path: type === undefined ? [] : ['type'], expected, wrongType: true }];
  }
  const coordinates = own(value, 'coordinates');
  if (coordinates === undefined) {
    return [mistake([], { nl: 'een geometrie met "coordinates"', en: 'a geometry with "coordinates"' })];
  }
  return below('coordinates', mistakesIn(coordinates, LEVELS[type as GeometryType], 0));
}

function mistakesIn(value: Json, levels: readonly Level[], depth: number): readonly GeometryMistake[] {
  const level = levels[depth];
  if (level === undefined) return isPosition(value) ? NONE : [mistake([], POSITION)];
  if (!Array.isArray(value) || value.length < level.min) return [mistake([], level.expected)];
  const isPath = depth === levels.length - 1;
  let mistakes = NONE;
  for (let i = 0; i < value.length; i++) {
    const found = mistakesIn(value[i] as Json, levels, depth + 1);
    if (found.length === 0) continue;
    mistakes = [...mistakes, ...below(i, found)];
    if (isPath || mistakes.length >= MISTAKES_MAX) break;
  }
  return mistakes;
}

/** Puts a token in front of the path of each mistake. */
function below(token: string | number, mistakes: readonly GeometryMistake[]): readonly GeometryMistake[] {
  return mistakes.length === 0 ? NONE : mistakes.map((found) => ({ ...found, path: [token, ...found.path] }));
}

export function isPosition(value: Json): value is Position {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  return Number.isFinite(value.at(0)) && Number.isFinite(value.at(1)) && (value.length === 2 || Number.isFinite(value.at(2)));
}

function mistake(path: readonly (string | number)[], expected: Text): GeometryMistake {
  return { path, expected, wrongType: false };
}
