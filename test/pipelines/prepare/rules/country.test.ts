/** The rough position of an object, compared with the official transformation and with the borders of the country. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../../../pipelines/coordinates/grids.ts';
import { transform } from '../../../../pipelines/coordinates/transform.ts';
import { gapBetween, ruleContext } from '../../../../pipelines/prepare/rules/context.ts';
import { liesInCountry } from '../../../../pipelines/prepare/rules/country.ts';
import { ruleIssues } from '../../../../pipelines/prepare/rules/index.ts';
import { roughRd } from '../../../../pipelines/prepare/rules/rough-rd.ts';
import { NOW } from '../deliveries.ts';
import { CRSS, DELIVERY_CRSS } from '../../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';

const context = { grids: gridsOfThread() };
const onLand = fc.record({ x: fc.double({ min: 14_000, max: 277_000, noNaN: true }), y: fc.double({ min: 307_000, max: 612_000, noNaN: true }) });

describe.each(DELIVERY_CRSS.map((code) => CRSS[code].horizontal))('rough RD from %s', (code) => {
  test('lies within 2 m of the official transformation, all over the country', () => {
    fc.assert(fc.property(onLand, ({ x, y }) => {
      const [first = 0, second = 0] = transform(Float64Array.of(x, y), { from: '28992', to: code }, context);
      const rough = roughRd(CRSS[code], first, second);
      expect(Math.hypot((rough?.[0] ?? 0) - x, (rough?.[1] ?? 0) - y)).toBeLessThan(2);
    }));
  });
  test('is undefined outside the area of the CRS', () => {
    for (const [first, second] of [[NaN, 52], [Infinity, 0], [-1e9, 1e9], [0, 0]] as const) {
      expect(roughRd(CRSS[code], first, second)).toBeUndefined();
    }
  });
});

describe('the country', () => {
  test.each<[string, number, number]>([
    ['Cadzand-Bad', 3.407, 51.367], ['Sas van Gent', 3.799, 51.227], ['Putte', 4.396, 51.357], ['Baarle-Nassau', 4.929, 51.447],
    ['Budel', 5.575, 51.272], ['Thorn', 5.841, 51.161], ['Eijsden', 5.711, 50.772], ['Vaals', 6.018, 50.771],
    ['Kerkrade', 6.066, 50.866], ['Koningsbosch', 5.966, 51.051], ['Vlodrop', 6.076, 51.134], ['Venlo', 6.172, 51.37],
    ['Millingen', 6.043, 51.861], ['Lobith', 6.118, 51.862], ['Dinxperlo', 6.487, 51.864], ['Winterswijk', 6.72, 51.972],
    ['Losser', 7.004, 52.262], ['Denekamp', 7.006, 52.377], ['Coevorden', 6.741, 52.661], ['Ter Apel', 7.06, 52.876],
    ['Bad Nieuweschans', 7.208, 53.181], ['Delfzijl', 6.919, 53.331], ['Eemshaven', 6.83, 53.445], ['Schiermonnikoog', 6.16, 53.48],
    ['Terschelling', 5.222, 53.36], ['Vlieland', 5.07, 53.297], ['Texel', 4.72, 53.0], ['Maasvlakte', 4.0, 51.96], ['Westkapelle', 3.44, 51.53],
  ])('%s is in it', (_, longitude, latitude) => {
    const [x = 0, y = 0] = roughRd(CRSS.CRS84, longitude, latitude) ?? [];
    expect(liesInCountry(x, y)).toBe(true);
    // Everything within three kilometres is in it too.
    for (const [dx, dy] of [[3000, 0], [-3000, 0], [0, 3000], [0, -3000]] as const) expect(liesInCountry(x + dx, y + dy)).toBe(true);
  });
  test.each<[string, number, number]>([
    ['Brugge', 3.225, 51.209], ['Antwerpen', 4.402, 51.219], ['Hasselt', 5.338, 50.931], ['Luik', 5.571, 50.633],
    ['Düsseldorf', 6.783, 51.223], ['Münster', 7.626, 51.962], ['Oldenburg', 7.9, 53.14], ['Leer', 7.46, 53.23], ['Lowestoft', 2.0, 52.5], ['the North Sea', 3.5, 53.5],
  ])('%s is not', (_, longitude, latitude) => {
    const [x = 0, y = 0] = roughRd(CRSS.CRS84, longitude, latitude) ?? [];
    expect(liesInCountry(x, y)).toBe(false);
  });
  test('a building in Antwerpen is reported, one in Breda and a turbine at sea are not, in any CRS', () => {
    const building = (longitude: number, latitude: number): JsonObject =>
      ({ entityType: 'KwetsbaarGebouw', geometrie: { type: 'Polygon', coordinates: [[[longitude, latitude], [longitude + 0.001, latitude], [longitude, latitude]]] } });
    const found = (document: JsonObject) => ruleIssues(objectsOf(document), ruleContext(CRSS.CRS84, NOW)).map(({ rule }) => rule);
    expect(found(building(4.402, 51.219))).toEqual(['regel.buiten-nederland']);
    expect(found(building(4.775, 51.588))).toEqual([]);
    expect(found({ entityType: 'Windturbine', geometrie: { type: 'Point', coordinates: [3.5, 53.5] } })).toEqual([]);
  });
});

describe('distances', () => {
  test('a gap is never more than the distance between two points of the boxes', () => {
    const box = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), fc.nat(50), fc.nat(50))
      .map(([x, y, width, height]) => [x, y, x + width, y + height] as const);
    const share = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(fc.property(box, box, share, share, (one, other, [u, v], [s, t]) => {
      const [ax, ay] = [one[0] + u * (one[2] - one[0]), one[1] + v * (one[3] - one[1])];
      const [bx, by] = [other[0] + s * (other[2] - other[0]), other[1] + t * (other[3] - other[1])];
      expect(gapBetween(one, other)).toBeLessThanOrEqual(Math.hypot(ax - bx, ay - by) + 1e-9);
      expect(gapBetween(one, other)).toBe(gapBetween(other, one));
    }));
  });
  test.each([['just within', 1_490, 0], ['just beyond', 1_510, 1]])('a contour %s 1,500 m, in degrees', (_, metres, count) => {
    const [lon = 0, lat = 0] = transform(Float64Array.of(155_000 + metres, 463_000), { from: '28992', to: 'CRS84' }, context);
    const point = (x: number, y: number): JsonObject => ({ type: 'Point', coordinates: [x, y] });
    const [lon0 = 0, lat0 = 0] = transform(Float64Array.of(155_000, 463_000), { from: '28992', to: 'CRS84' }, context);
    const reference: JsonObject = {
      entityType: 'Vulpunt', geometrie: point(lon0, lat0),
      resulteertIn: [{ entityType: 'PRContour', afstandOfGeometrie: { geometrie: point(lon, lat) } }],
    };
    const found = ruleIssues(objectsOf(reference), ruleContext(CRSS.CRS84, NOW)).filter(({ rule }) => rule === 'regel.contour-ver-weg');
    expect(found).toHaveLength(count);
  });
  test('an object without a readable geometry has no box', () => {
    const { boxOf } = ruleContext(CRSS['28992'], NOW);
    for (const geometrie of [null, {}, { coordinates: [] }, { coordinates: [[1]] }, { coordinates: [1e9, 1] }, { coordinates: ['a', 1] }] as readonly Json[]) {
      const [object] = objectsOf({ entityType: 'Vulpunt', geometrie });
      expect(boxOf(object!)).toBeUndefined();
    }
  });
});
