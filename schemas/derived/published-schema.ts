/**
 * Published schema: the model as JSON Schema 2020-12 for others to validate with: one schema per concrete type, and one
 * for any root document. The same verdict as our validators, in standard keywords only.
 *
 * A text that has no bound of its own has at most LIMITS.textCharsMax characters: our validator says so beside the schema
 * (pipelines/prepare/check/sizes.ts), as it does of members that the schema leaves open.
 * Flat: no `unevaluatedProperties`, `$ref` leads to `#/$defs/<name>` only, so each schema stands by itself.
 * A branch is chosen by `if` instead of `oneOf`: one readable error, and no validator walks 59 × 21 × 8 branches.
 * Patterns mean the same to every engine: none looks ahead, since some cannot; and where an engine lets `$` stand before
 * a newline at the end (Python), `not` refuses that newline.
 * Not here: what our own validators compile (json-schema.ts), geometry, links and rules, which no schema can say.
 */
import { CODE_LISTS } from '../codelists.ts';
import { date, moment } from '../model/conventions.ts';
import type { Value } from '../model/conventions.ts';
import { describe } from '../check/describe.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { choiceSchema, DATE_PATTERN, jsonSchema, MOMENT_PATTERN, refTo } from '../check/json-schema.ts';
import { LIMITS } from '../limits.ts';
import { CHOICES, MODEL } from '../model/model.ts';
import { ROOTS } from '../names.ts';

/** Version of the information model that the schemas describe (Information Model, What the service does). */
export const MODEL_VERSION = '4.0.0';

/** Name of the schema for any root document, beside the names of the types. */
export const WHOLE_MODEL = 'Document';

/** Every name that has a published schema, the one for any root first. */
export const PUBLISHED: readonly string[] = [WHOLE_MODEL, ...MODEL.keys()];

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of any root document, with every type in `$defs`. `baseUri` is where schemas stand, without a last slash. */
export function publishedSchema(baseUri: string): JsonObject {
  return {
    ...heading(WHOLE_MODEL, baseUri, 'Een hoofdobject met alles erin / a root with all that is in it'),
    ...portableObject(choiceSchema(Object.keys(ROOTS))),
    $defs: definitions(),
  };
}

/** The schema of one concrete type with all that it refers to; undefined for a name that is no concrete type. */
export function publishedSchemaOf(entityType: string, baseUri: string): JsonObject | undefined {
  if (!MODEL.has(entityType)) return undefined;
  const all = definitions();
  const { [entityType]: type, ...others } = all;
  const needed = new Set(referredTo(type as Json));
  for (const name of needed) for (const further of referredTo(all[name] as Json)) needed.add(further);
  return {
    ...heading(entityType, baseUri, `${entityType} met alles erin / with all that is in it`),
    ...type as JsonObject,
    $defs: Object.fromEntries(Object.entries(others).filter(([name]) => needed.has(name))),
  };
}

function heading(name: string, baseUri: string, description: string): JsonObject {
  return {
    $schema: DIALECT, $id: `${baseUri}/${name}`, title: name,
    description: `${description}; informatiemodel externe veiligheid ${MODEL_VERSION}`,
  };
}

let made: JsonObject | undefined;

/** All that schemas refer to; made once, at the first question. */
function definitions(): JsonObject {
  made ??= makeDefinitions();
  return made;
}

function makeDefinitions(): JsonObject {
  const { $defs } = jsonSchema();
  const own = Object.entries($defs).map(([name, schema]) =>
    [name, { title: name, ...described(name), ...portableObject(schema) }] as const);
  return { ...Object.fromEntries(own), Tijdstip: written(moment(), MOMENT_PATTERN), Datum: written(date(), DATE_PATTERN) };
}

function written(value: Value, pattern: string): JsonObject {
  const { nl, en } = describe(value);
  return { description: `${nl} / ${en}`, type: 'string', ...portablePattern(pattern) };
}

function described(name: string): JsonObject {
  const list = CODE_LISTS.get(name);
  if (list !== undefined) return { description: `Waardelijst / code list, ${list.version}` };
  if (CHOICES.has(name)) return { description: 'Te herkennen aan entityType / told apart by entityType' };
  return name in GEOMETRY_ALIASES ? { description: 'GeoJSON (RFC 7946)' } : {};
}

function referredTo(schema: Json): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name as string);
}

/** A schema without `discriminator`, its patterns in the common part of all regular expressions. */
function portable(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(portable);
  return isObject(schema) ? portableObject(schema) : schema;
}

function portableObject(schema: JsonObject): JsonObject {
  const { discriminator, oneOf, pattern, ...rest } = bounded(schema);
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === 'if' ? value : portable(value)]));
  if (pattern === MOMENT_PATTERN) return refTo('Tijdstip');
  if (pattern === DATE_PATTERN) return refTo('Datum');
  if (typeof pattern === 'string') return { ...inner, ...portablePattern(pattern) };
  return isObject(discriminator) ? { ...inner, ...branches(discriminator['propertyName'] as string, oneOf) } : inner;
}

/** A schema of texts, or of texts among other things, with the bound that any text has; of other values it says nothing. */
function bounded(schema: JsonObject): JsonObject {
  const isText = (value: Json | undefined): boolean => isObject(value) && value['type'] === 'string';
  const isBounded = ['const', 'enum', 'maxLength'].some((keyword) => keyword in schema);
  return !isBounded && (isText(schema) || isText(schema['if'])) ? { ...schema, maxLength: LIMITS.textCharsMax } : schema;
}

function branches(property: string, oneOf: Json | undefined): JsonObject {
  const cases = (oneOf as readonly JsonObject[]).map((branch) => [constantOf(branch, property), portable(branch)] as const);
  const choose = cases.map(([constant, branch]) => ({
    if: { properties: { [property]: { not: { const: constant } } } }, else: branch,
  }));
  return { required: [property], properties: { [property]: { enum: cases.map(([constant]) => constant) } }, allOf: choose };
}

/** The value of `property` in one branch: the name of the type referred to, or the constant that stands in it. */
function constantOf(branch: JsonObject, property: string): string {
  const [name] = referredTo('$ref' in branch ? branch : {});
  const inside = branch['properties'] as Record<string, JsonObject> | undefined;
  return name ?? inside?.[property]?.['const'] as string;
}

/**
 * `^(?!A)B$` as a pattern for B and a `not` for A. A `B` of characters outside a set is a `not` of that set; every
 * other `B` of the model has no newline, so that one may be refused by name. Where null may stand, it is not refused: `not` is of texts.
 */
export function portablePattern(pattern: string): JsonObject {
  const [, refused, rest = ''] = /^\^(?:\(\?!([^()]*)\))?(.*)\$$/.exec(pattern) ?? [];
  const [, outside] = /^\[\^([^\]]*)\]\*$/.exec(rest) ?? [];
  const not = [outside === undefined ? '\\n' : `[${outside}]`, ...(refused === undefined ? [] : [`^(?:${refused})`])];
  return { ...(outside === undefined ? { pattern: `^${rest}$` } : {}), not: { type: 'string', pattern: not.join('|') } };
}
