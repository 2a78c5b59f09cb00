/**
 * Geometry change: what happened to a geometry between two versions, measured in the plane of RD.
 *
 * Invariant: positions within PLACE_METRES are the same, because a position that was rounded in another CRS differs by less.
 * Not here: the transformation to RD (pipelines/coordinates/), words (schemas/geometry-words.ts).
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import type { GeometryType } from '../../schemas/geometry.ts';
import type { GeometryChange, Size } from '../../schemas/geometry-change.ts';
import { hasRings, pathStart, vertexCount } from '../validity/vertices.ts';

const PLACE_METRES = 0.01;
/** Share by which a size may differ without a change: the effect of rounding positions. */
const SIZE_SHARE = 1e-6;

/** Returns the change between two geometries in RD; undefined: no geometry. */
export function geometryChange(before: Vertices | undefined, after: Vertices | undefined): GeometryChange {
  if (after === undefined) return { kind: 'removed', before: before === undefined ? NOTHING : sizeOf(before) };
  if (before === undefined) return { kind: 'new', after: sizeOf(after) };
  const moved = before.shape.type === after.shape.type ? displacement(positionsOf(before), positionsOf(after)) : undefined;
  if (moved !== undefined) return moved < PLACE_METRES ? { kind: 'same' } : { kind: 'moved', metres: round(moved) };
  const [old, now] = [sizeOf(before), sizeOf(after)];
  const isEqual = Math.abs(now.value - old.value) <= SIZE_SHARE * Math.max(now.value, old.value);
  if (old.unit !== now.unit || isEqual) return { kind: 'reshaped', before: old, after: now };
  return { kind: now.value > old.value ? 'grown' : 'shrunk', before: old, after: now };
}

const NOTHING: Size = { unit: 'points', value: 0 };

/** Returns by how many metres all positions moved alike; undefined when they did not. */
function displacement(before: readonly number[], after: readonly number[]): number | undefined {
  if (before.length !== after.length) return undefined;
  const [east, north] = [after[0]! - before[0]!, after[1]! - before[1]!];
  for (let at = 0; at < before.length; at += 2) {
    const [x, y] = [after[at]! - before[at]!, after[at + 1]! - before[at + 1]!];
    if (Math.abs(x - east) > PLACE_METRES || Math.abs(y - north) > PLACE_METRES) return undefined;
  }
  return Math.hypot(east, north);
}

/** Returns all positions, x and y by turns. A ring starts at its lowest corner and runs anticlockwise, without its closing position. */
function positionsOf(vertices: Vertices): readonly number[] {
  const isRing = hasRings(vertices.shape.type);
  return Array.from(vertices.shape.pathEnds, (end, path) => {
    const from = pathStart(vertices, path);
    return isRing ? ringFrom(vertices, from, end) : between(vertices, from, end);
  }).flat();
}

function between({ numbers, shape: { dimension } }: Vertices, from: number, until: number): number[] {
  return Array.from({ length: (until - from) * 2 }, (_, at) => numbers[(from + (at >> 1)) * dimension + (at & 1)]!);
}

function ringFrom(vertices: Vertices, from: number, end: number): readonly number[] {
  const open = between(vertices, from, end - 1);
  const count = open.length / 2;
  let first = 0;
  for (let at = 1; at < count; at++) if (isLower(open, at, first)) first = at;
  const step = ringArea(open) < 0 ? -1 : 1;
  return Array.from({ length: open.length }, (_, at) => open[((first + step * (at >> 1) + count) % count) * 2 + (at & 1)]!);
}

/** Whether a position is lower than another; positions at about the same height are told apart by x. */
function isLower(ring: readonly number[], one: number, other: number): boolean {
  const higher = ring[one * 2 + 1]! - ring[other * 2 + 1]!;
  return Math.abs(higher) > PLACE_METRES ? higher < 0 : ring[one * 2]! < ring[other * 2]!;
}

function ringArea(ring: readonly number[]): number {
  let sum = 0;
  const [x0, y0] = [ring[0]!, ring[1]!];
  for (let at = 2; at < ring.length - 2; at += 2) {
    sum += (ring[at]! - x0) * (ring[at + 3]! - y0) - (ring[at + 2]! - x0) * (ring[at + 1]! - y0);
  }
  return sum / 2;
}

function sizeOf(vertices: Vertices): Size {
  const { type, pathEnds, partEnds } = vertices.shape;
  if (unitOf(type) === 'points') return { unit: 'points', value: vertexCount(vertices) };
  const paths = Array.from(pathEnds, (end, path) => between(vertices, pathStart(vertices, path), end));
  if (unitOf(type) === 'm') return { unit: 'm', value: round(paths.reduce((sum, path) => sum + lengthOf(path), 0)) };
  const outer = new Set([0, ...partEnds]);
  const area = paths.reduce((sum, ring, path) => sum + Math.abs(ringArea(ring)) * (outer.has(path) ? 1 : -1), 0);
  return { unit: 'm²', value: round(area) };
}

function unitOf(type: GeometryType): Size['unit'] {
  return hasRings(type) ? 'm²' : type === 'LineString' || type === 'MultiLineString' ? 'm' : 'points';
}

function lengthOf(path: readonly number[]): number {
  let sum = 0;
  for (let at = 2; at < path.length; at += 2) sum += Math.hypot(path[at]! - path[at - 2]!, path[at + 1]! - path[at - 1]!);
  return sum;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
