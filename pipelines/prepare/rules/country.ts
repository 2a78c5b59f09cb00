/**
 * Country: checks whether a position is in the Netherlands or within some kilometres of it.
 *
 * The outline (schemas/outline.ts) is accurate to some kilometres. The margin covers the error, so no position in the country is outside.
 * Not here: the area of the register, sea included (schemas/crs.ts).
 */
import { OUTLINE } from '../../../schemas/outline.ts';

const MARGIN_METRES = 8_000;

/** Closed rings, with x and y of the vertices alternating. */
const RINGS = OUTLINE.map((ring) => Float64Array.from([...ring, ring[0]!].flat()));

/** Whether a position in RD, in metres, lies inside the outline or near it. */
export function liesInCountry(x: number, y: number): boolean {
  return RINGS.some((ring) => isInside(ring, x, y)) || RINGS.some((ring) => isNear(ring, x, y));
}

function isInside(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 3; at < ring.length; at += 2) {
    const ay = ring[at - 2]!;
    const by = ring[at]!;
    if ((ay > y) === (by > y)) continue;
    const ax = ring[at - 3]!;
    if (x < ax + ((y - ay) / (by - ay)) * (ring[at - 1]! - ax)) inside = !inside;
  }
  return inside;
}

function isNear(ring: Float64Array, x: number, y: number): boolean {
  for (let at = 3; at < ring.length; at += 2) {
    const [ax, ay] = [ring[at - 3]!, ring[at - 2]!];
    const [dx, dy] = [ring[at - 1]! - ax, ring[at]! - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    if (Math.hypot(x - ax - along * dx, y - ay - along * dy) <= MARGIN_METRES) return true;
  }
  return false;
}
