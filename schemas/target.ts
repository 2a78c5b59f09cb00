/**
 * Target: the path that a write is sent to, below the base URL, and what it names: a resource or one object of it, as document or
 * as feature; or the address that takes features of any type. Server and pipelines read and write it here alone.
 */
export interface Target {
  /** Path of the resource, one of those in names.ts: `kwetsbare-gebouwen`; of a collection of features `collections`. */
  readonly resource: string;
  /** `collection`: features, each of which goes to the collection of its type. */
  readonly form: 'document' | 'feature' | 'collection';
  /** Of the object that is written; null: of one that is to be made. */
  readonly id: string | null;
}

/** Where features of any type are sent together. */
export const COLLECTIONS_PATH = 'collections';

/** The path, the id in percent-encoding. */
export function targetPath({ resource, form, id }: Target): string {
  const list = form === 'feature' ? `/collections/${resource}/items` : `/${resource}`;
  return id === null ? list : `${list}/${encodeURIComponent(id)}`;
}

/** What a path names; undefined of what is no path of a write, such as the file name of a delivery. */
export function readTarget(path: string): Target | undefined {
  const [, feature, document, id] = /^\/(?:collections\/([^/]+)\/items|([^/]+))(?:\/([^/]+))?$/.exec(path) ?? [];
  const resource = feature ?? document;
  if (resource === undefined) return undefined;
  const form = feature !== undefined ? 'feature' : resource === COLLECTIONS_PATH ? 'collection' : 'document';
  return { resource, form, id: id === undefined ? null : decodeURIComponent(id) };
}
