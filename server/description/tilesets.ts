/**
 * Tilesets: descriptions of tile matrix sets and of the vector tiles of a collection (OGC 17-083r4, OGC API Tiles, TileJSON 3.0).
 * They depend on the model only, not on an edition. Addresses of tiles are templates.
 */
import { COUNT_FIELDS, COUNTS_LAYER, layerFields } from '../../publisher/tiles/layers.ts';
import { MATRIX_SETS, TILE_PIXELS, type MatrixSet } from '../../publisher/tiles/matrix-sets.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { FORM_PARAMETER, joinQueries, withoutParameters } from '../parameters/query.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import { asPage } from '../request/form.ts';
import { MEDIA_TYPES, PLANE_TILESET_FORMS, TILESET_FORMS, type Form } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { AS_PAGE, OGC_REL, textOf } from './collections.ts';

/** The place and language of a description. */
export interface Described {
  readonly baseUrl: string;
  readonly collection: string;
  readonly passedOn: PassedOn;
  readonly language: Language;
}

/** The content of tiles, in words for readers. */
export const CONTENTS: Text = {
  nl: `Een tegel heeft de objecten die hem raken, elk met id en de velden met één waarde. Op niveaus waar een tegel er meer dan ${LIMITS.tileFeaturesMax} `
    + 'zou hebben, heeft iedere tegel punten met aantal: het aantal objecten waarvan het midden in die cel van de tegel ligt.',
  en: `A tile has the features that touch it, each with its id and the fields with one value. At levels where a tile would have more than ${LIMITS.tileFeaturesMax}, `
    + 'each tile has points with aantal: the number of features whose centre lies in that cell of the tile.',
};

/** Returns the forms of the description of a tileset. */
export function styledForms({ crs }: MatrixSet): readonly (typeof TILESET_FORMS)[number][] {
  return crs === '3857' ? TILESET_FORMS : PLANE_TILESET_FORMS;
}

/** Forms with which a map draws a tileset. */
const STYLES = {
  maplibre: { nl: 'Stijl voor MapLibre', en: 'Style for MapLibre' },
  qml: { nl: 'Stijl voor QGIS', en: 'Style for QGIS' },
  openlayers: { nl: 'Stijl voor OpenLayers', en: 'Style for OpenLayers' },
} as const satisfies Partial<Record<Form, Text>>;

/** Returns a link to each style of a tileset. */
export function styleLinks(set: MatrixSet, { baseUrl, collection, passedOn, language }: Described) {
  const forms = (Object.keys(STYLES) as (keyof typeof STYLES)[]).filter((form) => styledForms(set).includes(form));
  return forms.map((form) => ({
    href: `${baseUrl}/collections/${collection}/tiles/${set.id}?${inForm(passedOn, form)}`, rel: 'stylesheet', type: MEDIA_TYPES[form], title: STYLES[form][language],
  }));
}

/** Returns a tile matrix set as a document. */
export function matrixSetBody(set: MatrixSet, language: Language) {
  const { id, title, uri, crsUri, origin, cellSize, scaleDenominator } = set;
  return {
    id, title: title[language], ...(uri === null ? {} : { uri }), crs: crsUri, orderedAxes: ['X', 'Y'],
    tileMatrices: levelsOf(set).map((level) => ({
      id: String(level), scaleDenominator: scaleDenominator / 2 ** level, cellSize: cellSize / 2 ** level, cornerOfOrigin: 'topLeft', pointOfOrigin: origin,
      tileWidth: TILE_PIXELS, tileHeight: TILE_PIXELS, matrixWidth: 2 ** level, matrixHeight: 2 ** level,
    })),
  };
}

/** Returns the list of tile matrix sets. */
export function matrixSetsBody(baseUrl: string, language: Language) {
  const url = `${baseUrl}/tileMatrixSets`;
  return {
    tileMatrixSets: MATRIX_SETS.map(({ id, title, uri, crsUri }) => ({
      id, title: title[language], ...(uri === null ? {} : { uri }), crs: crsUri,
      links: [{ href: `${url}/${id}`, rel: 'self', type: MEDIA_TYPES.json, title: title[language] }],
    })),
    links: [{ href: url, rel: 'self', type: MEDIA_TYPES.json }],
  };
}

/** Returns the list of the tilesets of a collection. */
export function tilesetsBody(given: Described) {
  const self = tilesetsUrl(given);
  return {
    tilesets: MATRIX_SETS.map((set) => summaryOf(set, given)),
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json },
      { href: asPage(self), rel: 'alternate', type: 'text/html', title: AS_PAGE[given.language] },
    ],
  };
}

