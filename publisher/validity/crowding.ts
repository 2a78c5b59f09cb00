/**
 * Crowding: estimates the number of comparisons that judging a geometry takes, before any are made.
 *
 * Validity engines compare every pair of segments, and of rings, whose boxes overlap. A map has few such pairs. A hostile zigzag or nest
 * of holes has n²/2 of them, which at 20,000 vertices costs minutes. The estimate samples pairs in a fixed order, so equal input gets an
 * equal verdict.
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import { overlap } from '../../schemas/geometry.ts';
import { boxOf, hasRings, pathStart, vertexCount } from './vertices.ts';

/** Maximum for one geometry, about half a second of DuckDB's time, and for all geometries of a root together. */
export const CROWDING_MAX = 1e7;
export const CROWDING_ROOT_MAX = 5e7;

const SEGMENTS_SMALL = 500;
const RINGS_SMALL = 100;
const SAMPLES = 2_000;

/** Returns the estimated number of comparisons for this geometry; 0 for geometries too small to matter. */
export function crowding(vertices: Vertices): number {
  return Math.max(segmentCrowding(vertices), ringCrowding(vertices));
}

/** Estimates the pairs of segments whose boxes overlap. */
function segmentCrowding(vertices: Vertices): number {
  const count = vertexCount(vertices);
  const { type } = vertices.shape;
  if (count < SEGMENTS_SMALL || type === 'Point' || type === 'MultiPoint') return 0;
  const lasts = new Set(vertices.shape.pathEnds.map((end) => end - 1));
  return pairs(count, (a, b) => !lasts.has(a) && !lasts.has(b)
    && overlap(boxOf(vertices, a, a + 2), boxOf(vertices, b, b + 2)));
}

/** Estimates the pairs of rings whose boxes overlap, times the vertices of a ring: each may lie inside the other. */
function ringCrowding(vertices: Vertices): number {
  const { type, pathEnds } = vertices.shape;
  if (!hasRings(type) || pathEnds.length < RINGS_SMALL) return 0;
  const boxes = Array.from(pathEnds, (end, path) => boxOf(vertices, pathStart(vertices, path), end));
  return pairs(boxes.length, (a, b) => overlap(boxes[a]!, boxes[b]!)) * (vertexCount(vertices) / boxes.length);
}

/** Estimates by sampling how many pairs of `count` items meet. */
function pairs(count: number, meet: (a: number, b: number) => boolean): number {
  const random = sequence(count);
  let hits = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const a = random() % count;
    const b = random() % count;
    if (a !== b && meet(a, b)) hits++;
  }
  // A few hits prove nothing: neighbours touch, and any sample of a long line has some.
  return hits <= 3 ? 0 : (hits / SAMPLES) * (count * count / 2);
}

/** Returns the mulberry32 sequence as unsigned 32-bit integers. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
