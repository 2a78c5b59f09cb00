/** Facts about types and fields in the published schema, read from its JSON without the model's own form. */
import { expect } from 'vitest';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { publishedSchema } from '../../schemas/derived/published-schema.ts';
import { BASE_URI } from './published-verdict.ts';

/** Facts about a field, as far as one source has them. */
export type FieldFacts = Readonly<Record<string, string | number | boolean | undefined>>;

const DEFS = publishedSchema(BASE_URI)['$defs'] as Readonly<Record<string, JsonObject>>;
const KINDS: Readonly<Record<string, string>> = { Tijdstip: 'moment', Datum: 'date', InterneVerwijzing: 'link' };

export function fieldNames(typeName: string): readonly string[] {
  return Object.keys(definition(typeName)['properties'] as JsonObject);
}

export function isClosed(typeName: string): boolean {
  return definition(typeName)['additionalProperties'] === false;
}

/** The types of the items of a nesting array. */
export function choiceOf(typeName: string, name: string): readonly string[] {
  const { items } = unwrapped(property(typeName, name)).plain as { items?: JsonObject };
  const chosen = definition(referredName(items ?? {}) ?? '')['allOf'] as readonly { else: JsonObject }[];
  return chosen.map((branch) => referredName(branch.else) ?? '');
}

export function factsInSchema(typeName: string, name: string): FieldFacts {
  const { plain, voidable } = unwrapped(property(typeName, name));
  return {
    ...factsOf(plain), required: (definition(typeName)['required'] as readonly string[]).includes(name), voidable,
    readOnly: property(typeName, name)['readOnly'] === true,
  };
}

function factsOf(schema: JsonObject): FieldFacts {
  const name = referredName(schema);
  if (name !== undefined) return referencedFacts(name);
  if (schema['type'] === 'array') return arrayFacts(schema['items'] as JsonObject);
  const { type, minimum, maximum } = schema as Record<string, string>;
  return { kind: type === 'string' ? 'text' : type, min: minimum, max: maximum };
}

function arrayFacts(items: JsonObject): FieldFacts {
  const inside = factsOf(unwrapped(items).plain);
  if (inside['kind'] === 'link') return { kind: 'links' };
  return inside['kind'] === 'choice' ? { kind: 'nested' } : { ...inside, kind: 'array' };
}

function referencedFacts(name: string): FieldFacts {
  if (CODE_LISTS.has(name)) return { kind: 'codelist', codelist: name };
  if (name in GEOMETRY_ALIASES) return { kind: 'geometry', alias: name };
  if (KINDS[name] !== undefined) return { kind: KINDS[name] };
  return 'allOf' in definition(name) ? { kind: 'choice' } : { kind: 'object', shape: name };
}

/** The schema without the alternatives of void and null. */
function unwrapped(schema: JsonObject): { readonly plain: JsonObject; readonly voidable: boolean } {
  const [asVoid, other] = (schema['allOf'] ?? []) as readonly { else: JsonObject }[];
  const voidable = asVoid !== undefined && referredName(asVoid.else) === 'Void';
  const plain = voidable ? other?.else ?? {} : schema;
  return { plain: 'else' in plain ? plain['else'] as JsonObject : plain, voidable };
}

function property(typeName: string, name: string): JsonObject {
  const properties = definition(typeName)['properties'] as Readonly<Record<string, JsonObject>>;
  return properties[name] ?? expect.fail(`${typeName} has no property ${name}`);
}

function definition(name: string): JsonObject {
  return DEFS[name] ?? expect.fail(`no definition ${name}`);
}

function referredName(schema: JsonObject): string | undefined {
  return (schema['$ref'] as string | undefined)?.slice('#/$defs/'.length);
}
