/** Level 3: checks of geometry, compared with DuckDB and with a public suite. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crowding, CROWDING_MAX } from '../../../../publisher/validity/crowding.ts';
import { explain } from '../../../../publisher/validity/explain.ts';
import { checkGeometries } from '../../../../pipelines/prepare/geometry/checks.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { toWkb, vertexAt, vertexCount, vertexPointer } from '../../../../publisher/validity/vertices.ts';
import { flatten } from '../../../../schemas/check/flatten.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { CrsCode } from '../../../../schemas/crs.ts';
import type { Json } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../../schemas/model/objects.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { describeWithShared } from '../../../shared-data.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

/** An object that has a geometry. */
const withGeometry = (geometrie: Json) => objectsOf({ entityType: 'KwetsbaarGebouw', id: 'g1', geometrie });
const geo = (type: string, coordinates: Json): Json => ({ type, coordinates });

function found(value: Json, code: CrsCode = '28992', why30?: string) {
  return checkGeometries(withGeometry(value), CRSS[code], why30).issues.map(({ finding }) => finding());
}
const rules = (value: Json, code?: CrsCode) => found(value, code).map(({ rule, pointer }) => `${rule} ${pointer}`);

/** A square of `size` metres with its lower left corner in RD. */
function square(x: number, y: number, size: number): number[][] {
  return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
}

const BOW_TIE = [[155000, 463000], [155010, 463010], [155010, 463000], [155000, 463010], [155000, 463000]];
const TOUCHING = [[155000, 463000], [155010, 463000], [155005, 463005], [155010, 463010], [155000, 463010], [155005, 463005], [155000, 463000]];

/** A line whose every segment has a box that overlaps all others, though nothing crosses. */
function zigzag(count: number): number[][] {
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? [100_000 + i * 1e-3, 400_000] : [110_000 + i * 1e-3, 410_000]));
}

