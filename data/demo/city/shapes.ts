/**
 * Shapes of the made-up city, in metres east and north of its centre, and their GeoJSON in RD (EPSG:28992).
 *
 * Invariants: rings are closed and turn counter-clockwise; coordinates have centimetres.
 * Not here: locations in the city (plan.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';

/** Metres east and north of the centre of the city. */
export type Spot = readonly [east: number, north: number];
export type Line = readonly Spot[];
/** Corners in order, the first one not repeated. */
export type Ring = readonly Spot[];

/** Centre of the city in RD: farmland of Flevoland, between Lelystad, Swifterbant and Biddinghuizen. */
const CENTRE: Spot = [168_500, 500_500];

export function pointGeometry(spot: Spot): JsonObject {
  return { type: 'Point', coordinates: position(spot) };
}

export function lineGeometry(line: Line): JsonObject {
  return { type: 'LineString', coordinates: line.map(position) };
}

export function multiLineGeometry(lines: readonly Line[]): JsonObject {
  return { type: 'MultiLineString', coordinates: lines.map((line) => line.map(position)) };
}

/** A polygon: its outline, then its holes. */
export function polygonGeometry(...[outline, ...holes]: readonly [Ring, ...Ring[]]): JsonObject {
  return { type: 'Polygon', coordinates: [closed(outline), ...holes.map((hole) => closed(hole.toReversed()))] };
}

export function multiPolygonGeometry(outlines: readonly Ring[]): JsonObject {
  return { type: 'MultiPolygon', coordinates: outlines.map((outline) => [closed(outline)]) };
}

/** A rectangle of `width` by `height` metres around `middle`, turned counter-clockwise by `turn` degrees. */
export function rectangle(middle: Spot, [width, height]: Spot, turn = 0): Ring {
  const [east, north] = [width / 2, height / 2];
  return moveShape([[-east, -north], [east, -north], [east, north], [-east, north]], middle, turn);
}

/** Moves a shape that is drawn around the origin to `middle`, turned by `turn` degrees. */
export function moveShape(shape: Line, middle: Spot, turn = 0): Line {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return shape.map(([east, north]): Spot => [middle[0] + east * cos - north * sin, middle[1] + east * sin + north * cos]);
}

export function circle(middle: Spot, radius: number, corners = 32): Ring {
  return Array.from({ length: corners }, (_, corner): Spot => spotAround(middle, radius, (360 * corner) / corners));
}

/** The spot at `radius` metres from `middle`, `degrees` counter-clockwise from east. */
export function spotAround([east, north]: Spot, radius: number, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  return [east + radius * Math.cos(angle), north + radius * Math.sin(angle)];
}

/** A cloud that the south-west wind has drifted from its source: an ellipse, `length` metres to the lee and a quarter of that to windward. */
export function plume(source: Spot, length: number): Ring {
  const half = (length * 1.25) / 2;
  const ellipse = Array.from({ length: 36 }, (_, corner): Spot => {
    const angle = (2 * Math.PI * corner) / 36;
    return [half * Math.cos(angle) + half - length * 0.25, half * 0.62 * Math.sin(angle)];
  });
  return moveShape(ellipse, source, 40);
}

/** A smooth line through these spots (Catmull-Rom), with `steps` pieces between each two. */
export function smooth(spots: Line, steps = 8): Line {
  const at = (index: number): Spot => spots[Math.min(Math.max(index, 0), spots.length - 1)] ?? [0, 0];
  const line: Spot[] = [];
  for (let index = 0; index < spots.length - 1; index++) {
    for (let step = 0; step < steps; step++) {
      const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
      const share = step / steps;
      line.push([spline([a[0], b[0], c[0], d[0]], share), spline([a[1], b[1], c[1], d[1]], share)]);
    }
  }
  return [...line, at(spots.length - 1)];
}

/** The area within `distance` metres to both sides of a smooth line, cut off straight at its ends. */
export function strip(line: Line, distance: number): Ring {
  const side = (sign: number): Line => line.map((spot, index) => {
    const [before, after] = [line[index - 1] ?? spot, line[index + 1] ?? spot];
    const [east, north] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(east, north);
    return [spot[0] + (sign * distance * north) / length, spot[1] - (sign * distance * east) / length];
  });
  return [...side(1), ...side(-1).toReversed()];
}

/** Metres from a spot to the nearest piece of a line. */
export function distanceTo([east, north]: Spot, line: Line): number {
  let nearest = Infinity;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const along = Math.min(Math.max(((east - from[0]) * dx + (north - from[1]) * dy) / (dx * dx + dy * dy), 0), 1);
    nearest = Math.min(nearest, Math.hypot(east - from[0] - along * dx, north - from[1] - along * dy));
  }
  return nearest;
}

export function isInside([east, north]: Spot, ring: Ring): boolean {
  let inside = false;
  for (const [index, [x, y]] of ring.entries()) {
    const [px, py] = ring[(index + ring.length - 1) % ring.length]!;
    if (y > north !== py > north && east < ((px - x) * (north - y)) / (py - y) + x) inside = !inside;
  }
  return inside;
}

function spline([a, b, c, d]: readonly [number, number, number, number], at: number): number {
  return b + (at * (c - a + at * (2 * a - 5 * b + 4 * c - d + at * (3 * (b - c) + d - a)))) / 2;
}

function closed(ring: Ring): readonly (readonly [number, number])[] {
  return [...ring, ring[0] ?? [0, 0]].map(position);
}

function position([east, north]: Spot): [number, number] {
  return [centimetres(CENTRE[0] + east), centimetres(CENTRE[1] + north)];
}

function centimetres(metres: number): number {
  return Math.round(metres * 100) / 100;
}
