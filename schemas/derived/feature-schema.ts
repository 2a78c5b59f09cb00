/**
 * Feature schema: the fields of a collection's features as JSON Schema 2020-12, from the model: one schema of the object that a
 * feature is (OGC API Features Part 5: returnables), one of the GeoJSON that it is served as.
 *
 * In a feature, nested objects are links, geometry stands apart and fields that are not published are absent. Every field of the
 * collection is in every feature: null where it has no value. Required is what has one in features of every type of the collection.
 * Not here: one field (field-schema.ts), the schemas of whole documents (published-schema.ts), which fields are queryable
 * (queryables.ts).
 */
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
  /** Where the schema stands. */
  readonly id: string;
  /** Where code lists stand, without a last slash. */
  readonly codeLists: string;
}

/**
 * The object that a feature is, with the roles of its properties (Part 5): the geometry is one of them, whatever the encoding. That null
 * stands where there is no value is of the encoding: here such a property has one type, as the abstract tests of Part 5 want.
 */
export function returnablesSchema({ collection, title, description, id, codeLists }: SchemaOf): JsonObject {
  const { filled, required } = fieldsSchema(collection, codeLists);
  const all = { ...filled, [GEOMETRY_FIELD]: geometryProperty(collection) };
  const numbered = Object.entries(all).map(([name, schema], at) => [name, { ...schema, 'x-ogc-propertySeq': at + 1 }] as const);
  return {
    $schema: DIALECT, $id: id, title, description, type: 'object',
    properties: Object.fromEntries(numbered), required, additionalProperties: false,
  };
}

/**
 * A feature of the collection as GeoJSON, with all of its fields.
 *
 * GDAL takes the kinds of its fields from here, and knows one type a field: one that may be void or null would be a text to it, its dates
 * and numbers unfit to compare. It looks up `$ref` from the root of the file; what knows JSON Schema does so from the nearest `$id`,
 * that of `properties`. So both find a definition of such a field: GDAL that of its value, all others that of value, void or null.
 */
export function geoJsonSchema({ collection, title, description, id, codeLists }: SchemaOf): JsonObject {
  const { properties, filled, required } = fieldsSchema(collection, codeLists);
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

/** What a value is when it is neither void nor null. */
function firstOf(schema: JsonObject): JsonObject {
  return (schema['anyOf'] as readonly JsonObject[] | undefined)?.[0] ?? schema;
}

/** The same with every field in its place, without `$ref` and without a dialect. */
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

/** The geometry of a collection's features, as queryables and returnables name it: a format of Part 3 and Part 5. */
export function geometryProperty(collection: string): JsonObject {
  const types = geometryTypesOf(collection).toSorted().join();
  return { title: GEOMETRY_FIELD, 'x-ogc-role': 'primary-geometry', format: `geometry-${GEOMETRY_FORMATS[types] ?? 'any'}` };
}

const GEOMETRY_FORMATS: Readonly<Record<string, string>> = {
  Point: 'point', Polygon: 'polygon', MultiLineString: 'multilinestring', 'MultiPoint,Point': 'point-or-multipoint',
  'LineString,MultiLineString': 'linestring-or-multilinestring', 'MultiPolygon,Polygon': 'polygon-or-multipolygon',
};

/** An activity is shown where its location is, which is a root that nests activities, or where its pipelines are. */
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
  /** As features have them: null where there may be no value. */
  readonly properties: Readonly<Record<string, JsonObject>>;
  /** Those with a value. */
  readonly filled: Readonly<Record<string, JsonObject>>;
  /** Names of those that have a value in every feature. */
  readonly required: readonly string[];
}

function fieldsSchema(collection: string, codeLists: string): FieldsSchema {
  const types = typesOf(collection);
  const byName = Map.groupBy(types.flatMap((type) => featureFieldsOf(type).filter(isShown)), ({ name }) => name);
  const filled = [...byName].map(([name, fields]) => (
    [name, { title: name, ...fieldSchema(fields, codeLists), ...marksOf(fields[0]!) }] as const
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

/** What holds of a field of this name in every type. What the register sets, and links that it makes of nested objects, are only read. */
function marksOf(field: Field): JsonObject {
  const role = ROLES[field.name];
  const isRead = field.kind === 'nested' || isMade(field) || (REGISTER_FIELDS as readonly string[]).includes(field.name);
  return { ...(role === undefined ? {} : { 'x-ogc-role': role }), ...(isRead ? { readOnly: true } : {}) };
}
