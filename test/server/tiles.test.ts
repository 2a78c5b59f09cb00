/** Vector tiles: read back by another library, over real editions on disk, in both tile matrix sets. */
import { gunzipSync } from 'node:zlib';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import { areaOf, BUFFER_UNITS, MATRIX_SETS, sideOf, TILE_UNITS, type MatrixSet, type Tile } from '../../publisher/tiles/matrix-sets.ts';
import { building, createAll, location, pipeline, state } from '../publisher/registry.ts';
import { CRS84 } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const BUILDINGS = 'kwetsbare-gebouwen';
const COLLECTIONS = [BUILDINGS, 'buisleiding-stelsels', 'vulpunten', 'brand-aandachtsgebieden'];

interface Item {
  readonly id: string;
  readonly geometry: { readonly coordinates: unknown } | null;
}
type Point = readonly [x: number, y: number];

function pathOf({ set, level, row, column }: Tile, collection: string): string {
  return `/v1/collections/${collection}/tiles/${set.id}/${level}/${row}/${column}`;
}

function crsUri({ crs }: MatrixSet): string {
  return CRS84.replace('OGC/1.3/CRS84', `EPSG/9.9.1/${crs}`);
}

/** The tile at a position. */
function tileAt(set: MatrixSet, level: number, [x, y]: Point): Tile {
  const side = sideOf(set, level);
  return { set, level, column: Math.floor((x - set.origin[0]) / side), row: Math.floor((set.origin[1] - y) / side) };
}

function pointsIn(coordinates: unknown): readonly Point[] {
  const list = coordinates as readonly unknown[];
  return typeof list[0] === 'number' ? [list as unknown as Point] : list.flatMap(pointsIn);
}

/** The positions of a feature of a tile, in the CRS of its set. */
function decoded(feature: VectorTileFeature, { set, level, row, column }: Tile): readonly Point[] {
  const side = sideOf(set, level);
  return feature.loadGeometry().flat().map(({ x, y }): Point => [
    set.origin[0] + (column + x / TILE_UNITS) * side, set.origin[1] - (row + y / TILE_UNITS) * side,
  ]);
}

function featuresIn(body: Buffer, layer: string): readonly VectorTileFeature[] {
  if (body.length === 0) return [];
  const found = new VectorTile(new PbfReader(body)).layers[layer];
  return found === undefined ? [] : Array.from({ length: found.length }, (_, at) => found.feature(at));
}

async function itemsOf(server: RealServer, collection: string, set: MatrixSet, more = ''): Promise<readonly Item[]> {
  const reply = await server.ask(`/v1/collections/${collection}/items?limit=10000&crs=${crsUri(set)}${more}`);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return reply.json()['features'] as readonly Item[];
}

