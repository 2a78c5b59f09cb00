/**
 * Target: the path of a write, below the base URL, and what it addresses: a resource or one object of it, as document or as feature; a
 * nested object; or the collection of features of any type. Server and pipelines parse and format paths only here.
 */
import { kindOf, nameOf, OBJECT_TYPES, ROOTS, subResourceOf, WRITABLE_COLLECTIONS, type Kind } from './names.ts';

export interface Target {
  /**
   * Path of the resource, as in names.ts: `kwetsbare-gebouwen`. Below a root: the sub-resource, `contouren`. For features of any type:
   * `collections`.
   */
  readonly resource: string;
  /** `collection`: features of any type. */
  readonly form: 'document' | 'feature' | 'collection';
  /** Id of the written object; null for a new object. */
  readonly id: string | null;
  /** The root of a nested object: `/{resource}/{id}/{subResource}`. */
  readonly within?: RootPath;
}

/** The path for features of any type. */
export const COLLECTIONS_PATH = 'collections';

/** A root in a path. */
export interface RootPath {
  readonly resource: string;
  readonly id: string;
}

/** Formats the path, with ids in percent-encoding. */
export function targetPath({ resource, form, id, within }: Target): string {
  const prefix = within === undefined ? '' : `/${within.resource}/${encodeURIComponent(within.id)}`;
  const list = form === 'feature' ? `/collections/${resource}/items` : `${prefix}/${resource}`;
  return id === null ? list : `${list}/${encodeURIComponent(id)}`;
}

/** Parses a path; undefined when it is no path of a write, such as the file name of a delivery. */
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

/** Path of submissions. */
export const SUBMISSIONS = '/indieningen';

/** Path of the overview of the operator. */
export const OVERVIEW = '/beheren/overzicht';

/** Path of the own documents of a holder. */
export const OWN_DOCUMENTS = `${SUBMISSIONS}/eigen-gegevens`;

/** Path of proposals of transfers. */
export const PROPOSALS = '/overdrachten';

/** Formats the path of a submission, which is the target of its undo. */
export function submissionPath(uuid: string): string {
  return `${SUBMISSIONS}/${uuid}`;
}

const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

/** Whether a target addresses a nested object. Then its root is written, with the changed nested object. */
export function isNestedTarget({ resource, form, within }: Target): boolean {
  return within !== undefined || (form === 'feature' && !ROOT_PATHS.has(resource));
}

/** Whether an object of a known type belongs at a target. */
export function acceptsType({ resource, within }: Target, entityType: string): boolean {
  return within === undefined ? nameOf(entityType).path === resource : subResourceOf(entityType) === resource;
}

/** Returns the kind of the objects at a target; undefined when it has none. */
export function kindOfTarget(target: Target): Kind | undefined {
  const type = OBJECT_TYPES.find((entityType) => acceptsType(target, entityType));
  return type && kindOf(type);
}

/** Whether a PUT may create an object: only if its type has a geometry of its own. */
export function canBeCreatedByPut(target: Target): boolean {
  return isNestedTarget(target) ? kindOfTarget(target) !== 'activity' : WRITABLE_COLLECTIONS.includes(target.resource);
}
