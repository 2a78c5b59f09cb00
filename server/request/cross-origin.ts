/**
 * Cross-origin (CORS): web pages that may read responses in a browser (Interface Rules, Authentication 8). Listed origins may read. With
 * `any` in the list every page may read, without credentials. The response names the requesting origin, never the wildcard.
 *
 * Without a list no header is sent. With a list every response varies by Origin, so that a cache never gives one page's response to
 * another.
 */
import { ANY_ORIGIN } from '../../schemas/origin.ts';
import { joinHeaders } from '../response/response.ts';
import type { ServiceRequest } from '../service.ts';
import { QUOTA_HEADERS } from './quota.ts';

/** Response headers that a page may read. */
const READABLE = 'API-Version, Content-Crs, Deprecation, ETag, Last-Modified, Link, Location, Memento-Datetime, OGC-NumberMatched, OGC-NumberReturned, Retry-After, '
  + `Sunset, Warning, WWW-Authenticate, X-Pagination-Count, X-Pagination-Limit, X-Pagination-Page, X-Total-Count, ${QUOTA_HEADERS.join(', ')}`;
const SENDABLE = 'Accept, Accept-Crs, API-Version, Authorization, Content-Crs, Content-Encoding, Content-Type, If-Match, If-None-Match, Prefer, X-Api-Key, '
  + 'X-Client-Id';
const PREFLIGHT_SECONDS = '600';

/** Request headers without credentials or effects. */
const SENDABLE_BY_ANY = 'Accept, Accept-Crs, API-Version, Content-Crs, Content-Type, If-None-Match, Prefer';
/** Origin as browsers serialise it: `null` for a page in a file or a sandbox. */
const ORIGIN_FORM = /^(?:null|[a-z][a-z0-9+.-]{0,30}:\/\/[A-Za-z0-9.:[\]_-]{1,255})$/;

/** Returns a function from the requesting origin to the headers of its response: `common` and the CORS headers. */
export function crossOriginHeaders(
  origins: readonly string[], common: readonly string[],
): (origin: string | undefined) => readonly string[] {
  if (origins.length === 0) return () => common;
  const others = joinHeaders(common, ['Vary', 'Origin']);
  const toOrigin = (origin: string): readonly string[] => (
    [...others, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', READABLE]
  );
  const known = new Map(origins.filter((origin) => isListed(origin, origins)).map((origin) => [origin, toOrigin(origin)]));
  return (origin) => {
    if (origin === undefined) return others;
    return known.get(origin) ?? (isAny(origin, origins) ? toOrigin(origin) : others);
  };
}

/**
 * Returns the preflight headers for OPTIONS; none for a page that may not read.
 * `allowed`: all methods of the path; `reading`: its methods without effects.
 */
export function preflightHeaders(
  { headers: { origin, 'access-control-request-method': method } }: Pick<ServiceRequest, 'headers'>,
  { origins, allowed, reading }: { origins: readonly string[]; allowed: readonly string[]; reading: readonly string[] },
): readonly string[] {
  if (method === undefined || origin === undefined) return [];
  if (isListed(origin, origins)) return preflight(allowed, SENDABLE);
  return isAny(origin, origins) ? preflight(reading, SENDABLE_BY_ANY) : [];
}

function preflight(methods: readonly string[], headers: string): readonly string[] {
  return [
    'Access-Control-Allow-Methods', methods.join(', '), 'Access-Control-Allow-Headers', headers,
    'Access-Control-Max-Age', PREFLIGHT_SECONDS,
  ];
}

function isListed(origin: string, origins: readonly string[]): boolean {
  return origin !== ANY_ORIGIN && origins.includes(origin);
}

function isAny(origin: string, origins: readonly string[]): boolean {
  return origins.includes(ANY_ORIGIN) && ORIGIN_FORM.test(origin);
}
