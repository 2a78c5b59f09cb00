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

export interface MemberCheck {
  /** Whether all mistakes are wanted, or no more than the first. */
  readonly all: boolean;
  /** What is wrong with the value of a field of a type; places are from the value. */
  errorsIn(type: string, field: Field, value: Json): readonly ErrorObject[];
}

const NONE: readonly ErrorObject[] = [];

/** What is wrong with an object, its members checked by `check`. */
export function objectErrors({ type, data, pointer }: Typed, check: MemberCheck): readonly ErrorObject[] {
  const fields = fieldsByName(type);
  const unknown: string[] = [];
  let ofFields: Map<string, readonly ErrorObject[]> | undefined;
  let required = 0;
  for (const name of Object.keys(data)) {
    const field = fields?.get(name);
    if (field === undefined) unknown.push(name);
    else {
      if (field.required) required++;
      const errors = check.errorsIn(type, field, data[name]!);
      if (errors.length > 0) (ofFields ??= new Map<string, readonly ErrorObject[]>()).set(name, errors);
    }
  }
  if (unknown.length === 0 && ofFields === undefined && required === requiredOf(type)) return NONE;
  const errors = [
    ...fieldsOf(type).filter(({ name, required: isRequired }) => isRequired && !Object.hasOwn(data, name))
      .map(({ name }) => errorAt(pointer, 'required', { missingProperty: name })),
    ...unknown.map((name) => errorAt(pointer, 'additionalProperties', { additionalProperty: name })),
    ...fieldsOf(type).flatMap(({ name }) => (ofFields?.get(name) ?? NONE).map((error) => below(`${pointer}/${name}`, error))),
  ];
  return check.all ? errors : errors.slice(0, 1);
}

const REQUIRED = new Map<string, number>();

/** How many fields an object of a type must have. */
function requiredOf(type: string): number {
  let count = REQUIRED.get(type);
  if (count === undefined) REQUIRED.set(type, count = fieldsOf(type).filter(({ required }) => required).length);
  return count;
}

/** The same error, its place from further out. */
function below(pointer: string, error: ErrorObject): ErrorObject {
  return { ...error, instancePath: pointer + error.instancePath };
}

/** An error in the form that ajv gives them. */
export function errorAt(pointer: string, keyword: string, params: ErrorObject['params']): ErrorObject {
  return { keyword, instancePath: pointer, schemaPath: '', params };
}
