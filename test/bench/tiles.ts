/**
 * Benchmark: vector tiles of buildings, by CPU time. A cold tile beside geojson-vt, which must index all features before it has one tile, and
 * beside ST_AsMVT of DuckDB on a table in Web Mercator; the file with all tiles beside tippecanoe, on the same features and levels.
 *
 * They do not make the same: where a tile would have too many features ours has counts, tippecanoe drops features and simplifies lines, and
 * the others do neither. As a program: `node tiles.ts [OBJECTS]`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT from 'geojson-vt';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead, readManifest } from '../../publisher/read/heads.ts';
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Series } from '../../publisher/read/types.ts';
import { BUFFER_UNITS, MATRIX_SETS, sideOf, TILE_UNITS, type Tile } from '../../publisher/tiles/matrix-sets.ts';
import { firstLevelOf, makeTile } from '../../publisher/tiles/tile-content.ts';
import { writePyramid } from '../../publisher/tiles/pyramid.ts';
import { Fault } from '../../schemas/fault.ts';
import { openSpatial } from './duckdb.ts';
import { publishBuildings } from './edition.ts';
import { medianRounds, type Timed } from './rounds.ts';
import { cpuOfScript } from './script.ts';
import { givenNumber, printRows, type Row } from './table.ts';

const SET = MATRIX_SETS[0]!;
const COLLECTION = 'kwetsbare-gebouwen';
const LEVELS = [12, 14];
const ALL_NOW: SeriesQuery = { crs: SET.crs, at: null, during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 0 };

/** Needs an edition of buildings. Throws a Fault when there is no tippecanoe. */
export async function tileRows({ folder, objects }: { readonly folder: string; readonly objects: number }): Promise<readonly Row[]> {
  if (spawnSync('tippecanoe', ['--version']).error !== undefined) {
    throw new Fault('tippecanoe does not start', { step: 'Bench:Tiles', hint: 'The file with all tiles is measured beside it: install tippecanoe (Debian).' });
  }
  process.stderr.write(`vector tiles of ${objects} buildings\n`);
  const editions = openEditions(folder, 'public');
  const features = join(folder, 'features.geojsonl');
  try {
    const { edition } = editions.current()!;
    const series = edition.series.get(COLLECTION)!;
    writeFileSync(features, await linesOf(series));
    const rows: Row[] = [];
    for (const level of LEVELS) rows.push(...await coldRows(series, features, level));
    return [...rows, await pyramidRow(folder, features, objects)];
  } finally {
    editions.close();
    rmSync(features, { force: true });
  }
}

/** The features with the fields that tiles have, in CRS84, one a line. */
async function linesOf(series: Series): Promise<string> {
  const lines: string[] = [];
  for (let position = 0; position < series.count; position += 10_000) {
    const { slices } = await series.answer({ ...ALL_NOW, crs: 'CRS84', limit: 10_000, position });
    for (const { id, properties, geometry } of JSON.parse(`[${Buffer.concat(slices).toString()}]`) as readonly Feature[]) {
      const flat = Object.entries(properties).filter(([, value]) => value !== null && typeof value !== 'object');
      lines.push(JSON.stringify({ type: 'Feature', properties: { ...Object.fromEntries(flat), id }, geometry }));
    }
  }
  return `${lines.join('\n')}\n`;
}

interface Feature {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly coordinates: unknown };
}

/** The tile at this level that has the first building. */
function tileAt(line: string, level: number): Tile {
  const { geometry: { coordinates } } = JSON.parse(line) as Feature;
  const [[[longitude, latitude]]] = coordinates as [[[number, number]]];
  const [column, row] = [(longitude + 180) / 360, (1 - Math.asinh(Math.tan(latitude * Math.PI / 180)) / Math.PI) / 2].map((share) => Math.floor(share * 2 ** level));
  return { set: SET, level, column: column!, row: row! };
}

