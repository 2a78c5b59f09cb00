/** Flat rows: every value of every field has a cell of its own or stands in `overig`; nothing is lost or renamed into another. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowMaker } from '../../publisher/format/flat-row.ts';
import { wktOf } from '../../publisher/format/wkt.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { COLLECTIONS } from '../../schemas/names.ts';

const rowOf = (collection: string, properties: JsonObject) => {
  const { cells } = new RowMaker(columnsOf(collection)).row(Buffer.from(JSON.stringify({ properties, geometry: null })));
  return Object.fromEntries(columnsOf(collection).flatMap(({ name }, at) => (cells[at] === null ? [] : [[name, cells[at]]])));
};

describe.each(COLLECTIONS)('OPEN-download-columns: the columns of %s', (collection) => {
  test('have names that differ in any case, and none that a form makes itself', () => {
    const names = columnsOf(collection).map(({ name }) => name.toLowerCase());
    expect(new Set([...names, 'fid', 'geom', 'geometry', 'bbox', 'wkt', 'ogc_fid']).size).toBe(names.length + 6);
    expect(names.at(-1)).toBe('overig');
  });

  test('are the queryable fields, and lists and links', () => {
    const columns = new Map(columnsOf(collection).map(({ path, kind }) => [path, kind]));
    for (const { name, type, format, isList } of queryablesOf(collection)) {
      const list = [...columns].find(([path, kind]) => kind === 'list' && (path === name || name.startsWith(`${path}.`)));
      const kind = columns.get(name);
      expect([name, list === undefined ? kind : 'list']).toEqual([name, isList || list !== undefined ? 'list' : format === undefined ? type === 'string' ? 'text' : type : format === 'date' ? 'date' : 'moment']);
    }
  });
});

describe('OPEN-download-columns: a row', () => {
  test('has a scalar in a value object under its flat name, a link as its address, a list as JSON', () => {
    expect(rowOf('pr-contouren', {
      entityType: 'PRContour', afstand: 12.5, geometrieAfgeleid: false, comment: ['a', 'b"c'], afstandOfGeometrie: { afstand: 12.5 },
      maatgevendeStof: { stof: { naam: 'propaan' } }, hoortBij: [{ href: 'https://ev.example/r1', title: 'OpslagReferentie' }],
    })).toEqual({
      entityType: 'PRContour', afstand: 12.5, geometrieAfgeleid: false, comment: '["a","b\\"c"]', afstandOfGeometrie_afstand: 12.5,
      maatgevendeStof_stof_naam: 'propaan', hoortBij: '["https://ev.example/r1"]',
    });
    expect(rowOf('ev-activiteiten', { locatieEVActiviteit: { href: 'https://ev.example/l1' } })).toEqual({ locatieEVActiviteit: 'https://ev.example/l1' });
  });

  test('has in `overig` a void with its reason, and what a holder added', () => {
    const none = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
    const { overig, ...others } = rowOf('pr-contouren', { aardRisico: none, documentInfo: { naam: 'n', eigen: [1] }, maatgevendeStof: { stof: none } });
    expect([others, JSON.parse(overig as string)]).toEqual([{ documentInfo_naam: 'n' }, { 'aardRisico': none, 'documentInfo.eigen': [1], 'maatgevendeStof.stof': none }]);
  });

  test('loses no value, whatever the properties are', () => {
    const names = [...new Set(columnsOf('ev-activiteiten').flatMap(({ path }) => path.split('.')))];
    const properties = fc.dictionary(fc.constantFrom(...names, 'eigen', 'geenWaardeReden', 'href'), fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(fc.constantFrom(...names, 'eigen'), tie('value'), { maxKeys: 4 })),
    })).value);
    fc.assert(fc.property(properties, (made) => {
      const text = Object.values(rowOf('ev-activiteiten', JSON.parse(JSON.stringify(made)) as JsonObject)).map(String).join('\n');
      for (const leaf of leavesOf(made)) expect(text).toContain(leaf);
    }));
  });
});

test.each([
  ['POINT (1.5 -2)', { type: 'Point', coordinates: [1.5, -2] }], ['MULTIPOINT ((1 2), (3 4))', { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }],
  ['LINESTRING (1 2, 3 4)', { type: 'LineString', coordinates: [[1, 2], [3, 4]] }],
  ['MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))', { type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }],
  ['POLYGON ((0 0, 1 0, 1 1, 0 0))', { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }],
  ['POINT Z (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }], ['POLYGON Z ((0 0 5, 1 0 5, 1 1 5, 0 0 5))', { type: 'Polygon', coordinates: [[[0, 0, 5], [1, 0, 5], [1, 1, 5], [0, 0, 5]]] }],
  ['MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))', { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }],
] as const)('WKT: %s', (text, geometry) => {
  expect(wktOf(geometry)).toBe(text);
});

/** Returns the scalars in a value as they stand in JSON, without quotes; those of a link other than its address are left out. */
function leavesOf(value: Json): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [typeof value === 'string' ? JSON.stringify(value).slice(1, -1).split(/["\\]/)[0]! : String(value)];
  const isLink = !Array.isArray(value) && typeof (value as JsonObject)['href'] === 'string';
  return Object.entries(value).filter(([name]) => !isLink || name === 'href').flatMap(([, inner]) => leavesOf(inner));
}
