/**
 * Derives schemas/outline.ts from the countries of Natural Earth (scale 1:10 million, public domain) in the package world-atlas:
 * `node test/schemas/derive-outline.ts` writes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roughRd } from '../../pipelines/prepare/rules/rough-rd.ts';
import { CRSS } from '../../schemas/crs.ts';

type Position = readonly [number, number];

/** The used part of TopoJSON: arcs are differences of whole numbers. */
interface Topology {
  readonly arcs: readonly (readonly Position[])[];
  readonly transform: { readonly scale: Position; readonly translate: Position };
  readonly objects: { readonly countries: { readonly geometries: readonly { readonly id?: string; readonly arcs: readonly (readonly (readonly number[])[])[] }[] } };
}

const COUNTRIES = join(import.meta.dirname, '../../node_modules/world-atlas/countries-10m.json');
export const OUTLINE_FILE = join(import.meta.dirname, '../../schemas/outline.ts');
/** Numeric code of ISO 3166-1. */
const NETHERLANDS = '528';
/** Most distance of a removed vertex from the outline. */
const TOLERANCE_METRES = 2_000;
const UNIT_METRES = 100;
const LINE_WIDTH_MAX = 130;

/** The text of schemas/outline.ts. */
export function derivedOutline(): string {
  const topology = JSON.parse(readFileSync(COUNTRIES, 'utf8')) as Topology;
  const country = topology.objects.countries.geometries.find(({ id }) => id === NETHERLANDS);
  const rings = (country?.arcs ?? []).flatMap(([outer = []]) => inRd(ringOf(outer, topology))).filter((ring) => ring.length > 2);
  return fileOf(rings.sort((a, b) => b.length - a.length));
}

function ringOf(arcs: readonly number[], { arcs: all, transform: { scale, translate } }: Topology): readonly Position[] {
  return arcs.flatMap((index) => {
    let [x, y] = [0, 0];
    const positions = (all[index < 0 ? ~index : index] ?? []).map(([dx, dy]): Position => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    // The last position of an arc is the first of the next.
    return (index < 0 ? positions.reverse() : positions).slice(0, -1);
  });
}

/** The ring in hundreds of metres; empty when it lies outside RD (islands in the Caribbean). */
function inRd(ring: readonly Position[]): readonly (readonly Position[])[] {
  const positions = ring.map(([longitude, latitude]) => roughRd(CRSS.CRS84, longitude, latitude));
  if (positions.includes(undefined)) return [];
  const simple = simplified([...positions, positions[0]].map((position) => [position![0], position![1]]), TOLERANCE_METRES);
  return [simple.slice(0, -1).map(([x, y]): Position => [Math.round(x / UNIT_METRES), Math.round(y / UNIT_METRES)])];
}

/** Douglas-Peucker; a ring is split at the vertex furthest from its first. */
function simplified(line: readonly Position[], tolerance: number): readonly Position[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  const distances = line.map((position) => distanceTo(position, first, last));
  const furthest = distances.indexOf(Math.max(...distances));
  if (distances[furthest]! <= tolerance) return [first, last];
  return [...simplified(line.slice(0, furthest + 1), tolerance).slice(0, -1), ...simplified(line.slice(furthest), tolerance)];
}

function distanceTo([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

function fileOf(rings: readonly (readonly Position[])[]): string {
  return `/**
 * Outline: the land of the Netherlands in RD, in metres, accurate to some kilometres. Lakes are land.
 *
 * Derived from Natural Earth (public domain) by test/schemas/derive-outline.ts; a test compares.
 */
const HECTOMETRES: readonly (readonly (readonly [number, number])[])[] = [
${rings.map((ring) => `  [\n${wrapped(ring.map((position) => `[${position.join(', ')}]`))}\n  ],`).join('\n')}
];

/** Rings of the mainland and the islands. */
export const OUTLINE: readonly (readonly (readonly [number, number])[])[] = HECTOMETRES.map((ring) =>
  ring.map(([x, y]) => [x * ${UNIT_METRES}, y * ${UNIT_METRES}]));
`;
}

/** Returns the items of a list on lines of a readable width. */
export function wrapped(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length + 2 > LINE_WIDTH_MAX) lines.push(`    ${item},`);
    else lines[lines.length - 1] = `${last} ${item},`;
  }
  return lines.join('\n');
}

if (import.meta.main) writeFileSync(OUTLINE_FILE, derivedOutline());
