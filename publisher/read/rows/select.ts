/**
 * Select: the rows that a query selects, in its order: pages by the ranges in the roots, then columns, then rows. Works in steps, so that
 * other work can run between them. No properties are parsed.
 */
import { boxCondition, conditionOf, type Condition } from './condition.ts';
import { andInto, isEmpty, maskOf, NO, putRows, YES, type Mask } from './mask.ts';
import { inPublishedOrder, type OrderedRows } from './ordered-rows.ts';
import type { Page, Pages, PageOfSeries } from '../bytes/index.ts';
import type { Filter, SeriesQuery } from '../series-query.ts';
import { sorted } from './sort.ts';
import type { Steps } from '../steps.ts';
import { typesFirst } from './types-first.ts';
import { wordPatterns, wordsMask } from './words-mask.ts';

/** The parts of a query that determine the selected rows and their order. */
export type Selection = Pick<SeriesQuery, 'at' | 'during' | 'box' | 'filter' | 'words' | 'order' | 'typesFirst'>;

/** `pages` are those of *now*, and of *other* too for a moment or an interval. */
export function* select(pages: Pages, selection: Selection): Steps<OrderedRows> {
  const conditions = conditionsOf(selection);
  let rows = new Uint32Array(1_024);
  let count = 0;
  for (let page = 0; page < pages.count; page += 1) {
    const { root, index } = pages.locate(page);
    if (!conditions.every((condition) => condition.mayHold(root, index))) continue;
    const opened = yield* pages.steps(() => {
      const at = pages.open(page);
      return conditions.every((condition) => condition.mayHoldIn?.(at.page) ?? true) ? at : null;
    });
    yield;
    if (opened === null) continue;
    const mask = yield* maskOfAll(conditions.filter(({ allRowsMatch }) => allRowsMatch?.(root, index) !== true), opened);
    if (count + mask.length > rows.length) rows = grown(rows, count + mask.length);
    count = putRows(mask, pages.rowsBefore(page), { rows, at: count });
  }
  const found = rows.slice(0, count);
  const [first, ...others] = selection.order;
  if (first !== undefined) return yield* sorted(found, [first, ...others], pages);
  return selection.typesFirst === true && selection.box === null ? yield* typesFirst(found, pages) : inPublishedOrder(found);
}

/** Only YES is exact: rows that do not match may be NO or UNKNOWN. */
function* maskOfAll(conditions: readonly Condition[], at: PageOfSeries): Steps<Mask> {
  let mask: Mask | undefined;
  for (const condition of conditions) {
    if (condition.allRowsMatchIn !== undefined && (yield* condition.allRowsMatchIn(at))) continue;
    const other = yield* condition.mask(at);
    if (mask === undefined) mask = other; else andInto(mask, other);
    if (isEmpty(mask)) break;
  }
  return mask ?? maskOf(at.page.count, YES);
}

/** Returns whether a row of a page matches. */
export type PageMatcher = (at: PageOfSeries, row: number) => Steps<boolean>;

/** Number of pages whose matching rows are remembered. */
const MASKS_MAX = 8;

/** Returns a test of single rows; null: the selection selects every row. Rows of one page are tested together. */
export function pageMatcher(selection: Selection): PageMatcher | null {
  const conditions = conditionsOf(selection);
  if (conditions.length === 0) return null;
  const masks = new Map<Page['directory'], Mask>();
  return function* matches(at, row) {
    if (!conditions.every((condition) => condition.mayHold(at.root, at.index))) return false;
    const { directory } = at.page;
    const mask = masks.get(directory) ?? (yield* maskOfAll(conditions, at));
    masks.delete(directory);
    masks.set(directory, mask);
    if (masks.size > MASKS_MAX) masks.delete(masks.keys().next().value!);
    return mask[row] === YES;
  };
}

function grown(rows: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, 2 * rows.length));
  larger.set(rows);
  return larger;
}

/** The cheap ones first. */
function conditionsOf({ at, during, box, filter, words }: Selection): readonly Condition[] {
  return [
    ...(at === null ? [] : [validAt(at)]), ...(during === null ? [] : [lastIn(during)]),
    ...(filter === null ? [] : conjuncts(filter).map(conditionOf)), ...(box === null ? [] : [boxCondition(box)]),
    ...(words.length === 0 ? [] : [withWords(words)]),
  ];
}

/** Returns the filters that must all hold. */
function conjuncts(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/** Matches rows that are valid at a moment. A row is no longer valid at its end. */
function validAt(at: number): Condition {
  return {
    mayHold: ({ beginMins, untilMaxes }, page) => beginMins[page]! <= at && untilMaxes[page]! > at,
    allRowsMatch: ({ beginMaxes, untilMins }, page) => beginMaxes[page]! <= at && untilMins[page]! > at,
    * mask({ page }) {
      const { begins, untils } = yield* page.steps(() => page.periods());
      const mask = maskOf(page.count, NO);
      for (let row = 0; row < page.count; row += 1) if (begins[row]! <= at && untils[row]! > at) mask[row] = YES;
      return mask;
    },
  };
}

/**
 * Matches rows that are valid at some time in an interval, without a later such row of the object. A row that ends after the interval has
 * no later one.
 */
function lastIn({ from, until }: NonNullable<SeriesQuery['during']>): Condition {
  const last = Math.min(until, Number.MAX_VALUE);
  return {
    mayHold: ({ beginMins, untilMaxes }, page) => beginMins[page]! <= until && untilMaxes[page]! > from,
    allRowsMatch: ({ beginMaxes, untilMins }, page) => beginMaxes[page]! <= until && untilMins[page]! > Math.max(from, last),
    * mask({ page }) {
      const { begins, untils, nexts } = yield* page.steps(() => page.periods());
      const mask = maskOf(page.count, NO);
      for (let row = 0; row < page.count; row += 1) {
        if (begins[row]! <= until && untils[row]! > from && !(nexts !== null && nexts[row]! <= last)) mask[row] = YES;
      }
      return mask;
    },
  };
}

function withWords(words: readonly string[]): Condition {
  const patterns = wordPatterns(words);
  return { mayHold: () => true, * mask({ page }) { return wordsMask(patterns, yield* page.steps(() => page.words()), page.count); } };
}