describe('a few features', () => {
  let server: RealServer;
  beforeAll(async () => {
    const buildings = Array.from({ length: 24 }, (_, n) => {
      const input = building(`b${n}`, { x: 121_000 + n * 437.123, y: 487_000 + (n % 5) * 911.456, size: 20 + n * n * 3, name: 'Huis' });
      return state('KwetsbaarGebouw', `b${n}`, [n === 3 ? { ...input, until: 10 } : input]);
    });
    const late = state('KwetsbaarGebouw', 'laat', [building('laat', { x: 121_010, y: 487_010, size: 15, name: 'Nieuw' })]);
    const others = [
      state('BuisleidingStelsel', 'lang', [pipeline('lang', { x: 120_500, y: 487_300, vertices: 900 })]),
      state('LocatieActiviteit', 'tank', [location('tank', { x: 122_345, y: 488_100, reference: { id: 'vulpunt' } })]),
    ];
    server = await realServer({ on: 60, changes: createAll([...buildings, ...others]) }, { on: 70, after: 60, changes: createAll([late]) });
  });
  afterAll(() => server.close());

  const atLevels = MATRIX_SETS.flatMap((set) => [0, 5, 9, 12, 15, set.lastLevel].map((level) => [set.id, level, set] as const));

  test.each(atLevels)('%s, level %d: a tile has what touches it, and nothing that is outside its buffer', async (_, level, set) => {
    for (const collection of COLLECTIONS) {
      const items = await itemsOf(server, collection, set);
      expect(items.length).toBeGreaterThan(0);
      const tiles = new Map(items.flatMap(({ geometry }) => pointsIn(geometry!.coordinates).slice(0, 40)).map((point) => {
        const tile = tileAt(set, level, point);
        return [pathOf(tile, collection), tile];
      }));
      for (const [path, tile] of [...tiles].slice(0, 12)) {
        const found = featuresIn((await server.ask(path)).body, collection).map(({ properties }) => String(properties['id']));
        const [west, south, east, north] = areaOf(tile);
        const buffer = (east - west) * BUFFER_UNITS / (TILE_UNITS + 2 * BUFFER_UNITS);
        const inBox = async (box: readonly number[]): Promise<readonly string[]> => (
          (await itemsOf(server, collection, set, `&bbox=${box.join(',')}&bbox-crs=${crsUri(set)}`)).map(({ id }) => id)
        );
        expect(found, path).toEqual(expect.arrayContaining([...await inBox([west + buffer, south + buffer, east - buffer, north - buffer])]));
        expect(await inBox([west, south, east, north]), path).toEqual(expect.arrayContaining([...found]));
        expect(new Set(found).size, path).toBe(found.length);
      }
    }
  });

  test.each(atLevels)('%s, level %d: coordinates are those published, within half a unit', async (_, level, set) => {
    const unit = sideOf(set, level) / TILE_UNITS;
    let compared = 0;
    for (const collection of COLLECTIONS) {
      for (const { id, geometry } of await itemsOf(server, collection, set)) {
        const published = pointsIn(geometry!.coordinates);
        const tile = tileAt(set, level, published[0]!);
        const [west, south, east, north] = areaOf(tile);
        if (!published.every(([x, y]) => x > west && x < east && y > south && y < north)) continue;
        const feature = featuresIn((await server.ask(pathOf(tile, collection))).body, collection).find(({ properties }) => properties['id'] === id);
        const found = decoded(feature!, tile);
        for (const [x, y] of published) {
          const nearest = Math.min(...found.map(([atX, atY]) => Math.max(Math.abs(atX - x), Math.abs(atY - y))));
          expect(nearest / unit, `${id} ${x} ${y}`).toBeLessThanOrEqual(0.5 + 1e-4);
        }
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(level > 12 ? 0 : 2);
  });

  const [mercator, rd] = MATRIX_SETS as readonly [MatrixSet, MatrixSet];
  const HERE: Point = [121_015, 487_015];

  test('properties are the single values of the feature', async () => {
    const { body } = await server.ask(pathOf(tileAt(rd, 9, HERE), BUILDINGS));
    const { properties } = featuresIn(body, BUILDINGS)[0]!;
    expect(properties).toMatchObject({ entityType: 'KwetsbaarGebouw', populatie: 12, bronhoudercode: 'AB12' });
    expect(Object.values(properties).every((value) => typeof value !== 'object')).toBe(true);
  });

  test('a tag sent back gives 304, gzip has the same bytes, and a client without gzip gets them plain', async () => {
    const path = pathOf(tileAt(rd, 3, HERE), BUILDINGS);
    const plain = await server.ask(path);
    expect(plain.headers).toMatchObject({ 'content-type': 'application/vnd.mapbox-vector-tile', 'cache-control': 'public, no-cache' });
    const again = await server.ask(path, { headers: { 'if-none-match': plain.headers.etag! } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const packed = await server.ask(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const other = await server.ask(pathOf(tileAt(rd, 6, HERE), BUILDINGS), { headers: { 'if-none-match': plain.headers.etag! } });
    expect(other.status).toBe(200);
  });

  test('a tile without features is 204 with a tag', async () => {
    const reply = await server.ask(pathOf(tileAt(rd, 9, [200_000, 300_000]), BUILDINGS));
    expect([reply.status, reply.body.length]).toEqual([204, 0]);
    expect(reply.headers.etag).toBeDefined();
  });

  test.each([
    '19/0/0', '99/0/0', '-1/0/0', '3/8/0', '3/0/8', '3/-1/0', 'x/0/0', '3/0/1.5', '3/0/01', '3/0/1e1', '3/0/99999999999999999999', '3/0',
  ])('WebMercatorQuad/%s is 404', async (place) => {
    expect((await server.ask(`/v1/collections/${BUILDINGS}/tiles/WebMercatorQuad/${place}`)).status).toBe(404);
  });

  test.each([
    [`${BUILDINGS}/tiles/GoogleMapsCompatible/0/0/0`, 404], ['onbekend/tiles/WebMercatorQuad/0/0/0', 404], [`${BUILDINGS}/tiles/x`, 404], ['onbekend/tiles', 404],
    [`${BUILDINGS}/tiles/WebMercatorQuad/0/0/0?bbox=1,2,3,4`, 400], [`${BUILDINGS}/tiles/WebMercatorQuad/0/0/0?f=png`, 400],
    [`${BUILDINGS}/tiles/WebMercatorQuad/0/0/0?f=geojson`, 406], [`${BUILDINGS}/tiles/NetherlandsRDNewQuad/17/0/0`, 404],
  ])('%s is %d', async (path, status) => {
    expect((await server.ask(`/v1/collections/${path}`)).status).toBe(status);
  });

  test('moments and filters select the features that they select in a list', async () => {
    const idsOf = async (query: string): Promise<readonly string[]> => {
      const { body } = await server.ask(`${pathOf(tileAt(rd, 0, HERE), BUILDINGS)}?${query}`);
      return featuresIn(body, BUILDINGS).map(({ properties }) => String(properties['id'])).toSorted();
    };
    for (const query of ['', 'geldigOp=2026-01-05', 'datetime=2026-01-05T00:00:00Z', 'beschikbaarOp=2026-03-03T00:00:00Z', "filter=id='b7'", 'zoek=nieuw', 'geometrieSoort=punt']) {
      const items = await itemsOf(server, BUILDINGS, rd, `&${query}`);
      expect(await idsOf(query), query).toEqual(items.map(({ id }) => id).toSorted());
    }
    expect(await idsOf('')).toContain('laat');
    expect(await idsOf('beschikbaarOp=2026-03-03T00:00:00Z')).not.toContain('laat');
    expect(await idsOf('geldigOp=2026-01-05')).toContain('b3');
  });

  test('descriptions lead from the collection to tiles, and TileJSON names the same tile', async () => {
    const linksOf = (body: unknown, rel: string): readonly string[] => (
      (body as { links: readonly { rel: string; href: string }[] }).links.filter((link) => link.rel.endsWith(rel)).map(({ href }) => href)
    );
    const asked = async (href: string) => (await server.ask(href.slice(href.indexOf('/v1')))).json();
    const collection = await asked(`/v1/collections/${BUILDINGS}?geldigOp=2026-01-05`);
    const [list] = linksOf(collection, '/tilesets-vector');
    const { tilesets } = await asked(list!) as unknown as { tilesets: readonly { crs: string; tileMatrixSetId: string }[] };
    expect(tilesets.map(({ tileMatrixSetId }) => tileMatrixSetId)).toEqual(MATRIX_SETS.map(({ id }) => id));
    for (const [at, set] of MATRIX_SETS.entries()) {
      const tileset = await asked(linksOf(tilesets[at], 'self')[0]!);
      const scheme = await asked(linksOf(tileset, '/tiling-scheme')[0]!) as { id: string; crs: string; tileMatrices: readonly Record<string, number>[] };
      expect([scheme.id, scheme.crs]).toEqual([set.id, tilesets[at]!.crs]);
      expect(scheme.tileMatrices.every(({ scaleDenominator, cellSize }) => Math.abs(scaleDenominator! * 0.000_28 / cellSize! - 1) < 1e-12)).toBe(true);
      const template = linksOf(tileset, 'item')[0]!;
      const tile = tileAt(set, 6, set === rd ? HERE : pointsIn((await itemsOf(server, BUILDINGS, mercator))[0]!.geometry!.coordinates)[0]!);
      const href = template.replace('{tileMatrix}', String(tile.level)).replace('{tileRow}', String(tile.row)).replace('{tileCol}', String(tile.column));
      expect(href).toContain('geldigOp=2026-01-05');
      expect((await server.ask(href.slice(href.indexOf('/v1')))).status).toBe(200);
      const { tiles, vector_layers: layers } = await asked(`/v1/collections/${BUILDINGS}/tiles/${set.id}?f=tilejson&geldigOp=2026-01-05`) as unknown as { tiles: readonly string[]; vector_layers: readonly { id: string }[] };
      expect(tiles[0]!.replace('{z}', '{tileMatrix}').replace('{y}', '{tileRow}').replace('{x}', '{tileCol}')).toBe(template);
      expect(layers.map(({ id }) => id)).toEqual([BUILDINGS, `${BUILDINGS}-aantallen`]);
    }
  });
});

describe('more features than a tile may have', () => {
  const COUNT = LIMITS.tileFeaturesMax + 700;
  let server: RealServer;
  beforeAll(async () => {
    // Every tenth crosses many tiles.
    const roots = Array.from({ length: COUNT }, (_, n) => (
      state('KwetsbaarGebouw', `b${n}`, [building(`b${n}`, { x: 60_000 + (n % 60) * 2_011, y: 400_000 + Math.floor(n / 60) * 2_017, size: n % 10 === 0 ? 9_000 : 20, name: 'Huis' })])
    ));
    server = await realServer({ on: 60, changes: createAll(roots) });
  }, 60_000);
  afterAll(() => server.close());

  test.each(MATRIX_SETS)('$id: the counts of each level add up to all, and then come the features', async (set) => {
    const items = await itemsOf(server, BUILDINGS, set);
    expect(items.length).toBe(COUNT);
    let hasFeatures = false;
    for (let level = 0; !hasFeatures; level += 1) {
      const tiles = tilesAround(set, level, items);
      let sum = 0;
      const drawn = new Set<unknown>();
      for (const tile of tiles) {
        const { body } = await server.ask(pathOf(tile, BUILDINGS));
        for (const { properties } of featuresIn(body, `${BUILDINGS}-aantallen`)) sum += Number(properties['aantal']);
        const features = featuresIn(body, BUILDINGS);
        hasFeatures ||= features.length > 0;
        for (const { properties } of features) drawn.add(properties['id']);
      }
      expect([level, sum + drawn.size]).toEqual([level, COUNT]);
      expect(sum === 0 || drawn.size === 0).toBe(true);
      expect(level).toBeLessThan(set.lastLevel);
    }
  }, 60_000);

  test('a filter that selects few gives features at a level that has counts without it', async () => {
    const [, rd] = MATRIX_SETS;
    const { body } = await server.ask(`${pathOf({ set: rd!, level: 0, row: 0, column: 0 }, BUILDINGS)}?filter=id='b7'`);
    expect(featuresIn(body, BUILDINGS).map(({ properties }) => properties['id'])).toEqual(['b7']);
  });
});

/** All tiles of a level in the area of items. */
function tilesAround(set: MatrixSet, level: number, items: readonly Item[]): readonly Tile[] {
  const points = items.flatMap(({ geometry }) => pointsIn(geometry!.coordinates));
  const first = tileAt(set, level, [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))]);
  const last = tileAt(set, level, [Math.max(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))]);
  const tiles: Tile[] = [];
  for (let row = first.row; row <= last.row; row += 1) {
    for (let column = first.column; column <= last.column; column += 1) tiles.push({ set, level, row, column });
  }
  return tiles;
}
