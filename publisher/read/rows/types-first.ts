/**
 * Types first: a list in which the first row of each geometry type comes before all others, themselves in publication order. A GIS takes
 * the types of a layer from the first page of a list (GDAL from 10 features); this order shows it every type.
 *
 * Leading rows are identified by their numbers, ascending. Not here: lists in another order, and box queries.
 */
import { typeBit } from '../../format/page-directory.ts';
import { countBefore } from '../../format/search.ts';
import type { SeriesRoot } from '../../format/series-root.ts';
import { inPublishedOrder, type OrderedRows } from './ordered-rows.ts';
import type { Page, Pages } from '../bytes/index.ts';
import { inPublicationOrder, type RowRange } from './publication-order.ts';
import type { Selected, Steps } from '../steps.ts';

/** Returns the leading rows of a series; empty when it has at most one type. Reads the pages in which a type begins. */
export function leadsOf(root: SeriesRoot | null, pageAt: (page: number) => Page): readonly number[] {
  const all = root?.types.reduce((bits, types) => bits | types, 0) ?? 0;
  if (root === null || isOneAtMost(all)) return [];
  const leads: number[] = [];
  let seen = 0;
  for (let page = 0; seen !== all; page += 1) {
    if ((root.types[page]! & ~seen) === 0) continue;
    for (const [row, flags] of pageAt(page).directory.flags.entries()) {
      const bit = typeBit(flags);
      if ((bit & ~seen) !== 0) leads.push(root.rowsBefore(page) + row);
      seen |= bit;
    }
  }
  return leads;
}

function isOneAtMost(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}

/** Returns the ranges of series rows in a range of the list with these leading rows, in order. `leads` may be empty. */
export function rangesWithLeads(leads: readonly number[], { from, to }: RowRange): readonly RowRange[] {
  const ranges: RowRange[] = leads.slice(from, to).map((row) => ({ from: row, to: row + 1 }));
  // Rows between two leading rows shift by the number of leading rows behind them.
  for (let at = 0; at <= leads.length; at += 1) {
    const shift = leads.length - at;
    const start = Math.max((leads[at - 1] ?? -1) + 1, from - shift);
    const end = Math.min(leads[at] ?? Infinity, to - shift);
    if (start < end) ranges.push({ from: start, to: end });
  }
  return ranges;
}

/** `rows` are sorted by their numbers (pages.ts). */
export function* typesFirst(rows: Selected, pages: Pages): Steps<OrderedRows> {
  const leads = yield* leadsIn(rows, pages);
  if (leads.length <= 1) return inPublishedOrder(rows);
  const others = rows.filter((row) => !leads.includes(row));
  return {
    count: rows.length, bytes: rows.byteLength,
    * rows({ from, to }, asked) {
      const rest = { from: Math.max(0, from - leads.length), to: Math.max(0, to - leads.length) };
      return Uint32Array.from([...leads.slice(from, to), ...yield* inPublicationOrder(others, rest, asked)]);
    },
  };
}

/** Returns the first row of each type in publication order, from *now* or *other*. */
function* leadsIn(rows: Selected, pages: Pages): Steps<readonly number[]> {
  const first = countBefore(rows.length, (at) => rows[at]! < pages.firstRows);
  const bits = new Map([
    ...yield* firstsIn(rows.subarray(0, first), pages), ...yield* firstsIn(rows.subarray(first), pages),
  ]);
  const candidates = yield* inPublicationOrder(Uint32Array.from(bits.keys()), { from: 0, to: bits.size }, pages);
  let seen = 0;
  return [...candidates].filter((row) => {
    const isNew = (bits.get(row)! & ~seen) !== 0;
    seen |= bits.get(row)!;
    return isNew;
  });
}

/** Returns the first row of each type, with the bit of the type. Rows belong to one root; pages without a new type are skipped. */
function* firstsIn(rows: Selected, pages: Pages): Steps<ReadonlyMap<number, number>> {
  const firsts = new Map<number, number>();
  let seen = 0;
  for (let at = 0; at < rows.length;) {
    const page = pages.pageOf(rows[at]!);
    const { root, index } = pages.locate(page);
    const before = pages.rowsBefore(page);
    const end = at + countBefore(rows.length - at, (ahead) => rows[at + ahead]! < before + root.rows[index]!);
    if ((root.types[index]! & ~seen) !== 0) {
      const { flags } = yield* pages.steps(() => pages.pageAt(page).directory);
      for (const row of rows.subarray(at, end)) {
        const bit = typeBit(flags[row - before]!);
        if ((bit & ~seen) !== 0) firsts.set(row, bit);
        seen |= bit;
      }
    }
    at = end;
    yield;
  }
  return firsts;
}
