/**
 * Likely types: the likely types of an object whose `entityType` is not allowed at its position, and its fields by those types.
 * So a wrong type hides no other mistake in the object or in its nested objects.
 *
 * A name close to that of a type means that type. Otherwise the types that share most fields with the object are likely.
 * With several likely types, a field is known when they all define it alike. Other fields, and missing ones, are not reported.
 */
import { own } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { fieldsByName, MODEL } from '../model/model.ts';
import { misnamedIn } from './misnamed.ts';
import { nearest } from './nearest.ts';

const TYPE_FIELD = 'entityType';
const ONLY_TYPE: ReadonlyMap<string, null> = new Map([[TYPE_FIELD, null]]);

/** Returns the likely types of an object, at least one. `allowed`: the types that are allowed at its position. */
export function likelyTypes(allowed: readonly string[], data: JsonObject): readonly string[] {
  const claimed = claimedType(data) ?? '';
  if (allowed.includes(claimed)) return [claimed];
  if (MODEL.has(claimed)) return fitting([...allowed, claimed], data);
  const near = nearest(claimed, allowed);
  return fitting(near.length > 0 ? near : allowed, data);
}

/** The text in `entityType`, or in a field with a similar name. */
function claimedType(data: JsonObject): string | undefined {
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

/** Returns `entityType` and the fields of an object that all likely types define alike. */
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

/** Definition of a field as text; equal for fields that differ only in being required or expected. */
function definitionOf(field: Field): string {
  let definition = definitions.get(field);
  if (definition === undefined) {
    definitions.set(field, definition = JSON.stringify({ ...field, required: undefined, expected: undefined }));
  }
  return definition;
}
