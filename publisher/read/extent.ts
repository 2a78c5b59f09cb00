/**
 * Extent: the area and period of the rows of some series, to the last published decimal.
 *
 * Boxes of pages and rows are rounded outwards to Float32, which keeps their order. The row that reaches furthest to a side therefore has
 * the outermost Float32 there. Only the geometries of the few rows with that Float32 are read.
 */
import { emptyBox, grow, type Geometry, type GrowingBox } from '../../schemas/geometry.ts';
import { PARTS } from '../format/page-directory.ts';
import type { SeriesRoot } from '../format/series-root.ts';
import { pageAt, wantPages, type Packs } from './bytes/index.ts';
import type { Steps } from './steps.ts';
import type { SeriesExtent } from './types.ts';

/** The CRS in which an extent is given. */
const EXTENT_CRS = 'CRS84';

interface Part {
  readonly root: SeriesRoot | null;
}

export function* extentOf(parts: readonly Part[], packs: Packs): Steps<SeriesExtent> {
  const roots = parts.flatMap(({ root }) => root ?? []);
  const outer = emptyBox();
  let [from, until] = [Infinity, -Infinity];
  for (const root of roots) {
    growByBoxes(outer, root.boxes[EXTENT_CRS]);
    for (const begin of root.beginMins) from = Math.min(from, begin);
    for (const end of root.untilMaxes) until = Math.max(until, end);
  }
  const box = emptyBox();
  for (const root of roots) {
    for (let index = 0; index < root.pages; index += 1) {
      if (reaches(root.boxes[EXTENT_CRS], index, outer)) yield* growByPage(box, { root, index, outer, packs });
    }
  }
  return { box: box[0] <= box[2] ? box : null, period: from <= until ? { from, until } : null };
}

/** Pages without geometry have no box: NaN. */
function growByBoxes(box: GrowingBox, boxes: Float32Array): void {
  for (let at = 0; at < boxes.length; at += 4) {
    grow(box, boxes[at]!, boxes[at + 1]!);
    grow(box, boxes[at + 2]!, boxes[at + 3]!);
  }
}

/** Returns whether the box at 4 · `index` shares a side with the outermost box. */
function reaches(boxes: Float32Array, index: number, outer: GrowingBox): boolean {
  return outer.some((side, axis) => boxes[index * 4 + axis] === side);
}

/** Grows the box by the rows of a page that share a side with the outermost box. */
function* growByPage(
  box: GrowingBox, { root, index, outer, packs }: { root: SeriesRoot; index: number; outer: GrowingBox; packs: Packs },
): Steps<void> {
  const page = yield* packs.steps(() => {
    wantPages(packs, [{ root, index }], [PARTS.boxes[EXTENT_CRS]]);
    return pageAt(packs, root.addresses, index);
  });
  const boxes = yield* page.steps(() => page.boxes(EXTENT_CRS).rows);
  for (let row = 0; row < page.count; row += 1) {
    if (!reaches(boxes, row, outer)) continue;
    const [geometry] = yield* page.steps(() => page.geometries([row], EXTENT_CRS));
    growByNumbers(box, (JSON.parse(geometry!.toString()) as Geometry).coordinates);
    yield;
  }
}

type Coordinates = readonly (number | Coordinates)[];

function growByNumbers(box: GrowingBox, coordinates: Coordinates): void {
  const [first, second] = coordinates;
  if (typeof first === 'number') grow(box, first, second as number);
  else for (const inner of coordinates) growByNumbers(box, inner as Coordinates);
}
