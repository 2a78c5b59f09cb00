/**
 * Country: whether a place is in the Netherlands or within some kilometres of it.
 *
 * Source: an outline drawn by hand around the land border and the coast, in kilometres RD, 4 to 15 km outside them, so
 * that nothing in the country is ever outside it. Not here: the area of the register, sea included (schemas/crs.ts).
 */

const OUTLINE = Float64Array.from([
  8, 372, 20, 355, 45, 351, 70, 358, 88, 366, 104, 368, 125, 370, 140, 360, 162, 350,
  172, 340, 163, 318, 170, 298, 202, 298, 213, 314, 213, 332, 218, 350, 224, 385, 212, 405,
  208, 418, 222, 422, 240, 425, 264, 433, 264, 450, 276, 466, 279, 492, 258, 503, 274, 512,
  278, 528, 281, 545, 287, 575, 285, 594, 266, 606, 252, 624, 205, 627, 140, 619, 98, 596,
  96, 550, 90, 505, 62, 463, 44, 447, 28, 422, 8, 400,
]);

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
