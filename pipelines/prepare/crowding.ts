/**
 * Crowding: estimates how many pairs of segments have overlapping boxes, before anyone compares them all.
 *
 * Validity engines look at every such pair. A map has few; a zigzag made to hurt has n²/2, which cost minutes at
 * 20,000 vertices and more. The estimate samples pairs in a fixed order, so equal input gets an equal verdict.
 */
import type { Vertices } from './vertices.ts';
import { vertexCount } from './vertices.ts';

/** Pairs allowed in one geometry, about half a second of DuckDB's time, and in all geometries of a root. */
export const CROWDING_MAX = 1e7;
export const CROWDING_ROOT_MAX = 5e7;

const SMALL = 500;
const SAMPLES = 2_000;

/** Estimated pairs of segments whose boxes overlap; 0 for geometries too small to matter. */
export function crowding(vertices: Vertices): number {
  const count = vertexCount(vertices);
  const { type } = vertices.shape;
  if (count < SMALL || type === 'Point' || type === 'MultiPoint') return 0;
  const lasts = new Set(vertices.shape.pathEnds.map((end) => end - 1));
  const random = sequence(count);
  let hits = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const a = random() % count;
    const b = random() % count;
    if (a !== b && !lasts.has(a) && !lasts.has(b) && boxesOverlap(vertices, a, b)) hits++;
  }
  // A few hits say little: neighbours touch, and any sample of a long line finds some.
  return hits <= 3 ? 0 : (hits / SAMPLES) * (count * count / 2);
}

function boxesOverlap({ numbers, shape: { dimension } }: Vertices, a: number, b: number): boolean {
  for (let axis = 0; axis < 2; axis++) {
    const a0 = numbers[a * dimension + axis]!;
    const a1 = numbers[(a + 1) * dimension + axis]!;
    const b0 = numbers[b * dimension + axis]!;
    const b1 = numbers[(b + 1) * dimension + axis]!;
    if (Math.max(a0, a1) < Math.min(b0, b1) || Math.max(b0, b1) < Math.min(a0, a1)) return false;
  }
  return true;
}

/** The mulberry32 sequence, as unsigned 32-bit integers. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
