/** Issues: a geometry of a root, and how an error in it is put into words. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Severity } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import type { RuleId } from '../../../schemas/rules.ts';
import { vertexAt, vertexPointer } from '../../../publisher/validity/vertices.ts';

/** One geometry of a root. */
export interface PlacedGeometry {
  readonly object: ModelObject;
  /** Place of the object among those of its root. */
  readonly index: number;
  /** In the document. */
  readonly pointer: string;
  readonly vertices: Vertices;
}

/** An issue of a rule; `more`: what this finding says instead or beside them. */
export function issueOn(
  { pointer }: Pick<PlacedGeometry, 'pointer'>, rule: keyof typeof GEOMETRY_WORDS, more?: () => Partial<Finding>, severity: Severity = 'error',
): Issue {
  return { rule, severity, at: pointer, finding: () => ({ rule, severity, pointer, ...GEOMETRY_WORDS[rule], ...more?.() }) };
}

/** An error put into words when asked; `at`: the geometry. */
export function error(rule: RuleId, at: string, words: () => Omit<Finding, 'rule' | 'severity'>): Issue {
  return { rule, severity: 'error', at, finding: () => ({ rule, severity: 'error', ...words() }) };
}

/** Where a position of a geometry stands, where it lies, and its numbers. */
export function placeOf({ pointer, vertices }: PlacedGeometry, crs: Crs, index: number): Pick<Finding, 'pointer' | 'place' | 'found'> {
  const coordinates = vertexAt(vertices, index);
  return { pointer: pointer + vertexPointer(vertices, index), place: { crs: crs.uri, coordinates }, found: coordinates.join(', ') };
}
