/**
 * Likely: which types an object may have been meant to be when its `entityType` names none that may stand there, and what
 * its fields are then: so a wrong type hides nothing of what else is wrong in the object and in those nested in it.
 *
 * A name that is nearly that of a type means that type. Of what is left, the types count that have most of the object's
 * fields. Where several do, a field is known when it is the same in all that have it: nothing is said of the others,
 * nor of what may be missing.
 */
import { own } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { fieldsByName, MODEL } from '../model/model.ts';
import { misnamedIn } from './misnamed.ts';
import { nearest } from './nearest.ts';

const TYPE_FIELD = 'entityType';
const ONLY_TYPE: ReadonlyMap<string, null> = new Map([[TYPE_FIELD, null]]);

/** The types, at least one, that an object may be; `allowed`: those that may stand in its place. */
export function likelyTypes(allowed: readonly string[], data: JsonObject): readonly string[] {
  const claimed = claimOf(data) ?? '';
  if (allowed.includes(claimed)) return [claimed];
  if (MODEL.has(claimed)) return fitting([...allowed, claimed], data);
  const near = nearest(claimed, allowed);
  return fitting(near.length > 0 ? near : allowed, data);
}

/** The text in `entityType`, or in what is nearly called so. */
function claimOf(data: JsonObject): string | undefined {
  const claimed = own(data, TYPE_FIELD) ?? own(data, [...misnamedIn(data, ONLY_TYPE).keys()][0] ?? TYPE_FIELD);
  return typeof claimed === 'string' ? claimed : undefined;
}

/** The types that have most of the object's fields. */
function fitting(types: readonly string[], data: JsonObject): readonly string[] {
  const names = Object.keys(data);
  const fits = types.map((type) => names.filter((name) => fieldsByName(type)?.has(name)).length);
  const best = Math.max(...fits);
  return types.filter((_, index) => fits[index] === best);
}

/** A field of an object, and a type that has it. */
export interface LikelyField {
  readonly type: string;
  readonly field: Field;
}

/** The fields that an object has and that are the same whichever of the types it is, and `entityType`. */
export function likelyFields(types: readonly string[], data: JsonObject): ReadonlyMap<string, LikelyField> {
  const known = new Map<string, LikelyField>();
  for (const name of [TYPE_FIELD, ...Object.keys(data)]) {
    const having = types.flatMap((type) => {
      const field = fieldsByName(type)?.get(name);
      return field === undefined ? [] : [{ type, field }];
    });
    const [first] = having;
    const isSame = having.every(({ field }) => name === TYPE_FIELD || definitionOf(field) === definitionOf(first!.field));
    if (first !== undefined && isSame) known.set(name, first);
  }
  return known;
}

const definitions = new WeakMap<Field, string>();

/** What a field may hold, as text; equal for fields that differ only in whether they must be there. */
function definitionOf(field: Field): string {
  let definition = definitions.get(field);
  if (definition === undefined) {
    definitions.set(field, definition = JSON.stringify({ ...field, required: undefined, expected: undefined }));
  }
  return definition;
}
