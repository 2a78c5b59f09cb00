/**
 * An edition to ask questions of: generated vulnerable buildings with people and a municipality, a quarter of them with an earlier
 * version; and the same objects as rows for DuckDB, in publication order when sorted by (key, id, begin).
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrids, type Grids } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import { draft } from '../generate/objects.ts';
import { openRandom } from '../generate/random.ts';
import { kwetsbaarGebouw } from '../generate/vulnerable.ts';
import { curveKey } from '../../publisher/format/hilbert.ts';
import { openStore } from '../../publisher/store.ts';
import type { RootChange, VersionState } from '../../publisher/write/input.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { emptyBox, grow, type Box, type Geometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import { MOMENT, publishChanges, REGISTERED } from './edition.ts';
import { SOUND } from '../always-sound.ts';

export const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
export const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const SEED = 1;
/** Begin of the earlier versions. */
const EARLIER = Date.parse('2010-01-01T00:00:00Z') as Moment;
/** Three tenths of the buildings each, and a last tenth. */
const MUNICIPALITIES = ['Noord', 'Zuid', 'Oost', 'West'] as const;
export const PEOPLE_MAX = 2_000;

/** One version of a building, for DuckDB. */
export interface TableRow {
  readonly id: string;
  readonly idPandBAG: string;
  readonly bronhouder: string;
  readonly categorieKwetsbaarheid: string;
  readonly populatie: number;
  /** Milliseconds since 1970; `until` null: without end. */
  readonly begin: number;
  readonly until: number | null;
  readonly key: number;
  /** RD. */
  readonly box: Box;
  readonly geometry: Geometry;
}

export interface AskedEdition {
  readonly folder: string;
  readonly objects: number;
  /** Newline-delimited TableRows. */
  readonly table: string;
}

/** Building `n` of a register; the same for every size. */
export function buildingAt(n: number): JsonObject {
  return {
    ...kwetsbaarGebouw(draft(openRandom(SEED, n), `s${SEED}-${n}`)),
    populatie: n * 7_919 % PEOPLE_MAX, bronhouder: MUNICIPALITIES[Math.floor(n % 10 / 3)]!,
  };
}

/** RD of a building's first corner. */
export function placeOf(n: number): readonly [x: number, y: number] {
  const { coordinates } = buildingAt(n)['geometrie'] as unknown as { coordinates: [number, number][][] };
  return coordinates[0]![0]!;
}

/** Publishes `objects` buildings in an empty folder. */
export function publishAsked(objects: number, folder: string): AskedEdition {
  process.stderr.write(`publishing ${objects} buildings to ask questions of\n`);
  const table = join(folder, 'table.ndjson');
  const file = openSync(table, 'w');
  publishChanges(openStore(folder, SOUND), 1, changesOf(objects, loadGrids(), (row) => { writeSync(file, `${JSON.stringify(row)}\n`); }));
  closeSync(file);
  return { folder, objects, table };
}

function* changesOf(objects: number, grids: Grids, see: (row: TableRow) => void): Generator<RootChange> {
  for (let n = 0; n < objects; n += 1) {
    const document = buildingAt(n);
    const id = document['id'] as string;
    const geometries = reproject(document, '28992', { grids });
    const versions = versionsOf(document, n).map((version): VersionState => ({ ...version, geometries, registered: { [id]: REGISTERED }, targets: {} }));
    for (const version of versions) see(rowOf(version));
    yield { before: null, after: { id, type: 'KwetsbaarGebouw', versions }, at: MOMENT };
  }
}

function versionsOf(document: JsonObject, n: number): readonly Pick<VersionState, 'valid' | 'document'>[] {
  const begin = Date.parse(document['beginGeldigheid'] as string) as Moment;
  const present = { valid: { from: begin, until: null }, document };
  if (n % 4 !== 0) return [present];
  const before = { ...document, populatie: (n + 1) % PEOPLE_MAX, beginGeldigheid: new Date(EARLIER).toISOString() };
  return [{ valid: { from: EARLIER, until: begin }, document: before }, present];
}

function rowOf({ valid, document }: VersionState): TableRow {
  const geometry = document['geometrie'] as unknown as Geometry;
  const { numbers } = flatten(geometry)!;
  const box = emptyBox();
  for (let at = 0; at < numbers.length; at += 2) grow(box, numbers[at]!, numbers[at + 1]!);
  const text = (name: string): string => document[name] as string;
  return {
    id: text('id'), idPandBAG: text('idPandBAG'), bronhouder: text('bronhouder'), categorieKwetsbaarheid: text('categorieKwetsbaarheid'),
    populatie: document['populatie'] as number, begin: valid.from, until: valid.until, key: curveKey(box), box, geometry,
  };
}
