/**
 * Version links: leads from one version of an object to its others, and to the list of all, after the draft "Versioned Features" of OGC
 * (RFC 7089 pattern 1.2, RFC 5829).
 *
 * The time axis is that of validity. `beschikbaarOp` chooses on the other axis; every link repeats it, so that all lead within one
 * edition. `Memento-Datetime` is the begin of the version. Not here: the list of all versions (handlers/time-map.ts).
 */
import type { Edition, VersionOrder } from '../../publisher/read/types.ts';
import { dayOf, periodOfDay, type Moment } from '../../schemas/time.ts';
import { endOfDay } from '../parameters/moments.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from './object-links.ts';

export interface VersionLink {
  readonly rel: string;
  readonly href: string;
  readonly type: string;
}

/** Where an object and its versions are found. */
export interface VersionAddresses {
  /** The object without a moment of validity. */
  readonly original: string;
  /** The list of its versions. */
  readonly timeMap: string;
  /** The history of its versions, in our own form where it has one. */
  readonly history: string;
  readonly type: string;
  /** The version that begins at a moment. */
  readonly version: (begin: Moment) => string;
}

/** Returns the addresses of a feature. `available`: `beschikbaarOp` as a query, or empty. */
export function featureVersions(url: string, available: string): VersionAddresses {
  const timeMap = withQuery(`${url}/versions`, available);
  return {
    original: withQuery(url, available), timeMap, history: timeMap, type: MEDIA_TYPES.geojson,
    version: (begin) => `${url}?${joinQueries(formatQuery([['datetime', timestampOf(begin)]]), available)}`,
  };
}

/**
 * Returns the addresses of a document. Documents are selected by day. A version that no day selects, because it ended on the day of its
 * begin or begins in the future, is the feature of its root.
 */
export function documentVersions({ baseUrl, path, id, available, edition, now }: {
  readonly baseUrl: string; readonly path: string; readonly id: string; readonly available: string;
  readonly edition: Pick<Edition, 'beginAt'>; readonly now: Date;
}): VersionAddresses {
  const url = `${baseUrl}/${path}/${encodeURIComponent(id)}`;
  const feature = featureVersions(`${baseUrl}/collections/${path}/items/${encodeURIComponent(id)}`, available);
  const today = dayOf(now);
  return {
    original: withQuery(url, available), timeMap: feature.timeMap, history: withQuery(`${url}/versies`, available), type: MEDIA_TYPES.json,
    version: (begin) => {
      const day = dayOf(new Date(begin));
      const isSelected = day < today && edition.beginAt(path, id, endOfDay(periodOfDay(day)!)) === begin;
      return isSelected ? withQuery(url, joinQueries(formatQuery([['geldigOp', day]]), available)) : feature.version(begin);
    },
  };
}

/**
 * Returns the links of a version as a value of the header Link: to its object, to the list of versions, and to the versions beside it.
 * Texts are joined directly, because every response about one object has them.
 */
export function versionLinks(
  { original, timeMap, history, type, version }: VersionAddresses, { begin, previous, next, last }: VersionOrder,
): string {
  const links = `<${original}>; rel="original", <${timeMap}>; rel="timemap", <${history}>; rel="version-history"`;
  if (previous === null && next === null) return links;
  const to = (rel: string, one: Moment): string => `, <${version(one)}>; rel="${rel}"; type="${type}"`;
  return [
    links, previous === null ? '' : to('predecessor-version', previous), next === null ? '' : to('successor-version', next),
    last === begin ? '' : to('latest-version', last),
  ].join('');
}

/** Returns the links of an object that has no version at the requested moment. */
export function linksToVersions({ timeMap, history, type, version }: VersionAddresses, last: Moment): readonly VersionLink[] {
  return [
    { rel: 'latest-version', href: version(last), type },
    { rel: 'timemap', href: timeMap, type: MEDIA_TYPES.json },
    { rel: 'version-history', href: history, type: MEDIA_TYPES.json },
  ];
}

/** Returns links as a value of the header Link (RFC 8288). */
export function formatLinks(links: readonly VersionLink[]): string {
  return links.map(({ href, rel, type }) => `<${href}>; rel="${rel}"; type="${type}"`).join(', ');
}

/** Returns the header that says from when the version is valid (RFC 7089, 2.1.1). */
export function mementoHeader(begin: Moment): readonly string[] {
  return ['Memento-Datetime', httpDate(begin)];
}

/** Formats a moment as HTTP-date, in whole seconds. */
export function httpDate(moment: Moment): string {
  return new Date(moment).toUTCString();
}

/** Formats a moment exactly, so that it selects the version that begins then. */
export function timestampOf(moment: Moment): string {
  return new Date(moment).toISOString().replace('.000Z', 'Z');
}
