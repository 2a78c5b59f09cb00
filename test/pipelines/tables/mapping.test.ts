/** Mappings: templates, values by the kind of a field, nested objects, and what a mapping is refused for. */
import { describe, expect, test } from 'vitest';
import { documentMaker, readMapping } from '../../../pipelines/tables/mapping.ts';
import { mappedFields } from '../../../pipelines/tables/mapped-field.ts';
import { proposedMapping } from '../../../pipelines/tables/proposal.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { ROOT_TYPES, type RootType } from '../../../schemas/names.ts';
import type { TableColumn } from '../../../pipelines/tables/table.ts';

interface Given {
  readonly fields: Readonly<Record<string, string>>;
  readonly row: Readonly<Record<string, Json>>;
  readonly type?: RootType;
  readonly decimalComma?: boolean;
  readonly columns?: readonly string[];
  readonly hasSerialDays?: boolean;
}

function documentOf({ fields, row, type = 'KwetsbaarGebouw', decimalComma = false, columns = Object.keys(row), hasSerialDays = false }: Given): JsonObject | null {
  const make = documentMaker(readMapping({ type, decimalComma, fields }), columns.map((name) => ({ name })), hasSerialDays);
  return make(new Map(Object.entries(row)));
}

describe('values', () => {
  interface Case { readonly path: string; readonly cell: Json; readonly value: Json; readonly options: Partial<Given> }
  const rows: readonly (readonly [what: string, path: string, cell: Json, value: Json, options?: Partial<Given>])[] = [
    ['a number in a text', 'populatie', '640', 640],
    ['a number with a comma', 'populatie', '12,5', 12.5, { decimalComma: true }],
    ['a number with a comma where a point is the sign, as it is', 'populatie', '12,5', '12,5'],
    ['a text that is no number, as it is', 'populatie', 'veel', 'veel'],
    ['a code with zeros', 'idPandBAG', '0200100000012302', '0200100000012302'],
    ['a number for a text', 'bronobjectID', 7, '7'],
    ['yes', 'informatieGeheim', 'Ja', true],
    ['no', 'informatieGeheim', '0', false],
    ['a day for a time', 'beginGeldigheid', '2024-01-31', '2024-01-31T00:00:00'],
    ['a Dutch day', 'beginGeldigheid', '31-01-2024', '2024-01-31T00:00:00'],
    ['a Dutch day with a time', 'beginGeldigheid', '31-01-2024 10:30:00', '2024-01-31T10:30:00'],
    ['a day with slashes, which is ambiguous, as it is', 'beginGeldigheid', '03/04/2024', '03/04/2024'],
    ['a day of a workbook', 'beginGeldigheid', 45292, '2024-01-01T00:00:00', { hasSerialDays: true }],
    ['a time of a workbook', 'beginGeldigheid', 45293.4375, '2024-01-02T10:30:00', { hasSerialDays: true }],
    ['a number for a time elsewhere, as it is', 'beginGeldigheid', 45292, '45292'],
    ['a list in a cell', 'gebruiksdoeleindenDetail', 'school; kinderopvang', ['school', 'kinderopvang']],
    ['a list', 'comment', ['a', 'b'], ['a', 'b']],
    ['Well-Known Text', 'geometrie', 'POLYGON ((1 2, 3 4, 5 6, 1 2))', { type: 'Polygon', coordinates: [[[1, 2], [3, 4], [5, 6], [1, 2]]] }],
    ['a multiple of one where one is asked', 'geometrie', { type: 'MultiPolygon', coordinates: [[[[1, 2], [3, 4], [5, 6], [1, 2]]]] }, { type: 'Polygon', coordinates: [[[1, 2], [3, 4], [5, 6], [1, 2]]] }],
    ['a text that is no geometry, as it is', 'geometrie', 'hier', 'hier'],
  ];
  const cases = rows.map(([what, path, cell, value, options = {}]): readonly [string, Case] => [what, { path, cell, value, options }]);
  test.each(cases)('%s', (_, { path, cell, value, options }) => {
    expect(documentOf({ fields: { [path]: '{c}' }, row: { c: cell }, ...options })).toEqual({ entityType: 'KwetsbaarGebouw', [path]: value });
  });
  test('a multiple of two stays, so that the report names it', () => {
    const two = { type: 'MultiPolygon', coordinates: [[[[1, 2]]], [[[3, 4]]]] };
    expect(documentOf({ fields: { geometrie: '{c}' }, row: { c: two } })).toMatchObject({ geometrie: two });
  });
  test('a reason instead of a value is a void where the model has one', () => {
    const fields = { bedrijfsnaam: '{a}', naamExploitant: '{c}' };
    expect(documentOf({ type: 'LocatieActiviteit', fields, row: { a: 'x', c: 'nietVanToepassing' } }))
      .toMatchObject({ naamExploitant: { waarde: null, geenWaardeReden: 'nietVanToepassing' } });
  });
});

