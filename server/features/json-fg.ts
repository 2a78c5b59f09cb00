/**
 * JSON-FG: OGC Features and Geometries JSON 1.0 (21-045r1). GeoJSON with `geometry` in CRS84, and beside it `place` in the CRS of the
 * request, or in RD; `time` is the validity of the version.
 *
 * - The type of a feature is its collection, so that all features of a response have one type and one schema.
 * - The standard keeps points, lines and polygons in CRS84 in `geometry`. So a request for CRS84 has RD in `place`, as one without a CRS.
 * - Ids, properties, links and coordinates are the bytes of the edition.
 * The media type is that of GeoJSON; a link with the relation `profile` distinguishes the two.
 */
import { CRSS, type EditionCrs } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { RequestedCrs } from '../parameters/crs.ts';
import type { RequestedFields } from '../parameters/fields.ts';
import { beforeProperties, linksOf, type FeatureParts } from '../response/feature-parts.ts';
import { pickedText } from '../response/picked-fields.ts';
import type { Listing } from '../edition/listing.ts';
import type { Service } from '../service.ts';
import type { FeatureRow } from './feature-rows.ts';
import type { PageWriter } from './feature-writer.ts';
import { pageEnd, pageHeaders } from './page-frame.ts';

const SPECIFICATION = 'http://www.opengis.net/spec/json-fg-1/1.0/conf';
const CONFORMS_TO = [`${SPECIFICATION}/core`, `${SPECIFICATION}/types-schemas`];

/** Returns the CRSs of `geometry` and of `place`, with heights where the response has them, and the URI of the latter. */
export function fgCrss({ crs, bytes, uri }: Pick<RequestedCrs, 'crs' | 'bytes' | 'uri'>): {
  readonly read: readonly [geometry: EditionCrs, place: EditionCrs]; readonly placeUri: string;
} {
  const [geometry, inRd] = crs.dimension === 3 ? ['CRS84h', '7415'] as const : ['CRS84', '28992'] as const;
  return bytes === geometry ? { read: [geometry, inRd], placeUri: CRSS[inRd].uri } : { read: [geometry, bytes], placeUri: uri };
}

/** Returns the members of the root object of a response, after its type. */
export function fgMembers(collection: string, { baseUrl, placeUri }: { readonly baseUrl: string; readonly placeUri: string }): string {
  const featureSchema = `${baseUrl}/collections/${collection}/schema`;
  const members = { conformsTo: CONFORMS_TO, featureType: collection, featureSchema, coordRefSys: placeUri };
  return `,${JSON.stringify(members).slice(1, -1)}`;
}

/** Returns the writer of a page. */
export function fgPage(listing: Listing, { baseUrl }: Service): PageWriter {
  const { collection, query: { crs, fields } } = listing;
  const { read, placeUri } = fgCrss(crs);
  const start = Buffer.from(`{"type":"FeatureCollection"${fgMembers(collection, { baseUrl, placeUri })},"features":[`);
  const frame = { listing, form: 'jsonfg' } as const;
  return {
    crss: read, separator: COMMA, start: () => start, feature: (row) => fgFeature(row, fields),
    headers: (counts) => pageHeaders(frame, counts), end: (counts) => pageEnd(frame, counts),
  };
}

/** Returns the bytes of a feature. `members`: those of a root object, when the feature is one. */
export function fgFeature(
  { bytes, parts, geometries: [geometry = NULL, place = NULL] }: FeatureRow, fields: RequestedFields | undefined, members = '',
): readonly Buffer[] {
  const hasGeometry = fields?.skipsGeometry !== true;
  return [
    beforeProperties(bytes, parts), Buffer.from(`${members},"time":${timeOf(bytes, parts)},"properties":`),
    pickedText(bytes, parts.properties, fields?.selection), linksOf(bytes, parts),
    GEOMETRY, hasGeometry ? geometry : NULL, PLACE, hasGeometry ? place : NULL, CLOSE,
  ];
}

const NULL = Buffer.from('null');
const COMMA = Buffer.from(',');
const GEOMETRY = Buffer.from(',"geometry":');
const PLACE = Buffer.from(',"place":');
const CLOSE = Buffer.from('}');

/** Returns the validity of a feature as an interval. Features have moments in UTC. */
function timeOf(bytes: Buffer, { properties: { from, until } }: FeatureParts): string {
  const { beginGeldigheid, eindGeldigheid } = JSON.parse(bytes.toString('utf8', from, until)) as JsonObject;
  return typeof beginGeldigheid === 'string' ? JSON.stringify({ interval: [beginGeldigheid, eindGeldigheid ?? '..'] }) : 'null';
}
