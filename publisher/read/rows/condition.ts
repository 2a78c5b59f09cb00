/**
 * Condition: a filter prepared for all pages of a series. It decides from the ranges in the series root whether a page may have matching
 * rows, and from the columns of a page which rows match.
 *
 * Invariant: each part of a filter is a step of its own, because a query may have thousands of parts.
 */
import { unreachable } from '../../../schemas/fault.ts';
import { overlap, type GeometryKind } from '../../../schemas/geometry.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { PARTS } from '../../format/page-directory.ts';
import type { SeriesRoot } from '../../format/series-root.ts';
import { fieldMask, isMetByAll, type FieldCondition } from './field-mask.ts';
import { fieldsMask } from './fields-mask.ts';
import { listCondition } from './list-condition.ts';
import { andInto, denied, maskOf, NO, orInto, UNKNOWN, YES, type Mask } from './mask.ts';
import type { Page, PageOfSeries } from '../bytes/index.ts';
import type { QueryBox, FieldValue, Filter } from '../series-query.ts';
import { QueryShape } from './shape.ts';
import { boxAt, boxMask, geometryMask, grownBy, nearMask, reachOf, shapeMask, typesMask, typesOf } from './spatial-mask.ts';
import type { Steps } from '../steps.ts';
import { likePattern } from './text-pattern.ts';

export interface Condition {
  /** False: certainly no row of the page matches. */
  readonly mayHold: (root: SeriesRoot, page: number) => boolean;
  /** True: certainly all rows of the page match, so that no mask is needed. Absent: false. */
  readonly allRowsMatch?: (root: SeriesRoot, page: number) => boolean;
  /** `mayHold` from the page itself, cheaper than a mask; absent: true. */
  readonly mayHoldIn?: (page: Page) => boolean;
  /** `allRowsMatch` from the page itself; absent: false. */
  readonly allRowsMatchIn?: (at: PageOfSeries) => Steps<boolean>;
  readonly mask: (at: PageOfSeries) => Steps<Mask>;
}

export function conditionOf(filter: Filter): Condition {
  switch (filter.kind) {
    case 'and': return conjunction(filter.of.map(conditionOf));
    case 'or': return disjunction(filter.of.map(conditionOf));
    case 'not': {
      const { mask } = conditionOf(filter.of);
      return { mayHold: () => true, * mask(at) { return denied(yield* mask(at)); } };
    }
    case 'compare': case 'in': case 'like': return fieldCondition(filter);
    case 'fields': return {
      mayHold: (root) => root.range(filter.left.field) !== undefined && root.range(filter.right.field) !== undefined,
      * mask({ page }) {
        const left = yield* page.steps(() => page.column(filter.left.field));
        return fieldsMask(filter, [left, yield* page.steps(() => page.column(filter.right.field))], page.count);
      },
    };
    case 'isNull': return nullCondition(filter.field);
    case 'lists': return listCondition(filter);
    case 'box': return {
      // A box that crosses the antimeridian is tested on every page.
      mayHold: (root, page) => filter.box[0] > filter.box[2] || overlap(boxAt(root.boxes[filter.crs], page), filter.box),
      mask: (at) => at.page.steps(() => boxMask(filter, at)),
    };
    case 'hasGeometry': return {
      mayHold: (root, page) => root.geometries[page]! > 0, mask: ({ page }) => page.steps(() => geometryMask(page)),
    };
    case 'geometryKind': return geometryKindCondition(filter.of);
    case 'intersects': case 'contains': case 'within': case 'touches': case 'crosses': case 'overlaps': case 'equals': {
      const shape = new QueryShape(filter.geometry);
      return {
        mayHold: (root, page) => overlap(boxAt(root.boxes[shape.crs], page), shape.box), mask: (at) => shapeMask(shape, filter.kind, at),
      };
    }
    case 'near': {
      const shape = new QueryShape(filter.geometry);
      const distance = reachOf(filter.distance);
      const reach = grownBy(shape.box, distance);
      return {
        mayHold: (root, page) => overlap(boxAt(root.boxes[shape.crs], page), reach), mask: (at) => nearMask(shape, distance, at),
      };
    }
    default: return unreachable(filter);
  }
}

/** Returns the condition of `SeriesQuery.box`: rows that intersect it, and rows without geometry. */
export function boxCondition(asked: QueryBox): Condition {
  const intersecting = conditionOf({ kind: 'box', ...asked });
  return {
    mayHold: (root, page) => root.geometries[page]! < root.rows[page]! || intersecting.mayHold(root, page),
    allRowsMatch: (root, page) => root.geometries[page] === 0,
    * mask(at) { return (yield* intersecting.mask(at)).map((value) => (value === UNKNOWN ? YES : value)); },
  };
}

