/** Merging changes into a list in segments: the cuts are those of the new list from scratch, and few segments are opened. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutEnds, isCut, type CutRule } from '../../publisher/format/cut.ts';
import { byOrder, merge, type Change } from '../../publisher/write/merge.ts';

interface Entry {
  readonly at: number;
  readonly id: string;
  readonly low: number;
  readonly size: number;
}

const RULE: CutRule = { rowsMin: 3, rowsMax: 8, bytesMax: 40, mask: 3 };
const compare = (left: Entry, right: Entry): number => left.at - right.at;
/** The same position has the same bits, whatever else changes. */
const entryAt = (at: number, size: number): Entry => ({ at, id: '', low: Math.imul(at + 1, 0x9e3779b1) >>> 16, size });

function segmentsOf(list: readonly Entry[], rule = RULE): Entry[][] {
  const ends = cutEnds(list, rule);
  return ends.map((end, index) => list.slice(ends[index - 1] ?? 0, end));
}

interface Merging {
  readonly segments: readonly (readonly Entry[])[];
  readonly opened: number;
}

function merged(held: readonly (readonly Entry[])[], changes: readonly Change<Entry>[], rule = RULE): Merging {
  let opened = 0;
  const isBefore = (entry: Entry, segment: number): boolean => compare(entry, held[segment]![0]!) < 0;
  const parts = merge(changes.toSorted(byOrder(compare)), {
    count: held.length, compare, isBefore,
    isFirst: (entry, segment) => compare(entry, held[segment]![0]!) === 0,
    open: (segment) => {
      opened += 1;
      return held[segment]!;
    },
    cut: (entries) => cutEnds(entries, rule),
    isCutBefore: (segment, entries) => {
      const bytes = entries.reduce((sum, { size }) => sum + size, 0);
      return isCut(rule, { rows: entries.length, bytes }, held[segment]![0]!);
    },
  });
  const segments = Array.from(parts, (part) => (part.kind === 'kept' ? held.slice(part.from, part.to) : [part.entries])).flat();
  return { segments, opened };
}

const size = fc.integer({ min: 0, max: 15 });
const lists = fc.uniqueArray(fc.record({ at: fc.nat(200), size }), { maxLength: 120, selector: ({ at }) => at })
  .map((list) => list.map((one) => entryAt(one.at, one.size)).sort(compare));

/** Returns changes from one list to another; an entry in both may stay, or be removed and added again. */
function changesBetween(before: readonly Entry[], after: readonly Entry[], isTouched: (at: number) => boolean): Change<Entry>[] {
  const [held, wanted] = [new Map(before.map((one) => [one.at, one])), new Map(after.map((one) => [one.at, one]))];
  const stays = ({ at, size: bytes }: Entry, other: ReadonlyMap<number, Entry>): boolean => other.get(at)?.size === bytes && !isTouched(at);
  return [
    ...before.filter((one) => !stays(one, wanted)).map((entry) => ({ entry, isRemoval: true })),
    ...after.filter((one) => !stays(one, held)).map((entry) => ({ entry, isRemoval: false })),
  ];
}

describe('a list after changes', () => {
  test('has the segments of the same list from scratch, from any list before it', () => {
    fc.assert(fc.property(lists, lists, fc.nat(7), (before, after, touched) => {
      const changes = changesBetween(before, after, (at) => at % 8 === touched);
      expect(merged(segmentsOf(before), changes).segments).toEqual(segmentsOf(after));
    }), { numRuns: 3_000 });
  });

  test('has them too after one small change, and one after another', () => {
    fc.assert(fc.property(lists, fc.array(fc.record({ at: fc.nat(200), size, isGone: fc.boolean() }), { maxLength: 20 }), (list, steps) => {
      let [now, segments]: [readonly Entry[], Merging['segments']] = [list, segmentsOf(list)];
      for (const { at, size: bytes, isGone } of steps) {
        const next = [...now.filter((one) => one.at !== at), ...(isGone ? [] : [entryAt(at, bytes)])].sort(compare);
        segments = merged(segments, changesBetween(now, next, () => false)).segments;
        expect(segments).toEqual(segmentsOf(next));
        now = next;
      }
    }), { numRuns: 500 });
  });
});

test('a change of one entry opens one segment, rarely a few more, of thousands', () => {
  const rule = { rowsMin: 48, rowsMax: 128, bytesMax: Infinity, mask: 7 };
  const list = Array.from({ length: 50_000 }, (_, at) => entryAt(2 * at, 1));
  const held = segmentsOf(list, rule);
  const opened = Array.from({ length: 2_000 }, (_, number) => merged(held, [{ entry: entryAt(50 * number + 1, 1), isRemoval: false }], rule).opened);
  const sum = opened.reduce((total, one) => total + one, 0);
  expect(sum / opened.length).toBeLessThan(1.5);
  expect(Math.max(...opened)).toBeLessThan(30);
});
