/**
 * Shape: how geometries stand to one that is asked for, exactly, on the published decimals. JSTS decides; it is asked of the
 * rows only whose boxes leave it open.
 */
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import { unreachable } from '../../schemas/fault.ts';
import type { Box, Geometry, Position } from '../../schemas/geometry.ts';
import { emptyBox, grow, overlap } from '../../schemas/geometry.ts';
import type { AskedGeometry, SpatialRelation } from './question.ts';
import { relationOf, type Relation } from './shape-box.ts';

const factory = new GeometryFactory();

/** A geometry that is asked for, ready for many comparisons. */
export class AskedShape {
  readonly crs: AskedGeometry['crs'];
  /** Of its vertices. */
  readonly box: Box;
  readonly #asked: AskedGeometry;
  readonly #shape: unknown;

  constructor(asked: AskedGeometry) {
    const { crs, shape, numbers } = asked;
    this.#asked = asked;
    this.crs = crs;
    const box = emptyBox();
    const positions = Array.from({ length: numbers.length / 2 }, (_, at): Position => [numbers[at * 2]!, numbers[at * 2 + 1]!]);
    for (const [first, second] of positions) grow(box, first!, second!);
    this.box = box;
    this.#shape = jstsOf(nested(shape, positions));
  }

  /** Whether a geometry stands so to it: a GeoJSON geometry as published, in the same CRS. */
  relates(relation: SpatialRelation, geometry: Buffer): boolean {
    const matrix = new RelateOp(jstsOf(JSON.parse(geometry.toString()) as Geometry), this.#shape).getIntersectionMatrix();
    switch (relation) {
      case 'intersects': return matrix.isIntersects() as boolean;
      case 'contains': return matrix.isContains() as boolean;
      case 'within': return matrix.isWithin() as boolean;
      default: return unreachable(relation);
    }
  }

  /** How what lies in a box stands to it. */
  relation(box: Box): Relation {
    return overlap(box, this.box) ? relationOf(this.#asked, box) : 'outside';
  }
}

/** The GeoJSON of a flat geometry. */
function nested({ type, pathEnds, partEnds }: AskedGeometry['shape'], positions: readonly Position[]): Geometry {
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

function jstsOf(geometry: Geometry): unknown {
  switch (geometry.type) {
    case 'Point': return factory.createPoint(coordinate(geometry.coordinates));
    case 'LineString': return line(geometry.coordinates);
    case 'Polygon': return polygon(geometry.coordinates);
    case 'MultiPoint': return factory.createMultiPointFromCoords(geometry.coordinates.map(coordinate));
    case 'MultiLineString': return factory.createMultiLineString(geometry.coordinates.map(line));
    case 'MultiPolygon': return factory.createMultiPolygon(geometry.coordinates.map(polygon));
    default: return unreachable(geometry);
  }
}

function coordinate([first, second]: Position): unknown {
  return new Coordinate(first, second);
}

function line(positions: readonly Position[]): unknown {
  return factory.createLineString(positions.map(coordinate));
}

function polygon([outer = [], ...holes]: readonly (readonly Position[])[]): unknown {
  const ring = (positions: readonly Position[]): unknown => factory.createLinearRing(positions.map(coordinate));
  return factory.createPolygon(ring(outer), holes.map(ring));
}
