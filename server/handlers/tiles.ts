/**
 * Tiles: vector tiles of a collection, their descriptions, and the tile matrix sets (OGC API Tiles, Part 1).
 *
 * A tile is made when it is asked for, from the edition that a list with the same parameters comes from; equal content and equal query
 * give equal bytes, so the tag is strong. A tile without features is 204. An address that the set has no tile for is 404.
 * Not here: the content (publisher/tiles/), the descriptions (description/tilesets.ts).
 */
import { MATRIX_SETS, matrixSetOf, tileOf, type MatrixSet, type Tile } from '../../publisher/tiles/matrix-sets.ts';
import { isCollection } from '../description/collections.ts';
import { mapLibreStyle, openLayersStyle, qgisStyle } from '../description/tile-styles.ts';
import { matrixSetBody, matrixSetsBody, styledForms, tileJson, tilesetBody, tilesetsBody, type Described } from '../description/tilesets.ts';
import { listingOf } from '../edition/listing.ts';
import { TILES } from '../parameters/list-query.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS, TILE_FORMS } from '../request/negotiate.ts';
import { validatorsOf, withValidators } from '../response/conditional.ts';
import { listTag } from '../response/etags.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders, emptyResponse, jsonBytes, okResponse } from '../response/response.ts';
import type { Handler, Service } from '../service.ts';
import { TileCache } from '../tiles/tile-cache.ts';
import type { PageRequest } from '../web/page.ts';
import { matrixSetPage, matrixSetsPage, tilesetPage, tilesetsPage } from '../web/tile-pages.ts';
import { fixed, passing } from './fixed.ts';

/** GET /tileMatrixSets */
export function matrixSets({ baseUrl }: Service): Handler {
  return fixed(PLAIN_FORMS, `${baseUrl}/tileMatrixSets`, { json: jsonBytes(matrixSetsBody(baseUrl, 'nl')), html: matrixSetsPage });
}

/** GET /tileMatrixSets/{tileMatrixSetId} */
export function matrixSet({ baseUrl }: Service): Handler {
  const handlers = new Map(MATRIX_SETS.map((set) => [set.id, fixed(PLAIN_FORMS, `${baseUrl}/tileMatrixSets/${set.id}`, {
    json: jsonBytes(matrixSetBody(set, 'nl')), html: (context) => matrixSetPage(set, context),
  })]));
  return (request, service) => handlers.get(request.params['tileMatrixSetId'] ?? '')?.(request, service) ?? ABSENT;
}

/** GET /collections/{collectionId}/tiles */
export function tilesets({ baseUrl }: Service): Handler {
  return ofCollection((collection) => passing(PLAIN_FORMS, `${baseUrl}/collections/${collection}/tiles`, {
    json: (context) => jsonBytes(tilesetsBody(describedAt(context, collection))), html: (context) => tilesetsPage(collection, context),
  }, { worded: ['json'] }));
}

/** GET /collections/{collectionId}/tiles/{tileMatrixSetId} */
export function tileset({ baseUrl }: Service): Handler {
  const handlers = new Map(MATRIX_SETS.map((set) => [set.id, ofCollection((collection) => (
    passing(styledForms(set), `${baseUrl}/collections/${collection}/tiles/${set.id}`, {
      json: (context) => jsonBytes(tilesetBody(set, describedAt(context, collection))),
      tilejson: (context) => jsonBytes(tileJson(set, describedAt(context, collection))),
      html: (context) => tilesetPage(set, collection, context),
      openlayers: (context) => jsonBytes(openLayersStyle(describedAt(context, collection))),
      maplibre: (context) => jsonBytes(mapLibreStyle(set, describedAt(context, collection))),
      qml: (context) => Buffer.from(qgisStyle(describedAt(context, collection))),
    }, { worded: ['json', 'tilejson', 'maplibre'] })
  ))]));
  return (request, service) => handlers.get(request.params['tileMatrixSetId'] ?? '')?.(request, service) ?? ABSENT;
}

/** GET /collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol} */
export function tile(): Handler {
  const cache = new TileCache();
  return (request, service) => {
    const { collectionId: collection = '', tileMatrixSetId = '', tileMatrix = '', tileRow = '', tileCol = '' } = request.params;
    const set = matrixSetOf(tileMatrixSetId);
    if (!isCollection(collection) || set === undefined) return ABSENT;
    const wanted = tileOf(set, { level: tileMatrix, row: tileRow, column: tileCol });
    if (wanted === undefined) return outOfRange(set);
    const path = `/collections/${collection}/tiles/${set.id}/${wanted.level}/${wanted.row}/${wanted.column}`;
    const form = formOf(request, TILE_FORMS, service.baseUrl + path);
    if (typeof form === 'object') return form;
    const listing = listingOf(request, service, { collection, kind: TILES, path });
    if ('problem' in listing) return listing;
    const { query, facts, series } = listing;
    const tag = listTag({ series: facts.tag, question: `${query.hash}-${nameOf(wanted)}`, form, service: service.tag });
    const key = `${service.tag} ${facts.tag} ${query.identity}`;
    return withValidators(request, validatorsOf(tag, facts.modified, service.clock()), async () => {
      const bytes = await cache.of({ series, collection, question: query.question, key }, wanted);
      return bytes.length === 0 ? emptyResponse(204, []) : okResponse(headersOf(set), bytes);
    });
  };
}

function headersOf({ crsUri }: MatrixSet): readonly string[] {
  return [...contentHeaders(MEDIA_TYPES.mvt), 'Content-Crs', `<${crsUri}>`];
}

function nameOf({ set, level, row, column }: Tile): string {
  return `${set.id}.${level}.${row}.${column}`;
}

function outOfRange({ id, lastLevel }: MatrixSet): Problem {
  return {
    problem: 'BestaatNiet',
    detail: {
      nl: `${id} heeft hier geen tegel: tileMatrix is een getal van 0 tot en met ${lastLevel}, tileRow en tileCol zijn getallen van 0 tot 2 tot de macht tileMatrix.`,
      en: `${id} has no tile here: tileMatrix is a number from 0 up to and including ${lastLevel}, tileRow and tileCol are numbers from 0 to below 2 to the power of tileMatrix.`,
    },
  };
}

/** Returns a handler that makes one of a collection at its first request. */
function ofCollection(make: (collection: string) => Handler): Handler {
  const made = new Map<string, Handler>();
  return (request, service) => {
    const collection = request.params['collectionId'] ?? '';
    if (!isCollection(collection)) return ABSENT;
    const handler = made.get(collection) ?? make(collection);
    made.set(collection, handler);
    return handler(request, service);
  };
}

function describedAt({ baseUrl, passedOn, language }: PageRequest, collection: string): Described {
  return { baseUrl, collection, passedOn, language };
}
