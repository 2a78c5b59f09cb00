/**
 * Version 3.0: converts our JSON Schema 2020-12 to OpenAPI 3.0. There a schema has one type, `nullable` for null, no `const`, and an array
 * always has `items`. Only top-level members stay required, because the parameter `fields` drops members.
 */
import type { Json, JsonObject } from '../../schemas/json.ts';

type Schema = JsonObject;

/** Keywords that OpenAPI 3.0 lacks or expresses differently. */
const LEFT_OUT: ReadonlySet<string> = new Set(['type', 'format', 'anyOf', 'required', 'minProperties', 'const', 'enum', 'properties', 'items']);

/** Converts the schema of an object whose top-level members are always present. */
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

/** Returns `anyOf`. When one schema only allows null, the others become nullable. */
function oneOfThese(schemas: readonly Schema[]): Schema {
  const filled = schemas.filter((one) => !isNull(one));
  const some = filled.length === schemas.length ? filled : filled.map(orNull);
  return some.length === 1 ? some[0]! : { anyOf: some };
}

function isNull(schema: Schema): boolean {
  return JSON.stringify(schema['enum']) === '[null]';
}

/** Returns the values with null once, as enum requires. */
function withNull(values: readonly Json[]): readonly Json[] {
  return [...values.filter((value) => value !== null), null];
}

function orNull(schema: Schema): Schema {
  const values = schema['enum'] as readonly Json[] | undefined;
  return { ...schema, nullable: true, ...(values === undefined ? {} : { enum: withNull(values) }) };
}