describe('templates', () => {
  test('join texts and cells', () => {
    expect(documentOf({ fields: { id: 'NL.IMEV.AB12.{nr}-{deel}' }, row: { nr: 'g1', deel: 2 } })).toMatchObject({ id: 'NL.IMEV.AB12.g1-2' });
  });
  test('a cell is never read as a template', () => {
    expect(documentOf({ fields: { id: 'x{a}{b}' }, row: { a: '{b}', b: '$&' } })).toMatchObject({ id: 'x{b}$&' });
  });
  test('a field with an empty cell is left out', () => {
    expect(documentOf({ fields: { id: 'x{a}', bronobjectID: '{b}' }, row: { b: '1' }, columns: ['a', 'b'] })).toEqual({ entityType: 'KwetsbaarGebouw', bronobjectID: '1' });
  });
  test('a row without a cell that counts makes no document', () => {
    expect(documentOf({ fields: { id: '{a}', bronhoudercode: 'AB12' }, row: {}, columns: ['a'] })).toBeNull();
  });
  test('two numbers make a point, with commas or points', () => {
    const fields = { 'voertUit.entityType': 'Windturbine_PlaatsgebondenRisico', 'voertUit.heeft.entityType': 'Windturbine', 'voertUit.heeft.geometrie': 'POINT ({x} {y})' };
    const type = 'LocatieActiviteit';
    const turbine = [...mappedFields({ type, fields: {} }).values()].find(({ path }) => path === 'voertUit.entityType')!.choices!.find((name) => /wind/i.test(name))!;
    const document = documentOf({ type, fields: { ...fields, 'voertUit.entityType': turbine }, row: { x: '155000,5', y: '463000' }, decimalComma: true });
    expect(document).toEqual({
      entityType: type, voertUit: [{ entityType: turbine, heeft: [{ entityType: 'Windturbine', geometrie: { type: 'Point', coordinates: [155000.5, 463000] } }] }],
    });
  });
  test('a nested object without a filled cell is left out, its fixed texts too', () => {
    const fields = { id: '{id}', 'geometrieMetagegevens.bronregistratie': 'BAG', 'geometrieMetagegevens.idInBronregistratie': '{bag}' };
    expect(documentOf({ fields, row: { id: '1' }, columns: ['id', 'bag'] })).toEqual({ entityType: 'KwetsbaarGebouw', id: '1' });
    expect(documentOf({ fields, row: { id: '1', bag: '2' } })).toMatchObject({ geometrieMetagegevens: { bronregistratie: 'BAG', idInBronregistratie: '2' } });
  });
});

describe('refused', () => {
  const cases: readonly (readonly [what: string, mapping: Json, expected: RegExp])[] = [
    ['no object', [], /JSON object/],
    ['an unknown member', { type: 'KwetsbaarGebouw', fields: {}, x: 1 }, /found x/],
    ['no type', { fields: {} }, /KwetsbaarGebouw, KwetsbareLocatie/],
    ['a nested type', { type: 'Windturbine', fields: {} }, /found "Windturbine"/],
    ['a template that is no text', { type: 'KwetsbaarGebouw', fields: { id: 1 } }, /template of id/],
  ];
  test.each(cases)('%s', (_, mapping, expected) => {
    expect(() => readMapping(mapping)).toThrow(expected);
  });
  test('an unknown field, with the one that is meant', () => {
    expect(() => documentOf({ fields: { populaties: '{a}' }, row: { a: 1 } })).toThrow(/found populaties; did you mean populatie\?/);
  });
  test('a field of the prototype', () => {
    expect(() => documentOf({ fields: JSON.parse('{"__proto__":"{a}"}') as Record<string, string>, row: { a: 1 } })).toThrow(/found __proto__/);
  });
  test('a read-only field', () => {
    expect(() => documentOf({ fields: { oppervlakteVerblijfsobjectBAG: '{a}' }, row: { a: 1 } })).toThrow(/does not have/);
  });
  test('an unknown column, with those there are', () => {
    expect(() => documentOf({ fields: { id: '{b}' }, row: { a: 1 } })).toThrow(/found \{b\}; the columns are a/);
  });
});

describe('proposals', () => {
  const column = (name: string, ...samples: string[]): TableColumn => ({ name, kind: 'text', samples });
  test('names of the model, in any form, get their columns', () => {
    const { fields } = proposedMapping('KwetsbaarGebouw', [column('ID', 'g1'), column('Categorie_kwetsbaarheid'), column('IDPANDBAG'), column('populatie'), column('bronregistratie')], 'AB12');
    expect(fields).toEqual({
      id: 'NL.IMEV.AB12.{ID}', 'identificatie.namespace': 'NL.IMEV', 'identificatie.lokaalID': 'AB12.{ID}', bronobjectID: '{ID}', bronhoudercode: 'AB12',
      categorieKwetsbaarheid: '{Categorie_kwetsbaarheid}', idPandBAG: '{IDPANDBAG}', populatie: '{populatie}', 'geometrieMetagegevens.bronregistratie': '{bronregistratie}',
    });
  });
  test('ids of the register stay as they are', () => {
    expect(proposedMapping('KwetsbaarGebouw', [column('id', 'NL.IMEV.AB12.g1'), column('lokaalID', 'AB12.g1')], 'AB12').fields)
      .toMatchObject({ id: '{id}', 'identificatie.lokaalID': '{lokaalID}' });
  });
  test('the number of a row is no identity', () => {
    expect(proposedMapping('KwetsbaarGebouw', [column('fid', '1'), column('naam', 'x')], 'AB12').fields).not.toHaveProperty('id');
  });
  test('a name with a brace is not proposed', () => {
    expect(proposedMapping('KwetsbaarGebouw', [column('{populatie', '1')], 'AB12').fields).not.toHaveProperty('populatie');
  });
  test.each([[['1,5', '2'], true], [['1.5', '2'], false], [['1,5', '2.5'], false], [['12'], false]])('%j: a decimal comma is %s', (samples, expected) => {
    expect(proposedMapping('KwetsbaarGebouw', [column('a', ...samples)], 'AB12').decimalComma).toBe(expected);
  });
  test.each(ROOT_TYPES)('every proposal for %s is a mapping that can be used', (type) => {
    const columns = [...mappedFields({ type, fields: {} }).keys()].map((path) => column(path, '1'));
    const mapping = readMapping(proposedMapping(type, columns, 'AB12') as unknown as Json);
    expect(documentMaker(mapping, columns, false)(new Map(columns.map(({ name }) => [name, '1'])))).toMatchObject({ entityType: type });
  });
});
