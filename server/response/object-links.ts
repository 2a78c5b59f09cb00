/**
 * Object links: links of a response about one object, where they differ from the links that the edition stores with it. `self` is the
 * address of this very response, with its query (Interface Rules, Response shapes: HAL resource). Links to what belongs to the object
 * carry the CRS and moments of the request.
 *
 * Objects within a list keep the links of the edition, which name the object without a query (API.md).
 */
import { nestsObjects } from '../../schemas/model/model.ts';
import { arrayNameOf, ROOTS, SUB_RESOURCES, type RootType } from '../../schemas/names.ts';
import { HERKOMST } from '../description/herkomst.ts';
import { asPage, mediaTypeAt } from '../request/form.ts';
import type { PassedOn } from '../parameters/passed-on.ts';

/** Addresses of a requested object, absolute. */
export interface Addresses {
  /** The object without a query. */
  readonly url: string;
  /** This response. */
  readonly self: string;
  /** Query with the requested CRS and moments, with its question mark; or empty. */
  readonly carried: string;
  /** Parameters that the lists of the object accept too. */
  readonly passedOn: PassedOn;
}

/** Joins an address and a query, either of which may be empty. */
export function withQuery(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

const SELF = Buffer.from('"links":[{"href":"');

/** Returns a feature with its first link replaced: `self` (publisher/FORMAT.md, Block). `bytes`: up to the end of its links. */
export function featureWithSelf(bytes: Buffer, { url, self }: Addresses): Buffer {
  if (self === url) return bytes;
  const start = bytes.lastIndexOf(SELF) + SELF.length;
  const link = `${self}","rel":"self","type":${JSON.stringify(mediaTypeAt(self, 'geojson'))}`;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(link), bytes.subarray(bytes.indexOf('}', start))]);
}

const LINKS = Buffer.from(',"_links":');

/** Replaces the links at the end of a document. */
function relinked(slices: readonly Buffer[], links: object): readonly Buffer[] {
  const last = slices.at(-1)!;
  return [...slices.slice(0, -1), last.subarray(0, last.lastIndexOf(LINKS)), LINKS, Buffer.from(`${JSON.stringify(links)}}`)];
}

/** Returns a whole document in plain JSON: the stored bytes, unless the request has a query. */
export function documentWithSelf(slices: readonly Buffer[], { url, self }: Addresses): readonly Buffer[] {
  return self === url ? slices : relinked(slices, { self: { href: self }, canonical: { href: url } });
}

/**
 * Returns a document in HAL, with links to what belongs to it. `tag`: the tag for If-Match, in the body because proxies change the header
 * ETag.
 */
export function halDocument(slices: readonly Buffer[], type: RootType, { addresses: { url, self, carried }, baseUrl, tag }: {
  addresses: Addresses; baseUrl: string; tag: string;
}): readonly Buffer[] {
  const parts = nestsObjects(type) ? Object.keys(SUB_RESOURCES) : [];
  return relinked(slices, {
    self: { href: self, etag: tag },
    ...(self === url ? {} : { canonical: { href: url } }),
    alternate: { href: asPage(self), type: 'text/html' },
    collection: { href: `${baseUrl}/${ROOTS[type].path}${carried}` },
    describedby: { href: `${baseUrl}/schemas/${type}` },
    versies: { href: `${url}/versies` },
    herkomst: { href: url + HERKOMST },
    ...Object.fromEntries(parts.map((sub) => [arrayNameOf(sub), { href: `${url}/${sub}${carried}` }])),
  });
}
