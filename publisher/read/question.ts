/**
 * Question: what is asked of one series of one edition, in one type for every way of asking (ARCHITECTURE.md, Questions).
 *
 * Field names are those of schemas/derived/queryables.ts, dotted. Values are as columns hold them: texts, numbers, booleans;
 * date-times as milliseconds since 1970, dates as those of their midnight in UTC (`dateMs`, schemas/time.ts). A void or absent
 * field has no value: what compares it is neither true nor false (SQL's unknown), so that neither a comparison nor its denial
 * selects the row.
 * Not here: the parameters it is read from (server/parameters/), which edition answers it (`beschikbaarOp`), which members
 * of its rows are shown (`fields`).
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Box, FlatGeometry, GeometryKind } from '../../schemas/geometry.ts';
import type { TextFold } from '../../schemas/text-folding.ts';
import type { Moment } from '../../schemas/time.ts';
import type { FieldValue } from '../format/column.ts';

export type { FieldValue } from '../format/column.ts';

export type Relation = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A geometry to compare with: its vertices, 2 numbers each, in the axis order of `crs`. */
export interface AskedGeometry {
  readonly crs: PublishedCrs;
  readonly shape: FlatGeometry;
  readonly numbers: Float64Array;
}

/** How a row's geometry stands to one that is asked for (OGC 06-103r4): it meets that, contains it, lies within it, and so on. */
export type SpatialRelation = 'intersects' | 'contains' | 'within' | 'touches' | 'crosses' | 'overlaps' | 'equals';

/** As CQL2's array functions have them: the left list is a superset or a subset of the right one, or both have an element in common. */
export type ListRelation = 'equals' | 'contains' | 'containedBy' | 'overlaps';

/** A queryable list, or a list of texts and of the values of scalar fields of texts. Without one of these values it has none itself. */
export type ListOperand = { readonly field: string } | { readonly items: readonly (string | { readonly field: string })[] };

/** A field that is compared with another one, and what is left aside in its texts. */
export interface ComparedField {
  readonly field: string;
  readonly fold?: TextFold;
}

export interface FieldsCondition {
  readonly left: ComparedField;
  readonly relation: Relation;
  readonly right: ComparedField;
}

/** A closed box in the axis order of `crs`. In CRS84 one whose min lon exceeds its max lon crosses the antimeridian. */
export interface AskedBox {
  readonly crs: PublishedCrs;
  readonly box: Box;
}

export type Filter =
  /** Of none: true. */
  | { readonly kind: 'and'; readonly of: readonly Filter[] }
  /** Of none: false. */
  | { readonly kind: 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  /** `fold`: what is left aside in the field's texts; the value, the values or the pattern are as they are. */
  | { readonly kind: 'compare'; readonly field: string; readonly relation: Relation; readonly value: FieldValue; readonly fold?: TextFold }
  /** Two fields of one kind against each other. */
  | ({ readonly kind: 'fields' } & FieldsCondition)
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly FieldValue[]; readonly fold?: TextFold }
  /** CQL2: `%` any text, `_` one character, `\` takes the next as it is; case counts. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string; readonly fold?: TextFold }
  | { readonly kind: 'isNull'; readonly field: string }
  /** How two lists stand to each other, as sets of texts. */
  | { readonly kind: 'lists'; readonly relation: ListRelation; readonly left: ListOperand; readonly right: ListOperand }
  /** Rows that intersect the box. Rows without geometry have no value; `Question.box` selects them. */
  | ({ readonly kind: 'box' } & AskedBox)
  /** Rows without geometry have no value. */
  | { readonly kind: SpatialRelation; readonly geometry: AskedGeometry }
  /** Rows at most so far from a geometry, in units of its CRS. Rows without geometry have no value. */
  | { readonly kind: 'near'; readonly geometry: AskedGeometry; readonly distance: number }
  /** True or false, of every row. */
  | { readonly kind: 'hasGeometry' }
  /** True or false, of every row. */
  | { readonly kind: 'geometryKind'; readonly of: GeometryKind };

/** Rows without a value come last, either way; equal ones in publication order. */
export interface OrderBy {
  readonly field: string;
  readonly descending: boolean;
}

export interface Question {
  /** Of the bytes given. */
  readonly crs: PublishedCrs;
  /** Rows valid at that moment; null: at the edition's moment, or `during`. */
  readonly at: Moment | null;
  /**
   * Of each object the last row valid at some time in it, milliseconds, both ends included; -Infinity and Infinity: open. `at` is null
   * then. Filters apply to that row: an object whose last row does not fit is not found by an earlier one.
   */
  readonly during: { readonly from: number; readonly until: number } | null;
  /** Rows that intersect it, and rows without geometry (OGC API Features, Part 1). */
  readonly box: AskedBox | null;
  readonly filter: Filter | null;
  /**
   * Words, all of which a row must have (schemas/derived/searched-words.ts); `*` any text, `?` one character; in the form of
   * `wordsOf` (schemas/words.ts): case and accents aside.
   */
  readonly words: readonly string[];
  readonly order: readonly OrderBy[];
  /** The first row of each type of geometry stands before all others (types-first.ts). Of no effect with a box or an order. */
  readonly typesFirst?: boolean;
  /** Whether `eindGeldigheid` of features is the end of the version, for filters and order too (shown-ends.ts). Documents have their own. */
  readonly showsEnd?: boolean;
  /** 0 is the first of the rows selected. */
  readonly position: number;
  readonly limit: number;
}
