/** CQL2: both encodings give one expression; OGC's own example filters; every fault has its position. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FilterFault, type Expression } from '../../schemas/cql2/expression.ts';
import { parseCql2Json } from '../../schemas/cql2/json.ts';
import { parseCql2Text } from '../../schemas/cql2/text.ts';
import { leastCpuMs } from '../cpu.ts';

/** An expression without its positions. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'at' && key !== 'pattern').map(([key, inner]) => [key, bare(inner)]));
}

function faultOf(parse: () => Expression): FilterFault {
  try {
    parse();
  } catch (fault) {
    if (fault instanceof FilterFault) return fault;
    throw fault;
  }
  return expect.fail('no fault');
}

const p = (property: string) => ({ property });
const op = (name: string, ...args: unknown[]) => ({ op: name, args });

/** Filters as in the examples of OGC 21-065r2, in both encodings. */
const EXAMPLES: readonly (readonly [text: string, json: unknown])[] = [
  ["city='Toronto'", op('=', p('city'), 'Toronto')],
  ["updated >= date('1970-01-01')", op('>=', p('updated'), { date: '1970-01-01' })],
  ['geometry IS NOT NULL', op('not', op('isNull', p('geometry')))],
  ["name LIKE 'Smith%'", op('like', p('name'), 'Smith%')],
  ['depth BETWEEN 100.0 and 150.0', op('between', p('depth'), 100, 150)],
  ["cityName IN ('Toronto','Frankfurt','Tokyo','New York')", op('in', p('cityName'), ['Toronto', 'Frankfurt', 'Tokyo', 'New York'])],
  ['category NOT IN (1,2,3,4)', op('not', op('in', p('category'), [1, 2, 3, 4]))],
  ['S_INTERSECTS(geometry,POINT(36.319836 32.288087))', op('s_intersects', p('geometry'), { type: 'Point', coordinates: [36.319836, 32.288087] })],
  ["eo:cloud_cover < 0.1 AND landsat:wrs_row=28 AND landsat:wrs_path=203",
    op('and', op('<', p('eo:cloud_cover'), 0.1), op('=', p('landsat:wrs_row'), 28), op('=', p('landsat:wrs_path'), 203))],
  ["swimming_pool=true AND (floors>5 OR  material LIKE 'brick%'\n OR  material LIKE '%brick')",
    op('and', op('=', p('swimming_pool'), true), op('or', op('>', p('floors'), 5), op('like', p('material'), 'brick%'), op('like', p('material'), '%brick')))],
  ["(floors>5 AND material='brick') OR swimming_pool=true",
    op('or', op('and', op('>', p('floors'), 5), op('=', p('material'), 'brick')), op('=', p('swimming_pool'), true))],
  ['NOT (floors<5) OR swimming_pool=true', op('or', op('not', op('<', p('floors'), 5)), op('=', p('swimming_pool'), true))],
  ['"id" <> \'fa7e1920\'', op('<>', p('id'), 'fa7e1920')],
  ['"value" NOT BETWEEN 10 AND 20', op('not', op('between', p('value'), 10, 20))],
  ['NOT "value" IS NULL', op('not', op('isNull', p('value')))],
  ["(NOT \"name\" LIKE 'foo%' AND \"value\" > 10)", op('and', op('not', op('like', p('name'), 'foo%')), op('>', p('value'), 10))],
  ['S_INTERSECTS("geometry", BBOX(-128.098193, -1.1, -99999.0, 180.0, 90.0, 100000.0))',
    op('s_intersects', p('geometry'), { bbox: [-128.098193, -1.1, -99999, 180, 90, 100000] })],
  ['s_intersects(geometry, POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1),(.1 .1 0,.2 .1 0,.2 .2 0,.1 .1 0)))', op('s_intersects', p('geometry'), {
    type: 'Polygon', coordinates: [[[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 0, 1]], [[0.1, 0.1, 0], [0.2, 0.1, 0], [0.2, 0.2, 0], [0.1, 0.1, 0]]],
  })],
  ['S_EQUALS(MULTIPOINT ((180.0 -0.5), (179.0 -47.1)), "geometry")', op('s_equals', { type: 'MultiPoint', coordinates: [[180, -0.5], [179, -47.1]] }, p('geometry'))],
  ['S_DISJOINT("geometry", MULTIPOLYGON (((1 1, 2 1, 2 2, 1 1))))', op('s_disjoint', p('geometry'), { type: 'MultiPolygon', coordinates: [[[[1, 1], [2, 1], [2, 2], [1, 1]]]] })],
  ['S_INTERSECTS(geometry, GEOMETRYCOLLECTION Z (POINT(7 49 1), LINESTRING(0 0, 1 1)))', op('s_intersects', p('geometry'), {
    type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [7, 49, 1] }, { type: 'LineString', coordinates: [[0, 0], [1, 1]] }],
  })],
  ["T_BEFORE(updated_at, TIMESTAMP('2012-08-10T05:30:00Z'))", op('t_before', p('updated_at'), { timestamp: '2012-08-10T05:30:00Z' })],
  ["T_DISJOINT(INTERVAL('..', '2005-01-10'), INTERVAL(starts_at, ends_at))",
    op('t_disjoint', { interval: ['..', '2005-01-10'] }, { interval: [p('starts_at'), p('ends_at')] })],
  ["A_CONTAINS(layer:ids, ('layers-ca','layers-us'))", op('a_contains', p('layer:ids'), ['layers-ca', 'layers-us'])],
  ["a_containedBy((), values) OR A_EQUALS(((1,'x'), TRUE, name), (DATE('2020-01-01')))",
    op('or', op('a_containedBy', [], p('values')), op('a_equals', [[1, 'x'], true, p('name')], [{ date: '2020-01-01' }]))],
  ["CASEI(road_class) IN (CASEI('Οδος'),CASEI('Straße'))", op('in', op('casei', p('road_class')), [op('casei', 'Οδος'), op('casei', 'Straße')])],
  ["FALSE <> Bar(\"geometry\", 100, 'a', 'b', FALSE)", op('<>', false, op('bar', p('geometry'), 100, 'a', 'b', false))],
  ["naam = 'Via dell''Avvento' OR naam = 'Via dell\\'Avvento'", op('or', op('=', p('naam'), "Via dell'Avvento"), op('=', p('naam'), "Via dell'Avvento"))],
  ['TRUE', true],
];

