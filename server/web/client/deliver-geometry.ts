/**
 * Deliver geometry: positions in RD as a person types them, and the GeoJSON geometry that they make. One position a line; an empty line
 * begins another ring, line or area. Pure.
 */
import type { Json } from './deliver-schema.ts';

export type Position = readonly [x: number, y: number];

/** Returns the geometry of a text; null when the text cannot be read, undefined when it is empty. A ring is closed. */
export function geometryOf(type: string, text: string): Json | null | undefined {
  const groups = text.trim().split(/\n\s*\n/).map((group) => group.split('\n').filter((line) => line.trim() !== '').map(positionOf));
  if (text.trim() === '') return undefined;
  if (!groups.every((group): group is Position[] => group.every((position) => position !== undefined))) return null;
  const rings = groups.map(closed);
  switch (type) {
    case 'Point': return groups.length === 1 && groups[0]!.length === 1 ? { type, coordinates: groups[0]![0]! } : null;
    case 'MultiPoint': return { type, coordinates: groups.flat() };
    case 'LineString': return groups.length === 1 ? { type, coordinates: groups[0]! } : null;
    case 'MultiLineString': return { type, coordinates: groups };
    case 'Polygon': return { type, coordinates: rings };
    case 'MultiPolygon': return { type, coordinates: rings.map((ring) => [ring]) };
    default: return null;
  }
}

/** Returns a position as a line of text, to the millimetre. */
export function positionText([x, y]: readonly number[]): string {
  return [x, y].map((metres) => String(Math.round((metres ?? 0) * 1_000) / 1_000)).join(' ');
}

/** Returns the position of a line: two numbers with a space, a semicolon or a comma between; undefined for another text. */
function positionOf(line: string): Position | undefined {
  const words = line.trim().split(/[\s;]+/);
  const [x, y] = words.length === 1 ? words[0]!.split(',') : [words[0]!.replace(/,$/, ''), words[1]];
  if (words.length > 2 || (words.length === 1 && words[0]!.split(',').length !== 2)) return undefined;
  const [east, north] = [x, y].map((word) => (/^\d+(?:[.,]\d+)?$/.test(word ?? '') ? Number(word!.replace(',', '.')) : Number.NaN));
  return Number.isNaN(east) || Number.isNaN(north) ? undefined : [east!, north!];
}

function closed(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = first === undefined || (ring.length > 3 && first[0] === last![0] && first[1] === last![1]);
  return isClosed ? ring : [...ring, first];
}
