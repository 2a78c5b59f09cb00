/**
 * Relations: the six rows of the table of that name in the Information Model, and the allowed targets of links.
 *
 * Three relations nest objects; three are links back to the parent. The table names the target of the first two links. Of `hoortBij` it
 * says "the objects it belongs to", and a contour follows from references.
 * Not here: the id in an `href` (internal-links.ts), agreement of links with the nesting (pipelines/prepare/check/links.ts).
 */
import { ACTIVITY_TYPES, CONTOUR_TYPES, NESTED_REFERENCE_TYPES, REFERENCE_TYPES, ROOT_TYPES } from '../names.ts';
import type { EntityType, Kind, RootType } from '../names.ts';
import { nestsObjects } from './model.ts';

export interface Relation {
  readonly from: Kind;
  readonly field: string;
  /** `nested`: the objects themselves, in a list. */
  readonly form: 'link' | 'links' | 'nested';
  readonly to: readonly EntityType[];
}

/** The roots at which activities are carried out. A vulnerable object is a root, but no location. */
export const LOCATION_TYPES: readonly RootType[] = ROOT_TYPES.filter(nestsObjects);

export const RELATIONS: readonly Relation[] = [
  { from: 'activity', field: 'locatieEVActiviteit', form: 'link', to: LOCATION_TYPES },
  { from: 'activity', field: 'heeft', form: 'nested', to: NESTED_REFERENCE_TYPES },
  { from: 'root', field: 'voertUit', form: 'nested', to: ACTIVITY_TYPES },
  { from: 'reference', field: 'heeft', form: 'link', to: ACTIVITY_TYPES },
  { from: 'reference', field: 'resulteertIn', form: 'nested', to: CONTOUR_TYPES },
  { from: 'contour', field: 'hoortBij', form: 'links', to: REFERENCE_TYPES },
];

const LINKS: ReadonlyMap<string, Relation> = new Map(
  RELATIONS.filter(({ form }) => form !== 'nested').map((relation) => [relation.field, relation]),
);

/**
 * Returns the severity of a link in this field to an object of this type: an error where the document names the target, a warning for
 * `hoortBij`, undefined for an allowed target or a field without links.
 */
export function wrongTarget(field: string, type: string): 'error' | 'warning' | undefined {
  const relation = LINKS.get(field);
  if (relation === undefined || (relation.to as readonly string[]).includes(type)) return undefined;
  return relation.form === 'links' ? 'warning' : 'error';
}
