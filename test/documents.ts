/**
 * Objects, positions and rings of documents that we made ourselves, found and judged plainly.
 * Slow, quadratic, and separate from the checks of the product.
 */
import { isObject, type Json } from '../schemas/json.ts';

type Ring = readonly (readonly [number, number])[];

/** How many objects (anything with an entityType) a value holds, itself included. */
export function objectsIn(value: Json): number {
  if (Array.isArray(value)) return (value as readonly Json[]).reduce((sum: number, item) => sum + objectsIn(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + objectsIn(item), 'entityType' in value ? 1 : 0);
}

/** Every position anywhere in a value, its first two numbers. */
export function positionsIn(value: Json): readonly (readonly [number, number])[] {
  if (Array.isArray(value)) {
    const [x, y] = value as readonly Json[];
    return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : (value as readonly Json[]).flatMap(positionsIn);
  }
  return isObject(value) ? Object.values(value).flatMap(positionsIn) : [];
}

/** The rings of every Polygon and MultiPolygon anywhere in a value. */
export function polygonsOf(value: Json): readonly (readonly Ring[])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(polygonsOf);
  if (!isObject(value)) return [];
  const coordinates = value['coordinates'] as unknown;
  if (value['type'] === 'Polygon') return [coordinates as readonly Ring[]];
  if (value['type'] === 'MultiPolygon') return coordinates as readonly (readonly Ring[])[];
  return Object.values(value).flatMap(polygonsOf);
}

/** Closed, of 4 points or more, with an area, and no two of its sides meet but neighbours in their common corner. */
export function ringIsSimple(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length < 4 || first === undefined || last === undefined) return false;
  if (first[0] !== last[0] || first[1] !== last[1]) return false;
  const sides = ring.slice(1).map((end, index) => [ring[index] ?? end, end] as const);
  return sides.every((side, index) => sides.every((other, otherIndex) => {
    if (otherIndex <= index) return true;
    const neighbours = otherIndex === index + 1 || (index === 0 && otherIndex === sides.length - 1);
    return neighbours ? !foldsBack(side, other) : !meet(side, other);
  }));
}

type Side = readonly [readonly [number, number], readonly [number, number]];

function turn([ax, ay]: Side[0], [bx, by]: Side[0], [cx, cy]: Side[0]): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function within([ax, ay]: Side[0], [bx, by]: Side[0], [px, py]: Side[0]): boolean {
  return Math.min(ax, bx) <= px && px <= Math.max(ax, bx) && Math.min(ay, by) <= py && py <= Math.max(ay, by);
}

function meet([a, b]: Side, [c, d]: Side): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (abc === 0 && within(a, b, c)) || (abd === 0 && within(a, b, d))
    || (cda === 0 && within(c, d, a)) || (cdb === 0 && within(c, d, b));
}

/** Two sides that share a corner lie on one line and overlap, or one has no length. */
function foldsBack([a, b]: Side, [c, d]: Side): boolean {
  const corner = b[0] === c[0] && b[1] === c[1] ? [a, b, d] as const : [b, a, c] as const;
  const [from, at, to] = corner;
  if (turn(from, at, to) !== 0) return false;
  return (at[0] - from[0]) * (to[0] - at[0]) + (at[1] - from[1]) * (to[1] - at[1]) <= 0;
}
