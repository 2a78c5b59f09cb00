/**
 * Spatial filter: filters for the spatial functions of CQL2. They compare the geometry of a row with a literal, in the CRS and decimals in
 * which both are published. A row without geometry matches neither a function nor its negation, also with S_DISJOINT.
 *
 * A geometry may be on either side, or on both. Overlapping parts of a collection have no interior together, so only S_INTERSECTS and
 * S_DISJOINT accept collections: a row that meets one part meets the collection.
 */
import type { QueryGeometry, Filter, SpatialRelation } from '../../publisher/read/series-query.ts';
import { QueryShape } from '../../publisher/read/rows/index.ts';
import { FilterFault, type Expression } from '../../schemas/cql2/expression.ts';
import { CRSS } from '../../schemas/crs.ts';
import { filterBox, filterGeometry, expectPlain, geometryOfBox } from './filter-geometry.ts';
import type { RequestedCrs } from './crs.ts';

/** Names of the geometry of a row: in a feature and in a document. */
export const GEOMETRY_NAMES: readonly string[] = ['geometry', 'geometrie'];

/** Relation of the first operand to the second, by function. */
const RELATIONS = {
  s_intersects: 'intersects', s_disjoint: 'disjoint', s_within: 'within', s_contains: 'contains', s_touches: 'touches',
  s_crosses: 'crosses', s_overlaps: 'overlaps', s_equals: 'equals',
} as const satisfies Readonly<Record<string, SpatialRelation | 'disjoint'>>;

type Relation = SpatialRelation | 'disjoint';
export type SpatialFunction = keyof typeof RELATIONS;
export const SPATIAL_FUNCTIONS = Object.keys(RELATIONS) as readonly SpatialFunction[];

type Literal = Expression & { readonly kind: 'geometry' | 'bbox' | 'geometries' };

/** A spatial function, and the CRS of its geometries. */
interface SpatialCall {
  readonly name: SpatialFunction;
  readonly crs: RequestedCrs;
}

/** Returns the filter of a spatial function. Throws FilterFault. */
export function spatialFilter(name: SpatialFunction, [left, right]: readonly Expression[], crs: RequestedCrs): Filter {
  const relation: Relation = RELATIONS[name];
  const [one, other] = [operandOf(name, left!), operandOf(name, right!)];
  if (one === 'geometry') return other === 'geometry' ? toItself(relation) : related(relation, other, { name, crs });
  if (other === 'geometry') return related(converse(relation), one, { name, crs });
  const literals = [geometriesOf(one, { relation, name, crs }), geometriesOf(other, { relation, name, crs })] as const;
  expectPlain(literals.flat(), one.at);
  return constant(relation, literals);
}

/** Returns the filter of S_DWITHIN. The register has each geometry in RD, and never transforms a geometry of a query. */
export function nearFilter([left, right, distance]: readonly Expression[], crs: RequestedCrs): Filter {
  const literal = isGeometry(left!) ? right! : left!;
  if (!isLiteral(literal) || (!isGeometry(left!) && !isGeometry(right!))) throw notComparable('s_dwithin', isGeometry(left!) ? right! : left!);
  if (crs.plane !== '28992') {
    throw new FilterFault(literal.at, {
      nl: `S_DWITHIN meet in het vlak van RD: geef de geometrie in RD, met filter-crs=${CRSS['28992'].uri}`,
      en: `S_DWITHIN measures in the plane of RD: give the geometry in RD, with filter-crs=${CRSS['28992'].uri}`,
    });
  }
  if (distance!.kind !== 'number' || distance!.value < 0) throw notADistance(distance!);
  const { value } = distance!;
  const parts = literal.kind === 'geometries' ? literal.items.map((item) => filterGeometry(item, crs))
    : [literal.kind === 'bbox' ? geometryOfBox(literal, crs) : filterGeometry(literal, crs)];
  const [first, ...more] = parts.map((geometry): Filter => ({ kind: 'near', geometry, distance: value }));
  return more.length === 0 ? first! : { kind: 'or', of: [first!, ...more] };
}

