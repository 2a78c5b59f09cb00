/**
 * Box: the rows of a series that a box selects: those that intersect it, exactly, and those without geometry (OGC API Features, Part 1,
 * fc-bbox-response). Opens as few pages as possible: rows without geometry come last in a series, so the root counts them.
 *
 * Boxes of pages, then of blocks, then of rows are compared with the box of the query. They are Float32, rounded outwards, so outside
 * means outside, and inside means inside. When the box of a connected geometry lies inside along one axis and overlaps along the other,
 * the geometry has a point in the box, because it reaches from side to side. This test uses the next Float32 inwards, which certainly lies
 * within the geometry's extent. Only the rest is tested on the published decimals (exact.ts).
 */
import type { PlaneCrs } from '../../../schemas/crs.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { floatBeside } from '../../format/float.ts';
import { FLAGS } from '../../format/page-directory.ts';
import type { Boxes } from '../../format/page-parts.ts';
import { GROUP_PAGES, type SeriesRoot } from '../../format/series-root.ts';
import { intersectsBox } from './exact.ts';
import type { Page } from '../bytes/index.ts';

export interface BoxQuery {
  readonly root: SeriesRoot;
  readonly boxCrs: PlaneCrs;
  readonly box: Box;
  readonly page: (index: number) => Page;
  /** Callback with the pages that will be opened. */
  readonly ready: (pages: readonly number[]) => void;
}

/** Callback with matching rows [from, to) of a page. */
export type OnRows = (page: number, from: number, to: number) => void;

/** Calls `found` with runs of matching rows, in order; the rows without geometry are the last. */
export function matchBox(query: BoxQuery, found: OnRows): void {
  const search = new Search(query, found);
  const pages = search.pages();
  query.ready(pages.filter((index) => !search.isSettled(index)));
  for (const index of pages) search.page(index);
  const { root } = query;
  const last = root.pages - 1;
  if (last < 0 || root.geometries[last] === root.rows[last]) return;
  const first = root.geometries.findIndex((geometries, index) => geometries < root.rows[index]!);
  for (let index = first; index <= last; index += 1) found(index, root.geometries[index]!, root.rows[index]!);
}

/** Calls `found` with runs of rows of one page that intersect the box; rows without geometry are left out. */
export function matchBoxInPage(query: BoxQuery, index: number, found: OnRows): void {
  new Search(query, found).page(index);
}

const OUTSIDE = 0;
const PARTLY = 1;
const INSIDE = 2;
type Relation = typeof OUTSIDE | typeof PARTLY | typeof INSIDE;

/** Returns one box, or the two halves of a box that crosses the antimeridian. */
function windowsOf(box: Box, crs: PlaneCrs): readonly Box[] {
  const [west, south, east, north] = box;
  if (crs !== 'CRS84' || west <= east) return [box];
  return [[west, south, 180, north], [-180, south, east, north]];
}

/** A page that is searched, with its boxes. */
interface SearchedPage {
  readonly page: Page;
  readonly boxes: Boxes;
}

/** One search. Its loops run over typed arrays and create no objects. */
class Search {
  readonly #question: BoxQuery;
  readonly #windows: readonly Box[];
  readonly #found: OnRows;

  constructor(query: BoxQuery, found: OnRows) {
    this.#question = query;
    this.#windows = windowsOf(query.box, query.boxCrs);
    this.#found = found;
  }

