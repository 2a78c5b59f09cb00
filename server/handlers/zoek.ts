/**
 * Zoek: POST of a query to a list of resources (Interface Rules, Deprecated rules), with the response of GET; and the shared parts of all
 * searches by body. Searches need no token and change nothing; responses are not cached. Not here: the global query (search.ts), members
 * of a body (parameters/body.ts).
 */
import type { Filter } from '../../publisher/read/series-query.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { NO_STORE, okResponse } from '../response/response.ts';
import { formOf } from '../request/form.ts';
import { listingOf, type Listing } from '../edition/listing.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { bodyProblem, readBody, readEqualities, readGeo, refuseUnknown } from '../parameters/search-body.ts';
import { offeredCrss, readSearchedCrs, type RequestedCrs } from '../parameters/crs.ts';
import { RESOURCES } from '../parameters/list-query.ts';
import type { ParameterFault } from '../parameters/query.ts';
import type { Problem } from '../response/problem.ts';
import { unreadableBody } from '../request/request-body.ts';
import { isProblem, type ServiceRequest, type HandlerResult, type Service } from '../service.ts';
import { resourcesPage } from '../web/resources-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';
import { listOf } from './resources.ts';
import { headerOf, refusedByCrs } from './write.ts';

/** Returns the problem that the head alone shows; undefined when the body may be read. */
export function refusedSearch(request: ServiceRequest, { profile }: Service): Problem | undefined {
  const { headers } = request;
  const unreadable = unreadableBody(headers, MEDIA_TYPES.json);
  if (unreadable !== undefined) return unreadable;
  if (Number(headers['content-length'] ?? 0) > LIMITS.searchBodyBytesMax) return TOO_LARGE;
  return refusedByCrs(request) ?? (contentCrs(request, profile) === undefined ? unsupported(profile) : undefined);
}

/** POST /{resources}/_zoek; `path` names the resources. */
export async function zoek(path: string, request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const form = formOf(request, DOCUMENT_FORMS, `${service.baseUrl}/${path}/_zoek`);
  if (typeof form === 'object') return form;
  const listing = listingOf(request, service, { collection: path, kind: RESOURCES, path: `/${path}/_zoek` });
  if ('problem' in listing) return listing;
  const read = bodyOf(request, service);
  if ('problem' in read) return read;
  const { members, crs, faults } = read;
  const fields = queryablesOf(path);
  refuseUnknown(members, ['_geo', ...fields.map(({ name }) => name)], faults);
  const geo = readGeo(members.get('_geo') ?? MISSING, crs, faults);
  const equal = readEqualities(members, fields, faults);
  if (faults.length > 0) return bodyProblem(faults);
  const asking = filtered(listing, [...geo === null ? [] : [geo], ...equal]);
  if (form === 'html') {
    const context = pageRequest(request, service, { url: undefined, passedOn: asking.query.passedOn });
    return okResponse([...pageHeaders(context), ...NO_STORE], await resourcesPage(asking, context, service.clock()));
  }
  const result = await listOf(asking, form, request);
  return isProblem(result) ? result : { ...result, headers: [...result.headers, ...NO_STORE] };
}

/** Stands for a missing `_geo`, which the body must have. */
const MISSING = { kind: 'null', at: 1 } as const;

function filtered(listing: Listing, filters: readonly Filter[]): Listing {
  const { query } = listing;
  return { ...listing, query: { ...query, question: { ...query.question, filter: both(query.question.filter, filters) } } };
}

export function both(filter: Filter | null, more: readonly Filter[]): Filter | null {
  const all = [...filter === null ? [] : [filter], ...more];
  return all.length === 0 ? null : { kind: 'and', of: all };
}

/** Returns the body of a search, and the CRS of Content-Crs. */
export function questionOf(
  request: ServiceRequest, { profile }: Service,
): { readonly bytes: Buffer; readonly crs: RequestedCrs } | Problem {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length > LIMITS.searchBodyBytesMax) return TOO_LARGE;
  const crs = contentCrs(request, profile);
  return crs === undefined ? unsupported(profile) : { bytes, crs };
}

/** Reads what all searches by body have in common. */
export function bodyOf(request: ServiceRequest, service: Service) {
  const question = questionOf(request, service);
  if ('problem' in question) return question;
  const faults: ParameterFault[] = [];
  const members = readBody(question.bytes, faults);
  return faults.length > 0 ? bodyProblem(faults) : { members, crs: question.crs, faults };
}

/** Returns the CRS of the query's geometry. Only published CRSs can be compared with. */
function contentCrs({ headers }: ServiceRequest, profile: Service['profile']): RequestedCrs | undefined {
  return readSearchedCrs(headerOf(headers, 'content-crs'), profile);
}

function unsupported(profile: Service['profile']): Problem {
  return {
    problem: 'CrsNietOndersteund',
    detail: { nl: 'De kop Content-Crs noemt geen ondersteund CRS.', en: 'The header Content-Crs names no supported CRS.' },
    params: [{
      type: 'parameter/CrsNietOndersteund', name: 'Content-Crs', allowed: offeredCrss(profile).map(({ uri }) => uri),
      reason: { nl: 'Gebruik een van deze URI’s.', en: 'Use one of these URIs.' },
    }],
  };
}

const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een vraag mag hoogstens ${LIMITS.searchBodyBytesMax} bytes zijn; vereenvoudig de geometrie.`,
    en: `A question may have at most ${LIMITS.searchBodyBytesMax} bytes; simplify the geometry.`,
  },
  headers: ['Connection', 'close'],
};
