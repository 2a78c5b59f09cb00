/** Queryable fields: every published scalar and list of texts, with its dotted name, once for each collection. */
import { expect, test } from 'vitest';
import { madeMembers } from '../../publisher/write/feature-members.ts';
import { propertiesOf } from '../../publisher/write/feature-text.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { MOMENT_FIELDS } from '../../schemas/model/base.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { kindOf, SERIES, seriesOf } from '../../schemas/names.ts';
import { queryablesOf, queryableSchema, sortablesOf } from '../../schemas/derived/queryables.ts';
import { minimal } from './minimal.ts';

const LISTS = 'http://a/v1/waardelijsten';

test('OPEN-queryable: exactly the scalars and lists of texts of a full object are queryable, with their JSON type', () => {
  for (const type of MODEL.keys()) {
    const table = new Map(queryablesOf(seriesOf(type)).filter(({ types }) => types.includes(type)).map((row) => [row.name, row]));
    const scalars = scalarsIn(published(type));
    for (const [name, value] of scalars) {
      const { type: said, values, isList } = table.get(name) ?? expect.fail(`${type} ${name} is not queryable`);
      expect(isList || !Array.isArray(value), name).toBe(true);
      for (const one of Array.isArray(value) ? value as readonly Json[] : [value]) {
        expect(said === 'integer' ? 'number' : said, name).toBe(typeof one);
        if (values !== undefined) expect(values, name).toContain(one);
      }
    }
    // A full object has one alternative of each choice object, and of an item that is a text or an object.
    const found = new Set(scalars.map(([name]) => name));
    const others = [...table.keys()].filter((name) => !found.has(name));
    expect(others.filter((name) => name !== 'balActiviteit').every((name) => name.includes('.')), `${type} ${others.join()}`).toBe(true);
  }
});

test('every collection has queryables with unique names; an unknown collection has none', () => {
  for (const collection of SERIES) {
    const names = queryablesOf(collection).map(({ name }) => name);
    expect(new Set(names).size, collection).toBe(names.length);
    expect(names.slice(0, 4)).toEqual(['entityType', 'id', 'comment', 'identificatie.namespace']);
    expect(sortablesOf(collection).slice(0, 4).map(({ name }) => name)).toEqual(['entityType', 'id', 'identificatie.namespace', 'identificatie.lokaalID']);
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

test('a list is an array whose items have the schema of a single value; it is not sortable', () => {
  const ofActivities = new Map(queryablesOf('ev-activiteiten').map((row) => [row.name, row]));
  expect(queryableSchema(ofActivities.get('categorieVuurwerk')!, LISTS)).toEqual({
    title: 'categorieVuurwerk', type: 'array', description: 'Waardelijst / code list: CategorieVuurwerk',
    items: { type: 'string', enum: ['T1', 'T2', 'F1', 'F2', 'F3'], 'x-ogc-codelistUri': `${LISTS}/CategorieVuurwerk` },
  });
  expect(queryableSchema(ofActivities.get('balActiviteit.naam')!, LISTS)).toEqual({ title: 'balActiviteit.naam', type: 'array', items: { type: 'string' } });
  // One type has a list where others have one value.
  expect(ofActivities.get('typeEnergiedrager')).toMatchObject({ isList: true, type: 'string' });
  expect(SERIES.flatMap(sortablesOf).some(({ isList }) => isList)).toBe(false);
  const listNames = SERIES.flatMap((collection) => queryablesOf(collection).filter(({ isList }) => isList).map(({ name }) => name));
  expect([...new Set(listNames)].sort()).toEqual([
    'balActiviteit', 'balActiviteit.link', 'balActiviteit.naam', 'buisleidingCategorieStof', 'categorieVuurwerk', 'comment',
    'gebruiksdoeleindenDetail', 'kadastraleAanduiding', 'kvkNummerExploitant', 'typeEnergiedrager',
  ]);
});

/** The properties of a full object as in its feature; read-only fields are removed before it is stored. */
function published(type: string): JsonObject {
  const { oppervlakteVerblijfsobjectBAG: _, gebruiksdoelenVerblijfsobjectBAG: __, ...object } = minimal(type, true);
  const registered = { [object['id'] as string]: '2026-01-01T00:00:00.0Z' };
  const root = { bedrijfsnaam: 'Tank BV', bronhoudercodeOverheid: object['bronhoudercodeOverheid']! };
  const distance = kindOf(type) === 'contour' ? { ...object, afstandOfGeometrie: { afstand: 12.5 } } : object;
  return Object.fromEntries([
    ...propertiesOf(object, { baseUrl: 'http://a/v1', own: new Map(), targets: {}, registered }),
    ...madeMembers({ object: distance, type, root, activity: 'TankenLPG', isDerived: true }),
  ]);
}

/** Texts, numbers, booleans and lists of texts by dotted name, without links and geometries. */
function scalarsIn(object: JsonObject, path = ''): readonly (readonly [string, Json])[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      const items = value as readonly Json[];
      return [
        ...items.some((item) => typeof item === 'string') ? [[path + name, items.filter((item) => typeof item === 'string')] as const] : [],
        ...items.flatMap((item) => (isObject(item) && !('href' in item) ? scalarsIn(item, `${path}${name}.`) : [])),
      ];
    }
    if (!isObject(value)) return value === null ? [] : [[path + name, value] as const];
    return 'href' in value || 'coordinates' in value ? [] : scalarsIn(value, `${path}${name}.`);
  });
}

test('only the base fields of every object are moments, so that features show all moments in UTC', () => {
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
