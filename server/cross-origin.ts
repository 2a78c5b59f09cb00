/**
 * Cross-origin: which web pages of others may read answers in a browser: those of the origins that the operator lists
 * (Interface Rules, Authentication 8). The answer names the one origin that asked, never the wildcard.
 *
 * Without a list nothing is sent. With one every answer varies by Origin, or a cache would hand one page's to another.
 */
import type { Asked } from './service.ts';

/** What a page may read beside the body. */
const READABLE = 'API-Version, Content-Crs, ETag, Last-Modified, Link, Location, Retry-After, WWW-Authenticate';
const SENDABLE = 'Accept, Accept-Crs, API-Version, Authorization, Content-Crs, Content-Encoding, Content-Type, If-Match, If-None-Match, Prefer, X-Api-Key';
const PREFLIGHT_SECONDS = '600';

/** The headers of every answer, by the origin that asks: `common`, and what its page needs. */
export function crossOriginHeaders(
  origins: readonly string[], common: readonly string[],
): (origin: string | undefined) => readonly string[] {
  if (origins.length === 0) return () => common;
  const others = [...common, 'Vary', 'Origin'];
  const known = new Map(origins.map((origin) => [
    origin, [...others, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', READABLE],
  ]));
  return (origin) => (origin === undefined ? others : known.get(origin) ?? others);
}

/** What an answer to OPTIONS says more when a browser asks before it sends. A page that may not read is not told. */
export function preflightHeaders(
  { headers: { origin, 'access-control-request-method': method } }: Pick<Asked, 'headers'>,
  { origins, allowed }: { origins: readonly string[]; allowed: readonly string[] },
): readonly string[] {
  if (method === undefined || origin === undefined || !origins.includes(origin)) return [];
  return [
    'Access-Control-Allow-Methods', allowed.join(', '), 'Access-Control-Allow-Headers', SENDABLE,
    'Access-Control-Max-Age', PREFLIGHT_SECONDS,
  ];
}
