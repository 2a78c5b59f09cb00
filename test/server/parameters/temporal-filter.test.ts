/** Temporal functions of filters, over rows with all relations between days, with and without an end. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../publisher/read/series-query.ts';
import { unreachable } from '../../../schemas/fault.ts';
import { asked, problemOf } from './reading.ts';

const filterOf = (filter: string): Filter => asked({ filter }).question.filter!;
const reasonOf = (filter: string) => problemOf({ filter }).params?.[0]?.reason.en;

type Row = Readonly<Record<string, number | null>>;
type Truth = boolean | null;

const OPERATORS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other, '<>': (one, other) => one !== other, '<': (one, other) => one < other,
  '<=': (one, other) => one <= other, '>': (one, other) => one > other, '>=': (one, other) => one >= other,
};

/** Returns the truth of a filter for a row; null for unknown. */
function truthOf(filter: Filter, row: Row): Truth {
  const compare = (left: number | null, relation: string, right: number | null): Truth => (
    left === null || right === null ? null : OPERATORS[relation]!(left, right)
  );
  switch (filter.kind) {
    case 'and': return filter.of.map((one) => truthOf(one, row)).reduce<Truth>((all, one) => (all === false || one === false ? false : all === null || one === null ? null : true), true);
    case 'or': return truthOf({ kind: 'not', of: { kind: 'and', of: filter.of.map((of): Filter => ({ kind: 'not', of })) } }, row);
    case 'not': {
      const truth = truthOf(filter.of, row);
      return truth === null ? null : !truth;
    }
    case 'compare': return compare(row[filter.field]!, filter.relation, Number(filter.value));
    case 'isNull': return row[filter.field] === null;
    case 'fields': return compare(row[filter.left.field]!, filter.relation, row[filter.right.field]!);
    default: return unreachable(filter as never);
  }
}

/** Relations of two intervals by their names in the Time Ontology, from lists of their days. */
const NAIVE: Readonly<Record<string, (a: readonly [number, number], b: readonly [number, number]) => boolean>> = {
  T_AFTER: ([a], [, b]) => a > b, T_BEFORE: ([, a], [b]) => a < b, T_EQUALS: (a, b) => String(a) === String(b),
  T_DISJOINT: (a, b) => daysOf(a).every((day) => !daysOf(b).includes(day)), T_INTERSECTS: (a, b) => daysOf(a).some((day) => daysOf(b).includes(day)),
  T_CONTAINS: (a, b) => [b[0] - 1, ...daysOf(b), b[1] + 1].every((day) => daysOf(a).includes(day)),
  T_DURING: (a, b) => [a[0] - 1, ...daysOf(a), a[1] + 1].every((day) => daysOf(b).includes(day)),
  T_STARTS: (a, b) => a[0] === b[0] && a[1] < b[1], T_STARTEDBY: (a, b) => a[0] === b[0] && b[1] < a[1],
  T_FINISHES: (a, b) => a[1] === b[1] && a[0] > b[0], T_FINISHEDBY: (a, b) => a[1] === b[1] && b[0] > a[0],
  T_MEETS: (a, b) => a[1] === b[0], T_METBY: (a, b) => b[1] === a[0],
  T_OVERLAPS: (a, b) => a[0] < b[0] && b[0] < a[1] && a[1] < b[1], T_OVERLAPPEDBY: (a, b) => b[0] < a[0] && a[0] < b[1] && b[1] < a[1],
};

function daysOf([from, until]: readonly [number, number]): readonly number[] {
  return Array.from({ length: until - from + 1 }, (_, at) => from + at);
}

const DAY = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString();
/** A day after all others, the end of an open interval. */
const BEYOND = 9;
const INTERVALS = [1, 2, 3, 4, 5].flatMap((from) => [1, 2, 3, 4, 5].filter((until) => until > from).map((until) => [from, until] as const));

