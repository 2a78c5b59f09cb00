/**
 * Content negotiation: the form of a resource that a request gets (Interface Rules, General 8).
 *
 * `*` and a missing or empty Accept mean the first form of a resource. A resource without features gives `application/json` for
 * `application/geo+json`. Not here: the parameter `f` (form.ts), languages (language.ts), content codings (coding.ts).
 */
import { REQUESTED_FORMS } from '../../schemas/requested-files.ts';
import { Memo } from './memo.ts';

export const FORMS = [
  'json', 'geojson', 'hal', 'jsonld', 'openapi', 'schema', 'gml', 'xml', 'html', 'csv', 'txt', 'xlsx', 'linkformat', 'atom', 'ndjson', 'mvt',
  'tilejson', 'cloudevents', 'sse', 'jsonfg', 'gmlsf0', 'gpkg', 'pmtiles', 'parquet', 'fgb', 'maplibre', 'openlayers', 'qml',
] as const;
export type Form = (typeof FORMS)[number];

/** Simple Features profile, level 0, of GML 3.2 (OGC API Features Part 1). */
export const GML_SF0_PROFILE = 'http://www.opengis.net/def/profile/ogc/2.0/gml-sf0';
/** Profile of JSON-FG, whose media type is that of GeoJSON (OGC 21-045r1). */
export const JSON_FG_PROFILE = 'http://www.opengis.net/def/profile/OGC/0/jsonfg';

export const MEDIA_TYPES: Readonly<Record<Form, string>> = {
  geojson: 'application/geo+json',
  json: 'application/json',
  hal: 'application/hal+json',
  openapi: 'application/vnd.oai.openapi+json;version=3.0',
  schema: 'application/schema+json',
  gml: 'application/gml+xml; version=3.2',
  html: 'text/html; charset=utf-8',
  jsonld: 'application/ld+json',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  linkformat: 'application/link-format',
  ndjson: 'application/x-ndjson',
  mvt: 'application/vnd.mapbox-vector-tile',
  tilejson: 'application/vnd.mapbox.tile+json',
  cloudevents: 'application/cloudevents-batch+json',
  sse: 'text/event-stream',
  jsonfg: `application/geo+json; profile="${JSON_FG_PROFILE}"`,
  gmlsf0: `application/gml+xml; version=3.2; profile="${GML_SF0_PROFILE}"`,
  gpkg: 'application/geopackage+sqlite3',
  pmtiles: 'application/vnd.pmtiles',
  parquet: 'application/vnd.apache.parquet',
  fgb: 'application/flatgeobuf',
  maplibre: 'application/vnd.mapbox.style+json',
  openlayers: 'application/vnd.openlayers.style+json',
  qml: 'application/x-qgis-layer-settings',
};

export const FEATURE_FORMS = ['geojson', 'json', 'html', 'jsonfg', 'gmlsf0', 'csv'] as const satisfies readonly Form[];
/** A form of features for programs. */
export type PageForm = Exclude<(typeof FEATURE_FORMS)[number], 'html'>;
/** A form of features that is made when it is asked for. */
export type WrittenForm = Exclude<PageForm, 'geojson' | 'json'>;
/** Forms of a search by a body. A web page is left out, because a browser could not follow its links. */
export const POSTED_FEATURE_FORMS = ['geojson', 'json', 'jsonfg', 'gmlsf0', 'csv'] as const satisfies readonly Form[];
export const PLAIN_FORMS = ['json', 'html'] as const satisfies readonly Form[];
/** The form of pages that exist as pages only. */
export const PAGE_FORMS = ['html'] as const satisfies readonly Form[];
/** The form of counts, which are for programs. */
export const COUNT_FORMS = ['json'] as const satisfies readonly Form[];
/** Forms of the versions of a feature, as links. */
export const TIME_MAP_FORMS = ['json', 'linkformat'] as const satisfies readonly Form[];
/** The form of a job, which is for programs. */
export const JOB_FORMS = ['json'] as const satisfies readonly Form[];
/** Forms of the results of a job, as those of a submission, without a page. */
export const RESULT_FORMS = ['json', 'geojson', 'csv', 'xlsx'] as const satisfies readonly Form[];
/** Forms of a submission: its outcome, and its report as points on a map, as a table and as a workbook. */
export const SUBMISSION_FORMS = ['json', 'html', 'geojson', 'csv', 'xlsx'] as const satisfies readonly Form[];
/** Forms of a list of submissions. */
export const SUBMISSION_LIST_FORMS = ['json', 'csv', 'html'] as const satisfies readonly Form[];
/** Forms of the own documents of a holder, which are those of a delivery. */
export const OWN_DOCUMENT_FORMS = ['json', 'ndjson'] as const satisfies readonly Form[];
/** Forms of differences between editions. */
export const DIFFERENCE_FORMS = ['json', 'geojson', 'csv', 'html'] as const satisfies readonly Form[];
/** Forms of measured quality. */
export const QUALITY_FORMS = ['json', 'html', 'csv'] as const satisfies readonly Form[];
/** Forms of publications: a list, by two names, and a stream. */
export const PUBLICATION_FORMS = ['json', 'cloudevents', 'sse'] as const satisfies readonly Form[];
export const FEED_FORMS = ['atom'] as const satisfies readonly Form[];
/** The form of a vector tile. */
export const TILE_FORMS = ['mvt'] as const satisfies readonly Form[];
/** Forms of the description of a set of vector tiles; the last of these draw it. */
export const TILESET_FORMS = ['json', 'tilejson', 'html', 'openlayers', 'maplibre', 'qml'] as const satisfies readonly Form[];
/** Forms of a tileset that is not in Web Mercator: without the styles for MapLibre and QGIS, which do not draw such tiles. */
export const PLANE_TILESET_FORMS = ['json', 'tilejson', 'html', 'openlayers'] as const satisfies readonly Form[];
export const DOCUMENT_FORMS = ['json', 'hal', 'html'] as const satisfies readonly Form[];
/** Forms of the errors and rules. */
export const RULE_FORMS = ['json', 'hal', 'csv', 'html'] as const satisfies readonly Form[];
export const PROGRAM_LANDING_FORMS = ['json', 'openapi'] as const satisfies readonly Form[];
export const LANDING_FORMS = ['json', 'openapi', 'html'] as const satisfies readonly Form[];
export const SCHEMA_FORMS = ['schema', 'json', 'html'] as const satisfies readonly Form[];
/** Forms of a CRS. The document behind its URI comes first. */
export const CRS_FORMS = ['gml', 'json', 'html'] as const satisfies readonly Form[];
export const CATALOGUE_FORMS = ['jsonld', 'json'] as const satisfies readonly Form[];
export const OPENAPI_FORMS = ['openapi', 'json'] as const satisfies readonly Form[];

