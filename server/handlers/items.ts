/**
 * Items: a page of a collection, the hot path (Interface Rules: FeatureCollection). Its parameters are FEATURES (parameters/list.ts).
 *
 * Invariants:
 * - Features are bytes of the edition, not parsed or printed here (`fields`: picked-fields.ts).
 * - `next` never leads to an empty page.
 * - Equal series hash and equal query give equal bytes, so the tag is strong.
 * - A long page is read and sent in chunks.
 * `timeStamp` and Last-Modified are the activation of the first edition with this series hash. Not here: the HTML form
 * (web/items-page.ts).
 */
import type { Counts, FeatureBytes, FeatureRange, LongFeatures } from '../../publisher/read/types.ts';
import { contentHeaders, okResponse, type ServiceResponse } from '../response/response.ts';
import { isCollection, OGC_REL } from '../description/collections.ts';
import { withValidators, validatorsOf } from '../response/conditional.ts';
import { listTag } from '../response/etags.ts';
import { asPage, formOf, mediaTypeAt } from '../request/form.ts';
import { isLong } from '../../publisher/read/chunks.ts';
import { listingOf, pageLinks, readRange, type Listing } from '../edition/listing.ts';
import { longList } from '../response/long-response.ts';
import { isSubmitted } from '../parameters/filter-form.ts';
import { FEATURES } from '../parameters/list-query.ts';
import { FEATURE_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { pickedFeatures } from '../response/picked-fields.ts';
import { ABSENT } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { itemsPage } from '../web/items-page.ts';
import { freshPage, pageRequest } from './page-response.ts';
import { submittedForm } from './submitted-form.ts';

const PREFIX = Buffer.from('{"type":"FeatureCollection","features":[');
const CONTENT = { geojson: contentHeaders(MEDIA_TYPES.geojson), json: contentHeaders(MEDIA_TYPES.json) };

/** GET /collections/{collectionId}/items */
export function items(request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const collection = request.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const form = formOf(request, FEATURE_FORMS, `${service.baseUrl}/collections/${collection}/items`);
  if (typeof form === 'object') return form;
  if (form === 'html' && isSubmitted(request.query)) return submittedForm(request, { collection, url: `${service.baseUrl}/collections/${collection}/items` });
  const listing = listingOf(request, service, { collection, kind: FEATURES, path: `/collections/${collection}/items` });
  if ('problem' in listing) return listing;

  const { query, facts } = listing;
  if (form === 'html') {
    const context = pageRequest(request, service, { url: listing.url, passedOn: query.ofPage });
    return freshPage(request, context, itemsPage(listing, context, service.clock()));
  }
  const tag = listTag({ series: facts.tag, question: query.hash, form, service: service.tag });
  return withValidators(request, validatorsOf(tag, facts.modified, service.clock()), () => featureCollection(listing, form));
}

/** Returns the features of a listing, in a form for programs. */
export function featureCollection(listing: Listing, form: 'geojson' | 'json'): ServiceResponse | Promise<ServiceResponse> {
  const range = readRange(listing);
  return range instanceof Promise ? range.then((found) => collectionOf(found, listing, form)) : collectionOf(range, listing, form);
}

function collectionOf(range: FeatureRange | LongFeatures, listing: Listing, form: 'geojson' | 'json'): ServiceResponse {
  const { query, facts } = listing;
  const { self, next } = pageLinks(listing, range);
  const onward = next === undefined ? '' : `, ${linkHeader(next, 'next')}`;
  const collection = listing.url.slice(0, listing.url.lastIndexOf('/'));
  const at = withQuery('', query.passedOn.text);
  const queryables = `<${collection}/queryables${at}>; rel="${OGC_REL}/queryables"; type="${MEDIA_TYPES.schema}"`;
  const link = `${linkHeader(self, 'self')}${onward}, ${queryables}`;
  const headers = [...CONTENT[form], 'Content-Crs', `<${query.crs.uri}>`, 'Link', link];
  const end = suffix(range, {
    timeStamp: facts.timeStamp, self, next, collection, at, isWhole: query.fields === undefined, isPosted: query.isPosted,
  });
  const picked = ({ slices, blocks, release }: FeatureBytes) => (
    query.fields === undefined ? { body: slices, blocks, release } : { body: pickedFeatures(slices, query.fields) }
  );
  if (isLong(range)) return longList(headers, range, { start: PREFIX, end, isWhole: query.fields === undefined, made: picked });
  const { body, ...rest } = picked(range);
  return { ...okResponse(headers, PREFIX, ...body, end), ...rest };
}

function linkHeader(href: string, rel: string): string {
  return `<${href}>; rel="${rel}"; type="${mediaTypeAt(href, 'geojson')}"`;
}

function suffix({ numberMatched, numberReturned }: Counts, { timeStamp, self, next, collection, at, isWhole, isPosted }: {
  timeStamp: string; self: string; next: string | undefined; collection: string; at: string; isWhole: boolean; isPosted: boolean;
}): Buffer {
  const type = mediaTypeAt(self, 'geojson');
  // As in STAC API: the next request is a POST of the same body.
  const method = isPosted ? ',"method":"POST","merge":true' : '';
  const onward = next === undefined ? '' : `,{"href":"${next}","rel":"next","type":"${type}"${method}}`;
  const alternate = isPosted ? '' : `,{"href":"${asPage(self)}","rel":"alternate","type":"text/html"}`;
  // With `fields`, features lack members that the schema requires.
  const described = isWhole ? `,{"href":"${collection}/schema/feature${at}","rel":"describedby","type":"${MEDIA_TYPES.schema}"}` : '';
  return Buffer.from(
    `],"timeStamp":"${timeStamp}","numberMatched":${numberMatched},"numberReturned":${numberReturned}`
    + `,"links":[{"href":"${self}","rel":"self","type":"${type}"${method}}${alternate}${onward}`
    + `,{"href":"${collection}${at}","rel":"collection","type":"application/json"}${described}]}`,
    'latin1',
  );
}
