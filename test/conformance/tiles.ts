/** OGC API Tiles Part 1: every tileset of a collection leads to tiles, which another library reads. */
import { strict as assert } from 'node:assert';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { linkOf, type AbstractTest } from './abstract-test.ts';
import { documentOf, operationsOf } from './definition.ts';
import type { Json, Link, Site } from './site.ts';

const REL = 'http://www.opengis.net/def/rel/ogc/1.0';
const MVT = 'application/vnd.mapbox-vector-tile';
const NO_TILES = [['99', '0', '0'], ['0', '1', '0'], ['0', '0', '1'], ['1', '-1', '0'], ['a', '0', '0']] as const;

interface Tileset {
  readonly crs: string;
  readonly dataType: string;
  readonly links: readonly Link[];
}

type Place = readonly [matrix: string, row: string, column: string];

/** The tilesets of a collection with features. */
async function tilesetsOf(site: Site): Promise<readonly Tileset[]> {
  const [collection] = await site.filled();
  const { href } = linkOf(collection!.links, `${REL}/tilesets-vector`, `collection ${collection!.id}`);
  const { tilesets } = await site.json(href) as unknown as { tilesets: readonly Tileset[] };
  assert.ok(tilesets.length > 0, 'no tileset is listed');
  return await Promise.all(tilesets.map(async ({ links }) => await site.json(linkOf(links, 'self', 'a tileset').href) as unknown as Tileset));
}

function tileOf({ links }: Tileset, [matrix, row, column]: Place): string {
  const { href } = linkOf(links, 'item', 'a tileset', MVT);
  return href.replace('{tileMatrix}', matrix).replace('{tileRow}', row).replace('{tileCol}', column);
}

const tileSucceeds: AbstractTest['check'] = async (site) => {
  for (const tileset of await tilesetsOf(site)) {
    const { status, type } = await site.ask(tileOf(tileset, ['0', '0', '0']), { accept: MVT });
    assert.deepEqual([status, type], [200, MVT]);
  }
};

/** Checks that tiles at these places are refused. */
function refused(places: readonly Place[]): AbstractTest['check'] {
  return async (site) => {
    for (const tileset of await tilesetsOf(site)) {
      for (const place of places) {
        const { status, url } = await site.ask(tileOf(tileset, place));
        assert.ok(status === 400 || status === 404, `${url} is ${status}`);
      }
    }
  };
}

export const TILE_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'tc-op': tileSucceeds,
  'tc-tilematrix-definition': refused([NO_TILES[0], NO_TILES[4]]),
  'tc-tilerow-definition': refused([NO_TILES[1], NO_TILES[3]]),
  'tc-tilecol-definition': refused([NO_TILES[2]]),
  'tc-success': tileSucceeds,
  'tc-error': refused(NO_TILES),
};

export const TILESET_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'tileset-description': async (site) => {
    for (const { crs, dataType, links } of await tilesetsOf(site)) {
      assert.equal(dataType, 'vector');
      const scheme = await site.json(linkOf(links, `${REL}/tiling-scheme`, 'a tileset').href) as Json & { tileMatrices: readonly Json[] };
      assert.equal(scheme['crs'], crs);
      for (const [level, matrix] of scheme.tileMatrices.entries()) {
        assert.deepEqual([matrix['id'], matrix['matrixWidth'], matrix['matrixHeight']], [String(level), 2 ** level, 2 ** level]);
      }
    }
  },
};

export const TILESETS_LIST_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'tileset-links': async (site) => {
    for (const { links } of await tilesetsOf(site)) for (const rel of ['self', 'item', `${REL}/tiling-scheme`]) linkOf(links, rel, 'a tileset');
  },
};

export const GEODATA_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'desc-links': async (site) => {
    for (const { id, links } of await site.collections()) linkOf(links, `${REL}/tilesets-vector`, `collection ${id}`);
  },
  operation: async (site) => { await tilesetsOf(site); },
};

export const DATETIME_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'datetime-axis': async (site) => {
    for (const tileset of await tilesetsOf(site)) {
      const tile = tileOf(tileset, ['0', '0', '0']);
      const statusAt = async (moment: string): Promise<number> => (await site.ask(`${tile}${tile.includes('?') ? '&' : '?'}datetime=${moment}`)).status;
      assert.equal(await statusAt('1900-01-01T00:00:00Z'), 204, 'a tile of a moment before all features');
      assert.equal(await statusAt('../..'), 200);
      assert.equal(await statusAt('yesterday'), 400);
    }
  },
};

export const MVT_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  content: async (site) => {
    for (const tileset of await tilesetsOf(site)) {
      const reply = await fetch(tileOf(tileset, ['0', '0', '0']), { headers: { accept: MVT } });
      const { layers } = new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer())));
      const [layer, ...others] = Object.values(layers);
      assert.ok(layer !== undefined && layer.length > 0, 'the tile of everything has no features');
      assert.equal(others.length, 0, 'a collection is one layer');
      for (let at = 0; at < layer.length; at += 1) assert.ok(layer.feature(at).loadGeometry().length > 0, 'a feature without geometry');
    }
  },
};

/** Ends of the operation ids by path: the clause of OGC API Tiles on OpenAPI 3.0. */
const OPERATION_IDS = {
  '/collections/{collectionId}/tiles': '.collection.vector.getTileSetsList',
  '/collections/{collectionId}/tiles/{tileMatrixSetId}': '.collection.vector.getTileSet',
  '/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}': '.collection.vector.getTile',
  '/tileMatrixSets': 'getTileMatrixSetsList',
  '/tileMatrixSets/{tileMatrixSetId}': 'getTileMatrixSet',
};

/** The other tests of this class are those of OpenAPI 3.0 in OGC API Features. */
export const OPERATION_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'operation-id': async (site) => {
    const operations = operationsOf(await documentOf(site));
    for (const [path, end] of Object.entries(OPERATION_IDS)) {
      const ids = operations.filter((operation) => operation.path === path && operation.method === 'get').map(({ operationId }) => operationId);
      assert.ok(ids.length === 1 && ids[0]!.endsWith(end), `${path} has the operations ${ids.join(', ')}, and none that ends with ${end}`);
    }
  },
};
