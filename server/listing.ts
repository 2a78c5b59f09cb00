/**
 * Listing: a question to one series of one edition: which edition answers it, what it selects, where it goes on.
 *
 * The edition is the present one, or for a cursor the one that the walk began in, as long as it is kept.
 * Shared by the JSON and the HTML form of a list.
 */
import type { Activated, Edition, FeatureRange, Series } from '../publisher/read/types.ts';
import { writeCursor } from './parameters/cursor.ts';
import { readListQuery, type ListQuery } from './parameters/list.ts';
import { parameterProblem } from './parameters/query.ts';
import { UNAVAILABLE } from './problem.ts';
import type { Asked, Problem, Service } from './service.ts';

/** A question to one series of one edition, and where its answers live. */
export interface Listing {
  readonly collection: string;
  readonly series: Series;
  readonly activated: Activated;
  readonly query: ListQuery;
  readonly since: Date;
  /** Number that cursors name this series by. */
  readonly edition: number;
  /** Absolute URL of the list without its query. */
  readonly url: string;
}

/** The listing that a request asks for, or the problem with it. */
export function listingOf(collection: string, asked: Asked, service: Service): Listing | Problem {
  const now = service.editions.current();
  if (now === undefined) return UNAVAILABLE;
  const url = `${service.baseUrl}/collections/${collection}/items`;
  const { query, faults } = readListQuery(asked.query, collection, service.profile);
  if (faults.length > 0) return parameterProblem(faults, asked.query, url);
  const edition = query.cursor?.edition ?? service.names.of(collection, now.edition);
  const activated = edition === service.names.of(collection, now.edition) ? now : service.editions.byNumber(edition);
  const series = activated?.edition.series.get(collection);
  if (activated === undefined || series === undefined) return GONE;
  const since = activated.since.get(collection) ?? activated.activated;
  return { collection, series, activated, query, since, edition, url };
}

/**
 * The number by which cursors name a series: the first edition that this process saw with its present hash. So a page
 * and its tag stay equal over publications that do not touch the series.
 */
export class SeriesNames {
  readonly #first = new Map<string, { readonly hash: string; readonly edition: number }>();

  of(collection: string, { number, series }: Edition): number {
    const hash = series.get(collection)?.hash ?? '';
    const seen = this.#first.get(collection);
    if (seen?.hash === hash) return seen.edition;
    this.#first.set(collection, { hash, edition: number });
    return number;
  }
}

/** The features of the page, `limit` at most. */
export function readRange({ series, query }: Listing, limit: number = query.limit): FeatureRange {
  const position = query.cursor?.position ?? query.offset;
  return query.box === undefined
    ? series.page({ crs: query.crs.bytes, position, limit })
    : series.box({ crs: query.crs.bytes, box: query.box, boxCrs: query.boxCrs.bytes, position, limit });
}

/** Absolute links; their texts hold only characters that need no escape in JSON, HTML or a header. */
export function pageLinks(
  { query, url, edition }: Listing, { next, numberReturned }: FeatureRange,
): { readonly self: string; readonly next: string | undefined } {
  const self = query.canonical === '' ? url : `${url}?${query.canonical}`;
  if (next === null || numberReturned === 0) return { self, next: undefined };
  const cursor = `cursor=${writeCursor({ edition, position: next }, query.question)}`;
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
