/**
 * Links: makes the links of a document absolute addresses of this service.
 *
 * The target is looked up in the document itself, then among the targets that the register shows this audience. A link to any other object
 * is left out: it would not resolve, and would reveal that an object is hidden.
 * Not here: which id a link names (schemas/model/internal-links.ts), checking links (pipelines/prepare/).
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { BACK_LINKS, NESTING_FIELDS, isRootType, seriesOf, subResourceOf } from '../../schemas/names.ts';

export interface LinkContext {
  readonly baseUrl: string;
  /** Entity types of the objects of the document, by id. */
  readonly own: ReadonlyMap<string, string>;
  readonly targets: Readonly<Record<string, { readonly type: string; readonly root: string }>>;
}

/** Returns the address of an object: a root as a whole document, a nested object as a feature. */
export function addressOf(baseUrl: string, entityType: string, id: string): string {
  return isRootType(entityType)
    ? `${baseUrl}/${seriesOf(entityType)}/${encodeURIComponent(id)}`
    : featureAddress(baseUrl, seriesOf(entityType), id);
}

export function featureAddress(baseUrl: string, series: string, id: string): string {
  return `${baseUrl}/collections/${series}/items/${encodeURIComponent(id)}`;
}

interface LinkedObject {
  readonly id: string;
  readonly type: string;
}

/**
 * Returns the links in the row of a feature, which every page repeats: itself and its document, and for a nested object its root. The
 * document of a nested object is a part of its root's document. The server adds further links to a single feature
 * (server/handlers/item.ts).
 */
export function featureLinks(baseUrl: string, { id, type }: LinkedObject, root: LinkedObject): readonly JsonObject[] {
  const document = addressOf(baseUrl, root.type, root.id);
  const self = { href: featureAddress(baseUrl, seriesOf(type), id), rel: 'self', type: 'application/geo+json' };
  const sub = subResourceOf(type);
  if (sub === undefined) return [self, { href: document, rel: 'canonical', type: 'application/json' }];
  return [
    self,
    { href: `${document}/${sub}/${encodeURIComponent(id)}`, rel: 'canonical', type: 'application/json' },
    { href: document, rel: 'up', type: 'application/json' },
  ];
}

/** Fields with a link or an array of links. `heeft` of an activity is an array of objects instead. */
const LINK_FIELDS: ReadonlySet<string> = new Set(Object.values(BACK_LINKS));

/** Returns the value of a field with its links made absolute; undefined when no link is left. */
export function withLinks(field: string, value: Json, context: LinkContext): Json | undefined {
  if (!LINK_FIELDS.has(field)) return value;
  if (!Array.isArray(value)) return absolute(value, context);
  const links = value.map((item) => absolute(item as Json, context)).filter((link) => link !== undefined);
  return links.length === 0 ? undefined : links;
}

function absolute(link: Json, context: LinkContext): Json | undefined {
  if (!isObject(link) || typeof link['href'] !== 'string') return link;
  const address = targetAddress(link['href'], context);
  return address === undefined ? undefined : { ...link, href: address };
}

function targetAddress(href: string, { baseUrl, own, targets }: LinkContext): string | undefined {
  const id = linkTarget(href, own);
  if (id === undefined) return undefined;
  const type = own.get(id) ?? (Object.hasOwn(targets, id) ? targets[id]?.type : undefined);
  return type === undefined ? undefined : addressOf(baseUrl, type, id);
}

/** Returns the objects nested in a field, or null when the field has none. */
export function nestedIn(field: string, value: Json): readonly NestedObject[] | null {
  if (!NESTING_FIELDS.includes(field) || !Array.isArray(value)) return null;
  const items = value as readonly Json[];
  return items.every(isNested) ? items as readonly NestedObject[] : null;
}

export type NestedObject = JsonObject & { readonly id: string; readonly entityType: string };

function isNested(value: Json): boolean {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['entityType'] === 'string';
}