/** Returns one tileset of a collection. */
export function tilesetBody(set: MatrixSet, given: Described) {
  const { collection, language } = given;
  const { lastLevel, crs } = set;
  const { id: _, ...layer } = layersOf(given, lastLevel)[0]!;
  const area = CRSS[crs].area;
  return {
    ...summaryOf(set, given),
    description: CONTENTS[language],
    boundingBox: { lowerLeft: [area[0], area[1]], upperRight: [area[2], area[3]], crs: set.crsUri },
    tileMatrixSetLimits: levelsOf(set).map((level) => ({
      tileMatrix: String(level), minTileRow: 0, maxTileRow: 2 ** level - 1, minTileCol: 0, maxTileCol: 2 ** level - 1,
    })),
    layers: [
      {
        id: collection, title: textOf(collection).title[language], dataType: 'vector',
        propertiesSchema: { type: 'object', properties: schemaOf(layer.fields) },
      },
      {
        id: `${collection}${COUNTS_LAYER}`, title: COUNTS[language], dataType: 'vector', geometryDimension: 0,
        propertiesSchema: { type: 'object', properties: { aantal: { type: 'integer' } } },
      },
    ],
  };
}

/** Returns one tileset as TileJSON. TileJSON has no CRS: clients take it for Web Mercator. */
export function tileJson(set: MatrixSet, given: Described) {
  const { collection, language } = given;
  const { title } = textOf(collection);
  return {
    tilejson: '3.0.0', name: title[language], description: CONTENTS[language], scheme: 'xyz', tiles: [templateOf(set, given, '{z}/{y}/{x}')],
    minzoom: 0, maxzoom: set.lastLevel, bounds: CRSS.CRS84.area, vector_layers: layersOf(given, set.lastLevel),
  };
}

const COUNTS: Text = { nl: 'Aantallen', en: 'Counts' };

function levelsOf({ lastLevel }: MatrixSet): readonly number[] {
  return Array.from({ length: lastLevel + 1 }, (_, level) => level);
}

function summaryOf(set: MatrixSet, given: Described) {
  const { baseUrl, language } = given;
  const self = tilesetUrl(set, given);
  return {
    title: set.title[language], dataType: 'vector', crs: set.crsUri,
    ...(set.uri === null ? {} : { tileMatrixSetURI: set.uri }), tileMatrixSetId: set.id,
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: set.title[language] },
      { href: asPage(self), rel: 'alternate', type: 'text/html', title: AS_PAGE[language] },
      { href: `${baseUrl}/tileMatrixSets/${set.id}`, rel: `${OGC_REL}/tiling-scheme`, type: MEDIA_TYPES.json, title: set.title[language] },
      { href: templateOf(set, given, '{tileMatrix}/{tileRow}/{tileCol}'), rel: 'item', type: MEDIA_TYPES.mvt, templated: true },
      ...styleLinks(set, given),
    ],
  };
}

function tilesetsUrl({ baseUrl, collection, passedOn }: Described): string {
  return withQuery(`${baseUrl}/collections/${collection}/tiles`, passedOn.text);
}

function tilesetUrl(set: MatrixSet, { baseUrl, collection, passedOn }: Described): string {
  return withQuery(`${baseUrl}/collections/${collection}/tiles/${set.id}`, passedOn.text);
}

/** Returns the template of the addresses of tiles. */
export function templateOf(set: MatrixSet, { baseUrl, collection, passedOn }: Omit<Described, 'language'>, place: string): string {
  return `${baseUrl}/collections/${collection}/tiles/${set.id}/${place}?${inForm(passedOn, 'mvt')}`;
}

/** Returns the query of a link to a form. */
function inForm({ text }: PassedOn, form: Form): string {
  return joinQueries(withoutParameters({ text }, [FORM_PARAMETER]), `f=${form}`);
}

/** Returns the layers as TileJSON has them. */
function layersOf({ collection, language }: Described, maxzoom: number) {
  return [
    { id: collection, description: textOf(collection).title[language], minzoom: 0, maxzoom, fields: layerFields(collection) },
    { id: `${collection}${COUNTS_LAYER}`, description: COUNTS[language], minzoom: 0, maxzoom, fields: COUNT_FIELDS },
  ];
}

function schemaOf(fields: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
}
