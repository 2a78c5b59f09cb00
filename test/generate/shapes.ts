/**
 * Shapes: geometry as generated objects have it, in RD (EPSG:28992), metres, 3 decimals.
 * Invariants: rings are closed, turn counter-clockwise and do not touch themselves; a line has no repeated points next to each other. Not
 * here: where things lie (towns.ts).
 */
import type { LijnOfMultiLijn, Point, Polygon, VlakOfMultiVlak } from './document-types.ts';
import type { Random } from './random.ts';
import type { Spot } from './towns.ts';

type Ring = readonly Spot[];

export function point(spot: Spot): Point {
  return { type: 'Point', coordinates: millimetres(spot) };
}

export function polygon(ring: Ring): Polygon {
  return { type: 'Polygon', coordinates: [ring.map(millimetres)] };
}

export function multiPolygon(rings: readonly Ring[]): VlakOfMultiVlak {
  return { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring.map(millimetres)]) };
}

export function line(spots: readonly Spot[]): LijnOfMultiLijn {
  return { type: 'LineString', coordinates: spots.map(millimetres) };
}

export function multiLine(lines: readonly (readonly Spot[])[]): LijnOfMultiLijn {
  return { type: 'MultiLineString', coordinates: lines.map((spots) => spots.map(millimetres)) };
}

/** A spot at most `distance` metres away in either direction. */
export function near([x, y]: Spot, distance: number, random: Random): Spot {
  return [x + random.between(-distance, distance), y + random.between(-distance, distance)];
}

/** A turned rectangle of width by height metres; a footprint of 5 vertices. */
export function rectangle([x, y]: Spot, [width, height]: Spot, turn: number): Ring {
  return turned([[-width, -height], [width, -height], [width, height], [-width, height]], [x, y], turn);
}

/**
 * The outline of a building of 5 to 29 vertices: a turned rectangle with up to six bays in its front.
 * The front only ever goes from right to left, above the other three sides, so the ring cannot cross itself.
 */
export function building(middle: Spot, [width, height]: Spot, random: Random): Ring {
  const bays = random.chance(0.35) ? 0 : random.whole(1, 6);
  const corners: Spot[] = [[-width, -height], [width, -height], [width, height]];
  for (let bay = 0; bay < bays; bay++) {
    const right = width - (2 * width * (bay + 0.25)) / bays;
    const left = width - (2 * width * (bay + 0.75)) / bays;
    const depth = random.between(0.2, 0.6);
    const front = height * (random.chance(0.5) ? 1 + depth : 1 - depth);
    corners.push([right, height], [right, front], [left, front], [left, height]);
  }
  corners.push([-width, height]);
  return turned(corners, middle, random.between(0, Math.PI));
}

/** A circle of `vertices` different points. */
export function circle([x, y]: Spot, radius: number, vertices: number): Ring {
  const ring: Spot[] = [];
  for (let step = 0; step < vertices; step++) {
    const angle = (2 * Math.PI * step) / vertices;
    ring.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  }
  return [...ring, ring[0] ?? [x, y]];
}

/** A winding course of `vertices` points between two spots: a straight line and three waves across it. */
export function course(
  from: Spot, to: Spot, { vertices, random }: { vertices: number; random: Random },
): readonly Spot[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const waves = [2, 5, 13].map((turns) => ({
    turns, phase: random.between(0, 2 * Math.PI), height: random.between(0.01, 0.08) / turns,
  }));
  return Array.from({ length: vertices }, (_, step): Spot => {
    const along = step / (vertices - 1);
    const heights = waves.map(({ turns, phase, height }) => height * Math.sin(phase + turns * Math.PI * along));
    const across = heights.reduce((sum, height) => sum + height, 0) * Math.sin(Math.PI * along);
    return [from[0] + along * dx - across * dy, from[1] + along * dy + across * dx];
  });
}

function turned(halves: readonly Spot[], [x, y]: Spot, turn: number): Ring {
  const [cos, sin] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
  const ring = halves.map(([dx, dy]): Spot => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
  return [...ring, ring[0] ?? [x, y]];
}

function millimetres([x, y]: Spot): [number, number] {
  return [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000];
}