describe.each(Object.entries(NAIVE))('%s', (name, holds) => {
  test('of the interval of two fields and one of moments, on either side, is that of their days', () => {
    for (const [from, until] of INTERVALS) {
      const literal = `INTERVAL('${DAY(from)}', '${DAY(until)}')`;
      const [one, other] = [`${name}(INTERVAL(beginGeldigheid, eindGeldigheid), ${literal})`, `${name}(${literal}, INTERVAL(beginGeldigheid, eindGeldigheid))`].map(filterOf);
      for (const own of INTERVALS) {
        const row = { beginGeldigheid: Date.parse(DAY(own[0])), eindGeldigheid: Date.parse(DAY(own[1])) };
        expect([name, own, from, until, truthOf(one!, row)]).toEqual([name, own, from, until, holds(own, [from, until])]);
        expect([name, from, until, own, truthOf(other!, row)]).toEqual([name, from, until, own, holds([from, until], own)]);
        const open = [own[0], BEYOND] as const;
        expect(truthOf(one!, { ...row, eindGeldigheid: null })).toBe(holds(open, [from, until]));
        expect(truthOf(other!, { ...row, eindGeldigheid: null })).toBe(holds([from, until], open));
        expect(truthOf({ kind: 'not', of: one! }, { ...row, beginGeldigheid: null })).toBe(null);
      }
    }
  });
});

test('an instant is a moment, or all of a day in Amsterdam; an open end is before or after all', () => {
  const at = (text: string): Row => ({ beginGeldigheid: Date.parse(text) });
  const of = (filter: string, text: string): Truth => truthOf(filterOf(filter), at(text));
  expect(of("T_INTERSECTS(beginGeldigheid, DATE('2026-03-29'))", '2026-03-28T23:00:00Z')).toBe(true);
  expect(of("T_INTERSECTS(beginGeldigheid, DATE('2026-03-29'))", '2026-03-29T22:00:00Z')).toBe(false);
  expect(of("T_AFTER(beginGeldigheid, DATE('2026-03-29'))", '2026-03-29T22:00:00Z')).toBe(true);
  expect(of("T_EQUALS(beginGeldigheid, TIMESTAMP('2026-03-29T10:00:00Z'))", '2026-03-29T10:00:00Z')).toBe(true);
  expect(of("T_AFTER(beginGeldigheid, INTERVAL('2020-01-01', '..'))", '2030-01-01T00:00:00Z')).toBe(false);
  expect(of("T_INTERSECTS(INTERVAL('..', '2026-01-01'), beginGeldigheid)", '1900-01-01T00:00:00Z')).toBe(true);
  expect(truthOf(filterOf("T_BEFORE(datumVergunningOfMelding, DATE('2026-03-29'))"), { datumVergunningOfMelding: Date.parse('2026-03-28') })).toBe(true);
  expect(truthOf(filterOf("T_DURING(INTERVAL('2026-02-01', '2026-02-02'), INTERVAL('2026-01-01', '..'))"), {})).toBe(true);
});

test.each([
  ["T_DURING(beginGeldigheid, INTERVAL('2020-01-01', '..'))", /^Character 10: T_DURING compares intervals, for example INTERVAL\(beginGeldigheid/],
  ["T_AFTER(werkdruk, DATE('2026-01-01'))", /^Character 9: found werkdruk, a number; expected a field of days or moments/],
  ["T_AFTER(beginGeldigheid, datumVergunningOfMelding)", /^Character 26: a field of days cannot be compared with one of moments/],
  ["T_AFTER(datumVergunningOfMelding, TIMESTAMP('2026-01-01T00:00:00Z'))", /^Character 35: T_AFTER expects here .*DATE\('2026-01-31'\)/],
  ["T_AFTER(beginGeldigheid, DATE('2026-02-30'))", /^Character 26: T_AFTER expects here/], ['T_AFTER(beginGeldigheid, 5)', /T_AFTER expects here/],
  ["T_AFTER(beginGeldigheid, INTERVAL('2026-02-01', '2026-01-01'))", /the begin of this interval is after its end/], ["T_AFTER(beginGeldigheid)", /has 1 parts, expected 2/],
  ["T_AFTER(beginGeldigheid, INTERVAL('2026-02-01'))", /^Character 26: INTERVAL has 1 parts, expected 2/], ["T_AFTER(begin, DATE('2026-01-01'))", /perhaps beginGeldigheid/],
])('%s is refused', (filter, reason) => {
  expect(reasonOf(filter)).toMatch(reason);
});
