/** Issues: a geometry of a root, and the making of its issues. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { ofRule, type FixedRule } from '../../../schemas/rules.ts';
import { vertexAt, vertexPointer } from '../../../publisher/validity/vertices.ts';

/** One geometry of a root. */
export interface RootGeometry {
  readonly object: ModelObject;
  /** Index of the object in its root. */
  readonly index: number;
  /** JSON Pointer of the geometry in the document. */
  readonly pointer: string;
  readonly vertices: Vertices;
}

/** An issue with the words of its rule. `more` adds to or replaces these words. */
export function issueOn(
  { pointer }: Pick<RootGeometry, 'pointer'>, rule: keyof typeof GEOMETRY_WORDS, more?: () => Partial<Finding>,
): Issue {
  return { ...ofRule(rule), at: pointer, finding: () => ({ ...ofRule(rule), pointer, ...GEOMETRY_WORDS[rule], ...more?.() }) };
}

/** An error at the geometry `at`, whose words are made on demand. */
export function error(rule: FixedRule, at: string, words: () => Omit<Finding, 'rule' | 'severity'>): Issue {
  return { ...ofRule(rule), at, finding: () => ({ ...ofRule(rule), ...words() }) };
}

/** The pointer of a position, its location on the map, and its numbers. */
export function locationOf({ pointer, vertices }: RootGeometry, crs: Crs, index: number): Pick<Finding, 'pointer' | 'place' | 'found'> {
  const coordinates = vertexAt(vertices, index);
  return { pointer: pointer + vertexPointer(vertices, index), place: { crs: crs.uri, coordinates }, found: coordinates.join(', ') };
}
