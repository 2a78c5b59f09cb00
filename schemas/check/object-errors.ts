/**
 * Object errors: the errors in an object of the model, in the order of its JSON Schema: missing fields, unknown fields, then each field.
 * Fields are checked one by one (compile.ts), without validators of whole types. The 95 types have most fields in common, and a delivery
 * has few of them.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import type { Json, JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { isMadeIn } from '../model/feature-fields.ts';
import { fieldsByName, fieldsOf } from '../model/model.ts';
import { own } from '../json.ts';
import { likelyFields, likelyTypes } from './likely-types.ts';

/** An object of a known type, with its JSON Pointer. */
export interface Typed {
  readonly type: string;
  readonly data: JsonObject;
  readonly pointer: string;
}

/** An object that must be of one of the types. */
export interface Entity extends Omit<Typed, 'type'> {
  readonly types: readonly string[];
}

export interface MemberCheck {
  /** Whether all mistakes are wanted, not only the first. */
  readonly all: boolean;
  /** Number of mistakes still wanted. At 0 objects are skipped, because ajv takes time by the square of the number. */
  left: number;
  /** Returns the errors in the value of a field of a type, with pointers from the value. */
  errorsIn(type: string, field: Field, value: Json): readonly ErrorObject[];
}

const NONE: readonly ErrorObject[] = [];

/** Returns the errors in an object and its nested objects, by its `entityType` or else its likely type. */
export function entityErrors({ types, data, pointer }: Entity, check: MemberCheck): readonly ErrorObject[] {
  const { left } = check;
  if (left <= 0) return NONE;
  const claimed = own(data, 'entityType');
  const type = types.length === 1 ? types[0] : types.find((name) => name === claimed);
  const errors = type === undefined ? untypedErrors({ types, data, pointer }, check) : objectErrors({ type, data, pointer }, check);
  // The errors of nested objects are included.
  check.left = left - errors.length;
  return errors;
}

function untypedErrors(entity: Entity, check: MemberCheck): readonly ErrorObject[] {
  const error = errorAt(entity.pointer, 'discriminator', { tagValue: own(entity.data, 'entityType') });
  return check.all ? [error, ...likelyErrors(entity, check)] : [error];
}

/** The other errors in an object whose type is wrong. */
function likelyErrors({ types, data, pointer }: Entity, check: MemberCheck): readonly ErrorObject[] {
  const likely = likelyTypes(types, data);
  const [type] = likely;
  if (likely.length === 1) {
    return objectErrors({ type: type!, data, pointer }, check).filter(({ instancePath, params }) =>
      instancePath !== `${pointer}/entityType` && (instancePath !== pointer || params['missingProperty'] !== 'entityType'));
  }
  return [...likelyFields(likely, data)].flatMap(([name, known]) => (name === 'entityType' ? NONE
    : check.errorsIn(known.type, known.field, data[name]!).map((error) => below(`${pointer}/${name}`, error))));
}

/** Returns the errors in an object, whose members `check` checks. A field that the register makes is allowed, and ignored. */
export function objectErrors({ type, data, pointer }: Typed, check: MemberCheck): readonly ErrorObject[] {
  const fields = fieldsByName(type);
  const unknown: string[] = [];
  let ofFields: Map<string, readonly ErrorObject[]> | undefined;
  let required = 0;
  for (const name of Object.keys(data)) {
    const field = fields?.get(name);
    if (field === undefined) {
      if (!isMadeIn(data, type, name)) unknown.push(name);
    } else {
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

/** Number of required fields of a type. */
function requiredOf(type: string): number {
  let count = REQUIRED.get(type);
  if (count === undefined) REQUIRED.set(type, count = fieldsOf(type).filter(({ required }) => required).length);
  return count;
}

/** Puts a pointer in front of that of an error. */
function below(pointer: string, error: ErrorObject): ErrorObject {
  return { ...error, instancePath: pointer + error.instancePath };
}

/** Makes an error in the form of ajv. */
export function errorAt(pointer: string, keyword: string, params: ErrorObject['params']): ErrorObject {
  return { keyword, instancePath: pointer, schemaPath: '', params };
}