describe('checks before validity', () => {
  test.each<[string, Json, CrsCode, string[]]>([
    ['a good polygon', geo('Polygon', [square(155000, 463000, 10)]), '28992', []],
    ['RD numbers announced as CRS84', geo('Point', [155000, 463000]), 'CRS84', ['geometrie.ander-stelsel /geometrie/coordinates']],
    ['degrees announced as RD', geo('LineString', [[5.4, 52.1], [5.5, 52.1]]), '28992', ['geometrie.ander-stelsel /geometrie/coordinates/0']],
    ['far outside RD', geo('Point', [155000, 9e6]), '28992', ['geometrie.buiten-bereik /geometrie/coordinates']],
    ['latitude above 90', geo('MultiPoint', [[5, 52], [5, 91]]), 'CRS84', ['geometrie.buiten-bereik /geometrie/coordinates/1']],
    ['the pole, which 3857 cannot show', geo('Point', [5, 90]), 'CRS84', ['geometrie.buiten-bereik /geometrie/coordinates']],
    ['latitude and longitude swapped', geo('Point', [52.1, 5.4]), 'CRS84', ['geometrie.ander-stelsel /geometrie/coordinates']],
    ['another country', geo('Point', [13.4, 52.5]), 'CRS84', ['geometrie.buiten-bereik /geometrie/coordinates']],
    ['a ring that is not closed', geo('MultiPolygon', [[square(155000, 463000, 9)], [square(155020, 463000, 9).slice(0, 4)]]), '28992', ['geometrie.ring-open /geometrie/coordinates/1/0/3']],
    ['a hole that is not closed', geo('Polygon', [square(155000, 463000, 9), square(155001, 463001, 2).slice(0, 4)]), '28992', ['geometrie.ring-open /geometrie/coordinates/1/3']],
    ['two rings that are not closed', geo('Polygon', [square(155000, 463000, 9).slice(0, 4), square(155001, 463001, 2).slice(0, 4)]), '28992', ['geometrie.ring-open /geometrie/coordinates/0/3', 'geometrie.ring-open /geometrie/coordinates/1/3']],
    ['an open ring with a position far away', geo('Polygon', [[...square(155000, 463000, 9).slice(0, 3), [155000, 9e6]]]), '28992', ['geometrie.buiten-bereik /geometrie/coordinates/0/3', 'geometrie.ring-open /geometrie/coordinates/0/3']],
    ['an open ring with heights in a CRS without', geo('Polygon', [square(155000, 463000, 9).slice(0, 4).map((position) => [...position, 1])]), '28992', ['geometrie.hoogte-teveel /geometrie', 'geometrie.ring-open /geometrie/coordinates/0/3']],
    ['RD with heights announced as CRS84: one mistake', geo('Point', [155000, 463000, 3]), 'CRS84', ['geometrie.ander-stelsel /geometrie/coordinates']],
    ['a ring of which some positions lack a height', geo('Polygon', [square(155000, 463000, 9).map((position, at) => (at === 4 ? position : [...position, 1]))]), '28992', ['geometrie.gemengd /geometrie/coordinates/0/4']],
    ['mixed dimensions', geo('LineString', [[155000, 463000, 1], [155001, 463000]]), '28992', ['geometrie.gemengd /geometrie/coordinates/0']],
    ['heights in a CRS without', geo('Point', [155000, 463000, 3]), '28992', ['geometrie.hoogte-teveel /geometrie']],
    ['a height in millimetres', geo('Point', [155000, 463000, 30_000_000]), '7415', ['geometrie.hoogte-bereik /geometrie/coordinates']],
    ['a height of a million', geo('Point', [5, 52, 1e6]), 'CRS84h', ['geometrie.hoogte-bereik /geometrie/coordinates']],
    ['the lowest and the highest height', geo('LineString', [[155000, 463000, -10_000], [155010, 463000, 10_000]]), '7415', []],
    ['a height where the geoid is unknown', geo('Point', [-80_000, 225_000, 3]), '7415', ['geometrie.hoogte-bereik /geometrie/coordinates']],
    ['no heights in a CRS with', geo('Point', [155000, 463000]), '7415', ['geometrie.hoogte-ontbreekt /geometrie']],
    ['heights in a CRS with', geo('Point', [155000, 463000, 3]), '7415', []],
    ['too many positions', geo('MultiPoint', Array.from({ length: LIMITS.verticesPerGeometryMax + 1 }, () => [155000, 463000])), '28992', ['geometrie.te-groot /geometrie']],
    ['too many lines', geo('MultiLineString', Array.from({ length: LIMITS.pathsPerGeometryMax + 1 }, () => [[155000, 463000], [155001, 463000]])), '28992', ['geometrie.te-groot /geometrie']],
    ['segments entangled to hurt', geo('LineString', zigzag(20_000)), '28992', ['geometrie.te-ingewikkeld /geometrie']],
  ])('%s', (_, value, code, expected) => {
    expect(rules(value, code)).toEqual(expected);
  });

  test('RD numbers under CRS84: the finding names the position and --crs', () => {
    const [finding] = found(geo('Point', [155000, 463000]), 'CRS84');
    expect(finding).toMatchObject({ place: { coordinates: [155000, 463000] }, suggestions: [`--crs ${CRSS['28992'].uri}`] });
    expect(finding?.mend.nl).toContain('--crs http://www.opengis.net/def/crs/EPSG/9.9.1/28992');
    expect(found(geo('Point', [155000, 463000, 3]), 'CRS84')[0]?.suggestions).toEqual([`--crs ${CRSS['7415'].uri}`]);
  });
  test('a decimal comma that split a number is distinguished from a height', () => {
    expect(found(geo('Point', [155000, 5, 463000]), '28992')).toMatchObject([{
      suggestions: ['[155000.5, 463000]'], message: { nl: expect.stringContaining('decimale komma') as string },
    }]);
    expect(found(geo('Point', [155000, 463000, 3]), '28992')[0]?.suggestions).toEqual([`--crs ${CRSS['7415'].uri}`]);
  });
  test('x and y in the wrong order are recognised', () => {
    expect(found(geo('Point', [463000, 155000]), '28992')[0]?.mend.nl).toContain('verwisseld: eerst x, dan y');
    expect(found(geo('Point', [155000, 9e6]), '28992')[0]?.mend.nl).not.toContain('verwisseld');
  });
  test('a crossing has no more digits than it needs', () => {
    const bow = geo('Polygon', [[[154000.1, 464000.2], [154010.2, 464010.1], [154010.1, 464000.3], [154000.3, 464010.2], [154000.1, 464000.2]]]);
    expect(explain(flatten(bow)!).location?.map((number) => String(number).replace(/^\d+\.?/, '').length)).toEqual([9, 9]);
  });
  test('degrees under RD, which follows from the mark of model 3.0, are recognised', () => {
    expect(found(geo('Point', [5.4, 52.1]), '28992', 'geen heeft')[0]?.mend.nl).toContain('--model 4.0');
  });
  test('many small entangled geometries of one root count together', () => {
    const [object] = withGeometry(geo('LineString', zigzag(4_000))) as [ModelObject];
    const { checkable } = checkGeometries(Array.from({ length: 40 }, () => object), CRSS['28992'], undefined);
    expect(checkable.length).toBeLessThan(10);
  });
  test('a long smooth outline is not taken for an entangled one', () => {
    const ring = Array.from({ length: 99_999 }, (_, i) => [
      155000 + 5000 * Math.cos(i / 99_999 * 2 * Math.PI), 463000 + 5000 * Math.sin(i / 99_999 * 2 * Math.PI),
    ]);
    expect(crowding(flatten(geo('Polygon', [[...ring, ring[0]!]]))!)).toBeLessThan(CROWDING_MAX);
  });
});

