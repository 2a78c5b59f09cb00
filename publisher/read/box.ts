/**
 * Box: which rows of a series intersect a box, exactly, opening as little as possible.
 *
 * Boxes of pages, then blocks, then rows are compared with the box asked for. They are Float32, rounded outwards, so:
 * outside means outside, inside means inside. A connected geometry whose box lies inside along one axis and overlaps
 * along the other has a point in the box, for it reaches from side to side; here the next Float32 inwards is used,
 * which surely lies within the geometry's extent. Only the rest is tested on the published decimals (exact.ts).
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import { floatBeside } from '../format/float.ts';
import { FLAGS, type Page } from '../format/page.ts';
import type { SeriesRoot } from '../format/series.ts';
import { intersectsBox } from './exact.ts';
import type { Packs } from './packs.ts';

export interface BoxQuestion {
  readonly root: SeriesRoot;
  readonly packs: Packs;
  readonly boxCrs: PublishedCrs;
  readonly box: Box;
  page(index: number): Page;
}

/** Told of matching rows [from, to) of a page. */
export type Found = (page: number, rows: { readonly from: number; readonly to: number }) => void;

/** Calls `found` with runs of matching rows, in order. */
export function matchBox(question: BoxQuestion, found: Found): void {
  const { root, boxCrs } = question;
  const windows = windowsOf(question.box, boxCrs);
  const boxes = root.boxes[boxCrs];
  for (let index = 0; index < root.pages; index += 1) {
    const relation = relate(boxes, index, windows);
    if (relation === OUTSIDE) continue;
    const rows = root.rows[index]!;
    if (relation === INSIDE && root.geometries[index] === rows) found(index, { from: 0, to: rows });
    else matchBlocks(question, { index, windows, found });
  }
}

const OUTSIDE = 0;
const PARTLY = 1;
const INSIDE = 2;
type Relation = typeof OUTSIDE | typeof PARTLY | typeof INSIDE;

/** One box, or the two halves of one that crosses the antimeridian. */
function windowsOf(box: Box, crs: PublishedCrs): readonly Box[] {
  const [west, south, east, north] = box;
  if (crs !== 'CRS84' || west <= east) return [box];
  return [[west, south, 180, north], [-180, south, east, north]];
}

function relate(boxes: Float32Array, index: number, windows: readonly Box[]): Relation {
  let relation: Relation = OUTSIDE;
  const at = index * 4;
  for (const window of windows) {
    // Comparisons with NaN (no geometry) are false: outside.
    const [min0, min1, max0, max1] = [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!];
    if (!(min0 <= window[2] && max0 >= window[0] && min1 <= window[3] && max1 >= window[1])) continue;
    if (min0 >= window[0] && max0 <= window[2] && min1 >= window[1] && max1 <= window[3]) return INSIDE;
    relation = PARTLY;
  }
  return relation;
}

interface PageQuestion {
  readonly index: number;
  readonly windows: readonly Box[];
  readonly found: Found;
}

function matchBlocks(question: BoxQuestion, { index, windows, found }: PageQuestion): void {
  const { root, boxCrs } = question;
  const page = question.page(index);
  const { blockBoxes } = page.crss[boxCrs];
  const isAllGeometry = root.geometries[index] === root.rows[index];
  for (let block = 0; block < page.blockEnds.length; block += 1) {
    const relation = relate(blockBoxes, block, windows);
    if (relation === OUTSIDE) continue;
    const start = page.blockStart(block);
    const end = page.blockEnds[block]!;
    if (relation === INSIDE && isAllGeometry) {
      found(index, { from: start, to: end });
      continue;
    }
    for (let row = start; row < end; row += 1) {
      if (rowMatches(question, { page, row, windows })) found(index, { from: row, to: row + 1 });
    }
  }
}

interface RowQuestion {
  readonly page: Page;
  readonly row: number;
  readonly windows: readonly Box[];
}

function rowMatches({ packs, boxCrs }: BoxQuestion, { page, row, windows }: RowQuestion): boolean {
  const { boxes, rows, rowEnds } = page.crss[boxCrs];
  const relation = relate(boxes, row, windows);
  if (relation !== PARTLY) return relation === INSIDE;
  const isConnected = (page.flags[row]! & FLAGS.connected) !== 0;
  if (isConnected && windows.some((window) => reachesAcross(boxes, row * 4, window))) return true;
  const { start, end } = page.extent(row, rowEnds);
  // The row ends with the geometry, a brace and a comma.
  const geometry = packs.bytesAt(rows, page.blockOf(row)).subarray(start + page.geometryStarts[row]!, end - 2);
  const runs = page.vertexRuns(row, boxCrs);
  return windows.some((window) => intersectsBox(geometry, window, runs));
}

/** Inside along one axis, surely overlapping along the other. */
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
