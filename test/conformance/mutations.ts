/** Mutations: defects of a service, each with the abstract test that must notice it. */
import type { Mutation, Passing } from './proxy.ts';

type Body = Record<string, unknown>;

/** Changes JSON below a path. */
function json(path: RegExp, change: (body: Body) => void): (passing: Passing) => void {
  return (passing) => {
    if (!path.test(passing.asked.pathname) || passing.status !== 200 || !/json/.test(passing.headers.get('content-type') ?? '')) return;
    const body = JSON.parse(passing.body) as Body;
    change(body);
    passing.body = JSON.stringify(body);
  };
}

function ignoring(...names: readonly string[]): (url: URL) => void {
  return (url) => { for (const name of names) url.searchParams.delete(name); };
}

/** Replaces words in a filter. */
function inFilter(words: RegExp, other: string): (url: URL) => void {
  return ({ searchParams }) => {
    const filter = searchParams.get('filter');
    if (filter !== null) searchParams.set('filter', filter.replaceAll(words, other));
  };
}

interface LinkBody { rel: string; href: string; type: string }
const linksOf = (body: Body) => (body['links'] ?? []) as LinkBody[];
const featuresOf = (body: Body) => (body['features'] ?? []) as Body[];

const ITEMS = /\/items$/;
const ITEM = /\/items\/[^/]+$/;
const COLLECTION = /\/collections\/[^/]+$/;
const LANDING = /^\/[^/]*\/?$/;

/** Swaps the first and second coordinates. */
function swapped(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return typeof value[0] === 'number' ? [value[1], value[0], ...value.slice(2)] : value.map(swapped);
}

function swapAxes(body: Body): void {
  for (const feature of [...featuresOf(body), body]) {
    const geometry = feature['geometry'] as { coordinates: unknown } | null | undefined;
    if (geometry !== null && geometry !== undefined) geometry.coordinates = swapped(geometry.coordinates);
  }
}

/** Changes features in JSON-FG. */
function inFg(change: (feature: Body, root: Body) => void): (passing: Passing) => void {
  return json(/\/items(?:\/[^/]+)?$/, (body) => {
    if (body['conformsTo'] !== undefined) for (const feature of body['type'] === 'Feature' ? [body] : featuresOf(body)) change(feature, body);
  });
}

