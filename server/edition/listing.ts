/**
 * Listing: a list query on one series of one edition.
 *
 * A cursor continues in the edition in which its walk began. `beschikbaarOp` uses the edition that was active then, as long as it is
 * stored. Other queries, and all whose content is still current, use the current edition. Shared by all forms of lists of features and
 * resources.
 */
import { atTurn } from '../../publisher/read/turns.ts';
import type {
  Activated, Counts, DocumentRange, FeatureRange, LongDocuments, LongFeatures, Series,
} from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { availableAt } from './available.ts';
import { offerOf } from './crs-offer.ts';
import { withQuery } from '../response/object-links.ts';
import { pagesAround, type NumberedPages } from '../response/paged-response.ts';
import { bodyProblem } from '../parameters/search-body.ts';
import { crsFaults, offeredCrs, withCrsFaults } from '../parameters/crs.ts';
import { contentOf, writeCursor } from '../parameters/cursor.ts';
import { readListQuery, type ListKind, type ListQuery } from '../parameters/list-query.ts';
import { encodeValue, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { shortHash } from '../response/etags.ts';
import { UNAVAILABLE, type Problem } from '../response/problem.ts';
import { factsOf, type SeriesFacts } from './series-facts.ts';
import type { ServiceRequest, Service } from '../service.ts';

/** A query on one series of one edition, and the address of its response. */
export interface Listing {
  readonly collection: string;
  readonly series: Series;
  /** The edition; undefined: none existed at the requested moment. */
  readonly activated: Activated | undefined;
  readonly query: ListQuery;
  readonly facts: SeriesFacts;
  /** Absolute URL of the list, without a query. */
  readonly url: string;
}

/** Returns the listing that a request to `path` asks for, or the problem with it. */
export function listingOf(request: Pick<ServiceRequest, 'query'>, service: Service, { collection, kind, path }: {
  readonly collection: string; readonly kind: ListKind; readonly path: string;
}): Listing | Problem {
  const now = service.editions.current();
  if (now === undefined) return UNAVAILABLE;
  const url = service.baseUrl + path;
  const { query, faults } = readListQuery(request.query, {
    kind, collection, profile: service.profile, now: service.clock(),
  });
  if (faults.length > 0) {
    const offer = offerOf(now.edition, collection, kind.form);
    return problemOf(withCrsFaults(faults, [query.crs, ...query.otherCrss], { profile: service.profile, offer }), request, url);
  }
  const activated = activatedFor(collection, query, { now, service });
  if (activated !== 'nothing' && 'problem' in activated) return activated;
  const edition = activated === 'nothing' ? undefined : activated.edition;
  const offer = { profile: service.profile, offer: offerOf(edition, collection, kind.form) };
  const notOffered = crsFaults([query.crs, ...query.otherCrss], offer);
  if (notOffered.length > 0) return problemOf(notOffered, request, url);
  const settled = { collection, query: withOfferedCrs(query, offer), url };
  if (activated === 'nothing') return { ...settled, series: NOTHING, activated: undefined, facts: factsOf(collection, now) };
  const series = activated.edition.series.get(collection);
  return series === undefined ? GONE : { ...settled, series, activated, facts: factsOf(collection, activated, rowsOf(query)) };
}

/** Returns the problem of these faults: those of the address, else those of the body. */
function problemOf(faults: readonly ParameterFault[], { query }: Pick<ServiceRequest, 'query'>, url: string): Problem {
  const inBody = faults.filter(({ name }) => query.body?.has(name));
  return inBody.length < faults.length
    ? parameterProblem(faults.filter((fault) => !inBody.includes(fault)), query, url) : bodyProblem(inBody);
}

/** Returns the query with the CRS that the edition gives it. Its hash then tells a default with heights from one without. */
function withOfferedCrs(query: ListQuery, offer: Parameters<typeof offeredCrs>[1]): ListQuery {
  const crs = offeredCrs(query.crs, offer);
  if ('reason' in crs || crs === query.crs) return query;
  return { ...query, crs, question: { ...query.question, crs: crs.bytes }, hash: shortHash(`${query.hash} ${crs.bytes}`) };
}

/** Returns the rows that decide the response. A query about another moment or an interval also depends on rows that are not valid now. */
function rowsOf({ question }: ListQuery): 'now' | 'all' {
  return question.at === null && question.during === null ? 'now' : 'all';
}

/** Returns the edition: of the cursor, of the requested moment, or the current one. */
function activatedFor(
  collection: string, query: ListQuery, { now, service: { editions } }: { readonly now: Activated; readonly service: Service },
): Activated | 'nothing' | Problem {
  const { cursor, beschikbaarOp } = query;
  const rows = rowsOf(query);
  if (cursor !== undefined) {
    const isOf = (activated: Activated): boolean => {
      const { head, tag } = factsOf(collection, activated, rows);
      return head === cursor.head && contentOf(tag) === cursor.content;
    };
    const found = isOf(now) ? now : editions.firstFrom(cursor.head);
    return found !== undefined && isOf(found) ? found : GONE;
  }
  if (beschikbaarOp === null || !editions.isBehind && beschikbaarOp >= factsOf(collection, now, rows).since.getTime()) return now;
  return availableAt(beschikbaarOp, editions, { collection, rows });
}

type Features = FeatureRange | LongFeatures;
type Documents = DocumentRange | LongDocuments;

/** Reads the features of the page, `limit` at most; the first of each geometry type come first. */
export function readRange(
  { series, query }: Listing, limit: number = query.question.limit, bytesMax: number = readyBytesMax(query),
): Features | Promise<Features> {
  const read = (): Features | Promise<Features> => series.answer({ ...query.question, limit, typesFirst: true }, bytesMax);
  return limit > EASY_FEATURES ? atTurn(read) : read();
}

/** Reads the documents of the page. Documents are assembled from rows, so few are made at once. */
export function readDocuments({ series, query }: Listing, limit: number = query.question.limit): Documents | Promise<Documents> {
  const read = (): Documents | Promise<Documents> => series.documents({ ...query.question, limit }, LIMITS.chunkBytes);
  return limit > EASY_DOCUMENTS ? atTurn(read) : read();
}

/** Page sizes that take less than a millisecond, so that many pages fit into one event-loop turn (turns.ts). */
const [EASY_FEATURES, EASY_DOCUMENTS] = [200, 20];

/** Returns the bytes of an edition that are read at once. With `fields` they are parsed, which blocks the thread, so the limit is lower. */
function readyBytesMax({ fields }: ListQuery): number {
  return fields === undefined ? LIMITS.readyBytesMax : LIMITS.chunkBytes;
}

/** Returns absolute links. Their characters need no escape in JSON, HTML or a header. */
export function pageLinks(
  { query, url, facts: { head, tag } }: Listing, { next, numberReturned }: Counts,
): { readonly self: string; readonly next: string | undefined } {
  const self = query.canonical === '' ? url : `${url}?${query.canonical}`;
  if (next === null || numberReturned === 0) return { self, next: undefined };
  const cursor = `cursor=${writeCursor({ head, position: next, content: contentOf(tag) }, query.identity)}`;
  const carried = query.carried === '' ? cursor : `${query.carried}&${cursor}`;
  return { self, next: `${url}?${carried}` };
}

/**
 * Returns links to the pages around this one. The links name the moment since which the content is unchanged, so all pages show the same
 * content.
 */
export function resourcePages({ query, url, facts: { since } }: Listing, { numberMatched }: Counts): NumberedPages {
  const { canonical, carried, beschikbaarOp, question: { position, limit } } = query;
  const moment = beschikbaarOp === null ? [`beschikbaarOp=${encodeValue(since.toISOString())}`] : [];
  const shared = [...carried === '' ? [] : [carried], ...moment].join('&');
  const at = (page: number): string => `${url}?${shared}&pagina=${page}`;
  return pagesAround({ page: position / limit + 1, limit, total: numberMatched }, { self: withQuery(url, canonical), at });
}

const EMPTY: FeatureRange = { slices: [], bytes: 0, numberReturned: 0, numberMatched: 0, next: null };
const NO_DOCUMENTS: DocumentRange = { ...EMPTY, ends: [] };

/** Series of a moment before the first edition: an empty list (Interface Rules, time travelling, 5). */
const NOTHING: Series = {
  name: '', count: 0, hash: '', allHash: '', heights: { features: false, documents: false },
  page: () => EMPTY, box: () => EMPTY, answer: () => EMPTY, documents: () => NO_DOCUMENTS,
  cells: () => Promise.resolve({ cells: [], withoutGeometry: 0, numberMatched: 0 }),
};

const GONE: Problem = {
  problem: 'EditieVerwijderd',
  detail: {
    nl: 'De editie van deze cursor wordt niet meer bewaard. Begin opnieuw bij de eerste bladzijde.',
    en: 'The edition of this cursor is no longer kept. Start again at the first page.',
  },
};
