/**
 * Items: a page of a collection, the hot path (Interface Rules: FeatureCollection). Its parameters are FEATURES (parameters/list.ts).
 *
 * Invariants:
 * - In GeoJSON, features are bytes of the edition, not parsed or printed here (`fields`: picked-fields.ts). Other forms are made from these
 *   bytes (features/feature-writers.ts).
 * - `next` never leads to an empty page.
 * - Equal series hash and equal query give equal bytes, so the tag is strong.
 * - A long page is read and sent in chunks.
 * `timeStamp` and Last-Modified are the activation of the first edition with this series hash. Not here: the HTML form
 * (web/items-page.ts).
 */
import type { FeatureBytes, FeatureRange, LongFeatures } from '../../publisher/read/types.ts';
import { okResponse, type ServiceResponse } from '../response/response.ts';
import { isCollection } from '../description/collections.ts';
import { withValidators, validatorsOf } from '../response/conditional.ts';
import { listTag } from '../response/etags.ts';
import { formOf } from '../request/form.ts';
import { writtenPage } from '../features/feature-writer.ts';
import { FEATURE_WRITERS } from '../features/feature-writers.ts';
import { pageEnd, pageHeaders } from '../features/page-frame.ts';
import { isLong } from '../../publisher/read/chunks-of-range.ts';
import { listingOf, readRange, type Listing } from '../edition/listing.ts';
import { longList } from '../response/long-response.ts';
import { isSubmitted } from '../parameters/filter-form.ts';
import { FEATURES } from '../parameters/list-query.ts';
import { FEATURE_FORMS, type PageForm } from '../request/negotiate.ts';
import { pickedFeatures } from '../response/picked-fields.ts';
import { ABSENT } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { itemsPage } from '../web/items-page.ts';
import { freshPage, pageRequest } from './page-response.ts';
import { submittedForm } from './submitted-form.ts';

const PREFIX = Buffer.from('{"type":"FeatureCollection","features":[');

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
  return withValidators(request, validatorsOf(tag, facts.modified, service.clock()), () => featureCollection(listing, form, service));
}

/** Returns the features of a listing, in a form for programs. `service`: for the addresses of schemas. */
export function featureCollection(
  listing: Listing, form: PageForm, service: Service,
): ServiceResponse | Promise<ServiceResponse> {
  if (form !== 'geojson' && form !== 'json') return writtenPage(listing, FEATURE_WRITERS[form].page(listing, service));
  const range = readRange(listing);
  return range instanceof Promise ? range.then((found) => collectionOf(found, listing, form)) : collectionOf(range, listing, form);
}

function collectionOf(range: FeatureRange | LongFeatures, listing: Listing, form: 'geojson' | 'json'): ServiceResponse {
  const { fields } = listing.query;
  const headers = pageHeaders({ listing, form }, range);
  const end = pageEnd({ listing, form }, range);
  const picked = ({ slices, blocks, release }: FeatureBytes) => (
    fields === undefined ? { body: slices, blocks, release } : { body: pickedFeatures(slices, fields) }
  );
  if (isLong(range)) return longList(headers, range, { start: PREFIX, end, isWhole: fields === undefined, made: picked });
  const { body, ...rest } = picked(range);
  return { ...okResponse(headers, PREFIX, ...body, end), ...rest };
}
