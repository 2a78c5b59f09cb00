/**
 * Feature schema: the fields of a collection's features as JSON Schema 2020-12, from the model. One schema describes the object (OGC API
 * Features Part 5: returnables), the other its GeoJSON.
 *
 * A feature has links instead of nested objects, a separate geometry, and published fields only. Every field of the collection is in every
 * feature: null without a value. A field is required when features of all types of the collection have it.
 * Not here: one field (field-schema.ts), the schemas of whole documents (published-schema.ts), queryable fields (queryables.ts).
 */
import type { Language } from '../finding.ts';
import type { GeometryType } from '../geometry.ts';
import type { Json, JsonObject } from '../json.ts';
import { REGISTER_FIELDS } from '../model/base.ts';
import type { Field } from '../model/conventions.ts';
import { featureFieldsOf, isMade, madeGeometriesOf } from '../model/feature-fields.ts';
import { fieldsOf, MODEL } from '../model/model.ts';
import { kindOf, NESTED_IN, seriesOf } from '../names.ts';
import { fieldSchema, geometriesIn, isAlwaysThere, isShown, objectSchema, text } from './field-schema.ts';
import { DIALECT } from './published-schema.ts';

/** The name of the geometry in the schema of Part 5, as in a document. */
export const GEOMETRY_FIELD = 'geometrie';

export interface SchemaOf {
  /** Path of the collection, as in SERIES. */
  readonly collection: string;
  readonly title: string;
  readonly description: string;
  /** Address of the schema. */
  readonly id: string;
  /** Address of the code lists, without a trailing slash. */
  readonly codeLists: string;
  /** Language of the descriptions of fields; absent: both. */
  readonly fieldLanguage?: Language;
}

/**
 * Schema of the object of a feature, with the roles of its properties (Part 5). The geometry is one of them, in any encoding.
 * Null belongs to the encoding: here each property has one type, as the abstract tests of Part 5 require.
 */
export function returnablesSchema({ collection, title, description, id, codeLists, fieldLanguage }: SchemaOf): JsonObject {
  const { filled, required } = fieldsSchema(collection, codeLists, fieldLanguage);
  const all = { ...filled, [GEOMETRY_FIELD]: geometryProperty(collection) };
  const numbered = Object.entries(all).map(([name, schema], at) => [name, { ...schema, 'x-ogc-propertySeq': at + 1 }] as const);
  return {
    $schema: DIALECT, $id: id, title, description, type: 'object',
    properties: Object.fromEntries(numbered), required, additionalProperties: false,
  };
}

/**
 * Schema of a feature of the collection as GeoJSON, with all of its fields.
 *
 * GDAL reads the types of fields from this schema, and knows one type per field. It would read a field that may be void or null as text,
 * unfit for comparing dates and numbers. GDAL resolves `$ref` from the root of the file; JSON Schema resolves it from the nearest `$id`,
 * that of `properties`. So GDAL finds a definition of the value; others find one of value, void or null.
 */
export function geoJsonSchema({ collection, title, description, id, codeLists, fieldLanguage }: SchemaOf): JsonObject {
  const { properties, filled, required } = fieldsSchema(collection, codeLists, fieldLanguage);
  const several = Object.entries(properties).filter(([, { type }]) => Array.isArray(type));
  const members = several.map(([name]) => [name, { title: name, $ref: `#/$defs/${name}` }] as const);
  return {
    $schema: DIALECT, $id: id, title, description,
    ...featureWith({
      $id: `${id}/properties`, ...objectSchema({ ...properties, ...Object.fromEntries(members) }, required), additionalProperties: false,
      $defs: Object.fromEntries(several),
    }, collection),
    $defs: Object.fromEntries(several.map(([name]) => [name, firstOf(filled[name]!)])),
  };
}

/** The schema of a value that is neither void nor null. */
function firstOf(schema: JsonObject): JsonObject {
  return (schema['anyOf'] as readonly JsonObject[] | undefined)?.[0] ?? schema;
}

/** Schema of a feature with inline fields, without `$ref` and `$schema`. */
export function plainFeatureSchema({ collection, title, description, codeLists }: Omit<SchemaOf, 'id'>): JsonObject {
  const { properties, required } = fieldsSchema(collection, codeLists);
  return { title, description, ...featureWith({ ...objectSchema(properties, required), additionalProperties: false }, collection) };
}