describe('flat vertices', () => {
  const position = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 })).map(([x, y]) => [x, y] as Json);
  const list = (item: fc.Arbitrary<Json>) => fc.array(item, { minLength: 4, maxLength: 6 });
  const geometry = fc.oneof(
    position.map((c) => geo('Point', c)), list(position).map((c) => geo('MultiPoint', c)), list(position).map((c) => geo('LineString', c)),
    list(list(position)).map((c) => geo('Polygon', c)), list(list(position)).map((c) => geo('MultiLineString', c)),
    list(list(list(position))).map((c) => geo('MultiPolygon', c)),
  );
  test('the pointer of every vertex names its position', () => {
    fc.assert(fc.property(geometry, (value) => {
      const vertices = flatten(value)!;
      for (let i = 0; i < vertexCount(vertices); i++) {
        const at = vertexPointer(vertices, i).split('/').slice(1).reduce<Json>((inside, token) => (inside as Record<string, Json>)[token]!, value);
        expect(vertexAt(vertices, i)).toEqual(at);
      }
    }));
  });
  test.each<[string, Json]>([
    ['no object', null], ['no type', { coordinates: [1, 2] }], ['an unknown type', geo('Circle', [1, 2])],
    ['a name of Object.prototype', geo('constructor', [1, 2])], ['a collection', { type: 'GeometryCollection', geometries: [] }],
    ['one number', geo('Point', [1])], ['four numbers', geo('Point', [1, 2, 3, 4])], ['text', geo('Point', ['1', '2'])],
    ['nothing', geo('MultiPolygon', [])], ['a line of one position', geo('LineString', [[1, 2]])],
    ['a ring of three', geo('Polygon', [[[0, 0], [1, 1], [0, 0]]])], ['infinity', geo('Point', [Infinity, 2])], ['too flat', geo('Polygon', [[1, 2]])], ['too deep', geo('Point', [[1, 2]])],
  ])('%s is not a geometry', (_, value) => {
    expect(flatten(value)).toBeUndefined();
  });
  test('WKB of each type is read by DuckDB as valid', async () => {
    const ring = square(0, 0, 9);
    const values = [
      geo('Point', [1, 2]), geo('MultiPoint', [[1, 2], [3, 4]]), geo('LineString', [[0, 0], [1, 1]]), geo('MultiLineString', [[[0, 0], [1, 1]], [[5, 5], [6, 6]]]),
      geo('Polygon', [ring, square(1, 1, 2)]), geo('MultiPolygon', [[ring, square(1, 1, 2)], [square(20, 20, 5)]]), geo('Polygon', [ring.map((p) => [...p, 7])]),
    ];
    expect(await spatial.invalid(values.map((value) => flatten(value)!))).toEqual([]);
    expect(toWkb(flatten(geo('Point', [1, 2]))!)).toHaveLength(21);
  });
});

