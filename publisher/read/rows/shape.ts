/**
 * Shape: the relation of geometries to one in a query, exactly, on the published decimals. JSTS decides, only for rows that boxes leave
 * undecided. Compared with GEOS, it is right for all geometries that do not cross themselves. The location of a self-crossing is rounded
 * to a double, so that a point on it may be judged to lie beside it.
 */
import { unreachable } from '../../../schemas/fault.ts';
import type { Box, Geometry, Position } from '../../../schemas/geometry.ts';
import { emptyBox, grow, overlap } from '../../../schemas/geometry.ts';
import { jts } from '../../jts.ts';
import type { QueryGeometry, SpatialRelation } from '../series-query.ts';
import { relationOf, type Relation } from './shape-box.ts';

interface JstsGeometry {
  getDimension(): number;
}

/** A geometry of a query, prepared for many comparisons. */
export class QueryShape {
  readonly crs: QueryGeometry['crs'];
  /** Box of its vertices. */
  readonly box: Box;
  readonly #asked: QueryGeometry;
  readonly #shape: JstsGeometry;
  /** Made for the first row whose distance is needed. */
  #facets: { isWithinDistance(other: JstsGeometry, distance: number): boolean } | undefined;

  constructor(asked: QueryGeometry) {
    const { crs, shape, numbers } = asked;
    this.#asked = asked;
    this.crs = crs;
    const box = emptyBox();
    const positions = Array.from({ length: numbers.length / 2 }, (_, at): Position => [numbers[at * 2]!, numbers[at * 2 + 1]!]);
    for (const [first, second] of positions) grow(box, first!, second!);
    this.box = box;
    this.#shape = jstsOf(nested(shape, positions));
  }

  /** Returns whether a GeoJSON geometry as published, in the same CRS, has this relation to this shape. */
  relates(relation: SpatialRelation, geometry: Buffer): boolean {
    return stands(jstsOf(JSON.parse(geometry.toString()) as Geometry), relation, this.#shape);
  }

  /** Returns whether another geometry of a query has this relation to this shape. */
  relatesToQuery(relation: SpatialRelation, other: QueryShape): boolean {
    return stands(other.#shape, relation, this.#shape);
  }

  /** Returns whether a geometry, as published and in the same CRS, lies within this distance. */
  isNear(geometry: Buffer, distance: number): boolean {
    const other = jstsOf(JSON.parse(geometry.toString()) as Geometry);
    this.#facets ??= new (jts().IndexedFacetDistance)(this.#shape);
    // The facets of an area are its edges, and a point inside the area may be far from them.
    return this.#facets.isWithinDistance(other, distance) || stands(other, 'intersects', this.#shape);
  }

  /** Returns the relation of everything in a box to it. */
  relation(box: Box): Relation {
    return overlap(box, this.box) ? relationOf(this.#asked, box) : 'outside';
  }
}

function stands(one: JstsGeometry, relation: SpatialRelation, other: JstsGeometry): boolean {
  const matrix = new (jts().RelateOp)(one, other).getIntersectionMatrix();
  const dimensions = [one.getDimension(), other.getDimension()] as const;
  switch (relation) {
    case 'intersects': return matrix.isIntersects() as boolean;
    case 'contains': return matrix.isContains() as boolean;
    case 'within': return matrix.isWithin() as boolean;
    case 'touches': return matrix.isTouches(...dimensions) as boolean;
    case 'crosses': return matrix.isCrosses(...dimensions) as boolean;
    case 'overlaps': return matrix.isOverlaps(...dimensions) as boolean;
    case 'equals': return matrix.isEquals(...dimensions) as boolean;
    default: return unreachable(relation);
  }
}

/** Returns the GeoJSON of a flat geometry. */
function nested({ type, pathEnds, partEnds }: QueryGeometry['shape'], positions: readonly Position[]): Geometry {
  const paths = Array.from(pathEnds, (end, path) => positions.slice(path === 0 ? 0 : pathEnds[path - 1]!, end));
  const parts = Array.from(partEnds, (end, part) => paths.slice(part === 0 ? 0 : partEnds[part - 1]!, end));
  switch (type) {
    case 'Point': return { type, coordinates: positions[0]! };
    case 'LineString': case 'MultiPoint': return { type, coordinates: positions };
    case 'Polygon': case 'MultiLineString': return { type, coordinates: paths };
    case 'MultiPolygon': return { type, coordinates: parts };
    default: return unreachable(type);
  }
}

function jstsOf(geometry: Geometry): JstsGeometry {
  switch (geometry.type) {
    case 'Point': return jts().factory.createPoint(coordinate(geometry.coordinates)) as JstsGeometry;
    case 'LineString': return line(geometry.coordinates);
    case 'Polygon': return polygon(geometry.coordinates);
    case 'MultiPoint': return jts().factory.createMultiPointFromCoords(geometry.coordinates.map(coordinate)) as JstsGeometry;
    case 'MultiLineString': return jts().factory.createMultiLineString(geometry.coordinates.map(line));
    case 'MultiPolygon': return jts().factory.createMultiPolygon(geometry.coordinates.map(polygon));
    default: return unreachable(geometry);
  }
}

function coordinate([first, second]: Position): unknown {
  return new (jts().Coordinate)(first, second);
}

function line(positions: readonly Position[]): JstsGeometry {
  return jts().factory.createLineString(positions.map(coordinate)) as JstsGeometry;
}

function polygon([outer = [], ...holes]: readonly (readonly Position[])[]): JstsGeometry {
  const ring = (positions: readonly Position[]): unknown => jts().factory.createLinearRing(positions.map(coordinate));
  return jts().factory.createPolygon(ring(outer), holes.map(ring)) as JstsGeometry;
}