function featureWith(properties: JsonObject, collection: string): JsonObject {
  const geometry = { type: { type: 'string', enum: geometryTypesOf(collection) }, coordinates: { type: 'array' } };
  const link = objectSchema({ href: text('uri'), rel: text(), type: text(), title: text() }, ['href', 'rel']);
  return objectSchema({
    type: { type: 'string', enum: ['Feature'] }, id: { type: 'string' }, properties,
    links: { type: 'array', items: link },
    geometry: { ...objectSchema(geometry, ['type', 'coordinates']), type: ['object', 'null'] },
  }, ['type', 'id', 'properties', 'links', 'geometry']);
}

/** Schema of the geometry of a collection's features in queryables and returnables: a format of Part 3 and Part 5. */
export function geometryProperty(collection: string): JsonObject {
  const types = geometryTypesOf(collection).toSorted().join();
  return { title: GEOMETRY_FIELD, 'x-ogc-role': 'primary-geometry', format: `geometry-${GEOMETRY_FORMATS[types] ?? 'any'}` };
}

const GEOMETRY_FORMATS: Readonly<Record<string, string>> = {
  Point: 'point', Polygon: 'polygon', MultiLineString: 'multilinestring', 'MultiPoint,Point': 'point-or-multipoint',
  'LineString,MultiLineString': 'linestring-or-multilinestring', 'MultiPolygon,Polygon': 'polygon-or-multipolygon',
};

/** The geometry of an activity is that of its location (a root that nests activities) or of its pipelines. */
function geometryTypesOf(collection: string): readonly GeometryType[] {
  const types = typesOf(collection);
  const shown = types.some((type) => kindOf(type) === 'activity') ? [...MODEL.keys()].filter(nestsActivities) : types;
  return [...new Set(shown.flatMap((type) => [...fieldsOf(type).flatMap(geometriesIn), ...madeGeometriesOf(type)]))];
}

function nestsActivities(type: string): boolean {
  return fieldsOf(type).some(({ name }) => name === NESTED_IN.activity);
}

function typesOf(collection: string): readonly string[] {
  return [...MODEL.keys()].filter((type) => seriesOf(type) === collection);
}

interface FieldsSchema {
  /** Schemas of properties as features have them: null where a value may be absent. */
  readonly properties: Readonly<Record<string, JsonObject>>;
  /** Schemas of properties with a value. */
  readonly filled: Readonly<Record<string, JsonObject>>;
  /** Names of properties with a value in every feature. */
  readonly required: readonly string[];
}

function fieldsSchema(collection: string, codeLists: string, language?: Language): FieldsSchema {
  const types = typesOf(collection);
  const byName = Map.groupBy(types.flatMap((type) => featureFieldsOf(type).filter(isShown)), ({ name }) => name);
  const filled = [...byName].map(([name, fields]) => (
    [name, { title: name, ...fieldSchema(fields, codeLists, language), ...marksOf(fields[0]!) }] as const
  ));
  const required = [...byName].filter(([, fields]) => fields.length === types.length && fields.every(isAlwaysThere)).map(([name]) => name);
  const properties = filled.map(([name, schema]) => [name, required.includes(name) ? schema : orNull(schema)] as const);
  return { properties: Object.fromEntries(properties), filled: Object.fromEntries(filled), required };
}

/** The schema of the same values, or null. */
function orNull(schema: JsonObject): JsonObject {
  const { type, anyOf, enum: values } = schema;
  return {
    ...schema, type: [...[type!].flat(), 'null'],
    ...(anyOf === undefined ? {} : { anyOf: [...anyOf as readonly JsonObject[], { type: 'null' }] }),
    ...(values === undefined ? {} : { enum: [...values as readonly Json[], null] }),
  };
}

/** The roles of properties in Part 5, by name. */
export const ROLES: Readonly<Record<string, string>> = {
  id: 'id', entityType: 'type', beginGeldigheid: 'primary-interval-start', eindGeldigheid: 'primary-interval-end',
};

/** Annotations of a field of this name in every type. Fields of the register, and links made of nested objects, are read-only. */
function marksOf(field: Field): JsonObject {
  const role = ROLES[field.name];
  const isRead = field.kind === 'nested' || isMade(field) || (REGISTER_FIELDS as readonly string[]).includes(field.name);
  return { ...(role === undefined ? {} : { 'x-ogc-role': role }), ...(isRead ? { readOnly: true } : {}) };
}
