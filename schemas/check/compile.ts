/**
 * Compile: validators of whole documents, by ajv (2020-12, strict; nothing is removed, filled in or coerced).
 *
 * ajv checks fields; each is compiled when a document first has it. Objects of the model are checked by our own code (object-errors.ts).
 * The `entityType` selects the schema of a nested object, so a mistake is reported once, at its location.
 * A large document is first checked up to its first mistake. If it has one, a copy within a budget is checked for all mistakes, so that a
 * hostile document cannot make more mistakes than memory can hold; the first mistake is always reported.
 * A small document is checked for all mistakes at once.
 * Geometry and `uniqueItems` have our own implementations too: one mistake per line or ring, linear time.
 * Not here: the schema (json-schema.ts), the texts for people (explain/), warnings (notices.ts).
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv/dist/types/index.js';
import { SMALL_CHARS, withinBudget } from './budget.ts';
import { mistakesOf } from './explain/mistakes.ts';
import type { SchemaError } from './explain/schema-error.ts';
import type { Mistake } from './explain/mistakes.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias } from '../geometry.ts';
import { causesOf } from './geometry-causes.ts';
import { geometryMistakes } from './geometry-structure.ts';
import { withFewUnknown } from './many-unknown.ts';
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { jsonSchema } from './json-schema.ts';
import type { Field } from '../model/conventions.ts';
import { CHOICES } from '../model/model.ts';
import { entityErrors, errorAt } from './object-errors.ts';
import type { MemberCheck } from './object-errors.ts';
import { ROOT_TYPES } from '../names.ts';
import type { RootType } from '../names.ts';
import { firstDuplicate } from './unique.ts';

export type { SchemaError, SchemaRule } from './explain/schema-error.ts';
export type { Mistake } from './explain/mistakes.ts';

/** `chars`: length of the document as JSON text; a small document is checked in one run. */
export type Validator = (document: Json, chars?: number) => readonly SchemaError[];

const SCHEMA_ID = 'model';
/** Our own keyword: an object of one of these types. */
const ONE_OF_TYPES = 'types';
export const ERRORS_PER_DOCUMENT_MAX = 20_000;

const NONE: readonly ErrorObject[] = [];
const checks = new Map<boolean, MemberCheck>();

/** Returns the validator of documents of one root type. It returns every mistake in the document. */
export function validatorOf(rootType: RootType): Validator {
  const find = finder([rootType]);
  return (document, chars) => find(document, chars).map(({ say }) => say());
}

/** Checks a document as the root type that its `entityType` names. */
export function validate(document: Json, chars?: number): readonly SchemaError[] {
  return mistakesIn(document, chars).map(({ say }) => say());
}

/** Finds the mistakes in a document, without making their texts yet. */
export function mistakesIn(document: Json, chars?: number): readonly Mistake[] {
  return finder(ROOT_TYPES)(document, chars);
}

function finder(types: readonly RootType[]): (document: Json, chars?: number) => readonly Mistake[] {
  const errorsIn = (document: Json, all: boolean): readonly ErrorObject[] => {
    if (!isObject(document)) return [errorAt('', 'type', { type: 'object' })];
    const check = memberCheck(all);
    check.left = ERRORS_PER_DOCUMENT_MAX;
    return entityErrors({ types, data: document, pointer: '' }, check);
  };
  return (document, chars = Infinity) => {
    /** `value`: the document, or the copy within the budget. */
    const allIn = (value: Json): readonly ErrorObject[] =>
      withFewUnknown(types, document, errorsIn(value, true)).slice(0, ERRORS_PER_DOCUMENT_MAX);
    if (chars <= SMALL_CHARS) return mistakesOf(types, document, allIn(document));
    const first = errorsIn(document, false);
    if (first.length === 0) return [];
    const { value, complete } = withinBudget(types, document);
    return mistakesOf(types, document, complete ? allIn(value) : merged(first, allIn(value)));
  };
}