describe('validity, set-wise', () => {
  test('the invalid ones among thousands are found, with their indexes', async () => {
    const bow = flatten(geo('Polygon', [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]]]))!;
    const good = flatten(geo('Polygon', [square(0, 0, 9)]))!;
    const all = Array.from({ length: 5_000 }, (_, i) => (i % 1_999 === 0 ? bow : good));
    expect(await spatial.invalid(all)).toEqual([0, 1_999, 3_998]);
  });
  test('calls at the same time do not mix', async () => {
    const bow = flatten(geo('Polygon', [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]]]))!;
    const good = flatten(geo('Polygon', [square(0, 0, 9)]))!;
    expect(await Promise.all([spatial.invalid([good, bow]), spatial.invalid([]), spatial.invalid([bow])])).toEqual([[1], [], [0]]);
  });
  test.each<[string, Json, readonly number[] | undefined]>([
    ['geometrie.zelfdoorsnijding', geo('Polygon', [[[0, 0], [10, 10], [10, 0], [0, 10], [0, 0]]]), [5, 5]],
    ['geometrie.gat-buiten-vlak', geo('Polygon', [square(0, 0, 9), square(20, 20, 2)]), [20, 20]],
    ['geometrie.gat-in-gat', geo('Polygon', [square(0, 0, 90), square(10, 10, 50), square(20, 20, 5)]), undefined],
    ['geometrie.dubbele-ring', geo('MultiPolygon', [[square(0, 0, 9)], [square(0, 0, 9)]]), undefined],
    ['geometrie.vlak-in-vlak', geo('MultiPolygon', [[square(0, 0, 10)], [square(2, 2, 3)]]), [2, 2]],
    ['geometrie.binnenkant-los', geo('Polygon', [square(0, 0, 10), [[0, 5], [5, 0], [10, 5], [5, 10], [0, 5]]]), [10, 5]],
    ['geometrie.te-weinig-punten', geo('LineString', [[1, 1], [1, 1]]), [1, 1]],
  ])('%s is explained', async (rule, value, location) => {
    expect(await spatial.invalid([flatten(value)!])).toEqual([0]);
    const explained = explain(flatten(value)!);
    expect(explained.rule).toBe(rule);
    if (location !== undefined) expect(explained.location).toEqual(location);
  });
  test.each<[string, Json]>([
    ['a clockwise outside and a counter-clockwise hole', geo('Polygon', [square(155000, 463000, 90).toReversed(), square(155010, 463010, 9)])],
    ['repeated positions', geo('Polygon', [square(155000, 463000, 90).flatMap((position) => [position, position])])],
    ['a hole that touches the outside in one position', geo('Polygon', [
      square(155000, 463000, 90), [[155000, 463000], [155020, 463010], [155010, 463020], [155000, 463000]],
    ])],
    ['numbers of many digits', geo('Polygon', [square(155000.12345678901, 463000.00000001, 90)])],
  ])('%s: accepted, and stored as delivered', async (_, geometrie) => {
    const { roots, found } = await deliver(spatial, building(1, { geometrie }));
    expect(found.filter((rule) => rule.startsWith('geometrie'))).toEqual([]);
    expect((JSON.parse(roots[0]!.body) as { geometrie: Json }).geometrie).toEqual(geometrie);
  });
  test.each<[string, readonly number[][], readonly number[][]]>([
    ['a plain flaw before one that DuckDB must find', BOW_TIE, TOUCHING], ['after it', TOUCHING, BOW_TIE],
  ])('%s: reported in the order of the objects', async (_, first, second) => {
    const location = structuredClone(example('lpg-tankstation-amersfoort.json')) as { geometrie: Json; voertUit: { heeft: { geometrie: Json }[] }[] };
    location.geometrie = geo('Polygon', [first]);
    location.voertUit[0]!.heeft[1]!.geometrie = geo('Polygon', [second]);
    const found = (ring: readonly number[][], at: string) => (ring === BOW_TIE
      ? `geometrie.zelfdoorsnijding ${at}/geometrie/coordinates/0/0` : `geometrie.ring-raakt-zichzelf ${at}/geometrie/coordinates/0/2`);
    expect((await deliver(spatial, location)).found.filter((one) => one.startsWith('geometrie')))
      .toEqual([found(first, ''), found(second, '/voertUit/0/heeft/1')]);
  });
  test('a geometry with very many crossings is explained by one of them', () => {
    const star = Array.from({ length: 3_000 }, (_, i) => [Math.sin(i * 12345.678) * 1000, Math.cos(i * 777.77) * 1000]);
    const polygon = geo('Polygon', [[...star, star[0]!]]);
    const { rule, location } = explain(flatten(polygon)!);
    expect([rule, location?.length]).toEqual(['geometrie.zelfdoorsnijding', 2]);
  });
});

