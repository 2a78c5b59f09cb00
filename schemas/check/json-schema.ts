/**
 * JSON Schema: the model as JSON Schema 2020-12, one flat definition per type, value type, code list and geometry alias, all in one
 * document; `$ref` is always `#/$defs/<name>`.
 *
 * `discriminator` is an annotation of OpenAPI. ajv follows it to one branch; other validators use the equivalent `oneOf`.
 * Convention 4 is `if/else` for the same reason: one readable error.
 * The patterns of dates and times are complete (days per month, leap years), so no `format` is needed.
 */
import { createHash } from 'node:crypto';
import { allowedValues, CODE_LISTS } from '../codelists.ts';
import type { Bounds, Field, Shape, Value } from '../model/conventions.ts';
import { unreachable } from '../fault.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryType } from '../geometry.ts';
import type { JsonObject } from '../json.ts';
import { CHOICES, MODEL, SHAPES } from '../model/model.ts';
import { WITHHELD_FIELDS, WITHHELD_NESTED } from '../withheld.ts';

const MONTH_DAY = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'
  + '|02-(?:0[1-9]|1[0-9]|2[0-8])';
const LEAP_YEAR = '[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00';
const YEAR_MONTH_DAY = `(?:[0-9]{4}-(?:${MONTH_DAY})|(?:${LEAP_YEAR})-02-29)`;
const TIME = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9])?`;
const ZONE = String.raw`(?:Z|[+\-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?`;

export const DATE_PATTERN = `^${YEAR_MONTH_DAY}$`;
/**
 * Convention 6: at most one fraction digit, optional zone. `parseMoment` (time.ts) can read every match, so the year 0000 and the last day
 * of 9999 with an offset that leads beyond it are excluded.
 */
export const MOMENT_PATTERN = `^(?!0000|9999-12-31T[0-9:.]*-)${YEAR_MONTH_DAY}T${TIME}${ZONE}$`;

/** The whole model. */
export function jsonSchema(): { readonly $defs: Readonly<Record<string, JsonObject>> } {
  return { $defs: { ...structure(), ...codeListSchemas(), ...geometrySchemas() } };
}

/** SHA-256 (hex) of the model without code lists, and of what is withheld from the public: part of an edition's configuration. */
export function schemaHash(): string {
  return createHash('sha256').update(JSON.stringify([structure(), geometrySchemas(), [...WITHHELD_FIELDS], WITHHELD_NESTED])).digest('hex');
}

export function refTo(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

function structure(): Record<string, JsonObject> {
  const types = [...MODEL.values()].map(({ entityType, fields }) => [entityType, closedSchema(fields)] as const);
  const shapes = [...SHAPES.values()].map((shape) => [shape.name, shapeSchema(shape)] as const);
  const choices = [...CHOICES].map(([name, of]) => [name, choiceSchema(of)] as const);
  return Object.fromEntries([...types, ...choices, ...shapes]);
}

/** Schema of an object of one of the types, told apart by `entityType`. */
export function choiceSchema(types: readonly string[]): JsonObject {
  return { type: 'object', discriminator: { propertyName: 'entityType' }, oneOf: types.map(refTo) };
}

function codeListSchemas(): Record<string, JsonObject> {
  return Object.fromEntries([...CODE_LISTS.keys()].map((name) => {
    const values = allowedValues(name);
    return [name, values === undefined ? { type: 'string', minLength: 1 } : { type: 'string', enum: values }];
  }));
}

function geometrySchemas(): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(GEOMETRY_ALIASES).map(([alias, types]) => [alias, {
    type: 'object', discriminator: { propertyName: 'type' }, oneOf: types.map(geometrySchema),
  }]));
}

function shapeSchema({ form, fields }: Shape): JsonObject {
  if (form === 'closed') return closedSchema(fields);
  if (form === 'choice') return { ...closedSchema(fields), minProperties: 1, maxProperties: 1 };
  return { type: 'object', properties: properties(fields), required: required(fields) };
}

function closedSchema(fields: readonly Field[]): JsonObject {
  const open = { type: 'object', properties: properties(fields), required: required(fields) };
  return { ...open, additionalProperties: false };
}

function properties(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, marked(field)]));
}

function required(fields: readonly Field[]): readonly string[] {
  return fields.filter((field) => field.required).map(({ name }) => name);
}

function marked(value: Value): JsonObject {
  const bare = valueSchema(value);
  const plain = value.nullable === true ? { if: { type: 'null' }, else: bare } : bare;
  const voidable = value.voidable === true ? orVoid(plain) : plain;
  return value.readOnly === true ? { ...voidable, readOnly: true } : voidable;
}

/** Adds the void alternative. An object with one of its properties is meant as a void, because no field value has them. */
function orVoid(plain: JsonObject): JsonObject {
  const isVoid = { type: 'object', anyOf: [{ required: ['geenWaardeReden'] }, { required: ['waarde'] }] };
  return { allOf: [{ if: { not: isVoid }, else: refTo('Void') }, { if: isVoid, else: plain }] };
}

function valueSchema(value: Value): JsonObject {
  switch (value.kind) {
    case 'constant': return { type: 'string', const: value.constant };
    case 'text': return textSchema(value);
    case 'number':
    case 'integer': return {
      type: value.kind, ...bounds(value, 'minimum', 'maximum'),
      ...(value.unit === undefined ? {} : { description: `Eenheid / unit: ${value.unit}` }),
    };
    case 'boolean': return {
      type: 'boolean', ...(value.default === undefined ? {} : { default: value.default }),
    };
    case 'null': return { type: 'null' };
    case 'moment': return { type: 'string', pattern: MOMENT_PATTERN };
    case 'date': return { type: 'string', pattern: DATE_PATTERN };
    case 'link': return refTo('InterneVerwijzing');
    case 'links': return { type: 'array', minItems: 1, uniqueItems: true, items: refTo('InterneVerwijzing') };
    case 'codelist': return refTo(value.codelist);
    case 'geometry': return refTo(value.alias);
    case 'object': return value.orText === true
      ? { if: { type: 'string' }, else: refTo(value.shape.name) }
      : refTo(value.shape.name);
    case 'array': return {
      type: 'array', items: marked(value.items), ...bounds(value, 'minItems', 'maxItems'),
      ...(value.unique === true ? { uniqueItems: true } : {}),
    };
    case 'nested': return {
      type: 'array', minItems: 1, uniqueItems: true, items: refTo(value.choice),
    };
    default: return unreachable(value);
  }
}

function textSchema(value: Value & { readonly kind: 'text' }): JsonObject {
  return {
    type: 'string',
    ...bounds(value, 'minLength', 'maxLength'),
    ...(value.pattern === undefined ? {} : { pattern: value.pattern }),
    ...(value.format === undefined ? {} : { format: value.format }),
    ...(value.description === undefined ? {} : { description: `${value.description.nl} / ${value.description.en}` }),
  };
}

function bounds(value: Bounds, low: string, high: string): JsonObject {
  return {
    ...(value.min === undefined ? {} : { [low]: value.min }),
    ...(value.max === undefined ? {} : { [high]: value.max }),
  };
}

/** Structure only. Closure of rings and validity are checked at the geometry level. */
function geometrySchema(type: GeometryType): JsonObject {
  const position = { type: 'array', minItems: 2, maxItems: 3, items: { type: 'number' } };
  const several = (items: JsonObject, minItems: number): JsonObject => ({ type: 'array', minItems, items });
  const coordinates: Record<GeometryType, JsonObject> = {
    Point: position,
    MultiPoint: several(position, 1),
    LineString: several(position, 2),
    MultiLineString: several(several(position, 2), 1),
    Polygon: several(several(position, 4), 1),
    MultiPolygon: several(several(several(position, 4), 1), 1),
  };
  return {
    type: 'object', required: ['type', 'coordinates'],
    properties: { type: { const: type }, coordinates: coordinates[type] },
  };
}
