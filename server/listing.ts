/**
 * Listing: a question to one series of one edition: which edition answers it, what it selects, where it goes
 * on.
 *
 * The edition is the present one, or for a cursor the one that the walk began in, as long as it is kept.
 * Shared by the JSON and the HTML form of a list.
 */
import type { FeatureRange, Series } from '../publisher/read/types.ts';
import { writeCursor } from './parameters/cursor.ts';
import { readListQuery, SLICES_AND_BOXES, type ListQuery } from './parameters/list.ts';
import { parameterProblem } from './parameters/query.ts';
import { UNAVAILABLE, type Problem } from './problem.ts';
import { factsOf, type SeriesFacts } from './series-facts.ts';
import type { Asked, Service } from './service.ts';

/** A question to one series of one edition, and where its answers live. */
export interface Listing {
  readonly collection: string;
  readonly series: Series;
  readonly query: ListQuery;
  readonly facts: SeriesFacts;
  /** Absolute URL of the list without its query. */
  readonly url: string;
}

/** The listing that a request asks for, or the problem with it. */
export function listingOf(collection: string, asked: Asked, service: Service): Listing | Problem {
  const now = service.editions.current();
  if (now === undefined) return UNAVAILABLE;
  const url = `${service.baseUrl}/collections/${collection}/items`;
  const { query, faults } = readListQuery(asked.query, {
    kind: SLICES_AND_BOXES, collection, profile: service.profile, now: service.clock(),
  });
  if (faults.length > 0) return parameterProblem(faults, asked.query, url);
  const present = factsOf(collection, now);
  const head = query.cursor?.head ?? present.head;
  const activated = head === present.head ? now : service.editions.byHead(head);
  const series = activated?.edition.series.get(collection);
  if (activated === undefined || series === undefined) return GONE;
  return { collection, series, query, facts: activated === now ? present : factsOf(collection, activated), url };
}

/** The features of the page, `limit` at most. */
export function readRange({ series, query }: Listing, limit: number = query.question.limit): FeatureRange {
  const { crs, box, position } = query.question;
  return box === null
    ? series.page({ crs, position, limit }) : series.box({ crs, box: box.box, boxCrs: box.crs, position, limit });
}

/** Absolute links; their texts hold only characters that need no escape in JSON, HTML or a header. */
export function pageLinks(
  { query, url, facts: { head } }: Listing, { next, numberReturned }: FeatureRange,
): { readonly self: string; readonly next: string | undefined } {
  const self = query.canonical === '' ? url : `${url}?${query.canonical}`;
  if (next === null || numberReturned === 0) return { self, next: undefined };
  const cursor = `cursor=${writeCursor({ head, position: next }, query.identity)}`;
  const carried = query.carried === '' ? cursor : `${query.carried}&${cursor}`;
  return { self, next: `${url}?${carried}` };
}

const GONE: Problem = {
  problem: 'EditieVerwijderd',
  detail: {
    nl: 'De editie van deze cursor wordt niet meer bewaard. Begin opnieuw bij de eerste bladzijde.',
    en: 'The edition of this cursor is no longer kept. Start again at the first page.',
  },
};