describe('OPEN-filter-language: one expression', () => {
  test.each(EXAMPLES)('%s', (text, json) => {
    expect(bare(parseCql2Text(text))).toEqual(bare(parseCql2Json(JSON.stringify(json))));
  });

  test('a pattern keeps the backslashes of LIKE, a text does not', () => {
    const [like] = [parseCql2Text(String.raw`a LIKE '50\%\_\\ ''x\' \n%'`)] as [Expression & { kind: 'call' }];
    expect(like.args[1]).toMatchObject({ pattern: "50\\%\\_\\\\ 'x' \n%", value: "50%_\\ 'x' \n%" });
  });
});

describe('an invalid filter', () => {
  test.each([
    ['', 1], ['   ', 4], ['a', 2], ['a = ', 5], ['a == 1', 4], ['a = 1 b', 7], ['a = 1 AND', 10], ['(a = 1', 7], ['a = 1)', 6], ["a = 'x", 5], ['a ! 1', 3],
    ['NOT NOT a = 1', 5], ['a NOT = 1', 7], ['a IS 1', 6], ['a IN 1', 6], ['a IN ()', 7], ['a BETWEEN 1', 12], ['a = 1e999', 5], ['and = 1', 1], ['"a = 1', 1],
    ['balance-150.0 > 0', 8], ['"value" > ("foo" + 10)', 11], ['"value" > "foo" + 10', 17], ['f(a+1) = 2', 4], ['S_INTERSECTS(geometry, POINT(1))', 31],
    ['S_INTERSECTS(geometry, POINT(1 2 3 4))', 36], ['S_INTERSECTS(geometry, POLYGON EMPTY)', 32], ['BBOX(1,2,3,)', 12], ['DATE(2020)', 6], ['A_EQUALS((1,2), b', 18],
    ['A_EQUALS((1,), b)', 13], ['A_EQUALS((1 2), b)', 13], ['A_EQUALS((1, 2, b)', 19], ['a = (1)', 5],
  ])('text %j: at character %i', (text, at) => {
    expect(faultOf(() => parseCql2Text(text)).at).toBe(at);
  });

  test.each([
    ['', 1], ['[]', 1], ['"a"', 1], ['{}', 1], ['{"op":"="}', 1], ['{"op":1,"args":[]}', 7], ['{"op":"=","args":{}}', 18], ['{"op":"=","args":[],"x":1}', 25],
    ['{"op":"=","op":"<","args":[]}', 11], ['{"op":"=","args":[null]}', 19], ['{"op":"=","args":[01]}', 19], ['{"op":"=","args":[1,]}', 21],
    ['{"op":"=","args":[1}', 20], ['{"op":"=","args":[1]', 21], ['{"op":"=","args":[1]}}', 22], ["{'op':1}", 2], ['{"op":"=","args":[1e999]}', 19], ['{op:1}', 2],
    ['{"op":"=","args":[{"type":"Punt","coordinates":[1,2]}]}', 27], ['{"op":"=","args":[{"type":"Point","coordinates":[1,"2"]}]}', 52],
    ['{"op":"=","args":["\\x"]}', 19], ['{"date":20}', 9], ['{"type":"GeometryCollection","geometries":[]}', 43], ['{"type":"GeometryCollection","geometries":[{"type":"Point"}]}', 44],
    ['{"type":"Collection","geometries":[]}', 9], ['{"op":"=" "args":[]}', 11],
  ])('JSON %j: at character %i', (text, at) => {
    expect(faultOf(() => parseCql2Json(text)).at).toBe(at);
  });

  test.each<[string, () => Expression]>([
    ['brackets', () => parseCql2Text(`${'('.repeat(1000)}a = 1${')'.repeat(1000)}`)],
    ['functions', () => parseCql2Text(`${'f('.repeat(1000)}a${')'.repeat(1000)}`)],
    ['operators in JSON', () => parseCql2Json(`${'{"op":"not","args":['.repeat(1000)}true${']}'.repeat(1000)}`)],
    ['arrays in JSON', () => parseCql2Json('['.repeat(10_000))],
  ])('%s nested 1,000 deep are refused within 10 ms of CPU', (_, parse) => {
    expect(leastCpuMs(() => faultOf(parse))).toBeLessThan(10);
  });

  test('any text is an expression or gives a fault inside the text', () => {
    const word = fc.constantFrom('a', 'AND', 'OR', 'NOT', '(', ')', '=', "'x'", '1', ',', 'IN', 'LIKE', 'IS NULL', 'POINT(1 2)', 'DATE(', '"', '{"op":', '}', '[', ':', '\\', "'");
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')));
    fc.assert(fc.property(text, (filter) => {
      for (const parse of [parseCql2Text, parseCql2Json]) {
        try {
          parse(filter);
        } catch (fault) {
          expect(fault).toBeInstanceOf(FilterFault);
          expect((fault as FilterFault).at).toBeLessThanOrEqual(filter.length + 1);
        }
      }
    }), { numRuns: 500 });
  });
});
