/**
 * Changed areas: where the features of a series differ between two editions. Pages with equal content are not read; of the others the ids,
 * states and boxes of rows are.
 */
import type { PlaneCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { SeriesRoot } from '../format/series-root.ts';
import { stateOf } from '../format/row-columns.ts';
import { textAt } from '../format/text-columns.ts';
import { pageAt, type Packs } from '../read/bytes/index.ts';
import type { Steps } from '../read/steps.ts';

/** More rows than this in unequal pages are not compared: the whole series counts as changed. */
const COMPARED_ROWS_MAX = 200_000;

/** Returns the boxes of all rows that one of the series has and the other has not; null: all may have changed. */
export function* changedAreas(
  before: SeriesRoot | null, after: SeriesRoot | null, { packs, crs }: { readonly packs: Packs; readonly crs: PlaneCrs },
): Steps<readonly Box[] | null> {
  const sides = [{ root: before, shared: hashesOf(after) }, { root: after, shared: hashesOf(before) }] as const;
  const pages = sides.flatMap(({ root, shared }) => ownPages(root, shared).map((index) => ({ root: root!, index })));
  if (pages.reduce((sum, { root, index }) => sum + root.rows[index]!, 0) > COMPARED_ROWS_MAX) return null;
  const boxes = new Map<string, Box>();
  for (const { root, index } of pages) {
    const rows = yield* packs.steps(() => {
      const page = pageAt(packs, root.addresses, index);
      const { ids, states } = page.order();
      return { ids, states, boxes: page.boxes(crs).rows, count: page.count };
    });
    for (let row = 0; row < rows.count; row += 1) {
      const key = `${Buffer.from(stateOf(rows.states, row)).toString('latin1')}${textAt(rows.ids, row)}`;
      // A row that both series have is in two of these pages.
      if (!boxes.delete(key)) boxes.set(key, boxAt(rows.boxes, row));
    }
    yield;
  }
  return [...boxes.values()].filter(([west]) => !Number.isNaN(west));
}

/** Returns whether two boxes have a point in common. A box of NaN has none. */
export function touches(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}

export function boxAt(boxes: Float32Array, index: number): Box {
  const at = index * 4;
  return [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!];
}

function ownPages(root: SeriesRoot | null, shared: ReadonlySet<string>): readonly number[] {
  return indexesOf(root).filter((page) => !shared.has(hashOf(root!, page)));
}

function hashesOf(root: SeriesRoot | null): ReadonlySet<string> {
  return new Set(indexesOf(root).map((page) => hashOf(root!, page)));
}

function indexesOf(root: SeriesRoot | null): readonly number[] {
  return Array.from({ length: root?.pages ?? 0 }, (_, page) => page);
}

function hashOf(root: SeriesRoot, page: number): string {
  return Buffer.from(root.contentHash(page)).toString('latin1');
}
