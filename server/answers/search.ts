/**
 * Search: the global query (Interface Rules, Endpoint table): goes through the collections of the types asked for, in the order of
 * schemas/names.ts, and gives type and address of each object: of a root that of its document, of a nested object that of
 * its feature. A type without a field that is asked for has no such objects.
 */
import type { Filter, Question } from '../../publisher/read/question.ts';
import type { Series } from '../../publisher/read/types.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import { nameOf, OBJECT_TYPES, ROOTS } from '../../schemas/names.ts';
import { contentHeaders, jsonBytes, NO_STORE, ready } from '../answer.ts';
import { availableAt } from '../available.ts';
import { MEDIA_TYPES, negotiate } from '../negotiate.ts';
import { bodyProblem, readEqualities, readGeo, readTypes, readWords, refuseUnknown } from '../parameters/body.ts';
import { readListQuery, SEARCH, type ListQuery } from '../parameters/list.ts';
import { parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { notAcceptable, UNAVAILABLE, type Problem } from '../problem.ts';
import type { Asked, Said, Service } from '../service.ts';
import { bodyOf, both } from './zoek.ts';

const COLLECTIONS: ReadonlyMap<string, string> = new Map(OBJECT_TYPES.map(nameOf).map(({ singular, path }) => [singular, path]));
const TYPES = [...COLLECTIONS.keys()];
const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));
const FORMS = ['json'] as const;

/** POST /_search */
export async function search(asked: Asked, service: Service): Promise<Said> {
  if (negotiate(asked.headers.accept, FORMS) === undefined) return notAcceptable(FORMS);
  const now = service.editions.current();
  if (now === undefined) return UNAVAILABLE;
  const { query, faults } = readListQuery(asked.query, {
    kind: SEARCH, collection: ROOTS.LocatieActiviteit.path, profile: service.profile, now: service.clock(),
  });
  if (faults.length > 0) return parameterProblem(faults, asked.query, `${service.baseUrl}/_search`);
  const activated = query.beschikbaarOp === null ? now : availableAt(query.beschikbaarOp, service.editions);
  if (activated !== 'nothing' && 'problem' in activated) return activated;
  const parts = partsAsked(asked, service);
  if ('problem' in parts) return parts;
  const found = activated === 'nothing' ? [] : await firstOf(parts, query.question, activated.edition.series);
  return ready([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes(bodyOfPage(found, query, service)));
}

/** What is asked of one collection. */
interface AskedPart {
  readonly type: string;
  readonly collection: string;
  readonly filter: Filter | null;
  readonly words: readonly string[];
}

/** What the body asks of each collection that can have such objects, or the problem with it. */
function partsAsked(asked: Asked, service: Service): readonly AskedPart[] | Problem {
  const read = bodyOf(asked, service);
  if ('problem' in read) return read;
  const { members, crs, faults } = read;
  if (members.size === 0) faults.push(NOTHING_ASKED);
  const types = readTypes(members.get('types'), TYPES, faults);
  const known = new Set(types.flatMap((type) => queryablesOf(COLLECTIONS.get(type)!).map(({ name }) => name)));
  if (types.length > 0) refuseUnknown(members, ['_geo', 'zoek', 'types', ...known], faults);
  const geo = readGeo(members.get('_geo'), crs, faults);
  const words = readWords(members.get('zoek'), faults);
  const fields = [...members.keys()].filter((name) => known.has(name));
  const parts: AskedPart[] = [];
  let ofFields: readonly ParameterFault[] = [];
  for (const type of types) {
    const collection = COLLECTIONS.get(type)!;
    const queryables = queryablesOf(collection);
    if (!fields.every((name) => queryables.some((field) => field.name === name))) continue;
    const own: ParameterFault[] = [];
    const equal = readEqualities(members, queryables, own);
    if (own.length === 0) parts.push({ type, collection, filter: both(null, [...geo === null ? [] : [geo], ...equal]), words });
    else ofFields = own;
  }
  // Collections differ in what a field of one name may be: it is wrong when it fits none of them.
  if (parts.length === 0) faults.push(...ofFields);
  return faults.length > 0 ? bodyProblem(faults) : parts;
}

const NOTHING_ASKED: ParameterFault = {
  problem: 'OngeldigeParameter', name: '', correct: null,
  reason: { nl: 'Geef minstens één van _geo, zoek, types of een veld.', en: 'Give at least one of _geo, zoek, types or a field.' },
};

interface FoundObject {
  readonly type: string;
  readonly collection: string;
  readonly id: string;
}

/** The objects of the page, and one more where another page follows. */
async function firstOf(
  parts: readonly AskedPart[], question: Question, allSeries: ReadonlyMap<string, Series>,
): Promise<readonly FoundObject[]> {
  const { limit } = question;
  const found: FoundObject[] = [];
  let skip = question.position;
  for (const { type, collection, filter, words } of parts) {
    const series = allSeries.get(collection);
    if (series === undefined) continue;
    for (let position: number | null = skip; position !== null && found.length <= limit;) {
      const range = await series.answer({ ...question, filter, words, position, limit: limit + 1 - found.length });
      found.push(...idsIn(range.slices).map((id) => ({ type, collection, id })));
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

function bodyOfPage(found: readonly FoundObject[], { question: { position, limit } }: ListQuery, { baseUrl }: Service) {
  const page = position / limit + 1;
  const address = ({ collection, id }: FoundObject): string => (
    `${baseUrl}/${ROOT_PATHS.has(collection) ? collection : `collections/${collection}/items`}/${encodeURIComponent(id)}`
  );
  return {
    currentPage: page, nextPage: found.length > limit ? page + 1 : null, pageSize: limit,
    _embedded: { items: found.slice(0, limit).map((one) => ({ type: one.type, _links: { self: { href: address(one) } } })) },
  };
}
