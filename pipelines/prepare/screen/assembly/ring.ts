/**
 * Ring: proves that a ring is simple where its positions lie in memory, two doubles each (AssemblyScript).
 *
 * The twin of isSimpleRing in prepare/ring.ts, which says why the proofs are certain: both must answer alike, and a
 * test compares them. Only the order of the work differs: boxes are compared first, all four of their sides at once.
 */

/** Beyond this the pairs of segments are too many to compare here. */
const RING_VERTICES_MAX: u32 = 128;
const EPSILON: f64 = 1.0 / 9007199254740992.0;
const BOUND: f64 = (3.0 + 16.0 * EPSILON) * EPSILON;

/**
 * For each segment of the ring at hand the greatest x and y of its box, and the least of both negated, as floats.
 * Rounding keeps the order, so boxes that are apart as floats are apart.
 */
const BOXES = memory.data(16 * RING_VERTICES_MAX, 16);

/** Whether the `count` positions from `ring`, the last equal to the first, are certain to be a simple ring. */
export function isSimpleRing(ring: usize, count: u32): bool {
  const segments = count - 1;
  if (count < 4 || count > RING_VERTICES_MAX) return false;
  let turns: i32 = 0;
  let reversals: i32 = 0;
  let heading: i32 = 0;
  let from = f32x4.demote_f64x2_zero(v128.load(ring));
  for (let i: u32 = 0; i < segments; i++) {
    const a = ring + 16 * i;
    const b = a + 16;
    const c = i + 2 > segments ? ring + 16 : b + 16;
    const turn = side(a, b, c);
    if (turn == 0 && !goesOn(a, b, c)) return false;
    turns += turn;
    const to = f32x4.demote_f64x2_zero(v128.load(b));
    const least = f32x4.neg(f32x4.pmin(from, to));
    v128.store(BOXES + 16 * i, v128.shuffle<f32>(f32x4.pmax(from, to), least, 0, 1, 4, 5));
    from = to;
    const towards = i32(load<f64>(b) > load<f64>(a)) - i32(load<f64>(b) < load<f64>(a));
    if (towards == 0) continue;
    reversals += i32(towards == -heading);
    heading = towards;
  }
  // What turns one way at every corner, and round once, as it goes forth and back along x once, is convex.
  const isConvex = abs(turns) == <i32>segments && reversals <= 2;
  return isConvex || areAllApart(ring, segments);
}

/** Whether no two segments that are not neighbours have anything in common; for certain. */
function areAllApart(ring: usize, segments: u32): bool {
  for (let i: u32 = 0; i < segments; i++) {
    const box = v128.load(BOXES + 16 * i);
    const least = f32x4.neg(v128.shuffle<f32>(box, box, 2, 3, 0, 1));
    const last = BOXES + 16 * (i == 0 ? segments - 1 : segments);
    for (let other = BOXES + 16 * (i + 2); other < last; other += 16) {
      const isMet = i32x4.bitmask(f32x4.gt(least, v128.load(other))) == 0;
      if (isMet && !areApart(ring + 16 * i, ring + (other - BOXES))) return false;
    }
  }
  return true;
}

/** On which side of the line a-b position c lies: 1, -1, or 0 when that is not certain. */
@inline
function side(a: usize, b: usize, c: usize): i32 {
  const cx = load<f64>(c);
  const cy = load<f64>(c, 8);
  const left = (load<f64>(a) - cx) * (load<f64>(b, 8) - cy);
  const right = (load<f64>(a, 8) - cy) * (load<f64>(b) - cx);
  const determinant = left - right;
  const bound = BOUND * (abs(left) + abs(right));
  return i32(determinant > bound) - i32(determinant < -bound);
}

/** Whether the segments from a to b and from there to c, perhaps on one line, do not lie over each other. */
function goesOn(a: usize, b: usize, c: usize): bool {
  const x = load<f64>(b);
  const y = load<f64>(b, 8);
  const ahead = (x - load<f64>(a)) * (load<f64>(c) - x);
  const aside = (y - load<f64>(a, 8)) * (load<f64>(c, 8) - y);
  return ahead + aside > 0 && ahead >= 0 && aside >= 0;
}

/** Whether the segments from a and from c certainly have nothing in common. */
function areApart(a: usize, c: usize): bool {
  const b = a + 16;
  const d = c + 16;
  return side(a, b, c) * side(a, b, d) > 0 || side(c, d, a) * side(c, d, b) > 0
    || areBoxesApart(v128.load(a), v128.load(b), v128.load(c), v128.load(d));
}

/** Whether the boxes of a-b and of c-d have nothing in common. */
@inline
function areBoxesApart(a: v128, b: v128, c: v128, d: v128): bool {
  return v128.any_true(v128.or(
    f64x2.lt(f64x2.pmax(a, b), f64x2.pmin(c, d)),
    f64x2.gt(f64x2.pmin(a, b), f64x2.pmax(c, d)),
  ));
}
