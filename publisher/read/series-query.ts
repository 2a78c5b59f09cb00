/**
 * Query: one type for every kind of query on one series of one edition (ARCHITECTURE.md, Questions).
 *
 * Field names are those of schemas/derived/queryables.ts, dotted. Values are as columns store them: texts, numbers, booleans; date-times
 * as milliseconds since 1970, dates as those of their midnight in UTC (`dateMs`, schemas/time.ts). A void or absent field has no value: a
 * comparison with it is neither true nor false (SQL's unknown), so that neither the comparison nor its negation selects the row.
 * Not here: the parameters it is read from (server/parameters/), the choice of the edition (`beschikbaarOp`), the selected members of rows
 * (`fields`).
 */
import type { EditionCrs, PlaneCrs } from '../../schemas/crs.ts';
import type { Box, FlatGeometry, GeometryKind } from '../../schemas/geometry.ts';
import type { TextFold } from '../../schemas/text-folding.ts';
import type { Moment } from '../../schemas/time.ts';
import type { FieldValue } from '../format/column.ts';

export type { FieldValue } from '../format/column.ts';

export type Relation = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A geometry in a query: its vertices, 2 numbers each, in the axis order of `crs`. */
export interface QueryGeometry {
  readonly crs: PlaneCrs;
  readonly shape: FlatGeometry;
  readonly numbers: Float64Array;
}

/** The spatial relation of a row's geometry to the one in the query (OGC 06-103r4): intersects, contains, within, and so on. */
export type SpatialRelation = 'intersects' | 'contains' | 'within' | 'touches' | 'crosses' | 'overlaps' | 'equals';

/** CQL2's array functions: the left list equals the right one, is a superset or a subset of it, or shares an element with it. */
export type ListRelation = 'equals' | 'contains' | 'containedBy' | 'overlaps';

/**
 * A queryable list, or a list of texts and of the values of scalar text fields. When one of these fields has no value, neither has the
 * list.
 */
export type ListOperand = { readonly field: string } | { readonly items: readonly (string | { readonly field: string })[] };

/** A field that is compared with another one, and the folding of its texts. */
export interface ComparedField {
  readonly field: string;
  readonly fold?: TextFold;
}

export interface FieldsCondition {
  readonly left: ComparedField;
  readonly relation: Relation;
  readonly right: ComparedField;
}

/** A closed box in the axis order of `crs`. A CRS84 box whose min lon exceeds its max lon crosses the antimeridian. */
export interface QueryBox {
  readonly crs: PlaneCrs;
  readonly box: Box;
}

export type Filter =
  /** An empty list is true. */
  | { readonly kind: 'and'; readonly of: readonly Filter[] }
  /** An empty list is false. */
  | { readonly kind: 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  /** `fold` applies to the field's texts; the value, values or pattern are used unchanged. */
  | { readonly kind: 'compare'; readonly field: string; readonly relation: Relation; readonly value: FieldValue; readonly fold?: TextFold }
  /** Compares two fields of one kind. */
  | ({ readonly kind: 'fields' } & FieldsCondition)
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly FieldValue[]; readonly fold?: TextFold }
  /** CQL2: `%` matches any text, `_` one character, `\` escapes the next one; case counts. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string; readonly fold?: TextFold }
  | { readonly kind: 'isNull'; readonly field: string }
  /** Compares two lists as sets of texts. */
  | { readonly kind: 'lists'; readonly relation: ListRelation; readonly left: ListOperand; readonly right: ListOperand }
  /** Rows that intersect the box. Rows without geometry have no value; `SeriesQuery.box` selects them. */
  | ({ readonly kind: 'box' } & QueryBox)
  /** Rows without geometry have no value. */
  | { readonly kind: SpatialRelation; readonly geometry: QueryGeometry }
  /** Rows within this distance of a geometry, in units of its CRS. Rows without geometry have no value. */
  | { readonly kind: 'near'; readonly geometry: QueryGeometry; readonly distance: number }
  /** True or false for every row. */
  | { readonly kind: 'hasGeometry' }
  /** True or false for every row. */
  | { readonly kind: 'geometryKind'; readonly of: GeometryKind };

/** Rows without a value come last in either direction; equal rows in publication order. */
export interface OrderBy {
  readonly field: string;
  readonly descending: boolean;
}

export interface SeriesQuery {
  /** CRS of the returned bytes. */
  readonly crs: EditionCrs;
  /** Rows valid at that moment; null: at the edition's moment, or `during`. */
  readonly at: Moment | null;
  /**
   * For each object the last row valid at some time in the interval, milliseconds, both ends included; -Infinity and Infinity: open. `at`
   * is then null. Filters apply to that row: when an object's last row does not match, an earlier one is not selected instead.
   */
  readonly during: { readonly from: number; readonly until: number } | null;
  /** Rows that intersect it, and rows without geometry (OGC API Features, Part 1). */
  readonly box: QueryBox | null;
  readonly filter: Filter | null;
  /**
   * Words, all of which a row must have (schemas/derived/searched-words.ts); `*` matches any text, `?` one character. Words are in the
   * form of `wordsOf` (schemas/search-words.ts): without case and accents.
   */
  readonly words: readonly string[];
  readonly order: readonly OrderBy[];
  /** The first row of each geometry type comes before all others (types-first.ts). No effect with a box or an order. */
  readonly typesFirst?: boolean;
  /** Whether `eindGeldigheid` of features is the end of the version, for filters and order too (shown-ends.ts). Documents have their own. */
  readonly showsEnd?: boolean;
  /** 0 is the first of the selected rows. */
  readonly position: number;
  readonly limit: number;
}
