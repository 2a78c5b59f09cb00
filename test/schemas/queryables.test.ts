/** Queryable fields: every scalar that is published, under its dotted name, once for each collection. */
import { expect, test } from 'vitest';
import { madeMembers } from '../../publisher/write/feature-members.ts';
import { propertiesOf } from '../../publisher/write/text.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { MOMENT_FIELDS } from '../../schemas/model/base.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { kindOf, SERIES, seriesOf } from '../../schemas/names.ts';
import { queryablesOf, queryableSchema } from '../../schemas/derived/queryables.ts';
import { minimal } from './minimal.ts';

const LISTS = 'http://a/v1/waardelijsten';

test('OPEN-queryable: each scalar of a full object is queryable in its collection, with its JSON type; nothing else is', () => {
  for (const type of MODEL.keys()) {
    const table = new Map(queryablesOf(seriesOf(type)).filter(({ types }) => types.includes(type)).map((row) => [row.name, row]));
    const scalars = scalarsIn(published(type));
    for (const [name, value] of scalars) {
      const { type: said, values } = table.get(name) ?? expect.fail(`${type} ${name} is not queryable`);
      expect(said === 'integer' ? 'number' : said, name).toBe(typeof value);
      if (values !== undefined) expect(values, name).toContain(value);
    }
    // A full object has one alternative of each choice object.
    const found = new Set(scalars.map(([name]) => name));
    const others = [...table.keys()].filter((name) => !found.has(name));
    expect(others.every((name) => name.includes('.')), `${type} ${others.join()}`).toBe(true);
  }
});

test('every collection has a table, names in it are unique, and another name has none', () => {
  for (const collection of SERIES) {
    const names = queryablesOf(collection).map(({ name }) => name);
    expect(new Set(names).size, collection).toBe(names.length);
    expect(names.slice(0, 4)).toEqual(['entityType', 'id', 'identificatie.namespace', 'identificatie.lokaalID']);
  }
  expect(queryablesOf('toString')).toEqual([]);
  expect(queryablesOf('kwetsbare-gebouwen').map(({ name }) => name)).not.toContain('oppervlakteVerblijfsobjectBAG');
});

test('a field of several activity types has the values of all of them', () => {
  const table = new Map(queryablesOf('ev-activiteiten').map((row) => [row.name, row]));
  expect(table.get('entityType')?.values?.length).toBe(59);
  expect(table.get('typeEnergiedrager')?.codeLists).toEqual(['TypeEnergiedragerKort', 'TypeEnergiedragerLang']);
  expect(table.get('doorzetPerJaar')?.types).toEqual(['OpslagtankPropaanPropeen_VasteAfstandVergunningplicht', 'TankenLPG']);
  expect(table.get('vergunningsPlicht')?.types.length).toBe(58);
  expect(queryableSchema(table.get('datumVergunningOfMelding')!, LISTS))
    .toEqual({ title: 'datumVergunningOfMelding', type: 'string', format: 'date' });
  expect(queryableSchema(table.get('bevoegdGezag')!, LISTS)).toMatchObject({
    description: expect.stringContaining('BevoegdGezag') as string, 'x-ogc-codelistUri': `${LISTS}/BevoegdGezag`,
  });
});

/** The properties of a full object as its feature has them; read-only fields are taken out before it is kept. */
function published(type: string): JsonObject {
  const { oppervlakteVerblijfsobjectBAG: _, ...object } = minimal(type, true);
  const registered = { [object['id'] as string]: '2026-01-01T00:00:00.0Z' };
  const root = { bedrijfsnaam: 'Tank BV', bronhoudercodeOverheid: object['bronhoudercodeOverheid']! };
  const distance = kindOf(type) === 'contour' ? { ...object, afstandOfGeometrie: { afstand: 12.5 } } : object;
  return Object.fromEntries([
    ...propertiesOf(object, { baseUrl: 'http://a/v1', own: new Map(), targets: {}, registered }),
    ...madeMembers({ object: distance, type, root, activity: 'TankenLPG', isDerived: true }),
  ]);
}

/** Texts, numbers and booleans by dotted name; not in arrays, links and geometries. */
function scalarsIn(object: JsonObject, path = ''): readonly (readonly [string, Json])[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (!isObject(value)) return Array.isArray(value) || value === null ? [] : [[path + name, value] as const];
    return 'href' in value || 'coordinates' in value ? [] : scalarsIn(value, `${path}${name}.`);
  });
}

test('moments stand in the fields that every object has, and in no others: so features show all of them in UTC', () => {
  const moments = [...MODEL.keys()].flatMap((type) => momentsIn(fieldsOf(type)));
  expect(new Set(moments)).toEqual(MOMENT_FIELDS);
});

function momentsIn(fields: readonly Field[]): readonly string[] {
  const inside = (name: string, value: Value): readonly string[] => {
    if (value.kind === 'moment') return [name];
    if (value.kind === 'array') return inside(`${name}/`, value.items);
    return value.kind === 'object' ? momentsIn(value.shape.fields).map((inner) => `${name}.${inner}`) : [];
  };
  return fields.flatMap((field) => inside(field.name, field));
}
