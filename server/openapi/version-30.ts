/**
 * Version 3.0: a JSON Schema 2020-12 of ours as OpenAPI 3.0 has schemas: one type each, null by `nullable`, no `const`, and what is in
 * an array always said. Nothing is required any more but at the top: the parameter `fields` leaves out what is not asked for.
 */
import type { Json, JsonObject } from '../../schemas/json.ts';

type Schema = JsonObject;

/** What OpenAPI 3.0 has no word for, or says in another place. */
const LEFT_OUT: ReadonlySet<string> = new Set(['type', 'format', 'anyOf', 'required', 'minProperties', 'const', 'enum', 'properties', 'items']);

/** A schema of an object whose own members are always there. */
export function inVersion30(schema: Schema): Schema {
  const { required } = schema;
  return { ...converted(schema), ...(required === undefined ? {} : { required }) };
}

function converted(schema: Schema): Schema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !LEFT_OUT.has(keyword)));
  const { properties, items, anyOf, format } = schema;
  const inside = {
    ...kept,
    ...(format === undefined ? {} : { format }),
    ...(properties === undefined ? {} : {
      properties: Object.fromEntries(Object.entries(properties as JsonObject).map(([name, one]) => [name, converted(one as Schema)])),
    }),
  };
  if (anyOf !== undefined) return { ...inside, ...oneOfThese((anyOf as readonly Schema[]).map(converted)) };
  const types = [schema['type'] as Json].flat();
  const [type] = types.filter((one) => one !== 'null');
  const values = valuesOf(schema);
  const isNullable = types.includes('null');
  return {
    ...inside, type: type ?? 'string',
    ...(type === 'array' ? { items: items === undefined ? {} : converted(items as Schema) } : {}),
    ...(type === undefined ? { enum: [null] } : values === undefined ? {} : { enum: isNullable ? withNull(values) : values }),
    ...(isNullable ? { nullable: true } : {}),
  };
}

function valuesOf(schema: Schema): readonly Json[] | undefined {
  return 'const' in schema ? [schema['const']!] : schema['enum'] as readonly Json[] | undefined;
}

/** Of which one may be null only: then each may be. */
function oneOfThese(schemas: readonly Schema[]): Schema {
  const filled = schemas.filter((one) => !isNull(one));
  const some = filled.length === schemas.length ? filled : filled.map(orNull);
  return some.length === 1 ? some[0]! : { anyOf: some };
}

function isNull(schema: Schema): boolean {
  return JSON.stringify(schema['enum']) === '[null]';
}

/** Each value once, as an enum has them. */
function withNull(values: readonly Json[]): readonly Json[] {
  return [...values.filter((value) => value !== null), null];
}

function orNull(schema: Schema): Schema {
  const values = schema['enum'] as readonly Json[] | undefined;
  return { ...schema, nullable: true, ...(values === undefined ? {} : { enum: withNull(values) }) };
}
