/** The schemas of features: every object of the model, as published, is valid by that of its collection; other objects are not. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { missingMembers } from '../../publisher/write/feature-members.ts';
import { propertiesOf } from '../../publisher/write/feature-text.ts';
import { geoJsonSchema, geometryProperty, returnablesSchema, type SchemaOf } from '../../schemas/derived/feature-schema.ts';
import { publishedFieldsOf } from '../../schemas/derived/published-fields.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { COLLECTIONS, seriesOf } from '../../schemas/names.ts';
import { IS_FULL } from '../runs.ts';
import { GEOMETRIES, minimal } from './minimal.ts';

const of = (collection: string): SchemaOf => ({
  collection, title: 't', description: 'd', id: `http://a/v1/collections/${collection}/schema`, codeLists: 'http://a/v1/waardelijsten',
});
const compiled = (schema: JsonObject): ValidateFunction => new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false, code: { optimize: false }, keywords: [
  'x-ogc-role', 'x-ogc-propertySeq', 'x-ogc-unit', 'x-ogc-codelistUri',
], formats: { 'date-time': true, date: true, uri: true } }).compile(schema);
const validators = new Map<string, ValidateFunction>();

/** In `npm test` one in four. */
const TYPES = [...MODEL.keys()].filter((type, at) => COLLECTIONS.includes(seriesOf(type)) && (IS_FULL || at % 4 === 0));

function feature(type: string, object: JsonObject): JsonObject {
  const read = new Set(fieldsOf(type).filter((field) => field.readOnly === true).map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(object).filter(([name]) => !read.has(name)));
  const id = object['id'] as string;
  const context = { baseUrl: 'http://a/v1', own: new Map([['NL.1', type]]), targets: {}, registered: { [id]: '2026-01-01T00:00:00.0Z' } };
  const geometry = { type: geometryTypesOf(seriesOf(type))[0]!, coordinates: [] };
  return { type: 'Feature', id, properties: Object.fromEntries(propertiesOf(kept, context)), links: [], geometry };
}

function geometryTypesOf(collection: string): readonly string[] {
  const { properties } = geoJsonSchema(of(collection)) as { properties: { geometry: { properties: { type: { enum: string[] } } } } };
  return properties.geometry.properties.type.enum;
}

function wrongWith(type: string, data: Json): string {
  const collection = seriesOf(type);
  const validate = validators.get(collection) ?? compiled(geoJsonSchema(of(collection)));
  validators.set(collection, validate);
  return validate(data) ? '' : `${type}: ${JSON.stringify(validate.errors)}`;
}

test('an object of each type is a valid feature: smallest, fullest, with all possible voids, with null for every absent field', () => {
  for (const type of TYPES) {
    expect(wrongWith(type, feature(type, minimal(type)))).toBe('');
    expect(wrongWith(type, feature(type, minimal(type, true)))).toBe('');
    const voids = fieldsOf(type).filter(({ voidable }) => voidable).map(({ name }) => [name, { waarde: null, geenWaardeReden: 'waardeOnbekend' }]);
    expect(wrongWith(type, feature(type, { ...minimal(type, true), ...Object.fromEntries(voids) }))).toBe('');
    expect(wrongWith(type, { ...feature(type, minimal(type)), geometry: null })).toBe('');
    const small = feature(type, minimal(type));
    const members = Object.entries(small['properties'] as JsonObject);
    const whole = Object.fromEntries([...members, ...missingMembers(seriesOf(type), members)]);
    expect(wrongWith(type, { ...small, properties: whole })).toBe('');
    expect(Object.keys(whole).toSorted()).toEqual(Object.keys(returnablesSchema(of(seriesOf(type)))['properties'] as JsonObject).filter((name) => name !== 'geometrie').toSorted());
  }
});

describe.each<[string, string, (object: JsonObject) => JsonObject]>([
  ['an unknown field', 'KwetsbaarGebouw', (object) => ({ ...object, verzonnen: 1 })],
  ['a field of another kind', 'KwetsbaarGebouw', (object) => ({ ...object, populatie: '12' })],
  ['a number beyond its bounds', 'Windturbine', (object) => ({ ...object, ashoogte: -1 })],
  ['a code that is not in its list', 'KwetsbaarGebouw', (object) => ({ ...object, categorieKwetsbaarheid: 'zeerst' })],
  ['a void without a reason', 'LocatieActiviteit', (object) => ({ ...object, naamExploitant: { waarde: null } })],
  ['a void where none may be', 'LocatieActiviteit', (object) => ({ ...object, bedrijfsnaam: { waarde: null, geenWaardeReden: 'waardeOnbekend' } })],
  ['a child that is whole', 'LocatieActiviteit', (object) => ({ ...object, voertUit: [{ entityType: 'TankenLPG', id: 'x' }] })],
  ['a type of another collection', 'KwetsbaarGebouw', (object) => ({ ...object, entityType: 'Wegen' })],
])('%s', (_, type, broken) => {
  test('does not fit', () => {
    const whole = feature(type, minimal(type));
    expect(wrongWith(type, { ...whole, properties: broken(whole['properties'] as JsonObject) })).not.toBe('');
  });
});