async function coldRows(series: Series, path: string, level: number): Promise<readonly Row[]> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const features = lines.map((line) => JSON.parse(line) as Feature);
  const tile = tileAt(lines[0]!, level);
  const first = await firstLevelOf(SET, { series, question: ALL_NOW });
  const { connection, close } = await openSpatial();
  try {
    await connection.run(`CREATE TABLE buildings AS SELECT COLUMNS(* EXCLUDE geom)::VARCHAR, ST_Transform(geom, 'OGC:CRS84', 'EPSG:3857', true) AS geom FROM ST_Read('${path}')`);
    const envelope = `ST_TileEnvelope(${level}, ${tile.column}, ${tile.row})`;
    const sql = `SELECT ST_AsMVT(t, '${COLLECTION}') FROM (SELECT * REPLACE (ST_AsMVTGeom(geom, ST_Extent(${envelope}), ${TILE_UNITS}, ${BUFFER_UNITS}, true) AS geom) `
      + `FROM buildings WHERE ST_Intersects(geom, ST_Buffer(${envelope}, ${sideOf(SET, level) * BUFFER_UNITS / TILE_UNITS}))) t`;
    const runs = await medianRounds({
      ours: () => cpuOf(() => makeTile({ series, collection: COLLECTION, question: ALL_NOW }, tile, first)),
      geojsonVt: () => cpuOf(() => {
        const options = { maxZoom: level, indexMaxZoom: 0, tolerance: 0, extent: TILE_UNITS, buffer: BUFFER_UNITS };
        const made = new GeoJSONVT({ type: 'FeatureCollection', features: features as never }, options).getTile(level, tile.column, tile.row);
        return fromGeojsonVt({ [COLLECTION]: made! }, { version: 2 });
      }),
      duckdb: () => cpuOf(() => connection.runAndReadAll(sql)),
    });
    const [ours, theirs, duckdb] = [runs.ours, runs.geojsonVt, runs.duckdb].map(({ seconds }) => seconds * 1000) as [number, number, number];
    const what = `cold tile at level ${level} of ${features.length} buildings`;
    return [
      { what, ours: `${ours.toFixed(1)} ms CPU`, beside: `geojson-vt alone: ${theirs.toFixed(1)} ms`, ratio: `${(theirs / ours).toFixed(1)}×`, bar: { value: theirs / ours, atLeast: 4, unit: '×' } },
      { what, ours: `${ours.toFixed(1)} ms CPU`, beside: `ST_AsMVT of DuckDB: ${duckdb.toFixed(1)} ms`, ratio: `${(duckdb / ours).toFixed(1)}×` },
    ];
  } finally {
    close();
  }
}

async function pyramidRow(folder: string, features: string, objects: number): Promise<Row> {
  const of = { folder, audience: 'public' } as const;
  const packs = new Packs(of);
  const path = join(folder, 'ours.pmtiles');
  try {
    const edition = new EditionReader(readManifest(of, newestHead(folder, 'public')!.edition), packs);
    const runs = await medianRounds({
      ours: () => cpuOf(async () => {
        rmSync(path, { force: true });
        await writePyramid({ edition, packs, earlier: null }, path);
      }),
      // With the option that too large tiles make necessary.
      tippecanoe: () => cpuOfScript(
        `tippecanoe -q -f -Z0 -z14 -l ${COLLECTION} --drop-densest-as-needed -o "$1" "$2"`, [join(folder, 'theirs.pmtiles'), features]),
    });
    const [ours, theirs] = [runs.ours.seconds, runs.tippecanoe.seconds];
    return {
      what: `all tiles to level 14 of ${objects} buildings`, ours: `${ours.toFixed(1)} s CPU`, beside: `tippecanoe: ${theirs.toFixed(1)} s`,
      ratio: `${(theirs / ours).toFixed(2)}×`, bar: { value: theirs / ours, atLeast: 5, unit: '×' },
    };
  } finally {
    packs.close();
    for (const name of ['ours', 'theirs']) rmSync(join(folder, `${name}.pmtiles`), { force: true });
  }
}

/** CPU time of all threads of this process meanwhile. */
async function cpuOf(work: () => unknown): Promise<Timed> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6 };
}

if (import.meta.main) {
  await printRows(async () => {
    const publication = await publishBuildings(givenNumber(100_000));
    try {
      return await tileRows(publication);
    } finally {
      rmSync(publication.folder, { recursive: true });
    }
  });
}
