/**
 * Floats: boxes as Float32, rounded outwards, so that they enclose the exact boxes.
 * Invariant: `floatDown(v) <= v`, and the next Float32 above it lies above v; likewise upwards.
 */
import type { Box } from '../../schemas/geometry.ts';

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Returns the next Float32 above (`direction` 1) or below (-1) a finite Float32. */
export function floatBeside(value: number, direction: 1 | -1): number {
  float[0] = value;
  if (value === 0) {
    bits[0] = direction === 1 ? 1 : 0x80000001 | 0;
  } else {
    bits[0] = bits[0]! + (value > 0 ? direction : -direction);
  }
  return float[0];
}

/** Returns the largest Float32 that is not above `value`. */
export function floatDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded > value ? floatBeside(rounded, -1) : rounded;
}

/** Returns the smallest Float32 that is not below `value`. */
export function floatUp(value: number): number {
  const rounded = Math.fround(value);
  return rounded < value ? floatBeside(rounded, 1) : rounded;
}

/** Writes a box, rounded outwards, at 4 · `index`. */
export function putBox(target: Float32Array, index: number, box: Box): void {
  target[index * 4] = floatDown(box[0]);
  target[index * 4 + 1] = floatDown(box[1]);
  target[index * 4 + 2] = floatUp(box[2]);
  target[index * 4 + 3] = floatUp(box[3]);
}

export interface BoxAt {
  readonly source: Float32Array;
  /** The box starts at 4 · `from`. */
  readonly from: number;
}

/** Writes a box at 4 · `index`. */
export function copyBox(target: Float32Array, index: number, { source, from }: BoxAt): void {
  for (let axis = 0; axis < 4; axis += 1) target[index * 4 + axis] = source[from * 4 + axis]!;
}

/** Widens the box at 4 · `index` by another; NaN means no box. */
export function widenBox(target: Float32Array, index: number, { source, from }: BoxAt): void {
  for (let axis = 0; axis < 4; axis += 1) {
    const old = target[index * 4 + axis]!;
    const added = source[from * 4 + axis]!;
    // Every comparison with NaN is false.
    const isWithin = axis < 2 ? added >= old : added <= old;
    if (!isWithin && !Number.isNaN(added)) target[index * 4 + axis] = added;
  }
}