function notADistance(expression: Expression): FilterFault {
  const [found, foundEn] = expression.kind === 'number' ? [String(expression.value), String(expression.value)] : ['iets anders', 'something else'];
  return new FilterFault(expression.at, {
    nl: `het derde deel van S_DWITHIN is een afstand in meters, een getal vanaf 0, bijvoorbeeld 500; gevonden ${found}`,
    en: `the third part of S_DWITHIN is a distance in metres, a number from 0, for example 500; found ${foundEn}`,
  });
}

export function isGeometry(expression: Expression): boolean {
  return expression.kind === 'property' && GEOMETRY_NAMES.includes(expression.name);
}

function operandOf(name: SpatialFunction, expression: Expression): 'geometry' | Literal {
  if (isGeometry(expression)) return 'geometry';
  if (isLiteral(expression)) return expression;
  throw notComparable(name, expression);
}

function isLiteral(expression: Expression): expression is Literal {
  return expression.kind === 'geometry' || expression.kind === 'bbox' || expression.kind === 'geometries';
}

function notComparable(name: string, { at }: Expression): FilterFault {
  const [upper, literals] = [name.toUpperCase(), 'POINT, LINESTRING, POLYGON, MULTIPOINT, MULTILINESTRING, MULTIPOLYGON, GEOMETRYCOLLECTION'];
  return new FilterFault(at, {
    nl: `${upper} vergelijkt ${GEOMETRY_NAMES[0]} met een ${literals} of BBOX`, en: `${upper} compares ${GEOMETRY_NAMES[0]} with a ${literals} or BBOX`,
  });
}

/** Returns the converse: the relation of the second operand to the first. */
function converse(relation: Relation): Relation {
  return relation === 'within' ? 'contains' : relation === 'contains' ? 'within' : relation;
}

/** Returns the filter for rows with this relation to a geometry. */
function related(relation: Relation, literal: Literal, { name, crs }: SpatialCall): Filter {
  if (relation === 'disjoint') return { kind: 'not', of: related('intersects', literal, { name, crs }) };
  if (relation === 'intersects' && literal.kind === 'bbox') return { kind: 'box', crs: crs.plane, box: filterBox(literal, crs) };
  const [first, ...more] = geometriesOf(literal, { relation, name, crs }).map((geometry): Filter => ({ kind: relation, geometry }));
  return more.length === 0 ? first! : { kind: 'or', of: [first!, ...more] };
}

/** Returns the geometries of a literal; only a collection has several. */
function geometriesOf(literal: Literal, { relation, name, crs }: SpatialCall & { relation: Relation }): readonly QueryGeometry[] {
  switch (literal.kind) {
    case 'bbox': return [geometryOfBox(literal, crs)];
    case 'geometry': return [filterGeometry(literal, crs)];
    default:
  }
  if (relation === 'intersects' || relation === 'disjoint') return literal.items.map((item) => filterGeometry(item, crs));
  throw new FilterFault(literal.at, {
    nl: `${name.toUpperCase()} neemt geen GEOMETRYCOLLECTION: alleen S_INTERSECTS en S_DISJOINT doen dat; geef een geometrie van één soort`,
    en: `${name.toUpperCase()} takes no GEOMETRYCOLLECTION: only S_INTERSECTS and S_DISJOINT do; give a geometry of one kind`,
  });
}

/** A filter that every geometry matches. */
const EVERYWHERE: Filter = { kind: 'box', crs: 'CRS84', box: [-180, -90, 180, 90] };

/** Compares the geometry of a row with itself. It intersects, contains, equals and lies within itself, and nothing more. */
function toItself(relation: Relation): Filter {
  const holds = relation === 'intersects' || relation === 'contains' || relation === 'within' || relation === 'equals';
  return holds ? EVERYWHERE : { kind: 'not', of: EVERYWHERE };
}

/** Compares two literals; the result is the same for every row. */
function constant(relation: Relation, [left, right]: readonly [readonly QueryGeometry[], readonly QueryGeometry[]]): Filter {
  const tested = relation === 'disjoint' ? 'intersects' : relation;
  const [ones, others] = [left.map((geometry) => new QueryShape(geometry)), right.map((geometry) => new QueryShape(geometry))];
  const holds = ones.some((one) => others.some((other) => other.relatesToQuery(tested, one)));
  return { kind: holds === (relation !== 'disjoint') ? 'and' : 'or', of: [] };
}
