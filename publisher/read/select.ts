/**
 * Select: the rows that a question selects, in its order: pages by the ranges in the roots, then columns, then rows. Works in
 * steps, so that who runs it can see to other things in between; no properties are parsed.
 */
import { conditionOf, type Condition } from './condition.ts';
import { isEmpty, maskOf, NO, YES, andInto, type Mask } from './mask.ts';
import type { Pages } from './pages.ts';
import type { Filter, Question } from './question.ts';
import { inPublicationOrder, sorted } from './sort.ts';
import type { PageOfSeries } from './spatial-mask.ts';
import type { Selected, Steps } from './steps.ts';
import { wordPatterns, wordsMask } from './words-mask.ts';

/** What decides which rows are selected, and their order. */
export type Selection = Pick<Question, 'at' | 'during' | 'box' | 'filter' | 'words' | 'order'>;

/** `pages`: of *now*; with those of *other* when a moment is asked for. */
export function* select(pages: Pages, selection: Selection): Steps<Selected> {
  const conditions = conditionsOf(selection);
  let rows = new Uint32Array(1_024);
  let count = 0;
  for (let page = 0; page < pages.count; page += 1) {
    const { root, index } = pages.place(page);
    if (!conditions.every((condition) => condition.mayHold(root, index))) continue;
    const opened = yield* pages.steps(() => {
      const at = pages.open(page);
      return conditions.every((condition) => condition.mayHoldIn?.(at.page) ?? true) ? at : null;
    });
    yield;
    if (opened === null) continue;
    const mask = yield* maskOfAll(conditions, opened);
    if (count + mask.length > rows.length) rows = grown(rows, count + mask.length);
    const before = pages.rowsBefore(page);
    for (let row = 0; row < mask.length; row += 1) if (mask[row] === YES) rows[count++] = before + row;
  }
  const found = rows.slice(0, count);
  const published = selection.at === null ? found : yield* inPublicationOrder(found, pages);
  return selection.order.length === 0 ? published : yield* sorted(published, selection.order, pages);
}

/** Only its YES counts: which other rows are NO and which UNKNOWN is left open. */
function* maskOfAll(conditions: readonly Condition[], at: PageOfSeries): Steps<Mask> {
  let mask: Mask | undefined;
  for (const condition of conditions) {
    const other = yield* condition.mask(at);
    if (mask === undefined) mask = other; else andInto(mask, other);
    if (isEmpty(mask)) break;
  }
  return mask ?? maskOf(at.page.count, YES);
}

function grown(rows: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, 2 * rows.length));
  larger.set(rows);
  return larger;
}

/** The cheap ones first. */
function conditionsOf({ at, during, box, filter, words }: Selection): readonly Condition[] {
  const filters: Filter[] = [...(filter === null ? [] : [filter]), ...(box === null ? [] : [{ kind: 'box', ...box } as const])];
  return [
    ...(at === null ? [] : [validIn(at, at)]), ...(during === null ? [] : [validIn(during.from, during.until)]),
    ...filters.map(conditionOf), ...(words.length === 0 ? [] : [withWords(words)]),
  ];
}

/** Rows that are valid at some time in a period, milliseconds, both ends included. A row is no longer valid at its end. */
function validIn(from: number, until: number): Condition {
  return {
    mayHold: ({ beginMins, untilMaxes }, page) => beginMins[page]! <= until && untilMaxes[page]! > from,
    * mask({ page }) {
      const { begins, untils } = yield* page.steps(() => page.periods());
      const mask = maskOf(page.count, NO);
      for (let row = 0; row < page.count; row += 1) if (begins[row]! <= until && untils[row]! > from) mask[row] = YES;
      return mask;
    },
  };
}

function withWords(words: readonly string[]): Condition {
  const patterns = wordPatterns(words);
  return { mayHold: () => true, * mask({ page }) { return wordsMask(patterns, yield* page.steps(() => page.words()), page.count); } };
}
