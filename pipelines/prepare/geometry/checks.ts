/**
 * Checks of geometry: level 3 before validity. Rings are closed, positions have one dimension and lie in the area of the register, and the
 * limits hold.
 *
 * Coordinates are checked in the CRS of the delivery, as delivered. A geometry that passes is safe for DuckDB; another one is not checked
 * further.
 * Invariant: the work for one geometry is linear in its vertices, however hostile.
 * Not here: structure by type (schema, level 2), recognising another CRS (range.ts), validity (proof.ts, spatial.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue } from '../../../schemas/finding.ts';
import { flatten } from '../../../schemas/check/flatten.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { geometryOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { bilingual, withRemark } from '../../../schemas/shown-values.ts';
import { crowding, CROWDING_MAX, CROWDING_ROOT_MAX } from '../../../publisher/validity/crowding.ts';
import { commaIn, wrongDimension } from './dimension.ts';
import { wrongHeights } from './heights.ts';
import { error, issueOn, locationOf, type RootGeometry } from './issues.ts';
import { metresBetween, shownMetres } from './metres.ts';
import { OTHER_CRS, outOfRange, type RangeOptions } from './range.ts';
import { hasRings, pathStart, vertexAt, vertexCount } from '../../../publisher/validity/vertices.ts';

interface CheckedGeometries {
  /** Geometries whose validity can be checked. */
  readonly checkable: readonly RootGeometry[];
  /** Issues of the geometries whose validity cannot be checked. */
  readonly issues: readonly Issue[];
  /** Coordinates do not fit the geometry type. Reported only when the schema found no error, so that it never passes unnoticed. */
  readonly malformed: readonly Issue[];
}

/** Checks the geometries of a root's objects. `why30` is the mark of 3.0.x. */
export function checkGeometries(objects: readonly ModelObject[], crs: Crs, why30: string | undefined): CheckedGeometries {
  const issues: Issue[] = [];
  const malformed: Issue[] = [];
  const checkable: RootGeometry[] = [];
  const options = { crs, why30, hasGeometryInArea: () => checkable.length > 0 };
  let crowded = 0;
  for (const [index, object] of objects.entries()) {
    const delivered = geometryOf(object);
    if (delivered === undefined) continue;
    const { pointer, value } = delivered;
    const vertices = flatten(value);
    if (vertices === undefined) {
      malformed.push(issueOn({ pointer }, 'geometrie.vorm'));
      continue;
    }
    const geometry = { object, index, pointer, vertices };
    const found = issuesOf(geometry, options);
    const pairs = found.length === 0 ? crowding(geometry.vertices) : 0;
    crowded += pairs;
    if (found.length > 0) issues.push(...found);
    else if (pairs <= CROWDING_MAX && crowded <= CROWDING_ROOT_MAX) checkable.push(geometry);
    else issues.push(issueOn(geometry, 'geometrie.te-ingewikkeld'));
  }
  return { checkable, issues, malformed };
}

/** All issues of one geometry except its validity. When numbers of a position are missing or shifted, other checks are skipped. */
function issuesOf(geometry: RootGeometry, options: RangeOptions): readonly Issue[] {
  const { crs } = options;
  const large = tooLarge(geometry);
  if (large !== undefined) return [large];
  const dimension = wrongDimension(geometry, crs);
  if (dimension !== undefined && (geometry.vertices.mixed || commaIn(geometry.vertices, crs) !== undefined)) return [dimension];
  const range = outOfRange(geometry, options);
  const rings = openRings(geometry, crs);
  if (dimension === undefined && range === undefined) return [wrongHeights(geometry, crs), ...rings].filter((issue) => issue !== undefined);
  // The recognised CRS has the right dimension.
  const isOther = range?.rule === OTHER_CRS;
  return [isOther ? undefined : dimension, range, ...rings].filter((issue) => issue !== undefined);
}

function tooLarge(geometry: RootGeometry): Issue | undefined {
  const vertices = vertexCount(geometry.vertices);
  const paths = geometry.vertices.shape.pathEnds.length;
  if (vertices <= LIMITS.verticesPerGeometryMax && paths <= LIMITS.pathsPerGeometryMax) return undefined;
  return issueOn(geometry, 'geometrie.te-groot', () => ({
    found: bilingual({ nl: `${vertices} punten, ${paths} lijnen en ringen`, en: `${vertices} positions, ${paths} lines and rings` }),
    expected: `≤ ${LIMITS.verticesPerGeometryMax}, ≤ ${LIMITS.pathsPerGeometryMax}`,
  }));
}

function openRings(geometry: RootGeometry, crs: Crs): readonly Issue[] {
  const { vertices, pointer } = geometry;
  const { shape: { type, dimension, pathEnds }, numbers } = vertices;
  if (!hasRings(type)) return [];
  const issues: Issue[] = [];
  for (let path = 0; path < pathEnds.length; path++) {
    const [first, last] = [pathStart(vertices, path), pathEnds[path]! - 1];
    const [one, other] = [first * dimension, last * dimension];
    const isClosed = numbers[one] === numbers[other] && numbers[one + 1] === numbers[other + 1]
      && (dimension === 2 || numbers[one + 2] === numbers[other + 2]);
    if (isClosed) continue;
    issues.push(error('geometrie.ring-open', pointer, () => openRing(geometry, crs, { first, last })));
  }
  return issues;
}

/** Metres between first and last position below which the ring was intended to be closed. */
const SAME_METRES_MAX = 1;

function openRing(
  geometry: RootGeometry, crs: Crs, ends: { readonly first: number; readonly last: number },
): Omit<Finding, 'rule' | 'severity'> {
  const [first, last] = [vertexAt(geometry.vertices, ends.first), vertexAt(geometry.vertices, ends.last)];
  const details = { ...locationOf(geometry, crs, ends.last), expected: first.join(', ') };
  const metres = metresBetween(first, last, crs);
  if (metres >= SAME_METRES_MAX) return { ...GEOMETRY_WORDS['geometrie.ring-open'], ...details };
  const far = shownMetres(metres);
  return {
    ...details, message: withRemark(GEOMETRY_WORDS['geometrie.ring-open'].message, { nl: `, al is het verschil maar ${far}`, en: `, if only by ${far}` }),
    mend: { nl: 'Maak het laatste punt precies gelijk aan het eerste.', en: 'Make the last position exactly equal to the first.' },
  };
}
