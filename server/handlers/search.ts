/**
 * Search: the global query (Interface Rules, Endpoint table). It searches the collections of the requested types, in the order of
 * schemas/names.ts. Each hit has its type and address: its document for a root, else its feature. A type without a queried field has no
 * hits. Links to other pages take the same body and fix the edition by `beschikbaarOp`. Pages are not counted, so no link leads to the
 * last one.
 */
import type { Activated } from '../../publisher/read/types.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { availableAt } from '../edition/available.ts';
import { formOf } from '../request/form.ts';
import { COLLECTION_OF_TYPE, hitPath, readHits, type CollectionQuery, type Hit } from '../edition/hits.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { bodyProblem, readEqualities, readGeo, readTypes, readWords, refuseUnknown } from '../parameters/search-body.ts';
import { dayOfValidity } from '../parameters/passed-on.ts';
import { readListQuery, SEARCH, type ListQuery } from '../parameters/list-query.ts';
import { formatQuery, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { UNAVAILABLE, type Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import type { SearchedState } from '../web/edition-text.ts';
import { searchPage } from '../web/search-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';
import { bodyOf, both } from './zoek.ts';

const TYPES = [...COLLECTION_OF_TYPE.keys()];

/** POST /_search */
export async function search(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const form = formOf(request, DOCUMENT_FORMS, `${service.baseUrl}/_search`);
  if (typeof form === 'object') return form;
  const now = service.editions.current();
  if (now === undefined) return UNAVAILABLE;
  const { query, faults } = readListQuery(request.query, {
    kind: SEARCH, collection: ROOTS.LocatieActiviteit.path, profile: service.profile, now: service.clock(),
  });
  if (faults.length > 0) return parameterProblem(faults, request.query, `${service.baseUrl}/_search`);
  const activated = query.beschikbaarOp === null ? now : availableAt(query.beschikbaarOp, service.editions);
  if (activated !== 'nothing' && 'problem' in activated) return activated;
  const queries = collectionQueries(request, service);
  if ('problem' in queries) return queries;
  const found = activated === 'nothing' ? [] : await readHits(queries, query.question, activated.edition.series);
  const page = pageOf(found, query, { service, activated });
  const context = pageRequest(request, service, { url: undefined, passedOn: query.passedOn });
  if (form === 'html') {
    const body = searchPage(page.objects, { ...page, ...stateOf(query, activated, service) }, context);
    return okResponse([...pageHeaders(context), ...NO_STORE], body);
  }
  return okResponse([...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE], jsonBytes(bodyOfPage(page)));
}

/** Returns the query of the body on each collection that can have hits, or the problem with the body. */
function collectionQueries(request: ServiceRequest, service: Service): readonly CollectionQuery[] | Problem {
  const read = bodyOf(request, service);
  if ('problem' in read) return read;
  const { members, crs, faults } = read;
  if (members.size === 0) faults.push(EMPTY_QUERY);
  const types = readTypes(members.get('types'), TYPES, faults);
  const known = new Set(types.flatMap((type) => queryablesOf(COLLECTION_OF_TYPE.get(type)!).map(({ name }) => name)));
  if (types.length > 0) refuseUnknown(members, ['_geo', 'zoek', 'types', ...known], faults);
  const geo = readGeo(members.get('_geo'), crs, faults);
  const words = readWords(members.get('zoek'), faults);
  const fields = [...members.keys()].filter((name) => known.has(name));
  const queries: CollectionQuery[] = [];
  let ofFields: readonly ParameterFault[] = [];
  for (const type of types) {
    const collection = COLLECTION_OF_TYPE.get(type)!;
    const queryables = queryablesOf(collection);
    if (!fields.every((name) => queryables.some((field) => field.name === name))) continue;
    const own: ParameterFault[] = [];
    const equal = readEqualities(members, queryables, own);
    if (own.length === 0) queries.push({ type, collection, filter: both(null, [...geo === null ? [] : [geo], ...equal]), words });
    else ofFields = own;
  }
  // The kind of a field may differ between collections. A value is wrong only when it fits none of them.
  if (queries.length === 0) faults.push(...ofFields);
  return faults.length > 0 ? bodyProblem(faults) : queries;
}

const EMPTY_QUERY: ParameterFault = {
  problem: 'OngeldigeParameter', name: '', correct: null,
  reason: { nl: 'Geef minstens één van _geo, zoek, types of een veld.', en: 'Give at least one of _geo, zoek, types or a field.' },
};

/** Returns the edition and day of a search for its page. */
function stateOf({ question: { at }, beschikbaarOp }: ListQuery, activated: Activated | 'nothing', { clock }: Service): SearchedState {
  return {
    activated: activated === 'nothing' ? undefined : activated, day: dayOfValidity({ at, beschikbaarOp }, clock()),
    availableAt: beschikbaarOp === null ? undefined : new Date(beschikbaarOp),
  };
}

function pageOf(found: readonly Hit[], query: ListQuery, { service: { baseUrl }, activated }: {
  service: Service; activated: Activated | 'nothing';
}) {
  const { question: { position, limit }, carried, canonical, beschikbaarOp, passedOn } = query;
  const page = position / limit + 1;
  const next = found.length > limit ? page + 1 : null;
  const url = `${baseUrl}/_search`;
  const edition = beschikbaarOp === null && activated !== 'nothing' ? formatQuery([['beschikbaarOp', activated.activated.toISOString()]]) : '';
  const at = (number: number) => ({ href: withQuery(url, [carried, edition, `pagina=${number}`].filter((part) => part !== '').join('&')) });
  const objects = found.slice(0, limit).map(({ type, collection, id }) => ({
    type, id,
    href: withQuery(`${baseUrl}${hitPath({ collection, id })}`, passedOn.text),
  }));
  const links = {
    self: { href: withQuery(url, canonical) }, first: at(1),
    ...(page > 1 ? { prev: at(page - 1) } : {}), ...(next === null ? {} : { next: at(next) }),
  };
  return { page, next, size: limit, objects, links };
}

function bodyOfPage({ page, next, size, objects, links }: ReturnType<typeof pageOf>) {
  return {
    currentPage: page, nextPage: next, pageSize: size, _links: links,
    _embedded: { items: objects.map(({ type, href }) => ({ type, _links: { self: { href } } })) },
  };
}
