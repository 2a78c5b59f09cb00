/**
 * Target: the path that a write is sent to, below the base URL, and what it names: a resource or one object of it, as document or
 * as feature, or what a root nests; or the address that takes features of any type. Server and pipelines read and write it here alone.
 */
import { kindOf, nameOf, OBJECT_TYPES, ROOTS, subResourceOf, WRITABLE_COLLECTIONS, type Kind } from './names.ts';

export interface Target {
  /**
   * Path of the resource, one of those in names.ts: `kwetsbare-gebouwen`; below a root, of the sub-resource: `contouren`; of a
   * collection of features `collections`.
   */
  readonly resource: string;
  /** `collection`: features, each of which goes to the collection of its type. */
  readonly form: 'document' | 'feature' | 'collection';
  /** Of the object that is written; null: of one that is to be made. */
  readonly id: string | null;
  /** The root below which the path is: `/{resource}/{id}/{subResource}`. */
  readonly within?: RootPath;
}

/** Where features of any type are sent together. */
export const COLLECTIONS_PATH = 'collections';

/** A root as a path names it. */
export interface RootPath {
  readonly resource: string;
  readonly id: string;
}

/** The path, ids in percent-encoding. */
export function targetPath({ resource, form, id, within }: Target): string {
  const above = within === undefined ? '' : `/${within.resource}/${encodeURIComponent(within.id)}`;
  const list = form === 'feature' ? `/collections/${resource}/items` : `${above}/${resource}`;
  return id === null ? list : `${list}/${encodeURIComponent(id)}`;
}

/** What a path names; undefined of what is no path of a write, such as the file name of a delivery. */
export function readTarget(path: string): Target | undefined {
  const [, feature, root, rootId, document, id] =
    /^\/(?:collections\/([^/]+)\/items|(?:([^/]+)\/([^/]+)\/)?([^/]+))(?:\/([^/]+))?$/.exec(path) ?? [];
  const resource = feature ?? document;
  if (resource === undefined) return undefined;
  const form = feature !== undefined ? 'feature' : resource === COLLECTIONS_PATH ? 'collection' : 'document';
  return {
    resource, form, id: id === undefined ? null : decodeURIComponent(id),
    ...(root === undefined || rootId === undefined ? {} : { within: { resource: root, id: decodeURIComponent(rootId) } }),
  };
}

const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

/** Whether a target names an object that a root nests: its root is written then, with what becomes of that object. */
export function namesPart({ resource, form, within }: Target): boolean {
  return within !== undefined || (form === 'feature' && !ROOT_PATHS.has(resource));
}

/** Whether an object of a type that the model knows belongs at a target. */
export function takesType({ resource, within }: Target, entityType: string): boolean {
  return within === undefined ? nameOf(entityType).path === resource : subResourceOf(entityType) === resource;
}

/** The kind of the objects at a target; undefined where none belong. */
export function kindAt(target: Target): Kind | undefined {
  const type = OBJECT_TYPES.find((entityType) => takesType(target, entityType));
  return type && kindOf(type);
}

/** Whether a PUT makes an object that is not there: only where objects have geometry of their own. */
export function isMadeByPut(target: Target): boolean {
  return namesPart(target) ? kindAt(target) !== 'activity' : WRITABLE_COLLECTIONS.includes(target.resource);
}