test('a missing required field, another geometry and another JSON object are invalid', () => {
  const whole = feature('KwetsbaarGebouw', minimal('KwetsbaarGebouw'));
  const { bronhoudercode: _, ...properties } = whole['properties'] as JsonObject;
  for (const broken of [{ ...whole, properties }, { ...whole, geometry: GEOMETRIES['Point']! }, { ...whole, type: 'feature' }, properties]) {
    expect(wrongWith('KwetsbaarGebouw', broken)).not.toBe('');
  }
});

test('a schema has each published field of its collection', () => {
  for (const collection of COLLECTIONS) {
    const names = Object.keys(returnablesSchema(of(collection))['properties'] as JsonObject).sort();
    const published = [...publishedFieldsOf(collection, 'feature').keys()].filter((name) => name !== 'eindRegistratie');
    expect(names, collection).toEqual([...new Set([...published, 'geometrie'])].sort());
  }
});

test('Part 5: every property has type and title; there is one id, one primary geometry, and no reference', () => {
  for (const collection of COLLECTIONS) {
    const schema = returnablesSchema(of(collection));
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: of(collection).id, type: 'object', additionalProperties: false });
    const properties = Object.entries(schema['properties'] as Record<string, JsonObject>);
    for (const [name, { type, format, title, ...rest }] of properties) {
      expect([name, title]).toEqual([name, name]);
      const isGeometry = typeof format === 'string' && format.startsWith('geometry-');
      expect([collection, name, isGeometry], name).toEqual([collection, name, type === undefined]);
      expect([name, typeof rest['description'] === 'string' || isGeometry]).toEqual([name, true]);
    }
    const roles = properties.flatMap(([, property]) => property['x-ogc-role'] ?? []);
    expect(new Set(roles)).toEqual(new Set(['id', 'primary-geometry', 'primary-interval-end', 'primary-interval-start', 'type']));
    expect(roles).toHaveLength(5);
    expect(properties.map(([, property]) => property['x-ogc-propertySeq'])).toEqual(properties.map((_, at) => at + 1));
    expect(JSON.stringify(schema)).not.toContain('$ref');
    expect(untyped(schema['properties']!)).toEqual([]);
  }
});

/** Properties at any depth without a type. */
function untyped(value: Json, path = ''): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!isObject(inner)) return [];
    const own = 'title' in inner && !('type' in inner) && !('format' in inner) ? [`${path}/${name}`] : [];
    return [...own, ...untyped(inner, `${path}/${name}`)];
  });
}

test('a reader of one type per field finds the type of the value from the root of the file', () => {
  const schema = geoJsonSchema(of('ev-activiteiten')) as { properties: { properties: { properties: Record<string, JsonObject> } }; $defs: Record<string, JsonObject> };
  const fields = schema.properties.properties.properties;
  const kindOf = (name: string): Json | undefined => {
    const { $ref: reference, ...own } = fields[name]!;
    const { type, format } = typeof reference === 'string' ? schema.$defs[reference.slice('#/$defs/'.length)]! : own;
    return [type!, format ?? ''];
  };
  expect(kindOf('datumVergunningOfMelding')).toEqual(['string', 'date']);
  expect(kindOf('beginGeldigheid')).toEqual(['string', 'date-time']);
  for (const name of Object.keys(fields)) expect([name, typeof (kindOf(name) as Json[])[0]]).toEqual([name, 'string']);
});

test('fields have their dates, moments and units; the geometry has the types of its collection', () => {
  const { properties } = returnablesSchema(of('ev-activiteiten')) as { properties: Record<string, JsonObject> };
  expect(properties['beginGeldigheid']).toMatchObject({ type: 'string', format: 'date-time' });
  expect(properties['datumVergunningOfMelding']).toMatchObject({ type: ['string', 'object'], anyOf: [{ type: 'string', format: 'date' }, expect.anything()] });
  expect(properties['werkdruk']).toMatchObject({ type: 'number', 'x-ogc-unit': 'kPa' });
  expect(properties['bevoegdGezag']).toMatchObject({ type: 'string', 'x-ogc-codelistUri': 'http://a/v1/waardelijsten/BevoegdGezag' });
  expect(properties['heeft']).toMatchObject({ type: 'array', readOnly: true });
  const formats = ['ev-activiteiten', 'kwetsbare-gebouwen', 'kwetsbare-locaties', 'wegen', 'tankzuilen', 'machinekamers', 'pr-contouren'];
  expect(formats.map((collection) => geometryProperty(collection)['format'])).toEqual([
    'geometry-any', 'geometry-polygon', 'geometry-polygon-or-multipolygon', 'geometry-linestring-or-multilinestring', 'geometry-point',
    'geometry-any', 'geometry-any',
  ]);
});