/** The forms of downloads of one collection. Each file has one. */
export const COLLECTION_DOWNLOAD_FORMS = ['csv', 'xlsx', 'ndjson', 'parquet', 'fgb'] as const satisfies readonly Form[];
/** Forms of downloads with all collections. */
export const WHOLE_DOWNLOAD_FORMS = ['gpkg', 'pmtiles'] as const satisfies readonly Form[];

/** All sets of forms of resources. */
export const FORM_SETS: readonly (readonly Form[])[] = [
  FEATURE_FORMS, POSTED_FEATURE_FORMS, PLAIN_FORMS, SUBMISSION_FORMS, DOCUMENT_FORMS, LANDING_FORMS, SCHEMA_FORMS, CRS_FORMS, OPENAPI_FORMS,
  CATALOGUE_FORMS, COUNT_FORMS, PAGE_FORMS, DIFFERENCE_FORMS, FEED_FORMS, TIME_MAP_FORMS, RESULT_FORMS, SUBMISSION_LIST_FORMS,
  OWN_DOCUMENT_FORMS, RULE_FORMS, TILE_FORMS, TILESET_FORMS, PLANE_TILESET_FORMS, PUBLICATION_FORMS, QUALITY_FORMS, ['xml'], ['txt'],
  ['ndjson'], ['gpkg'], ['pmtiles'], REQUESTED_FORMS, COLLECTION_DOWNLOAD_FORMS, WHOLE_DOWNLOAD_FORMS,
];

/** An entry of an Accept header, in lower case. */
export interface Range {
  readonly type: string;
  readonly quality: number;
}

const ranges = new Memo<readonly Range[]>();
const ACCEPT_CHARS_MAX = 2048;

/** Returns the best of `forms` for an Accept header, or undefined when the header allows none. */
export function negotiate<F extends Form>(accept: string | undefined, forms: readonly F[]): F | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return forms[0];
  const wanted = rangesOf(accept);
  let best: F | undefined;
  let bestQuality = 0;
  for (const form of forms) {
    const quality = qualityOf(form, wanted, forms);
    if (quality > bestQuality) [best, bestQuality] = [form, quality];
  }
  return best;
}

/** Whether the client is a browser, which gets errors as web pages. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept !== undefined && negotiate(accept, PLAIN_FORMS) === 'html';
}

/** Returns the entries of Accept, Accept-Encoding or Accept-Language. An invalid quality is 0. */
export function rangesOf(accept: string): readonly Range[] {
  return ranges.get(accept, () => accept.slice(0, ACCEPT_CHARS_MAX).split(',').map(parseRange));
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = q === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0;
  const isFg = type === MEDIA_TYPES.geojson && parameters.some((parameter) => FG_RANGES.includes(parameter));
  return { type: isFg ? FG_TYPES[0] : type, quality };
}

/** Media types of JSON-FG before version 1.0. */
const FG_TYPES = ['application/vnd.ogc.fg+json', 'application/fg+json'] as const;
/** Parameter of the media type of GeoJSON that names JSON-FG, in lower case. */
const FG_RANGES: readonly string[] = ['', '-plus'].flatMap((end) => {
  const uri = `${JSON_FG_PROFILE}${end}`.toLowerCase();
  return [`profile="${uri}"`, `profile=${uri}`, `profile=jsonfg${end}`];
});

/** Returns the quality of a form. The most specific range that names the form decides (RFC 9110 12.5.1). */
function qualityOf(form: Form, wanted: readonly Range[], forms: readonly Form[]): number {
  for (const names of [namesOf(form, forms), [`${familyOf(form)}/*`], ['*/*']]) {
    const hits = wanted.filter(({ type }) => names.includes(type));
    if (hits.length > 0) return Math.max(...hits.map(({ quality }) => quality));
  }
  return 0;
}

function namesOf(form: Form, forms: readonly Form[]): readonly string[] {
  const own = MEDIA_TYPES[form].split(';')[0] ?? '';
  if (form === 'html') return [own, 'application/xhtml+xml'];
  if (form === 'jsonfg') return FG_TYPES;
  if (form === 'geojson' && !forms.includes('jsonfg')) return [own, ...FG_TYPES];
  if (form === 'gml') return [own, 'application/xml', 'text/xml'];
  return form === 'json' && !forms.includes('geojson') ? [own, MEDIA_TYPES.geojson] : [own];
}

function familyOf(form: Form): string {
  return MEDIA_TYPES[form].slice(0, MEDIA_TYPES[form].indexOf('/'));
}
