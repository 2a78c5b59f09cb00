/**
 * Country: whether a place is in the Netherlands or within some kilometres of it.
 *
 * Source: an outline drawn by hand around the land border and the coast, in kilometres RD, 4 to 15 km outside them, so
 * that nothing in the country is ever outside it. Not here: the area of the register, sea included (schemas/crs.ts).
 */
import type { Box } from '../../../schemas/geometry.ts';

const OUTLINE = Float64Array.from([
  8, 372, 20, 355, 45, 351, 70, 358, 88, 366, 104, 368, 125, 370, 140, 360, 162, 350,
  172, 340, 163, 318, 170, 298, 202, 298, 213, 314, 213, 332, 218, 350, 224, 385, 212, 405,
  208, 418, 222, 422, 240, 425, 264, 433, 264, 450, 276, 466, 279, 492, 258, 503, 274, 512,
  278, 528, 281, 545, 287, 575, 285, 594, 266, 606, 252, 624, 205, 627, 140, 619, 98, 596,
  96, 550, 90, 505, 62, 463, 44, 447, 28, 422, 8, 400,
]);

/** So much on one side of a line is there for certain: a length in kilometres times a distance, here of some metres. */
const ASIDE = 0.1;

/** Boxes inside the outline, metres RD, that hold most of the country: to look at these first is quicker. */
const INLAND: readonly Box[] = [
  [100_000, 372_000, 205_000, 595_000], [110_000, 434_000, 257_000, 600_000],
  [45_000, 372_000, 150_000, 446_000], [172_000, 298_000, 202_000, 434_000],
];

/** Whether all that lies in a box in RD, metres, is inside the outline for certain. */
export function liesInland(box: Box): boolean {
  for (const [x, y, right, top] of INLAND) if (box[0] >= x && box[1] >= y && box[2] <= right && box[3] <= top) return true;
  return liesInCountry(box[0], box[1]) && !mayMeetOutline(box);
}

/** A side of the outline does not meet a box that is beside it, or of which all corners are on one side of its line. */
function mayMeetOutline(box: Box): boolean {
  const [left, bottom, right, top] = [box[0] / 1000, box[1] / 1000, box[2] / 1000, box[3] / 1000];
  const end = OUTLINE.length;
  let ax = OUTLINE[end - 2]!;
  let ay = OUTLINE[end - 1]!;
  for (let at = 0; at < end; at += 2) {
    const bx = OUTLINE[at]!;
    const by = OUTLINE[at + 1]!;
    const isBeside = Math.max(ax, bx) < left || Math.min(ax, bx) > right || Math.max(ay, by) < bottom || Math.min(ay, by) > top;
    if (!isBeside) {
      const [alongLeft, alongRight] = [(by - ay) * (left - ax), (by - ay) * (right - ax)];
      const [alongBottom, alongTop] = [(bx - ax) * (bottom - ay), (bx - ax) * (top - ay)];
      const least = Math.min(alongBottom, alongTop) - Math.max(alongLeft, alongRight);
      const most = Math.max(alongBottom, alongTop) - Math.min(alongLeft, alongRight);
      if (least < ASIDE && most > -ASIDE) return true;
    }
    ax = bx;
    ay = by;
  }
  return false;
}

/** Whether a position in RD, metres, to some metres, lies inside the outline. */
export function liesInCountry(x: number, y: number): boolean {
  const px = x / 1000;
  const py = y / 1000;
  const end = OUTLINE.length;
  let inside = false;
  let ax = OUTLINE[end - 2]!;
  let ay = OUTLINE[end - 1]!;
  for (let at = 0; at < end; at += 2) {
    const bx = OUTLINE[at]!;
    const by = OUTLINE[at + 1]!;
    if ((ay > py) !== (by > py) && px < ax + ((py - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside;
}
