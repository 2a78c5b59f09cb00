/**
 * Published schema: the model as JSON Schema 2020-12 for other validators: one schema per concrete type, and one for any root document.
 * The verdict equals that of our validators, in standard keywords only.
 *
 * A text without its own bound has at most LIMITS.textCharsMax characters. Our validator checks that beside the schema
 * (pipelines/prepare/check/sizes.ts), also for members that the schema leaves open.
 * Flat: no `unevaluatedProperties`, and `$ref` leads to `#/$defs/<name>` only, so each schema is self-contained.
 * `if` chooses a branch instead of `oneOf`: one readable error, and no validator walks 59 × 21 × 8 branches.
 * Patterns mean the same to every engine: no look-ahead, which some lack. Some engines (Python) let `$` match before a newline at the end,
 * so `not` refuses that newline.
 * Not here: the schema for our own validators (json-schema.ts); geometry, links and rules, which are beyond a schema.
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

/** Names of all published schemas, the one for any root first. */
export const PUBLISHED: readonly string[] = [WHOLE_MODEL, ...MODEL.keys()];

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Returns the schema of any root document, with every type in `$defs`. `baseUri`: address of the schemas, without a trailing slash. */
export function publishedSchema(baseUri: string): JsonObject {
  return {
    ...heading(WHOLE_MODEL, baseUri, 'Een hoofdobject met alles erin / a root with all that is in it'),
    ...portableObject(choiceSchema(Object.keys(ROOTS))),
    $defs: definitions(),
  };
}

/** Returns the schema of a concrete type with all definitions that it refers to; undefined for another name. */
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

/** All definitions, made on first use. */
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

/** Returns a schema without `discriminator`, with patterns in the syntax common to all regular expressions. */
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

/** Adds the general bound of texts to a schema that allows texts. Other values are not bounded. */
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

/** The value of `property` in one branch: the name of the referenced type, or its constant. */
function constantOf(branch: JsonObject, property: string): string {
  const [name] = referredTo('$ref' in branch ? branch : {});
  const inside = branch['properties'] as Record<string, JsonObject> | undefined;
  return name ?? inside?.[property]?.['const'] as string;
}

/**
 * Splits `^(?!A)B$` into a pattern for B and a `not` for A. If `B` is characters outside a set, it becomes a `not` of that set. Every
 * other `B` of the model has no newline, so a newline can be refused. The `not` is for texts only, so that null stays allowed.
 */
export function portablePattern(pattern: string): JsonObject {
  const [, refused, rest = ''] = /^\^(?:\(\?!([^()]*)\))?(.*)\$$/.exec(pattern) ?? [];
  const [, outside] = /^\[\^([^\]]*)\]\*$/.exec(rest) ?? [];
  const not = [outside === undefined ? '\\n' : `[${outside}]`, ...(refused === undefined ? [] : [`^(?:${refused})`])];
  return { ...(outside === undefined ? { pattern: `^${rest}$` } : {}), not: { type: 'string', pattern: not.join('|') } };
}