export const MUTATIONS: readonly Mutation[] = [
  { name: 'gives JSON-FG without its conformance', noticedBy: '/conf/core/schema-valid', answer: inFg((_, root) => { delete root['conformsTo']; }) },
  { name: 'gives the geometry of JSON-FG in the CRS of place', noticedBy: '/conf/core/geometry-wgs84', answer: inFg((feature) => { feature['geometry'] = feature['place']; }) },
  { name: 'names CRS84 as the CRS of place', noticedBy: '/conf/core/place-geometries', answer: inFg((_, root) => { root['coordRefSys'] = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'; }) },
  { name: 'ends a validity before it begins', noticedBy: '/conf/core/interval', answer: inFg((feature) => { feature['time'] = { interval: ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'] }; }) },
  { name: 'links to no profile', noticedBy: '/conf/profiles/jsonfg', answer: json(/\/items$/, (body) => { body['links'] = linksOf(body).filter(({ rel }) => rel !== 'profile'); }) },
  { name: 'ignores the parameter profile', noticedBy: '/conf/profile-parameter/profile-param-response', request: ignoring('profile') },
  { name: 'leaves numberMatched out', noticedBy: '/conf/core/fc-numberMatched', answer: json(ITEMS, (body) => { delete body['numberMatched']; }) },
  { name: 'counts one too few in numberMatched', noticedBy: '/conf/core/fc-numberMatched', answer: json(ITEMS, (body) => { body['numberMatched'] = Number(body['numberMatched']) - 1; }) },
  { name: 'counts one too many in numberReturned', noticedBy: '/conf/core/fc-numberReturned', answer: json(ITEMS, (body) => { body['numberReturned'] = Number(body['numberReturned']) + 1; }) },
  { name: 'gives features as application/json', noticedBy: '/conf/core/fc-op', answer: ({ headers }) => {
    if (/geo\+json/.test(headers.get('content-type') ?? '')) headers.set('content-type', 'application/json');
  } },
  { name: 'links the next page to this one', noticedBy: '/conf/core/fc-numberMatched', answer: (passing) => json(ITEMS, (body) => {
    for (const link of linksOf(body)) if (link.rel === 'next') link.href = passing.asked.href;
  })(passing) },
  { name: 'links to a page that is not there', noticedBy: '/conf/core/fc-links', answer: json(ITEMS, (body) => {
    for (const link of linksOf(body)) if (link.rel === 'collection') link.href += '-not-there';
  }) },
  { name: 'leaves the link to itself out', noticedBy: '/conf/core/fc-links', answer: json(ITEMS, (body) => {
    body['links'] = linksOf(body).filter(({ rel }) => rel !== 'self');
  }) },
  { name: 'gives a feature twice', noticedBy: '/conf/core/fc-numberMatched', answer: json(ITEMS, (body) => {
    featuresOf(body).push(...featuresOf(body).slice(0, 1));
    body['numberMatched'] = Number(body['numberMatched']) + 1;
  }) },
  { name: 'gives a moment without its zone', noticedBy: '/conf/core/fc-timeStamp', answer: json(ITEMS, (body) => {
    body['timeStamp'] = String(body['timeStamp']).replace('Z', '');
  }) },
  { name: 'gives a moment in the future', noticedBy: '/conf/core/fc-timeStamp', answer: json(ITEMS, (body) => { body['timeStamp'] = '2999-01-01T00:00:00Z'; }) },
  { name: 'does not say that answers depend on Accept', noticedBy: '/conf/core/http', answer: ({ headers }) => headers.delete('vary') },
  { name: 'does not say which methods are allowed', noticedBy: '/conf/core/http', answer: ({ headers }) => headers.delete('allow') },
  { name: 'answers 200 with its own ETag', noticedBy: '/conf/core/http', answer: (passing) => { if (passing.status === 304) passing.status = 200; } },
  { name: 'takes a parameter that it does not know', noticedBy: '/conf/core/query-param-unknown', request: ignoring('this_is_no_parameter') },
  { name: 'takes a limit that is no number', noticedBy: '/conf/core/query-param-invalid', request: (url) => {
    if (!/^\d+$/.test(url.searchParams.get('limit') ?? '1')) url.searchParams.delete('limit');
  } },
  { name: 'ignores limit', noticedBy: '/conf/core/fc-limit-response', request: ignoring('limit') },
  { name: 'ignores bbox', noticedBy: '/conf/core/fc-bbox-response', request: ignoring('bbox', 'bbox-crs') },
  { name: 'hides features without a geometry from a box', noticedBy: '/conf/core/fc-bbox-response', request: (url) => {
    if (!url.searchParams.has('bbox') || !ITEMS.test(url.pathname)) return;
    const { searchParams } = url;
    searchParams.set('filter', [searchParams.get('filter'), 'S_INTERSECTS(geometry, BBOX(-180,-90,180,90))'].filter((one) => one !== null).join(' AND '));
  } },
  { name: 'ignores datetime', noticedBy: '/conf/core/fc-time-response', request: ignoring('datetime') },
  { name: 'gives latitude before longitude', noticedBy: '/conf/core/crs84', answer: json(/\/items/, swapAxes) },
  { name: 'does not link its conformance', noticedBy: '/conf/core/root-success', answer: json(LANDING, (body) => {
    body['links'] = linksOf(body).filter(({ rel }) => rel !== 'conformance');
  }) },
  { name: 'gives a collection another title than the list', noticedBy: '/conf/core/sfc-md-success', answer: json(COLLECTION, (body) => { body['title'] = 'another'; }) },
  { name: 'gives a feature without a link to its collection', noticedBy: '/conf/core/f-links', answer: json(ITEM, (body) => {
    body['links'] = linksOf(body).filter(({ rel }) => rel !== 'collection');
  }) },
  { name: 'defines no datetime', noticedBy: '/conf/core/fc-time-definition', answer: json(/openapi/, (body) => {
    const { parameters } = body['components'] as { parameters: Record<string, Body> };
    if (parameters['datetime'] !== undefined) parameters['datetime']['name'] = 'when';
  }) },
  { name: 'gives a feature another id', noticedBy: '/conf/geojson/content', answer: json(ITEM, (body) => { body['id'] = 'another'; }) },
  { name: 'gives a ring that is not closed to a point', noticedBy: '/conf/geojson/content', answer: json(ITEMS, (body) => {
    for (const feature of featuresOf(body)) feature['geometry'] = { type: 'Polygon', coordinates: [[[5, 52], [6, 53]]] };
  }) },
  { name: 'gives pages without content', noticedBy: '/conf/html/content', answer: (passing) => {
    if (/html/.test(passing.headers.get('content-type') ?? '')) passing.body = passing.body.replace(/<main[\s\S]*<\/main>/, '<main></main>');
  } },
  { name: 'gives pages as text/plain', noticedBy: '/conf/html/definition', answer: ({ headers }) => {
    if (/html/.test(headers.get('content-type') ?? '')) headers.set('content-type', 'text/plain');
  } },
  { name: 'says another CRS than it gives', noticedBy: '/conf/crs/crs-parameter', answer: ({ headers }) => {
    if (headers.has('content-crs')) headers.set('content-crs', '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>');
  } },
  { name: 'writes Content-Crs without brackets', noticedBy: '/conf/crs/crs-parameter-default', answer: ({ headers }) => {
    headers.set('content-crs', headers.get('content-crs')?.slice(1, -1) ?? '');
  } },
  { name: 'gives ETRS89 with longitude first', noticedBy: '/conf/crs/crs-parameter-transform', answer: (passing) => {
    if (/4258/.test(passing.asked.search)) json(/\/items/, swapAxes)(passing);
  } },
  { name: 'takes a CRS that it does not know', noticedBy: '/conf/crs/crs-parameter-invalid', request: (url) => {
    if (/no-such-crs/.test(url.searchParams.get('crs') ?? '')) url.searchParams.delete('crs');
  } },
  { name: 'does not say in which CRS it stores', noticedBy: '/conf/crs/storageCrs', answer: json(COLLECTION, (body) => { delete body['storageCrs']; }) },
  { name: 'ignores filter', noticedBy: '/conf/filter/filter-param', request: ignoring('filter', 'filter-lang') },
  { name: 'ignores fields as parameters', noticedBy: '/conf/queryables-query-parameters/query-param', request: (url) => {
    const limit = url.searchParams.get('limit');
    url.search = limit === null ? '' : `limit=${limit}`;
  } },
  { name: 'reads a filter by a box as of any CRS', noticedBy: '/conf/filter/filter-crs-param', request: ignoring('filter-crs') },
  { name: 'gives queryables without types', noticedBy: '/conf/queryables/get-queryables', answer: json(/\/queryables$/, (body) => {
    for (const property of Object.values(body['properties'] as Record<string, Body>)) delete property['type'];
  }) },
  { name: 'takes at most for less', noticedBy: '/conf/basic-cql2/test-data', request: (url) => {
    const filter = url.searchParams.get('filter');
    if (filter !== null) url.searchParams.set('filter', filter.replace('<=', '<'));
  } },
  { name: 'takes a list that overlaps for one that contains', noticedBy: '/conf/array-functions/array-predicates', request: (url) => {
    const filter = url.searchParams.get('filter');
    if (filter !== null) url.searchParams.set('filter', filter.replace('A_CONTAINS(', 'A_OVERLAPS('));
  } },
  { name: 'takes no array for an empty one', noticedBy: '/conf/array-functions/logical', request: (url) => {
    const filter = url.searchParams.get('filter');
    if (filter !== null) url.searchParams.set('filter', filter.replaceAll(/A_[A-Z]+\(([^,]+),\([^)]*\)\)/g, '($& AND $1 IS NOT NULL)'));
  } },
  { name: 'heeds case in spite of CASEI', noticedBy: '/conf/case-insensitive-comparison/test-data', request: inFilter(/casei\(/gi, 'accenti(') },
  { name: 'heeds accents in spite of ACCENTI', noticedBy: '/conf/accent-insensitive-comparison/test-data', request: inFilter(/accenti\(/gi, 'casei(') },
  { name: 'takes no collection of geometries', noticedBy: '/conf/basic-spatial-functions-plus/test-data', request: inFilter(/GEOMETRYCOLLECTION\((POINT\([^)]*\)).*\)$/g, '$1)') },
  { name: 'takes what lies within for what intersects', noticedBy: '/conf/spatial-functions/s_contains', request: inFilter(/S_CONTAINS|S_WITHIN/g, 'S_INTERSECTS') },
  { name: 'takes what touches for what overlaps', noticedBy: '/conf/spatial-functions/test-data', request: inFilter(/S_OVERLAPS/g, 'S_TOUCHES') },
  { name: 'takes apart for what meets', noticedBy: '/conf/spatial-functions/s_disjoint', request: inFilter(/S_DISJOINT/g, 'S_INTERSECTS') },
  { name: 'takes what is within for what is equal', noticedBy: '/conf/spatial-functions/test-data', request: inFilter(/S_WITHIN/g, 'S_EQUALS') },
  { name: 'takes after for before', noticedBy: '/conf/temporal-functions/test-data', request: inFilter(/T_AFTER/g, 'T_BEFORE') },
  { name: 'lists no functions', noticedBy: '/conf/functions/get-functions', answer: json(/\/functions$/, (body) => { body['functions'] = []; }) },
  { name: 'takes every distance for none', noticedBy: '/conf/functions/functions', request: inFilter(/,[\d.]+\)( |$)/g, ',0)$1') },
  { name: 'links a collection to no tiles', noticedBy: '/conf/geodata-tilesets/desc-links', answer: json(/\/collections$/, (body) => {
    for (const one of body['collections'] as Body[]) one['links'] = linksOf(one).filter(({ rel }) => !rel.endsWith('tilesets-vector'));
  }) },
  { name: 'has a tile where its set has none', noticedBy: '/conf/core/tc-error', answer: (passing) => {
    if (/\/tiles\//.test(passing.asked.pathname) && passing.status === 404) passing.status = 200;
  } },
  { name: 'gives a matrix set of another CRS', noticedBy: '/conf/tileset/tileset-description', answer: json(/tileMatrixSets\/./, (body) => {
    body['crs'] = 'http://www.opengis.net/def/crs/EPSG/0/4326';
  }) },
  { name: 'has no template of its tiles', noticedBy: '/conf/tilesets-list/tileset-links', answer: json(/\/tiles\/[^/]+$/, (body) => {
    body['links'] = linksOf(body).filter(({ rel }) => rel !== 'item');
  }) },
  { name: 'takes no moment of tiles', noticedBy: '/conf/datetime/datetime-axis', request: (url) => {
    if (/\/tiles\//.test(url.pathname)) url.searchParams.delete('datetime');
  } },
  { name: 'names the operation of a tile its own way', noticedBy: '/conf/oas30/operation-id', answer: (passing) => {
    passing.body = passing.body.replaceAll('.collection.vector.getTile"', '"');
  } },
  { name: 'answers with a status that it does not document', noticedBy: '/conf/oas30/exceptions-codes', answer: (passing) => {
    if (passing.status === 400) passing.status = 422;
  } },
  { name: 'documents a path that is not there', noticedBy: '/conf/oas30/oas-impl', answer: json(/openapi/, (body) => {
    const paths = body['paths'] as Body;
    paths['/not-there'] = paths['/conformance'];
  }) },
  { name: 'refers to what is not there', noticedBy: '/conf/oas30/oas-definition-2', answer: json(/openapi/, (body) => {
    (body['paths'] as Body)['/'] = { get: { responses: { 200: { $ref: '#/components/responses/NotThere' } } } };
  }) },
];

/** Mutations for Part 5, for a service that declares Part 5. */
export const SCHEMA_MUTATIONS: readonly Mutation[] = [
  { name: 'gives a schema whose properties are all numbers', noticedBy: '/conf/returnables-and-receivables/response-1', answer: json(/\/schema$/, (body) => {
    for (const property of Object.values(body['properties'] as Record<string, Body>)) if ('type' in property) property['type'] = 'number';
  }) },
  { name: 'gives a schema without a geometry', noticedBy: '/conf/advanced-property-roles/role-primary-geometry', answer: json(/\/schema$/, (body) => {
    for (const property of Object.values(body['properties'] as Record<string, Body>)) delete property['x-ogc-role'];
    for (const property of Object.values(body['properties'] as Record<string, Body>)) if (property['type'] === undefined) property['type'] = 'object';
  }) },
];
