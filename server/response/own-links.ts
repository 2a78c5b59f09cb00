/**
 * Own links: the links of an answer about one object, where they differ from those that the edition keeps with its bytes. `self` is
 * the address that gives this very answer, so it has the question that was asked (Interface Rules, Response shapes: HAL resource);
 * what belongs to the object is linked with what of the question it can be asked too: CRS and moments.
 *
 * Objects within a list keep the links of the edition, which name the object and not the question (API.md).
 */
import { nestsObjects } from '../../schemas/model/model.ts';
import { arrayNameOf, ROOTS, SUB_RESOURCES, type RootType } from '../../schemas/names.ts';
import { asPage } from '../request/form.ts';
import type { PassedOn } from '../parameters/passed-on.ts';

/** Where an object stands, as asked for. All absolute. */
export interface Addresses {
  /** Of the object, without a question. */
  readonly url: string;
  /** Of this answer. */
  readonly self: string;
  /** The CRS and the moments asked for, with a question mark before them; or nothing. */
  readonly carried: string;
  /** What can be asked of the lists that the object stands in too. */
  readonly passedOn: PassedOn;
}

/** An address with a query, of which nothing may be there. */
export function withQuery(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

const SELF = Buffer.from('"links":[{"href":"');

/** A feature of which the first link is `self`: publisher/FORMAT.md, Block. `bytes`: up to the end of its links. */
export function asAskedFeature(bytes: Buffer, { url, self }: Addresses): Buffer {
  if (self === url) return bytes;
  const start = bytes.lastIndexOf(SELF) + SELF.length;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(self), bytes.subarray(bytes.indexOf('"', start))]);
}

const LINKS = Buffer.from(',"_links":');

/** A document with these links instead of its own, which stand at its end. */
function relinked(slices: readonly Buffer[], links: object): readonly Buffer[] {
  const last = slices.at(-1)!;
  return [...slices.slice(0, -1), last.subarray(0, last.lastIndexOf(LINKS)), LINKS, Buffer.from(`${JSON.stringify(links)}}`)];
}

/** A whole document in plain JSON: its bytes, unless a question was asked. */
export function asAskedDocument(slices: readonly Buffer[], { url, self }: Addresses): readonly Buffer[] {
  return self === url ? slices : relinked(slices, { self: { href: self }, canonical: { href: url } });
}

/** The same in HAL: with links to what belongs to it. `tag`: the writer's tag, in the body because proxies change the header ETag. */
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
    ...Object.fromEntries(parts.map((sub) => [arrayNameOf(sub), { href: `${url}/${sub}${carried}` }])),
  });
}
