/**
 * Items search: POST /collections/{collectionId}/_zoek, GET of the items for filters too long for an address. Parameters are in the body
 * or in the address (parameters/body-parameters.ts). The link `next` takes the same body. A search needs no token and changes nothing;
 * responses are not cached.
 */
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { NO_STORE } from '../response/response.ts';
import { isCollection } from '../description/collections.ts';
import { formOf } from '../request/form.ts';
import { listingOf, type Listing } from '../edition/listing.ts';
import { POSTED_FEATURE_FORMS } from '../request/negotiate.ts';
import { bodyProblem } from '../parameters/search-body.ts';
import { readBodyParameters } from '../parameters/body-parameters.ts';
import { FEATURES, type ListKind } from '../parameters/list-query.ts';
import type { ParameterFault } from '../parameters/query.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { isProblem, type ServiceRequest, type HandlerResult, type Service } from '../service.ts';
import { featureCollection } from './items.ts';
import { headerOf } from './write.ts';
import { questionOf } from './zoek.ts';

export async function searchItems(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const collection = request.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const form = formOf(request, POSTED_FEATURE_FORMS, `${service.baseUrl}/collections/${collection}/_zoek`);
  if (typeof form === 'object') return form;
  const listing = searchListing(request, service, { collection, kind: FEATURES, path: `/collections/${collection}/_zoek` });
  if ('problem' in listing) return listing;
  const result = await featureCollection(listing, form, service);
  return isProblem(result) ? result : { ...result, headers: [...result.headers, ...NO_STORE] };
}

/** Returns the listing of a search of features, with parameters from the address and the body, or the problem with it. */
export function searchListing(request: ServiceRequest, service: Service, asked: {
  readonly collection: string; readonly kind: ListKind; readonly path: string;
}): Listing | Problem {
  const question = questionOf(request, service);
  if ('problem' in question) return question;
  const faults: ParameterFault[] = [];
  const contentCrs = headerOf(request.headers, 'content-crs') === undefined ? undefined : question.crs.uri;
  const body = readBodyParameters(question.bytes, { fields: queryablesOf(asked.collection), contentCrs, faults });
  return faults.length > 0 ? bodyProblem(faults) : listingOf({ query: { ...request.query, body } }, service, asked);
}
