/** Paths of vector tiles and tile matrix sets. The ends of their operation ids are those that OGC API Tiles fixes. */
import { TILES } from '../parameters/list-query.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { ref, type ApiObject } from './components.ts';
import { get, passingPath, plainPath } from './operations.ts';
import { jsonContent, SHARED_HEADERS } from './responses.ts';

export function tilePaths(): ApiObject {
  const tag = 'collecties';
  const tiles = '/collections/{collectionId}/tiles';
  const takes = ['collectionId', 'tileMatrixSetId'];
  const described = jsonContent('Tegelset', { extra: ['Content-Language'] });
  const others = {
    [MEDIA_TYPES.tilejson]: { schema: ref('schemas', 'TileJson') }, [MEDIA_TYPES.openlayers]: { schema: { type: 'array', items: { type: 'object' } } },
    [MEDIA_TYPES.maplibre]: { schema: { type: 'object' } }, [MEDIA_TYPES.qml]: { schema: { type: 'string' } },
  };
  return {
    [tiles]: passingPath('tegelsets.collection.vector.getTileSetsList', {
      tag, summary: { nl: 'Indelingen waarin een collectie als vectortegels te krijgen is', en: 'sets in which a collection comes as vector tiles' },
      takes: ['collectionId'], success: jsonContent('Tegelsets', { extra: ['Content-Language'] }),
    }),
    [`${tiles}/{tileMatrixSetId}`]: passingPath('tegelset.collection.vector.getTileSet', {
      tag, summary: { nl: 'De vectortegels van een collectie in één indeling, ook als TileJSON en als stijl', en: 'the vector tiles of a collection in one set, also as TileJSON and as a style' },
      takes, success: { ...described, content: { ...described['content'] as ApiObject, ...others } },
    }),
    [`${tiles}/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}`]: { get: oneTile([...takes, 'tileMatrix', 'tileRow', 'tileCol']) },
    '/tileMatrixSets': plainPath('tegelindelingen.getTileMatrixSetsList', {
      tag, summary: { nl: 'Indelingen in tegels', en: 'tile matrix sets' }, success: jsonContent('TileMatrixSets'),
    }),
    '/tileMatrixSets/{tileMatrixSetId}': plainPath('tegelindeling.getTileMatrixSet', {
      tag, summary: { nl: 'Eén indeling in tegels', en: 'one tile matrix set' }, takes: ['tileMatrixSetId'], success: jsonContent('TileMatrixSet'),
    }),
  };
}

function oneTile(path: readonly string[]): ApiObject {
  const { headers, description } = jsonContent('Tegelset', { extra: ['Content-Crs', 'Last-Modified'], page: false });
  const binary = { schema: { type: 'string', format: 'binary' } };
  const operation = get('tegel.collection.vector.getTile', {
    tag: 'collecties', summary: { nl: 'Eén vectortegel', en: 'one vector tile' }, takes: [...path, ...TILES.names],
    success: { description, headers, content: { [MEDIA_TYPES.mvt]: binary } }, failures: [400, 401, 403, 404, 406, 410, 500, 503],
  });
  const empty = { description: { nl: 'In deze tegel ligt niets', en: 'nothing lies in this tile' }, headers: SHARED_HEADERS };
  return { ...operation, responses: { ...operation.responses, 204: empty } };
}
