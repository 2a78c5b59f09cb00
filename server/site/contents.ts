/**
 * Contents of a static site: which resources become files, in which forms, and why the others do not. Every GET route of the service is
 * in one of the two tables (test/server/site/contents.test.ts).
 *
 * A resource with others below it is a folder with `index.json` and `index.html`; any other is a file beside them. A list has one more file
 * for each further page. Not here: names of files and links (addresses.ts), the order in which files are made (walk.ts).
 */
import { ROOTS } from '../../schemas/names.ts';
import { CONTEXT_PATH } from '../description/json-ld-context.ts';
import { CATALOGUE, ROBOTS, SITEMAP } from '../handlers/catalogue.ts';
import { COLLECTION_SCHEMAS } from '../handlers/collection-schemas.ts';
import { WHOLE_DOWNLOADS } from '../description/downloads.ts';
import { REQUESTED_FILES } from '../description/requested-file.ts';
import { HERKOMST } from '../description/herkomst.ts';
import { WHOLE_CELL_SIZES } from '../parameters/cel.ts';
import type { Form } from '../request/negotiate.ts';
import { SUB_TARGETS } from '../response/nested-objects.ts';

/** Files that pages load. They have one form each. */
export const ASSET = '/assets/:hash/:asset';
/** Files of an edition to take as a whole. */
export const DOWNLOADS: readonly string[] = ['/collections/:collectionId/downloads/:bestand', `${WHOLE_DOWNLOADS}/:geheelBestand`];

export interface SiteResource {
  /** As in routes.ts. */
  readonly path: string;
  /** Forms of its files. The first is that of a link without a media type. */
  readonly forms: readonly Form[];
  /** Whether its files are named after it, instead of `index` in a folder of its own. */
  readonly isLeaf?: true;
  /** Whether it is a list with pages. */
  readonly isPaged?: true;
  /** Whether it is also in the other CRSs of the site, below `crs/{code}`. */
  readonly isPerCrs?: true;
  /** The only parameter that makes files of their own, named after its value, and the values. */
  readonly parameter?: { readonly name: string; readonly values: readonly string[] };
}

/** End of the name of a file, by its form. Schemas and OpenAPI are JSON. */
export const EXTENSIONS: Readonly<Partial<Record<Form, string>>> = {
  json: 'json', geojson: 'geojson', html: 'html', schema: 'json', openapi: 'json', jsonld: 'jsonld', gml: 'gml',
};

const PLAIN = ['json', 'html'] as const;
const SCHEMA = ['schema', 'html'] as const;

export const IN_SITE: readonly SiteResource[] = [
  { path: '', forms: PLAIN },
  { path: '/openapi.json', forms: ['openapi'], isLeaf: true },
  { path: '/conformance', forms: PLAIN, isLeaf: true },
  { path: '/collections', forms: PLAIN },
  { path: '/collections/:collectionId', forms: PLAIN },
  ...Object.keys(COLLECTION_SCHEMAS).map((name) => ({ path: `/collections/:collectionId/${name}`, forms: SCHEMA, isLeaf: true } as const)),
  { path: '/collections/:collectionId/items', forms: ['geojson', 'html'], isPaged: true, isPerCrs: true },
  { path: '/collections/:collectionId/items/:featureId', forms: ['geojson', 'html'], isLeaf: true, isPerCrs: true },
  { path: '/collections/:collectionId/tellingen', forms: ['json'], parameter: { name: 'cel', values: WHOLE_CELL_SIZES.map(String) } },
  { path: '/crss', forms: PLAIN },
  { path: '/crss/:code', forms: ['json', 'html', 'gml'], isLeaf: true },
  { path: '/waardelijsten', forms: PLAIN },
  { path: '/waardelijsten/:naam', forms: PLAIN, isLeaf: true },
  { path: '/schemas', forms: PLAIN },
  { path: '/schemas/:type', forms: SCHEMA, isLeaf: true },
  { path: '/fouten', forms: PLAIN },
  { path: '/fouten/ev/:fout', forms: PLAIN, isLeaf: true },
  { path: '/fouten/ev/parameter/:parameterFout', forms: PLAIN, isLeaf: true },
  { path: '/fouten/ev/regel/:regel', forms: PLAIN, isLeaf: true },
  ...Object.values(ROOTS).flatMap(({ path }) => [
    { path: `/${path}`, forms: PLAIN, isPaged: true } as const, { path: `/${path}/:id`, forms: PLAIN, isLeaf: true } as const,
  ]),
  { path: '/kaart', forms: ['html'] },
  { path: CATALOGUE, forms: ['jsonld'], isLeaf: true },
  { path: ASSET, forms: [], isLeaf: true },
  ...DOWNLOADS.map((path) => ({ path, forms: [], isLeaf: true } as const)),
];

const PARAMETERS = 'it is about the parameters of a request, which files do not read';
const OTHER_MOMENTS = 'it is about other moments and editions, and a site has one';
const MEASURED = 'it is measured on command, and often later than the edition is published';
const REQUESTED = 'it is made when it is asked for';
const ONE_FILE = 'the tiles are one file, PMTiles, among the downloads';
const MANY = 'its contents are in the document of its root';

/** Routes that are not in a site, with the reason. */
export const NOT_IN_SITE: Readonly<Record<string, string>> = {
  '/': 'it is the address of the start page with a slash, which web servers serve from the same folder',
  '/api': 'it redirects to /openapi.json',
  '/documentatie': PARAMETERS, '/documentatie/recepten': PARAMETERS, '/documentatie/:operationId': PARAMETERS, '/documentatie/versies': PARAMETERS,
  [CONTEXT_PATH]: 'the header Link leads to it, which files do not have',
  '/functions': PARAMETERS, '/omgeving': PARAMETERS, '/zoeken': PARAMETERS,
  '/beheren': 'it is about the running service',
  '/kwaliteit': MEASURED, '/kwaliteit/:bronhoudercode': MEASURED,
  '/publicaties': OTHER_MOMENTS, '/edities': OTHER_MOMENTS, '/edities/:nummer': OTHER_MOMENTS, '/verschillen': OTHER_MOMENTS, '/verschillen/feed': OTHER_MOMENTS,
  '/collections/:collectionId/items/:featureId/versions': OTHER_MOMENTS,
  ...Object.fromEntries(Object.values(ROOTS).flatMap(({ path }) => [
    [`/${path}/:id/versies`, OTHER_MOMENTS], [`/${path}/:id${HERKOMST}`, OTHER_MOMENTS],
  ])),
  ...Object.fromEntries(SUB_TARGETS.flatMap(({ path, sub }) => [[`/${path}/:id/${sub}`, MANY], [`/${path}/:id/${sub}/:subId`, MANY]])),
  [`${REQUESTED_FILES}/:uuid`]: REQUESTED, [`${REQUESTED_FILES}/:uuid/:gevraagdBestand`]: REQUESTED,
  '/collections/:collectionId/schema/gml': 'it describes features in GML, which are made when they are asked for',
  '/tileMatrixSets': ONE_FILE, '/tileMatrixSets/:tileMatrixSetId': ONE_FILE, '/collections/:collectionId/tiles': ONE_FILE,
  '/collections/:collectionId/tiles/:tileMatrixSetId': ONE_FILE,
  '/collections/:collectionId/tiles/:tileMatrixSetId/:tileMatrix/:tileRow/:tileCol': ONE_FILE,
  [SITEMAP]: 'its addresses are absolute, and a site may be served anywhere',
  [ROBOTS]: 'it belongs at the root of a host, which is the operator\'s',
};