function merged(first: readonly ErrorObject[], errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const known = new Set(errors.map(identity));
  return [...first.filter((error) => !known.has(identity(error))), ...errors];
}

function identity({ instancePath, keyword, params }: ErrorObject): string {
  return JSON.stringify([instancePath, keyword, params]);
}

/** Returns the check of a field. `all`: it finds all mistakes, not only the first. */
function memberCheck(all: boolean): MemberCheck {
  const known = checks.get(all);
  if (known !== undefined) return known;
  const { $defs } = jsonSchema();
  const ajv = compiler(all, $defs);
  const ofField = new Map<Field, ValidateFunction>();
  /** Compiled validators by schema text, because many fields have the same schema. */
  const compiled = new Map<string, ValidateFunction>();
  const validatorOfField = (type: string, { name }: Field): ValidateFunction => {
    const schemaText = JSON.stringify(($defs[type]!['properties'] as JsonObject)[name]);
    const validate = compiled.get(schemaText) ?? ajv.getSchema(`${SCHEMA_ID}#/$defs/${type}/properties/${name}`)!;
    compiled.set(schemaText, validate);
    return validate;
  };
  const check: MemberCheck = {
    all, left: 0,
    errorsIn(type, field, value) {
      if (field.kind === 'constant' && value === field.constant) return NONE;
      let validate = ofField.get(field);
      if (validate === undefined) {
        validate = validatorOfField(type, field);
        ofField.set(field, validate);
      }
      return validate(value) ? NONE : validate.errors ?? NONE;
    },
  };
  const validate = oneOfTypes(check);
  ajv.addKeyword({ keyword: ONE_OF_TYPES, type: 'object', schemaType: 'array', validate, errors: true });
  checks.set(all, check);
  return check;
}

function compiler(all: boolean, $defs: Readonly<Record<string, JsonObject>>): Ajv2020 {
  const ajv = new Ajv2020({
    // The tests compile the schema strictly, so it is known to be valid. Strict mode here costs a third of the time.
    strict: false, validateSchema: false, allErrors: all, validateFormats: false,
    messages: false, meta: false,
    code: { optimize: false }, // halves the compile time, and the code runs as fast
    inlineRefs: false, // the code is a third as long
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: uniqueItems, errors: true,
  });
  ajv.addKeyword({ keyword: 'geometrie', schemaType: 'string', validate: geometrie, errors: true });
  const ours = Object.keys(GEOMETRY_ALIASES).map((alias) => [alias, { geometrie: alias }] as const);
  const nested = [...CHOICES].map(([choice, types]) => [choice, { type: 'object', [ONE_OF_TYPES]: types }] as const);
  ajv.addSchema({ $id: SCHEMA_ID, $defs: { ...$defs, ...Object.fromEntries([...ours, ...nested]) } });
  return ajv;
}

/** The keyword that checks an object as the type that its `entityType` names. */
function oneOfTypes(check: MemberCheck): SchemaValidateFunction {
  const keyword: SchemaValidateFunction = (types: readonly string[], data: JsonObject, _, context) => {
    const errors = entityErrors({ types, data, pointer: context?.instancePath ?? '' }, check);
    keyword.errors = [...errors];
    return errors.length === 0;
  };
  return keyword;
}

const uniqueItems: SchemaValidateFunction = (schema: boolean, data: readonly Json[]) => {
  const pair = schema ? firstDuplicate(data) : undefined;
  uniqueItems.errors = pair === undefined ? [] : [{ keyword: 'uniqueItems', params: pair }];
  return pair === undefined;
};

const geometrie: SchemaValidateFunction = (alias: GeometryAlias, data: Json) => {
  const mistakes = geometryMistakes(data, alias);
  geometrie.errors = causesOf(data, alias, mistakes).map((params) => ({ keyword: 'geometrie', params }));
  return mistakes.length === 0;
};
