/** Spatial masks: which rows of a page lie in a box, meet a geometry, or have geometry at all. Rows without geometry have no value. */
import type { Box } from '../../schemas/geometry.ts';
import { FLAGS } from '../format/page.ts';
import type { SeriesRoot } from '../format/series.ts';
import { matchBoxInPage } from './box.ts';
import { denied, maskOf, NO, UNKNOWN, YES, type Mask } from './mask.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { AskedBox } from './question.ts';
import type { AskedShape } from './shape.ts';

/** One page of a series. */
export interface PageOfSeries {
  readonly root: SeriesRoot;
  readonly packs: Packs;
  readonly index: number;
  readonly page: Page;
}

export function boxMask({ crs, box }: AskedBox, { root, packs, index, page }: PageOfSeries): Mask {
  const mask = withoutGeometry(page);
  matchBoxInPage({ root, packs, boxCrs: crs, box, page: () => page }, index, (_, from, to) => mask.fill(YES, from, to));
  return mask;
}

export function geometryMask({ directory: { flags }, count }: Page): Mask {
  const mask = maskOf(count, NO);
  for (let row = 0; row < count; row += 1) if ((flags[row]! & FLAGS.geometry) !== 0) mask[row] = YES;
  return mask;
}

export function shapeMask(shape: AskedShape, { packs, page }: PageOfSeries): Mask {
  const mask = withoutGeometry(page);
  const boxes = page.boxes(shape.crs).rows;
  for (let row = 0; row < page.count; row += 1) {
    const box = boxOf(boxes, row);
    if (!overlap(box, shape.box)) continue;
    if (shape.covers(box) || shape.intersects(geometryOf(row, shape, { packs, page }))) mask[row] = YES;
  }
  return mask;
}

/** Geometry as published, read from the row. */
function geometryOf(row: number, { crs }: AskedShape, { packs, page }: Pick<PageOfSeries, 'packs' | 'page'>): Buffer {
  const rows = page.rows(crs);
  const { start, end } = page.extent(row, rows);
  // The row ends with the geometry, a brace and a comma.
  return packs.bytesAt(rows.blocks, page.directory.blockOf(row)).subarray(start + page.spans().geometryStarts[row]!, end - 2);
}

/** NO for rows with geometry, UNKNOWN for those without. */
function withoutGeometry(page: Page): Mask {
  const mask = denied(geometryMask(page));
  for (let row = 0; row < mask.length; row += 1) if (mask[row] === YES) mask[row] = UNKNOWN;
  return mask;
}

function boxOf(boxes: Float32Array, row: number): Box {
  return [boxes[row * 4]!, boxes[row * 4 + 1]!, boxes[row * 4 + 2]!, boxes[row * 4 + 3]!];
}

/** False for a box without geometry, which is NaN. */
export function overlap(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}
