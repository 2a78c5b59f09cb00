/**
 * Exchange: which two neighbouring positions of a ring that crosses itself are in the wrong order, where that is all that is wrong.
 *
 * Asked of a ring that is known to cross itself, never of a good one. Bounded by POSITIONS_MAX: each exchange is tried.
 */
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { isSurelyValid } from './proof.ts';
import { pathStart } from './vertices.ts';

const POSITIONS_MAX = 60;

/** The position, among those of the geometry, which exchanged with the next makes its ring simple; `from`: tried first. */
export function exchangeIn(vertices: Vertices, path: number, from: number): number | undefined {
  const { numbers, shape: { dimension, pathEnds } } = vertices;
  const start = pathStart(vertices, path);
  const count = pathEnds[path]! - start - 1;
  if (count >= POSITIONS_MAX) return undefined;
  const ring = Array.from({ length: count }, (_, at) => numbers.subarray((start + at) * dimension, (start + at) * dimension + 2));
  const order = Array.from({ length: count }, (_, step) => (from - start + step) % count);
  const first = order.find((at) => isSimple(exchanged(ring, at)));
  return first === undefined ? undefined : start + first;
}

/** The positions with the one at a place, and the next, in each other's place; the first comes after the last. */
function exchanged<T>(ring: readonly T[], at: number): readonly T[] {
  const next = (at + 1) % ring.length;
  return ring.map((_, index) => ring[index === at ? next : index === next ? at : index]!);
}

/** Whether a ring, not closed yet, certainly does not cross itself. */
function isSimple(ring: readonly ArrayLike<number>[]): boolean {
  const numbers = Float64Array.from([...ring, ring[0]!].flatMap((position) => [position[0]!, position[1]!]));
  const ends = Uint32Array.of(ring.length + 1);
  return isSurelyValid({ numbers, mixed: false, shape: { type: 'Polygon', dimension: 2, pathEnds: ends, partEnds: Uint32Array.of(1) } });
}
