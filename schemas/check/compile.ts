/**
 * Compile: validators of whole documents, by ajv (2020-12, strict; nothing is removed, filled in or coerced).
 *
 * Branches are chosen by `entityType` (`discriminator`), so a mistake is reported once, where it is.
 * A large document is run first to the first mistake. Only if that failed is it run for all its mistakes, on a copy
 * that leaves out what lies beyond a budget, so that a hostile document cannot make more mistakes than memory holds;
 * the first mistake is always among those reported. A small one is run for all its mistakes at once.
 * Geometry and `uniqueItems` have implementations of our own: one mistake per geometry, linear time.
 * Not here: the schema (json-schema.ts), its words for people (explain.ts), warnings (notices.ts).
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv/dist/types/index.js';
import { SMALL_CHARS, withinBudget } from './budget.ts';
import { mistakesOf, wrongRootType } from './explain.ts';
import type { Mistake, SchemaError } from './explain.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias } from '../geometry.ts';
import { geometryMistake } from './geometry-structure.ts';
import { isObject, own } from '../json.ts';
import type { Json } from '../json.ts';
import { jsonSchema, refTo } from './json-schema.ts';
import type { Field } from '../model/conventions.ts';
import { fieldsByName } from '../model/model.ts';
import { isRootType } from '../names.ts';
import type { RootType } from '../names.ts';
import { sharing } from './share.ts';
import { firstDuplicate } from './unique.ts';

export type { ErrorObject } from 'ajv/dist/types/index.js';
export type { Mistake, SchemaError, SchemaRule } from './explain.ts';

export interface ValidateOptions {
  /** Also accepts `gegevenInTransitie`, which then is a notice (design 15). */
  readonly legacyCodes: boolean;
}

/** `chars`: how long the document is as JSON text; a small one needs only one run. */
export type Validator = (document: Json, chars?: number) => readonly SchemaError[];

const CURRENT_CODES: ValidateOptions = { legacyCodes: false };
const SCHEMA_ID = 'model';
export const ERRORS_PER_DOCUMENT_MAX = 20_000;

const compilers = new Map<string, Ajv2020>();
const validators = new Map<string, ValidateFunction>();
/** Of fields: most of them are those of many types. */
const members = new Map<Field, ValidateFunction>();

/** The validator of documents of one root type; it returns every mistake in the document, none if valid. */
export function validatorOf(rootType: RootType, options: ValidateOptions = CURRENT_CODES): Validator {
  const find = finder(rootType, options);
  return (document, chars) => find(document, chars).map(({ say }) => say());
}

/** Checks a document as the root type that it says to be; a document that names none gets one mistake. */
export function validate(document: Json, chars?: number): readonly SchemaError[] {
  return mistakesIn(document, chars).map(({ say }) => say());
}

/** The same, not yet in words. */
export function mistakesIn(document: Json, chars?: number): readonly Mistake[] {
  const claimed = isObject(document) ? own(document, 'entityType') : undefined;
  if (typeof claimed !== 'string' || !isRootType(claimed)) return [wrongRootType(document)];
  return finder(claimed, CURRENT_CODES)(document, chars);
}

function finder(
  rootType: RootType, options: ValidateOptions,
): (document: Json, chars?: number) => readonly Mistake[] {
  const all = (value: Json): readonly ErrorObject[] => {
    const thorough = validator(rootType, { ...options, all: true });
    return thorough(value) ? [] : (thorough.errors ?? []).slice(0, ERRORS_PER_DOCUMENT_MAX);
  };
  return (document, chars = Infinity) => {
    if (chars <= SMALL_CHARS) {
      const errors = all(document);
      return errors.length === 0 ? [] : mistakesOf(rootType, document, errors);
    }
    const quick = validator(rootType, { ...options, all: false });
    if (quick(document)) return [];
    const first = quick.errors ?? [];
    const { value, complete } = withinBudget(rootType, document);
    return mistakesOf(rootType, document, complete ? all(value) : merged(first, all(value)));
  };
}

/** What is wrong with the value of a field of a type, with paths from that value. */
export function memberErrors(type: string, field: string, value: Json): readonly ErrorObject[] {
  const key = fieldsByName(type)!.get(field)!;
  const check = members.get(key) ?? compiler({ ...CURRENT_CODES, all: true }).compile({ $ref: `${SCHEMA_ID}#/$defs/${type}/properties/${field}` });
  members.set(key, check);
  return check(value) ? [] : check.errors ?? [];
}

function merged(first: readonly ErrorObject[], errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const known = new Set(errors.map(identity));
  return [...first.filter((error) => !known.has(identity(error))), ...errors];
}

function identity({ instancePath, keyword, params }: ErrorObject): string {
  return JSON.stringify([instancePath, keyword, params]);
}

function validator(rootType: RootType, mode: ValidateOptions & { readonly all: boolean }): ValidateFunction {
  const key = `${rootType} ${mode.legacyCodes} ${mode.all}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const compiled = compiler(mode).compile({ $ref: `${SCHEMA_ID}${refTo(rootType)['$ref'] as string}` });
  validators.set(key, compiled);
  return compiled;
}

function compiler({ legacyCodes, all }: ValidateOptions & { readonly all: boolean }): Ajv2020 {
  const key = `${legacyCodes} ${all}`;
  const known = compilers.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({
    // That the schema is right is for the tests to say, which compile it strictly: here that is a third of the time.
    strict: false, validateSchema: false, allErrors: all, discriminator: true, validateFormats: false,
    messages: false,
    code: { optimize: false }, // halves the compile time, and the code runs as fast
    inlineRefs: false, loopRequired: 1, // the code is a third as long
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: uniqueItems, errors: true,
  });
  ajv.addKeyword({ keyword: 'geometrie', schemaType: 'string', validate: geometrie, errors: true });
  const { $defs } = jsonSchema({ legacyCodes });
  const ours = Object.keys(GEOMETRY_ALIASES).map((alias) => [alias, { geometrie: alias }] as const);
  ajv.addSchema({ $id: SCHEMA_ID, $defs: sharing({ ...$defs, ...Object.fromEntries(ours) }) });
  compilers.set(key, ajv);
  return ajv;
}

const uniqueItems: SchemaValidateFunction = (schema: boolean, data: readonly Json[]) => {
  const pair = schema ? firstDuplicate(data) : undefined;
  uniqueItems.errors = pair === undefined ? [] : [{ keyword: 'uniqueItems', params: pair }];
  return pair === undefined;
};

const geometrie: SchemaValidateFunction = (alias: GeometryAlias, data: Json) => {
  const mistake = geometryMistake(data, alias);
  geometrie.errors = mistake === undefined ? [] : [{ keyword: 'geometrie', params: mistake }];
  return mistake === undefined;
};