  /** Pages that may have matching rows. */
  pages(): readonly number[] {
    const { root, boxCrs } = this.#question;
    const found: number[] = [];
    for (let first = 0, group = 0; first < root.pages; first += GROUP_PAGES, group += 1) {
      if (this.#relate(root.groupBoxes[boxCrs], group) === OUTSIDE) continue;
      const end = Math.min(root.pages, first + GROUP_PAGES);
      for (let index = first; index < end; index += 1) if (this.#mayHold(index)) found.push(index);
    }
    return found;
  }

  #mayHold(index: number): boolean {
    const { root, boxCrs } = this.#question;
    return this.#relate(root.boxes[boxCrs], index) !== OUTSIDE;
  }

  /** Returns whether the root shows that all rows of the page match. */
  isSettled(index: number): boolean {
    const { root, boxCrs } = this.#question;
    return root.geometries[index] === root.rows[index] && this.#relate(root.boxes[boxCrs], index) === INSIDE;
  }

  page(index: number): void {
    if (!this.#mayHold(index)) return;
    if (this.isSettled(index)) this.#found(index, 0, this.#question.root.rows[index]!);
    else this.#blocks(index);
  }

  #blocks(index: number): void {
    const { root, boxCrs, page: open } = this.#question;
    const page = open(index);
    const { directory } = page;
    const boxes = page.boxes(boxCrs);
    const isAllGeometry = root.geometries[index] === root.rows[index];
    for (let block = 0; block < directory.blockEnds.length; block += 1) {
      const relation = this.#relate(boxes.blocks, block);
      if (relation === OUTSIDE) continue;
      if (relation === INSIDE && isAllGeometry) this.#found(index, directory.blockStart(block), directory.blockEnds[block]!);
      else this.#rows(index, { page, boxes }, block);
    }
  }

  #rows(index: number, at: SearchedPage, block: number): void {
    const { directory } = at.page;
    const end = directory.blockEnds[block]!;
    let start = directory.blockStart(block);
    for (let row = start; row < end; row += 1) {
      const relation = this.#relate(at.boxes.rows, row);
      if (relation === INSIDE || (relation === PARTLY && this.#touches(at, row))) continue;
      if (row > start) this.#found(index, start, row);
      start = row + 1;
    }
    if (end > start) this.#found(index, start, end);
  }

  /**
   * Returns whether a row whose box lies partly inside has a point in the query's box; false when its geometry is not read yet (packs.ts).
   */
  #touches({ page, boxes }: SearchedPage, row: number): boolean {
    const { boxCrs } = this.#question;
    const isConnected = (page.directory.flags[row]! & FLAGS.connected) !== 0;
    if (isConnected && this.#windows.some((window) => reachesAcross(boxes.rows, row * 4, window))) return true;
    if (!page.wantGeometry(row, boxCrs)) return false;
    const runs = page.runs(boxCrs)?.of(row) ?? [];
    return page.withGeometry(row, boxCrs, (geometry) => this.#windows.some((window) => intersectsBox(geometry, window, runs)));
  }

  #relate(boxes: Float32Array, index: number): Relation {
    let closest: Relation = OUTSIDE;
    for (let n = 0; n < this.#windows.length; n += 1) {
      const relation = relate(boxes, index * 4, this.#windows[n]!);
      if (relation > closest) closest = relation;
    }
    return closest;
  }
}

function relate(boxes: Float32Array, at: number, window: Box): Relation {
  const min0 = boxes[at]!;
  const min1 = boxes[at + 1]!;
  const max0 = boxes[at + 2]!;
  const max1 = boxes[at + 3]!;
  // Comparisons with NaN (no geometry) are false: outside.
  if (!(min0 <= window[2] && max0 >= window[0] && min1 <= window[3] && max1 >= window[1])) return OUTSIDE;
  const isInside = min0 >= window[0] && max0 <= window[2] && min1 >= window[1] && max1 <= window[3];
  return isInside ? INSIDE : PARTLY;
}

/** Inside along one axis, certainly overlapping along the other. */
function reachesAcross(boxes: Float32Array, at: number, window: Box): boolean {
  for (const axis of [0, 1] as const) {
    const across = 1 - axis;
    const isInside = boxes[at + axis]! >= window[axis] && boxes[at + axis + 2]! <= window[axis + 2]!;
    if (!isInside) continue;
    const lowest = floatBeside(boxes[at + across]!, 1);
    const highest = floatBeside(boxes[at + across + 2]!, -1);
    if (highest >= window[across]! && lowest <= window[across + 2]!) return true;
  }
  return false;
}
