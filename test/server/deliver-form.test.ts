/** The form for one object: every field of the model is in it, as the published schema says, and typed positions become geometries. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { schemaNamed } from '../../schemas/derived/all-schemas.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import type { Value } from '../../schemas/model/conventions.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { geometryOf, positionText } from '../../server/web/client/deliver-geometry.ts';
import { SchemaReader, type ValueForm } from '../../server/web/client/deliver-schema.ts';

/** Returns what the form must be for a value of the model: its kind, and what it chooses from. */
function wanted(value: Value): unknown {
  switch (value.kind) {
    case 'constant': return ['constant', value.constant];
    case 'integer': return ['number'];
    case 'null': return ['constant', ''];
    case 'links': return ['list', ['link']];
    case 'nested': return ['list', ['types', value.types]];
    case 'array': return ['list', wanted(value.items)];
    case 'geometry': return ['geometry', GEOMETRY_ALIASES[value.alias]];
    case 'object': return ['object', value.shape.form === 'choice', value.shape.fields.filter(isGiven).map(({ name, required, ...own }) => [name, required, wanted(own)])];
    case 'codelist': return ['code or text', value.codelist];
    default: return [value.kind];
  }
}

function isGiven({ readOnly }: Value): boolean {
  return readOnly !== true;
}

function read(form: ValueForm, value: Value): unknown {
  switch (form.kind) {
    case 'constant': return ['constant', form.constant];
    case 'list': return ['list', value.kind === 'array' ? read(form.items, value.items) : form.items.kind === 'types' ? ['types', form.items.types] : [form.items.kind]];
    case 'geometry': return ['geometry', form.types];
    case 'object': {
      const fields = value.kind === 'object' ? value.shape.fields : [];
      return ['object', form.isChoice, form.fields.map(({ name, isRequired, form: own }) => [name, isRequired, read(own, fields.find((one) => one.name === name)!)])];
    }
    case 'code': return ['code or text', form.list];
    case 'text': return value.kind === 'codelist' ? ['code or text', value.codelist] : ['text'];
    default: return [form.kind];
  }
}

test.each([...MODEL.keys()])('OPEN-delivery-form: %s has a control for each of its fields, of its kind, and marks those that are required', (entityType) => {
  const reader = new SchemaReader(schemaNamed(entityType, 'https://voorbeeld.nl/schemas') as never);
  const model = fieldsOf(entityType).filter(isGiven);
  const form = reader.root().fields;
  expect(form.map(({ name, isRequired, form: own }, at) => [name, isRequired, own.isVoidable === true, read(own, model[at]!)]))
    .toEqual(model.map((field) => [field.name, field.required, field.voidable === true, wanted(field)]));
  if (model.some(({ voidable }) => voidable === true)) expect(reader.voidReasons()).toMatchObject({ kind: 'code', list: 'VoidReasonValue' });
});

test('an unknown construction of a schema is no empty form', () => {
  expect(() => new SchemaReader({ properties: { a: { anyOf: [] } } }).root()).toThrow('unknown schema');
  expect(new SchemaReader(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as never).root().fields).toMatchObject([{ name: '__proto__' }]);
});

describe('typed positions', () => {
  test.each([
    ['Point', '155000 463000', [155000, 463000]],
    ['Point', ' 155000,5; 463000.25 \n', [155000.5, 463000.25]],
    ['Point', '155000.5,463000', [155000.5, 463000]],
    ['LineString', '1 2\n3 4', [[1, 2], [3, 4]]],
    ['MultiPoint', '1 2\n\n3 4', [[1, 2], [3, 4]]],
    ['MultiLineString', '1 2\n3 4\n\n5 6\n7 8', [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]],
    ['Polygon', '0 0\n9 0\n9 9\n\n1 1\n2 1\n2 2\n1 1', [[[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 1]]]],
    ['MultiPolygon', '0 0\n9 0\n9 9', [[[[0, 0], [9, 0], [9, 9], [0, 0]]]]],
  ])('make a %s of %j, which the published schema accepts', (type, text, coordinates) => {
    const geometry = geometryOf(type, text);
    expect(geometry).toEqual({ type, coordinates });
    const all = schemaNamed('Document', 'https://voorbeeld.nl/schemas')!;
    const alias = Object.entries(GEOMETRY_ALIASES).find(([, types]) => (types as readonly string[]).includes(type))?.[0] ?? '';
    expect(new Ajv2020({ strict: false }).compile({ $ref: `#/$defs/${alias}`, $defs: all['$defs'] as JsonObject })(geometry)).toBe(true);
  });

  test.each(['hier', '1', '1 2 3', '1,2,3', '1 2\n3', '-1 2', '1e3 2', '5°10 52°3'])('%j is no position', (text) => {
    expect(geometryOf('LineString', text)).toBeNull();
  });

  test('a point has one position, and nothing typed is no geometry', () => {
    expect([geometryOf('Point', '1 2\n3 4'), geometryOf('Point', ' \n ')]).toEqual([null, undefined]);
  });

  test('a position is written as it is read', () => {
    expect(geometryOf('Point', positionText([155000.12345, 463000]))).toEqual({ type: 'Point', coordinates: [155000.123, 463000] });
  });
});