/** The root has the types in each page, so pages of one kind are decided without reading them. */
function geometryKindCondition(kind: GeometryKind): Condition {
  const wanted = typesOf(kind);
  const isOf = (root: SeriesRoot, page: number): boolean => (
    kind === 'geen' ? root.geometries[page]! < root.rows[page]! : (root.types[page]! & wanted) !== 0
  );
  return {
    mayHold: isOf,
    allRowsMatch: (root, page) => (root.types[page]! & ~wanted) === 0 && (kind === 'geen' || root.geometries[page] === root.rows[page]),
    mask: ({ page }) => page.steps(() => typesMask(page, wanted)),
  };
}

function conjunction(all: readonly Condition[]): Condition {
  return {
    mayHold: (root, page) => all.every((one) => one.mayHold(root, page)),
    mayHoldIn: (page) => all.every((one) => one.mayHoldIn?.(page) ?? true),
    * mask(at) {
      const mask = maskOf(at.page.count, YES);
      for (const one of all) {
        andInto(mask, yield* one.mask(at));
        yield;
      }
      return mask;
    },
  };
}

function disjunction(all: readonly Condition[]): Condition {
  return {
    mayHold: (root, page) => all.some((one) => one.mayHold(root, page)),
    mayHoldIn: (page) => all.some((one) => one.mayHoldIn?.(page) ?? true),
    * mask(at) {
      const mask = maskOf(at.page.count, NO);
      for (const one of all) {
        orInto(mask, yield* one.mask(at));
        yield;
      }
      return mask;
    },
  };
}

/** Matches rows without a value in a field, or without a list. */
function nullCondition(field: string): Condition {
  return {
    mayHold: () => true,
    * mask({ page }) {
      const list = yield* page.steps(() => page.list(field));
      if (list !== undefined) return Uint8Array.from(list.codes, (code) => (code === 0 ? YES : NO));
      return fieldMask({ kind: 'isNull', field }, yield* page.steps(() => page.column(field)), page.count);
    },
  };
}

function fieldCondition(asked: FieldCondition): Condition {
  const condition = inNfc(asked);
  const part = PARTS.field(condition.field);
  /** For the most recent series: a query goes through one series after the other. */
  let known: { readonly root: SeriesRoot; readonly mayHold: (page: number) => boolean } | undefined;
  return {
    mayHold(root, page) {
      if (known?.root !== root) known = { root, mayHold: narrowed(condition, root) };
      return known.mayHold(page);
    },
    mayHoldIn: inDictionary(condition, part),
    ...condition.kind === 'compare' && typeof condition.value === 'number'
      ? { * allRowsMatchIn({ page }) { return isMetByAll(condition, yield* page.steps(() => page.values(part))); } } : {},
    * mask({ page }) { return fieldMask(condition, yield* page.steps(() => page.values(part)), page.count); },
  };
}

/** Returns the condition with its texts in NFC, as in the columns. */
function inNfc(condition: FieldCondition): FieldCondition {
  switch (condition.kind) {
    case 'compare': return { ...condition, value: valueInNfc(condition.value) };
    case 'in': return { ...condition, values: condition.values.map(valueInNfc) };
    case 'like': return { ...condition, pattern: nfc(condition.pattern) };
    case 'isNull': return condition;
    default: return unreachable(condition);
  }
}

function valueInNfc(value: FieldValue): FieldValue {
  return typeof value === 'string' ? nfc(value) : value;
}

/** Returns which pages of a series may have a matching value. */
function narrowed(condition: FieldCondition, root: SeriesRoot): (page: number) => boolean {
  if (condition.kind === 'isNull') return () => true;
  const range = root.range(condition.field);
  if (range === undefined) return () => false;
  // The range covers the unfolded texts.
  if (condition.fold !== undefined) return range.overlapping({ from: null, to: null });
  if (condition.kind === 'in') {
    const each = condition.values.map((value) => range.overlapping({ from: value, to: value }));
    return (page) => each.some((overlaps) => overlaps(page));
  }
  return range.overlapping(rangeAsked(condition));
}

/** Returns whether a page has one of the texts. `part` is the part of the field. */
function inDictionary(condition: FieldCondition, part: string): (page: Page) => boolean {
  const asked = textsIn(condition)?.map((text) => Buffer.from(text, 'utf8'));
  if (asked === undefined) return () => true;
  return (page) => {
    const column = page.values(part);
    return column?.kind !== 'text' || asked.some((text) => column.has(text));
  };
}

/** Undefined: any text may match. */
function textsIn(condition: FieldCondition): readonly string[] | undefined {
  if (condition.kind === 'isNull' || condition.fold !== undefined) return undefined;
  if (condition.kind === 'in') return condition.values.map(String);
  return condition.kind === 'compare' && condition.relation === '=' ? [String(condition.value)] : undefined;
}

function rangeAsked(condition: Extract<FieldCondition, { kind: 'compare' | 'like' }>): { from: FieldValue | null; to: FieldValue | null } {
  if (condition.kind === 'like') return { from: likePattern(condition.pattern).prefix, to: null };
  const { relation, value } = condition;
  switch (relation) {
    case '=': return { from: value, to: value };
    case '<': case '<=': return { from: null, to: value };
    case '>': case '>=': return { from: value, to: null };
    case '<>': return { from: null, to: null };
    default: return unreachable(relation);
  }
}
