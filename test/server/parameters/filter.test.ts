/** Filters: the meaning of CQL2 for a collection, with values of the kinds of its fields. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../publisher/read/series-query.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { RD } from '../harness.ts';
import { asked, problemOf } from './reading.ts';

const filterOf = (filter: string, more: Readonly<Record<string, string>> = {}): Filter | null => asked({ filter, ...more }).question.filter;
const reasonOf = (filter: string, more: Readonly<Record<string, string>> = {}) => problemOf({ filter, ...more }).params?.[0]?.reason.en;

const is = (field: string, relation: string, value: unknown) => ({ kind: 'compare', field, relation, value });
const DAY = [Date.parse('2026-03-28T23:00:00Z'), Date.parse('2026-03-29T22:00:00Z')] as const;

describe('OPEN-filter-language: a filter means', () => {
  test.each<readonly [string, unknown]>([
    ['werkdruk > 10', is('werkdruk', '>', 10)],
    ['10 < werkdruk', is('werkdruk', '>', 10)],
    ["bevoegdGezag <> 'x'", is('bevoegdGezag', '<>', 'x')],
    ['informatieGeheim = FALSE', is('informatieGeheim', '=', false)],
    ["datumVergunningOfMelding < DATE('2026-03-29')", is('datumVergunningOfMelding', '<', Date.parse('2026-03-29T00:00:00Z'))],
    ["beginGeldigheid >= TIMESTAMP('2026-03-29T10:00:00.25Z')", is('beginGeldigheid', '>=', Date.parse('2026-03-29T10:00:00.250Z'))],
    ["beginGeldigheid = DATE('2026-03-29')", { kind: 'and', of: [is('beginGeldigheid', '>=', DAY[0]), is('beginGeldigheid', '<', DAY[1])] }],
    ["beginGeldigheid > DATE('2026-03-29')", is('beginGeldigheid', '>=', DAY[1])],
    ["beginGeldigheid <= DATE('2026-03-29')", is('beginGeldigheid', '<', DAY[1])],
    ['informatieGeheim < TRUE', is('informatieGeheim', '<', true)],
    ['werkdruk NOT BETWEEN 1 AND 2', { kind: 'not', of: { kind: 'and', of: [is('werkdruk', '>=', 1), is('werkdruk', '<=', 2)] } }],
    ['werkdruk <> kookTemperatuur', { kind: 'fields', left: { field: 'werkdruk' }, relation: '<>', right: { field: 'kookTemperatuur' } }],
    ['CASEI(id) = bevoegdGezag', { kind: 'fields', left: { field: 'id', fold: 'case' }, relation: '=', right: { field: 'bevoegdGezag' } }],
    ["id IN (bevoegdGezag, 'b')", { kind: 'or', of: [{ kind: 'fields', left: { field: 'id' }, relation: '=', right: { field: 'bevoegdGezag' } }, is('id', '=', 'b')] }],
    ['werkdruk BETWEEN 1 AND kookTemperatuur', { kind: 'and', of: [is('werkdruk', '>=', 1), { kind: 'fields', left: { field: 'werkdruk' }, relation: '<=', right: { field: 'kookTemperatuur' } }] }],
    ["beginGeldigheid BETWEEN '2026-03-29' AND '2026-03-29'", { kind: 'and', of: [is('beginGeldigheid', '>=', DAY[0]), is('beginGeldigheid', '<', DAY[1])] }],
    ["datumVergunningOfMelding BETWEEN '2026-03-29' AND DATE('2026-03-30')", { kind: 'and', of: [is('datumVergunningOfMelding', '>=', Date.parse('2026-03-29')), is('datumVergunningOfMelding', '<=', Date.parse('2026-03-30'))] }],
    ["id IN ('a', 'b')", { kind: 'in', field: 'id', values: ['a', 'b'] }],
    ["grondslagInfo.besluitnummer LIKE '50\\%_'", { kind: 'like', field: 'grondslagInfo.besluitnummer', pattern: '50\\%_' }],
    ['werkdruk IS NOT NULL', { kind: 'not', of: { kind: 'isNull', field: 'werkdruk' } }],
    ['geometry IS NULL', { kind: 'not', of: { kind: 'hasGeometry' } }],
    ["A_CONTAINS(categorieVuurwerk, ('T1'))", { kind: 'lists', relation: 'contains', left: { field: 'categorieVuurwerk' }, right: { items: ['T1'] } }],
    ["a_equals(('T1', id), comment)", { kind: 'lists', relation: 'equals', left: { items: ['T1', { field: 'id' }] }, right: { field: 'comment' } }],
    ['FALSE', { kind: 'or', of: [] }],
    ["CASEI(bevoegdGezag) = casei('STRAẞE')", { ...is('bevoegdGezag', '=', 'strasse'), fold: 'case' }],
    ["accenti('É') < bevoegdGezag", is('bevoegdGezag', '>', 'E')],
    ["CASEI(accenti(id)) IN (accenti(casei('É')), 'x')", { kind: 'in', field: 'id', values: ['e', 'x'], fold: 'both' }],
    ["CASEI(id) LIKE CASEI('Nl\\_%')", { kind: 'like', field: 'id', pattern: 'nl\\_%', fold: 'case' }],
    ["CASEI(id) NOT BETWEEN 'a' AND CASEI('B')", { kind: 'not', of: { kind: 'and', of: [{ ...is('id', '>=', 'a'), fold: 'case' }, { ...is('id', '<=', 'b'), fold: 'case' }] } }],
    ['S_INTERSECTS(geometrie, BBOX(177,50,9,-177,52,9))', { kind: 'box', crs: 'CRS84', box: [177, 50, -177, 52] }],
  ])('%s', (filter, meaning) => {
    expect(filterOf(filter)).toEqual(meaning);
  });

  test.each<readonly [string, string, string]>([
    ['S_INTERSECTS(geometry, LINESTRING(5 52, 6 52))', 'intersects', 'LineString'], ['S_WITHIN(geometry, POLYGON((5 52, 6 52, 6 53, 5 52)))', 'within', 'Polygon'],
    ['S_CONTAINS(geometrie, POINT(5 52))', 'contains', 'Point'], ['S_WITHIN(POINT(5 52), geometry)', 'contains', 'Point'], ['S_CONTAINS(POINT(5 52), geometry)', 'within', 'Point'],
    ['S_TOUCHES(geometry, MULTIPOINT(5 52, 6 52))', 'touches', 'MultiPoint'], ['S_CROSSES(MULTILINESTRING((5 52, 6 52)), geometry)', 'crosses', 'MultiLineString'],
    ['S_OVERLAPS(geometry, BBOX(5,52,6,53))', 'overlaps', 'MultiPolygon'], ['S_EQUALS(geometry, BBOX(5,52,6,52))', 'equals', 'MultiLineString'],
    ['S_EQUALS(geometry, BBOX(5,52,5,52))', 'equals', 'Point'], ['S_TOUCHES(geometry, BBOX(177,50,-177,52))', 'touches', 'MultiPolygon'],
  ])('%s', (filter, kind, type) => {
    expect(filterOf(filter)).toMatchObject({ kind, geometry: { crs: 'CRS84', shape: { type } } });
  });

  test('S_DISJOINT is the negation of S_INTERSECTS, and a row that meets a part meets the collection', () => {
    expect(filterOf('S_DISJOINT(geometry, BBOX(5,52,6,53))')).toEqual({ kind: 'not', of: { kind: 'box', crs: 'CRS84', box: [5, 52, 6, 53] } });
    const parts = { kind: 'or', of: [{ kind: 'intersects', geometry: { shape: { type: 'Point' } } }, { kind: 'intersects', geometry: { shape: { type: 'Polygon' } } }] };
    const collection = 'GEOMETRYCOLLECTION(POINT(5 52), POLYGON((5 52, 6 52, 6 53, 5 52)))';
    expect(filterOf(`S_INTERSECTS(geometry, ${collection})`)).toMatchObject(parts);
    expect(filterOf(`S_DISJOINT(${collection}, geometry)`)).toMatchObject({ kind: 'not', of: parts });
  });

  test('a relation of two literals, or of the geometry with itself, is equal for all rows with geometry', () => {
    const [all, none] = [{ kind: 'and', of: [] }, { kind: 'or', of: [] }];
    expect(filterOf('S_WITHIN(POINT(5.5 52.5), BBOX(5,52,6,53))')).toEqual(all);
    expect(filterOf('S_CONTAINS(POINT(5.5 52.5), BBOX(5,52,6,53))')).toEqual(none);
    expect(filterOf('S_DISJOINT(POINT(5.5 52.5), BBOX(5,52,6,53))')).toEqual(none);
    const everywhere = { kind: 'box', crs: 'CRS84', box: [-180, -90, 180, 90] };
    expect(filterOf('S_EQUALS(geometry, geometrie)')).toEqual(everywhere);
    expect(filterOf('S_DISJOINT(geometry, geometry)')).toEqual({ kind: 'not', of: everywhere });
  });

  test('S_DWITHIN is a radius in metres of RD, which is compared with true and false too', () => {
    const near = { kind: 'near', distance: 500, geometry: { crs: '28992', shape: { type: 'Point' } } };
    const call = 'S_DWITHIN(geometry, POINT(121687 487484), 500)';
    expect(filterOf(call, { 'filter-crs': RD })).toMatchObject(near);
    expect(filterOf('s_dwithin(POINT(121687 487484), geometrie, 0)', { 'filter-crs': RD })).toMatchObject({ ...near, distance: 0 });
    const json = { op: 's_dwithin', args: [{ property: 'geometry' }, { type: 'Point', coordinates: [121_687, 487_484] }, 500] };
    expect(filterOf(JSON.stringify(json), { 'filter-crs': RD, 'filter-lang': 'cql2-json' })).toMatchObject(near);
    expect(filterOf(`FALSE = ${call}`, { 'filter-crs': RD })).toMatchObject({ kind: 'not', of: near });
    expect(filterOf(`${call} >= TRUE`, { 'filter-crs': RD })).toMatchObject(near);
    expect(filterOf(`${call} < FALSE`, { 'filter-crs': RD })).toMatchObject({ kind: 'and', of: [near, { kind: 'not', of: near }] });
    expect(filterOf(`${call} IS NULL`, { 'filter-crs': RD })).toEqual({ kind: 'not', of: { kind: 'hasGeometry' } });
    expect(filterOf('S_DWITHIN(geometry, GEOMETRYCOLLECTION(POINT(121687 487484), POINT(121688 487484)), 500)', { 'filter-crs': RD })).toMatchObject({ kind: 'or', of: [near, near] });
  });

  test.each([
    ['-1', /^Character 46: the third part of S_DWITHIN is a distance in metres, a number from 0, for example 500; found -1/], ["'500'", /a distance in metres/],
    ['1e999', /too large/], ['NaN', /a distance in metres/], ['5 km', /./], ['5 + 5', /./], ['werkdruk', /a distance in metres/], ['', /./], ['500, 1', /has 4 parts, expected 3/], ['TRUE', /a distance in metres/],
  ])('a distance of S_DWITHIN cannot be %s', (distance, reason) => {
    expect(reasonOf(`S_DWITHIN(geometry, POINT(121687 487484), ${distance})`.replace('S_DWITHIN(', 'S_DWITHIN(   '), { 'filter-crs': RD })).toMatch(reason);
  });

  test.each([
    ['S_DWITHIN(geometry, POINT(5 52), 500)', {}, /^Character 21: S_DWITHIN measures in the plane of RD: .*28992/], ['S_DWITHIN(geometry, POINT(5 52))', {}, /has 2 parts, expected 3/],
    ['S_DWITHIN(geometry, geometry, 5)', { 'filter-crs': RD }, /S_DWITHIN compares geometry/], ['S_DWITHIN(werkdruk, POINT(121687 487484), 5)', { 'filter-crs': RD }, /^Character 11: S_DWITHIN compares geometry/],
    ['S_DWITHIN(geometry, POINT(5 52), 500)', { 'filter-crs': RD }, /outside the range/],
  ])('%s is refused', (filter, more, reason) => {
    expect(reasonOf(filter, more)).toMatch(reason);
  });

  test('a polygon, in the CRS and axis order of filter-crs, without heights', () => {
    const filter = 'S_INTERSECTS(geometry, POLYGON Z((150000 460000 1, 160000 460000 1, 160000 470000 1, 150000 460000 1)))';
    const found = filterOf(filter, { 'filter-crs': RD });
    expect(found).toMatchObject({ kind: 'intersects', geometry: { crs: '28992', shape: { type: 'Polygon', dimension: 2 } } });
    expect(found?.kind === 'intersects' && [...found.geometry.numbers]).toEqual([150000, 460000, 160000, 460000, 160000, 470000, 150000, 460000]);
  });

  test('a polygon in RD may be far wider than the country, and may not lie wholly outside its extent', () => {
    const polygon = (x: number) => `S_INTERSECTS(geometry, POLYGON((${x} -99000000, 99000000 -99000000, 99000000 99000000, ${x} -99000000)))`;
    expect(filterOf(polygon(-99_000_000), { 'filter-crs': RD })).toMatchObject({ kind: 'intersects' });
    for (const x of [600_000, -100_000_001]) expect(reasonOf(polygon(x), { 'filter-crs': RD })).toMatch(/outside the range of RD New/);
    expect(reasonOf('S_INTERSECTS(geometry, BBOX(5,52,6,53))', { 'filter-crs': RD })).toMatch(/outside the range of RD New .*axes/);
  });

  test('in JSON too; beside field filters all must hold', () => {
    const json = '{"op":"and","args":[{"op":">","args":[{"property":"werkdruk"},1]},{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[4,51,5,52]}]}]}';
    const { question } = asked({ filter: json, 'filter-lang': 'cql2-json', 'identificatie.lokaalID': 'a,b', vergunningsPlicht: 'true' });
    expect(question.filter).toEqual({
      kind: 'and', of: [
        is('identificatie.lokaalID', '=', 'a,b'), is('vergunningsPlicht', '=', true),
        { kind: 'and', of: [is('werkdruk', '>', 1), { kind: 'box', crs: 'CRS84', box: [4, 51, 5, 52] }] },
      ],
    });
  });
});

test.each<readonly [string, unknown]>([
  ['werkdruk = 1.', 1], ['werkdruk = .5', 0.5], ['werkdruk=+5', 5], ['werkdruk = -0', 0], ['werkdruk = 1e-400', 0], ['werkdruk = 99999999999999999999', 1e20],
  ['1e400', /too large/], ['1e', /found ‘e’/], ['0x10', /found ‘x10’/], ['1,5', /found ‘,’/], ['- 5', /found ‘-’/], ['5 - 1', /found ‘-’/],
])('numbers: %s', (text, expected) => {
  if (expected instanceof RegExp) expect(reasonOf(`werkdruk = ${text}`)).toMatch(expected);
  else expect(filterOf(text)).toEqual(is('werkdruk', '=', expected));
});

test.each<readonly [string, unknown]>([
  ["BETWEEN DATE('2026-03-29') AND DATE('2026-03-29')", { kind: 'and', of: [is('beginGeldigheid', '>=', DAY[0]), is('beginGeldigheid', '<', DAY[1])] }],
  ["IN (DATE('2026-03-29'))", { kind: 'or', of: [{ kind: 'and', of: [is('beginGeldigheid', '>=', DAY[0]), is('beginGeldigheid', '<', DAY[1])] }] }],
  ["<> DATE('2026-03-29')", { kind: 'not', of: { kind: 'and', of: [is('beginGeldigheid', '>=', DAY[0]), is('beginGeldigheid', '<', DAY[1])] } }],
  ["< DATE('2024-02-29')", is('beginGeldigheid', '<', Date.parse('2024-02-28T23:00:00Z'))],
  ["= TIMESTAMP('2026-06-30T12:00:00+02:00')", is('beginGeldigheid', '=', Date.parse('2026-06-30T10:00:00Z'))],
  ["= DATE('2025-02-29')", /is a moment/], ["= DATE('2026-03-29T12:00:00Z')", /is a moment/], ["= TIMESTAMP('2026-03-29')", /is a moment/],
  ["= TIMESTAMP('2026-06-30T23:59:60Z')", /is a moment/], ["= INTERVAL('2026-01-01', '..')", /interval is not allowed here/],
])('OPEN-filter-days: beginGeldigheid %s', (text, expected) => {
  if (expected instanceof RegExp) expect(reasonOf(`beginGeldigheid ${text}`)).toMatch(expected);
  else expect(filterOf(`beginGeldigheid ${text}`)).toEqual(expected);
});

describe('a filter that is nearly right gets the reason and the position', () => {
  test.each([
    ["werkdruk > DATE('2026-01-01')", /^Character 12: werkdruk is a number; found DATE\('2026-01-01'\), expected for example 10/],
    ["beginGeldigheid > '2026-01-01'", /^Character 19: .*is a moment.*expected for example TIMESTAMP/],
    ["datumVergunningOfMelding = TIMESTAMP('2026-01-01T00:00:00Z')", /^Character 28: .*is a day/],
    ["beginGeldigheid = TIMESTAMP('2026-01-01T00:00:00')", /^Character 19/], ["datumVergunningOfMelding = DATE('2026-02-30')", /^Character 28/],
    ["beginGeldigheid BETWEEN '2026-02-30' AND '2026-03-01'", /^Character 25: beginGeldigheid is a moment/], ["beginGeldigheid BETWEEN 'gisteren' AND '2026-03-01'", /is a moment/],
    ['id = 5', /^Character 6: id is a text; found 5/], ["informatieGeheim = 'true'", /true or false; found 'true'/],
    ['werkdrk > 10', /^Character 1: ‘werkdrk’ is no queryable field; perhaps werkdruk is meant/], ['werkdruk = id', /^Character 12: werkdruk is a number and id a text; these cannot be compared/],
    ["werkdruk LIKE '1%'", /LIKE is for texts/], ["id LIKE 'a\\\\\\'", /does not end|another character/], ['id LIKE 5', /found 5/], ["werkdruk IN (1, 'x')", /^Character 17/],
    ["categorieVuurwerk = 'T1'", /^Character 1: categorieVuurwerk is a list; use A_CONTAINS\(categorieVuurwerk, \('tekst'\)\)/],
    ["'T1' IN (categorieVuurwerk)", /A_CONTAINS|expected a field/], ["A_CONTAINS(id, ('x'))", /^Character 12: id is no list but a text; use =, IN or LIKE/],
    ["A_CONTAINS(categorieVuurwerk, 'T1')", /^Character 31: found 'T1', expected a field that is a list, or a list between brackets/],
    ['A_CONTAINS(categorieVuurwerk, (1))', /^Character 32: found 1, expected a text/], ['A_CONTAINS(categorieVuurwerk, (werkdruk))', /found werkdruk, expected a text/],
    ["A_CONTAINS(categorieVuurwerk, (('T1')))", /found \(…\), expected a text/], ['A_CONTAINS(categorieVuurwerk, ("T1"))', /‘T1’ is no queryable field/],
    ["A_CONTAINS(categorieVuurwerk)", /has 1 parts, expected 2/], ["A_CONTAINS(categorieVuurwerk, ('T1')", /expected ‘\)’/],
    ["A_CONTAINS(categorieVuurwrk, ('T1'))", /perhaps categorieVuurwerk is meant/], ["A_CONTAINS(geometry, ('T1'))", /can stand in spatial functions such as S_INTERSECTS/],
    ["A_HAS(categorieVuurwerk, ('T1'))", /a_has is not allowed here; known are .*A_CONTAINS/], ["(categorieVuurwerk) = ('T1')", /Character/],
    ['1 = 1', /found 1, expected a field/], ["CASEI(werkdruk) = CASEI('x')", /^Character 7: CASEI is for a text, and werkdruk is a number/], ["ACCENTI(id, 'x') = 'x'", /^Character 1: ACCENTI has one part/],
    ["werkdruk = CASEI('x')", /werkdruk is a number; found casei/], ["CASEI(id) = CASEI(5)", /id is a text; found casei/], ["CASEI(id) LIKE CASEI(5)", /found 5/],
    ["CASEI(f(id)) = 'x'", /f is not allowed here/], ["CASEI(id) IS NULL", /casei is not allowed here/],
    
    ['geometry = 1', /S_INTERSECTS/], ['S_INTERSECTS(werkdruk, POINT(5 52))', /^Character 14: S_INTERSECTS compares geometry with a POINT, /],
    ['S_TOUCHES(geometry, 5)', /^Character 21: S_TOUCHES compares geometry/], ['S_NEAR(geometry, POINT(5 52))', /s_near is not allowed here; known are .*S_EQUALS/],
    ['S_WITHIN(geometry, GEOMETRYCOLLECTION(POINT(5 52)))', /^Character 20: S_WITHIN takes no GEOMETRYCOLLECTION: only S_INTERSECTS and S_DISJOINT do/],
    ['S_EQUALS(geometry, LINESTRING(5 52, 5 52))', /too few distinct positions/], ['S_WITHIN(geometry)', /s_within has 1 parts, expected 2/],
    ['S_CROSSES(geometry, MULTIPOINT(7.02 49.92, 90 180))', /found 90 180, outside the range/], ['S_OVERLAPS(geometry, BBOX(5,53,6,52))', /minimum exceeds/],
    ['S_INTERSECTS(geometry, GEOMETRYCOLLECTION(5))', /^Character 43: found ‘5’, expected a geometry/], ['S_INTERSECTS(geometry, POINT(1000000 52))', /outside the range/],
    ['S_INTERSECTS(geometry, POLYGON((5 52, 6 52, 6 53, 5 53)))', /last position of a ring/], ['S_INTERSECTS(geometry, POLYGON((5 52, 6 52, 5 52)))', /at least 4/],
    ['S_INTERSECTS(geometry, POLYGON((5 52, 6 52, 5 52, 5.5 52.5, 5 52.5, 5 52)))', /^Character 24: .*touches itself, at 5 52/],
    ['S_INTERSECTS(geometry, POLYGON((5 52, 6 52, 6 53, 5 52), (4 52, 4.1 52, 4.1 52.1, 4 52)))', /hole lies \(partly\) outside the polygon, at 4 52/],
    ['S_INTERSECTS(geometry, POLYGON((5 52, 5 52, 5 52, 5 52)))', /too few distinct positions/],
    ['S_INTERSECTS(geometry, MULTIPOLYGON(((5 52, 6 52, 6 53, 5 52)), ((5 52, 6 52, 6 53, 5 52))))', /at \d/],
    ['S_INTERSECTS(geometry, BBOX(5,52,6))', /found 3 numbers/], ['S_INTERSECTS(geometry, BBOX(5,53,6,52))', /minimum exceeds/], ['constructor(id)', /constructor/],
    ['{"op":"=","args":[{"property":"id"},"x"]}', /filter-lang=cql2-json/], ['x'.repeat(LIMITS.filterCharsMax + 1), /too long/],
    ['S_INTERSECTS(geometry, BBOX(-200,51,5,52))', /Cut to that it is ‘-180,51,5,52’/],
  ])('%s', (filter, reason) => {
    expect(reasonOf(filter)).toMatch(reason);
  });

  test.each([
    ['id = 1', /filter-lang=cql2-text/], ['{"op":"and","args":[true]}', /and has 1 parts, expected 2/], ['{"op":"like","args":[{"property":"id"},"a\\\\"]}', /another character/],
    ['{"op":"in","args":[{"property":"id"},"a"]}', /a list of values/], ['{"op":"in","args":[{"property":"id"},[]]}', /a list of values/],
    ['{"op":"=","args":[{"property":"id"},["a"]]}', /id is a text/], ['{"property":"id"}', /a comparison must stand here/],
  ])('JSON %s', (filter, reason) => {
    expect(reasonOf(filter, { 'filter-lang': 'cql2-json' })).toMatch(reason);
  });
});

describe('lines that cross or touch one another so often that each row would take long', () => {
  const around = (count: number, turn: (at: number) => number): string => Array.from({ length: count }, (_, at) => (
    `${(5 + 0.5 * Math.cos(turn(at))).toFixed(6)} ${(52 + 0.5 * Math.sin(turn(at))).toFixed(6)}`
  )).join(',');
  const star = (count: number): string => `LINESTRING(${around(count, (at) => Math.PI * (at / count + at % 2))})`;
  const fan = `LINESTRING(${around(40, (at) => at).split(',').map((spoke) => `5 52, ${spoke}`).join(', ')})`;
  type Level = 'base' | 'valley' | 'top';
  const comb = (at: (tooth: number, level: Level) => string): string => (
    `POLYGON((${Array.from({ length: 20 }, (_, tooth) => `${at(2 * tooth, 'top')},${at(2 * tooth + 1, 'valley')}`).join(',')},${at(39, 'base')},${at(0, 'base')},${at(0, 'top')}))`
  );
  const upright = comb((tooth, level) => `${5 + tooth / 100} ${{ base: 51.9, valley: 52, top: 52.6 }[level]}`);
  const lying = comb((tooth, level) => `${{ base: 4.8, valley: 4.9, top: 5.5 }[level]} ${52.05 + tooth / 100}`);

  test.each([
    [`S_TOUCHES(geometry, ${star(50)})`], [`S_INTERSECTS(geometry, ${fan})`], [`S_CONTAINS(${upright}, ${lying})`],
  ])('are refused: %.30s…', (filter) => {
    expect(reasonOf(filter)).toMatch(/these lines cross or touch one another more than 500 times; ask with fewer or shorter lines/);
  });

  test.each([
    ['to and fro', Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? '5 52' : '6 52')).join(',')],
    ['on one line', Array.from({ length: 400 }, (_, at) => `${(4 + at * 7_919 % 40 / 20).toFixed(2)} 52`).join(',')],
    ['petals of one heart', Array.from({ length: 60 }, (_, at) => `5 52,${around(2, (side) => (at + side / 2) / 10)}`).join(',')],
  ])('are refused as rings: %s', (_, positions) => {
    expect(reasonOf(`S_INTERSECTS(geometry, POLYGON((${positions},${positions.split(',')[0]})))`)).toMatch(/cross or touch one another more than 500 times/);
  });

  test.each([
    [`S_TOUCHES(geometry, ${star(20)})`], [`S_WITHIN(geometry, ${upright})`], [`S_CONTAINS(${upright}, POINT(5 52))`],
    [`S_INTERSECTS(geometry, LINESTRING(${around(400, (at) => at / 100)}))`],
    // Each position eight times, and rings that each touch the next.
    [`S_INTERSECTS(geometry, POLYGON((${around(321, (at) => Math.PI / 20 * (Math.floor(at / 8) % 40))})))`],
    [`S_INTERSECTS(geometry, MULTIPOLYGON(${Array.from({ length: 50 }, (_, at) => `((${at} 52,${at + 1} 52,${at + 1} 53,${at} 52))`).join(',')}))`],
  ])('are no others: %.30s…', (filter) => {
    expect(filterOf(filter)).not.toBeNull();
  });
});