/** Cases of TestValid that GeoJSON cannot express, or that are refused before this level. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'empty, or with an empty part: refused by the structure of its type, valid for JTS': [
    'P - empty point (valid)', 'L - empty (valid)', 'mL - MultiLinestring with empty component (valid)',
    'A - non-empty shell and empty hole (valid)', 'A - empty shell and holes (valid)', 'mA - non-empty and empty polygon (valid)',
  ],
  'JSON has no NaN': [
    'P - invalid NaN X ordinate', 'P - invalid NaN Y ordinate', 'mP - NaN ordinate', 'L - NaN ordinate',
    'mL - MultiLinestring with invalid point', 'A - polygon with invalid point',
  ],
  'GeoJSON has no LinearRing': ['LR - linear-ring (valid)', 'LR - linear-ring bowtie (self-intersection)'],
};
const EVERYWHERE = { ...CRSS['28992'], area: [-1e9, -1e9, 1e9, 1e9] } as const;

describeWithShared('JTS TestValid', 'data/jts/TestValid.xml', (path) => {
  const cases = [...readFileSync(path, 'utf8').matchAll(/<case>\s*<desc>([^<]*)<\/desc>\s*<a>([^<]*)<\/a>[^]*?<op name="isValid" arg1="A">\s*(true|false)/g)]
    .map(([, name, wkt, valid]) => ({ name: name!.trim(), value: geoJson(wkt!), wkt: wkt!.trim(), valid: valid === 'true' }));
  const held = cases.filter(({ value }) => value !== undefined);

  test('the cases that GeoJSON can express get the expected verdict', async () => {
    expect(cases).toHaveLength(87);
    const geometries = held.map(({ value }) => checkGeometries(withGeometry(value!), EVERYWHERE, undefined).checkable[0]?.vertices);
    const judged = geometries.filter((vertices) => vertices !== undefined);
    const bad = new Set((await spatial.invalid(judged)).map((index) => judged[index]));
    const wrong = held.filter(({ valid }, i) => (geometries[i] !== undefined && !bad.has(geometries[i])) !== valid);
    expect(wrong.map(({ name, wkt }) => `${name}: ${wkt}`)).toEqual([]);
  });
  test('the cases left out are listed by name', () => {
    const left = cases.filter((item) => !held.includes(item)).map(({ name }) => name);
    expect(left.toSorted()).toEqual(Object.values(LEFT_OUT).flat().toSorted());
    expect(held).toHaveLength(73);
  });
  test('every invalid case is explained with its reason and a coordinate; only one is refused by its structure', () => {
    const shaped = held.filter(({ value }) => flatten(value) !== undefined);
    expect(held.filter((item) => !shaped.includes(item)).map(({ name }) => name))
      .toEqual(['A - polygon with too few points (too few distinct points)']);
    for (const { name, value } of shaped.filter(({ valid }) => !valid)) {
      const { rule, location } = explain(flatten(value)!);
      expect([name, rule === 'geometrie.ongeldig', location?.length]).toEqual([name, false, 2]);
    }
  });
});

/** WKT as GeoJSON; undefined when GeoJSON cannot express it. */
function geoJson(wkt: string): Json | undefined {
  const match = /^\s*([A-Z]+)\s*(\([^]*\))\s*$/.exec(wkt);
  const type = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'].find((name) => name.toUpperCase() === match?.[1]);
  if (match === null || type === undefined || /EMPTY|NaN|Inf/i.test(wkt)) return undefined;
  const nested = match[2]!.replaceAll(/(-?[\d.]+(?:e-?\d+)?)\s+(-?[\d.]+(?:e-?\d+)?)/gi, '[$1,$2]').replaceAll('(', '[').replaceAll(')', ']');
  const value = JSON.parse(nested) as readonly Json[];
  if (type === 'Point') return geo(type, value[0]!);
  return geo(type, type === 'MultiPoint' && Array.isArray((value[0] as readonly Json[])[0]) ? value.flat() : value);
}
