/**
 * Objects: what is wrong with an object of a type of the model, in the order of its JSON Schema: what it lacks, what it
 * has too many, each of its fields. Who checks a field (compile.ts) needs no validator of any type: the 95 types have
 * most of their fields in common, and a delivery has few of them.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import type { Json, JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { fieldsByName, fieldsOf } from '../model/model.ts';

/** An object that is one of a type, and where it stands: a JSON Pointer. */
export interface Typed {
  readonly type: string;
  readonly data: JsonObject;
  readonly pointer: string;
}

/** A field of a type, its value, and where that stands. */
export interface Member {
  readonly type: string;
  readonly field: Field;
  readonly value: Json;
  readonly pointer: string;
}

export interface MemberCheck {
  /** Whether all mistakes are wanted, or no more than the first. */
  readonly all: boolean;
  errorsIn(member: Member): readonly ErrorObject[];
}

const NONE: readonly ErrorObject[] = [];

/** What is wrong with an object, its members checked by `check`. */
export function objectErrors(object: Typed, check: MemberCheck): readonly ErrorObject[] {
  const { type, data, pointer } = object;
  let errors = [...missingIn(object), ...unknownIn(object)];
  for (const field of fieldsOf(type)) {
    if (errors.length > 0 && !check.all) return errors.slice(0, 1);
    const value = data[field.name];
    if (value === undefined) continue;
    const more = check.errorsIn({ type, field, value, pointer: `${pointer}/${field.name}` });
    if (more.length > 0) errors = errors.concat(more);
  }
  return errors;
}

/** The required fields that an object lacks. */
function missingIn({ type, data, pointer }: Typed): readonly ErrorObject[] {
  let errors: ErrorObject[] | undefined;
  for (const { name, required } of fieldsOf(type)) {
    if (!required || data[name] !== undefined) continue;
    errors ??= [];
    errors.push(errorAt(pointer, 'required', { missingProperty: name }));
  }
  return errors ?? NONE;
}

/** The members of an object that its type has not. */
function unknownIn({ type, data, pointer }: Typed): readonly ErrorObject[] {
  const fields = fieldsByName(type);
  let errors: ErrorObject[] | undefined;
  for (const name of Object.keys(data)) {
    if (fields?.has(name) === true) continue;
    errors ??= [];
    errors.push(errorAt(pointer, 'additionalProperties', { additionalProperty: name }));
  }
  return errors ?? NONE;
}

/** An error in the form that ajv gives them. */
export function errorAt(pointer: string, keyword: string, params: ErrorObject['params']): ErrorObject {
  return { keyword, instancePath: pointer, schemaPath: '', params };
}
