/**
 * Extent: where and when the rows of some series lie, from the boxes and periods of their pages. Boxes of pages are rounded
 * outwards already, by less than a Float32 can tell.
 */
import { emptyBox, grow } from '../../schemas/geometry.ts';
import type { SeriesRoot } from '../format/series.ts';
import type { SeriesExtent } from './types.ts';

export function extentOf(parts: readonly { readonly root: SeriesRoot | null }[]): SeriesExtent {
  const box = emptyBox();
  let [from, until] = [Infinity, -Infinity];
  for (const { root } of parts) {
    if (root === null) continue;
    const boxes = root.boxes.CRS84;
    for (let at = 0; at < boxes.length; at += 4) {
      // Pages without geometry have no box: NaN.
      if (!(boxes[at]! <= boxes[at + 2]!)) continue;
      grow(box, boxes[at]!, boxes[at + 1]!);
      grow(box, boxes[at + 2]!, boxes[at + 3]!);
    }
    for (const begin of root.beginMins) from = Math.min(from, begin);
    for (const end of root.untilMaxes) until = Math.max(until, end);
  }
  return { box: box[0] <= box[2] ? box : null, period: from <= until ? { from, until } : null };
}
