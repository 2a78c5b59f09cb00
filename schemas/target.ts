/**
 * Target: the path that a write is sent to, below the base URL, and what it names: a resource or one object of it, as document or
 * as feature. Server and pipelines read and write it here alone.
 */
export interface Target {
  /** Path of the resource, one of those in names.ts: `kwetsbare-gebouwen`. */
  readonly resource: string;
  readonly form: 'document' | 'feature';
  /** Of the object that is written; null: of one that is to be made. */
  readonly id: string | null;
}

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
  return { resource, form: feature === undefined ? 'document' : 'feature', id: id === undefined ? null : decodeURIComponent(id) };
}
