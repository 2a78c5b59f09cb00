/**
 * Expression: a parsed CQL2 filter, from either encoding (OGC 21-065r2), before its names are resolved.
 *
 * Operators and functions are calls with the names of CQL2 JSON in small letters: `and`, `=`, `isnull`, `s_intersects`.
 * `at` is the position of an expression in the filter, counted from 1.
 * Not here: parsing (text.ts, json.ts), known calls and types of fields (server/parameters/typed-filter.ts).
 */
import type { Text } from '../finding.ts';
import type { GeometryType, Position } from '../geometry.ts';
import { LIMITS } from '../limits.ts';

export type Expression = { readonly at: number } & (
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'property'; readonly name: string }
  /** `pattern`: the text as LIKE reads it; a backslash escapes the next character. */
  | { readonly kind: 'text'; readonly value: string; readonly pattern: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'date' | 'timestamp'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'geometry'; readonly type: GeometryType; readonly coordinates: Coordinates }
  /** A GeometryCollection. */
  | { readonly kind: 'geometries'; readonly items: readonly GeometryExpression[] }
  | { readonly kind: 'bbox'; readonly numbers: readonly number[] }
);

export interface GeometryExpression {
  readonly kind: 'geometry';
  readonly at: number;
  readonly type: GeometryType;
  readonly coordinates: Coordinates;
}

export type Coordinates = Position | readonly Coordinates[];

/** A mistake in a filter, with its position. Thrown by the parsers; their caller catches it. */
export class FilterFault extends Error {
  readonly at: number;
  readonly reason: Text;

  constructor(at: number, reason: Text) {
    super(reason.en);
    this.name = 'FilterFault';
    this.at = at;
    this.reason = reason;
  }
}

export function tooDeep(at: number): FilterFault {
  const { filterDepthMax: max } = LIMITS;
  return new FilterFault(at, {
    nl: `te diep genest; hoogstens ${max} niveaus`, en: `nested too deep; at most ${max} levels`,
  });
}
