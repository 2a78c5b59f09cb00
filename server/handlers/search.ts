/**
 * Search: the global query (Interface Rules, Endpoint table). It searches the collections of the requested types, in the order of
 * schemas/names.ts. Each hit has its type and address: its document for a root, else its feature. A type without a queried field has no
 * hits. Links to other pages take the same body and fix the edition by `beschikbaarOp`. Pages are not counted, so no link leads to the
 * last one.
 */
import type { Filter, SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Activated, FeatureBytes, FeatureRange, LongFeatures, Series } from '../../publisher/read/types.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { nameOf, OBJECT_TYPES, ROOTS } from '../../schemas/names.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import { availableAt } from '../edition/available.ts';
import { formOf } from '../request/form.ts';
import { chunksIn } from '../edition/listing.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { bodyProblem, readEqualities, readGeo, readTypes, readWords, refuseUnknown } from '../parameters/search-body.ts';
import { readListQuery, SEARCH, type ListQuery } from '../parameters/list-query.ts';
import { formatQuery, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { UNAVAILABLE, type Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { HTML_HEADERS } from '../web/page.ts';
import { searchPage } from '../web/search-page.ts';
import { bodyOf, both } from './zoek.ts';

const COLLECTIONS: ReadonlyMap<string, string> = new Map(OBJECT_TYPES.map(nameOf).map(({ singular, path }) => [singular, path]));
const TYPES = [...COLLECTIONS.keys()];
const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

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
  return form === 'html'
    ? okResponse([...HTML_HEADERS, ...NO_STORE], searchPage(page.objects, { ...page, passedOn: query.passedOn }, service))
    : okResponse([...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE], jsonBytes(bodyOfPage(page)));
}

/** The query on one collection. */
interface CollectionQuery {
  readonly type: string;
  readonly collection: string;
  readonly filter: Filter | null;
  readonly words: readonly string[];
}

/** Returns the query of the body on each collection that can have hits, or the problem with the body. */
function collectionQueries(request: ServiceRequest, service: Service): readonly CollectionQuery[] | Problem {
  const read = bodyOf(request, service);
  if ('problem' in read) return read;
  const { members, crs, faults } = read;
  if (members.size === 0) faults.push(EMPTY_QUERY);
  const types = readTypes(members.get('types'), TYPES, faults);
  const known = new Set(types.flatMap((type) => queryablesOf(COLLECTIONS.get(type)!).map(({ name }) => name)));
  if (types.length > 0) refuseUnknown(members, ['_geo', 'zoek', 'types', ...known], faults);
  const geo = readGeo(members.get('_geo'), crs, faults);
  const words = readWords(members.get('zoek'), faults);
  const fields = [...members.keys()].filter((name) => known.has(name));
  const queries: CollectionQuery[] = [];
  let ofFields: readonly ParameterFault[] = [];
  for (const type of types) {
    const collection = COLLECTIONS.get(type)!;
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

interface Hit {
  readonly type: string;
  readonly collection: string;
  readonly id: string;
}

/** Reads the objects of the page, and one more when another page follows. */
async function readHits(
  queries: readonly CollectionQuery[], question: SeriesQuery, allSeries: ReadonlyMap<string, Series>,
): Promise<readonly Hit[]> {
  const { limit } = question;
  const found: Hit[] = [];
  let skip = question.position;
  for (const { type, collection, filter, words } of queries) {
    const series = allSeries.get(collection);
    if (series === undefined) continue;
    for (let position: number | null = skip; position !== null && found.length <= limit;) {
      const collectionQuestion: SeriesQuery = { ...question, filter, words, position, limit: limit + 1 - found.length };
      const range: FeatureRange | LongFeatures = await series.answer(collectionQuestion, LIMITS.chunkBytes);
      for await (const { slices } of chunksIn<FeatureBytes>(range)) found.push(...idsIn(slices).map((id) => ({ type, collection, id })));
      skip = Math.max(0, skip - range.numberMatched);
      position = range.numberReturned === 0 ? null : range.next;
    }
    if (found.length > limit) break;
  }
  return found;
}

function idsIn(slices: readonly Buffer[]): readonly string[] {
  const features = JSON.parse(`[${Buffer.concat(slices).toString()}]`) as Json[];
  return features.flatMap((feature) => (isObject(feature) && typeof feature['id'] === 'string' ? [feature['id']] : []));
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
    href: withQuery(`${baseUrl}/${ROOT_PATHS.has(collection) ? collection : `collections/${collection}/items`}/${encodeURIComponent(id)}`, passedOn.text),
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
