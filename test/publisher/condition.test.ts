/** Conditions on a page: the dictionary of a column alone decides that no row matches, and never excludes a page with a match. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnOf, type PageColumn, type Values } from '../../publisher/format/column.ts';
import { conditionOf } from '../../publisher/read/rows/condition.ts';
import { YES } from '../../publisher/read/rows/mask.ts';
import type { Page } from '../../publisher/read/bytes/page.ts';
import type { Filter, Relation } from '../../publisher/read/series-query.ts';
import type { PageOfSeries } from '../../publisher/read/bytes/pages.ts';
import type { Steps } from '../../publisher/read/steps.ts';

const text = fc.constantFrom('', 'a', 'b', 'ab', 'é', '\u{1f600}', '\uffff');
const fold = fc.constantFrom('case' as const, 'accents' as const, 'both' as const);
const leaf = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), field: fc.constant('x'), relation: fc.constantFrom('=' as const, '<>' as const, '<' as const, '>=' as const), value: text, fold }, { requiredKeys: ['kind', 'field', 'relation', 'value'] }),
  fc.record({ kind: fc.constant('in' as const), field: fc.constant('x'), values: fc.array(text, { maxLength: 3 }), fold }, { requiredKeys: ['kind', 'field', 'values'] }),
  fc.record({ kind: fc.constant('isNull' as const), field: fc.constant('x') }),
  fc.constant({ kind: 'like' as const, field: 'x', pattern: 'a%' }),
);
const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 }, leaf, fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
  ),
})).filter;

/** A page that has only this column. */
function pageOf(values: Values): Page {
  const column: PageColumn | undefined = columnOf(values) ?? undefined;
  const steps = function* <Result>(work: () => Result): Steps<Result> {
    yield;
    return work();
  };
  return { count: values.length, values: () => column, column: () => column, list: () => undefined, steps } as unknown as Page;
}

function selectsNone(filter: Filter, page: Page): boolean {
  return conditionOf(filter).mayHoldIn?.(page) === false;
}

function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function rowsOf(filter: Filter, page: Page): readonly number[] {
  return [...finished(conditionOf(filter).mask({ page } as PageOfSeries))].flatMap((answer, row) => (answer === YES ? [row] : []));
}

function selectsAll(filter: Filter, page: Page): boolean {
  const { allRowsMatchIn } = conditionOf(filter);
  return allRowsMatchIn !== undefined && finished(allRowsMatchIn({ page } as PageOfSeries));
}

describe('the dictionary of a page', () => {
  test('never says of a page with a row that is selected that there is none', () => {
    fc.assert(fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 12 }), filters, (values, filter) => {
      const page = pageOf(values);
      if (selectsNone(filter, page)) expect(rowsOf(filter, page)).toEqual([]);
    }), { numRuns: 2_000 });
  });

  test('says so of every page without the texts that are asked for', () => {
    fc.assert(fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 12 }), fc.array(text, { maxLength: 3 }), (values, asked) => {
      const page = pageOf(values);
      fc.pre(values.some((value) => value !== null));
      expect(selectsNone({ kind: 'in', field: 'x', values: asked }, page)).toBe(!values.some((value) => value !== null && asked.includes(value)));
      const equal = (value: string): Filter => ({ kind: 'compare', field: 'x', relation: '=', value });
      for (const value of asked) expect(selectsNone(equal(value), page)).toBe(!values.includes(value));
      expect(selectsNone({ kind: 'or', of: asked.map(equal) }, page)).toBe(!values.some((value) => value !== null && asked.includes(value)));
      expect(selectsNone({ kind: 'and', of: asked.map(equal) }, page)).toBe(asked.some((value) => !values.includes(value)));
    }));
  });

  test('says nothing of numbers, of a page without the field, nor of what is denied', () => {
    const equal: Filter = { kind: 'compare', field: 'x', relation: '=', value: 3 };
    expect(selectsNone(equal, pageOf([1, 2]))).toBe(false);
    expect(selectsNone(equal, pageOf([null]))).toBe(false);
    expect(selectsNone({ kind: 'not', of: { kind: 'compare', field: 'x', relation: '=', value: 'b' } }, pageOf(['a']))).toBe(false);
  });
});

describe('numbers of a page', () => {
  const number = fc.integer({ min: -2, max: 2 });
  const STANDS: Record<Relation, (value: number, asked: number) => boolean> = {
    '=': (value, asked) => value === asked, '<>': (value, asked) => value !== asked, '<': (value, asked) => value < asked,
    '<=': (value, asked) => value <= asked, '>': (value, asked) => value > asked, '>=': (value, asked) => value >= asked,
  };

  test('a comparison selects the rows whose value stands so, its denial those whose value does not, and neither a void one', () => {
    const relation = fc.constantFrom(...Object.keys(STANDS) as Relation[]);
    fc.assert(fc.property(fc.array(fc.option(number, { freq: 8 }), { minLength: 1, maxLength: 6 }), relation, number, (values, stands, asked) => {
      const filter: Filter = { kind: 'compare', field: 'x', relation: stands, value: asked };
      const rowsWhere = (is: boolean): readonly number[] =>
        values.flatMap((value, row) => (value !== null && STANDS[stands](value, asked) === is ? [row] : []));
      expect(rowsOf(filter, pageOf(values))).toEqual(rowsWhere(true));
      expect(rowsOf({ kind: 'not', of: filter }, pageOf(values))).toEqual(rowsWhere(false));
      // The lowest and the highest do not show whether all differ from a number.
      expect(selectsAll(filter, pageOf(values))).toBe(rowsWhere(true).length === values.length && stands !== '<>');
    }), { numRuns: 1_000 });
  });
});

test('each part of a filter with many is a step of its own, so that others are answered in between', () => {
  const parts = Array.from({ length: 500 }, (): Filter => ({ kind: 'like', field: 'x', pattern: '%a%b', fold: 'both' }));
  const page = pageOf(['a', null]);
  for (const kind of ['and', 'or'] as const) {
    let steps = 0;
    const work = conditionOf({ kind, of: parts }).mask({ page } as PageOfSeries);
    while (work.next().done !== true) steps += 1;
    // The page has one for each column that it gives.
    expect(steps).toBeGreaterThanOrEqual(2 * parts.length);
  }
});
