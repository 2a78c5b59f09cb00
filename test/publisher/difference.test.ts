/** Differences of two versions of a document: values, nested objects by id, and what happened to a geometry. */
import { describe, expect, test } from 'vitest';
import { differences } from '../../publisher/difference/difference.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { transform } from '../../pipelines/coordinates/transform.ts';
import { gridsOfThread } from '../../pipelines/coordinates/grids.ts';

const tank = (id: string, inhoud: number) => ({ entityType: 'OpslagReferentie', id, inhoud, geometrieMetagegevens: { toelichting: `t${inhoud}` } });
const root = (naam: string, ...heeft: readonly object[]) => ({
  entityType: 'LocatieActiviteit', id: 'l', bedrijfsnaam: naam, voertUit: [{ entityType: 'OpslagtankVloeistof', id: 'a', heeft }],
}) as never as JsonObject;

const between = (before: JsonObject, after: JsonObject) => differences({ document: before, crs: '28992' }, { document: after, crs: '28992' }, flatten);

describe('differences of documents', () => {
  test('are none of equal documents, whatever the order of their members', () => {
    expect(between(root('a', tank('t', 1)), Object.fromEntries(Object.entries(root('a', tank('t', 1))).reverse()))).toEqual([]);
  });

  test('have the values of a field of the root, also of one that comes or goes', () => {
    const { bedrijfsnaam: _, ...without } = root('a');
    expect(between(root('a'), root('b')).map(({ path, part, change }) => [path, part, change])).toEqual([
      ['bedrijfsnaam', undefined, { kind: 'value', before: 'a', after: 'b' }],
    ]);
    expect(between(root('a'), without)[0]?.change).toEqual({ kind: 'value', before: 'a', after: undefined });
  });

  test('name the nested object of a field, the path in it, and the name that queries use', () => {
    const found = between(root('a', tank('t1', 5), tank('t2', 5)), root('a', tank('t1', 5), tank('t2', 8)));
    expect(found.map(({ name, path, part, field, change }) => [name, path, part?.id, field?.kind, change])).toEqual([
      ['voertUit.heeft.inhoud', 'inhoud', 't2', 'number', { kind: 'value', before: 5, after: 8 }],
      ['voertUit.heeft.geometrieMetagegevens.toelichting', 'geometrieMetagegevens.toelichting', 't2', 'text', { kind: 'value', before: 't5', after: 't8' }],
    ]);
  });

  test('list nested objects that come and go, also where the list itself does, and another order', () => {
    const { voertUit: _, ...without } = root('a');
    expect(between(root('a', tank('t1', 5)), root('a', tank('t2', 5)))).toMatchObject([{
      name: 'voertUit.heeft', part: { id: 'a' },
      change: { kind: 'parts', added: [{ id: 't2', entityType: 'OpslagReferentie' }], removed: [{ id: 't1', object: { inhoud: 5 } }] },
    }]);
    expect(between(without, root('a'))).toMatchObject([{ name: 'voertUit', change: { kind: 'parts', added: [{ id: 'a' }], removed: [] } }]);
    expect(between(root('a', tank('t1', 5), tank('t2', 5)), root('a', tank('t2', 5), tank('t1', 5)))).toMatchObject([
      { name: 'voertUit.heeft', change: { kind: 'order', after: ['t2', 't1'] } },
    ]);
  });
});

const square = (x: number, y: number, size: number) => ({
  type: 'Polygon', coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]],
});
const line = (...coordinates: readonly (readonly number[])[]) => ({ type: 'LineString', coordinates });
const point = (...coordinates: readonly number[]) => ({ type: 'Point', coordinates });

function geometryChange(before: object | undefined, after: object | undefined) {
  const at = (geometrie: object | undefined) => ({ ...root('a'), ...(geometrie === undefined ? {} : { geometrie }) }) as never as JsonObject;
  const [found] = between(at(before), at(after));
  return found?.change.kind === 'geometry' ? found.change.geometry : undefined;
}

describe('the change of a geometry', () => {
  test('is new or removed, with its size', () => {
    expect(geometryChange(undefined, square(0, 0, 10))).toEqual({ kind: 'new', after: { unit: 'm²', value: 100 } });
    expect(geometryChange(line([0, 0], [3, 4]), undefined)).toEqual({ kind: 'removed', before: { unit: 'm', value: 5 } });
    expect(geometryChange({ type: 'MultiPoint', coordinates: [[0, 0], [1, 1]] }, undefined)).toEqual({ kind: 'removed', before: { unit: 'points', value: 2 } });
  });

  test('is a distance when all positions move alike, whatever the first corner of a ring', () => {
    expect(geometryChange(point(1, 1), point(4, 5))).toEqual({ kind: 'moved', metres: 5 });
    const turned = { type: 'Polygon', coordinates: [[[113, 4], [113, 14], [103, 14], [103, 4], [113, 4]].reverse()] };
    expect(geometryChange(square(100, 0, 10), turned)).toEqual({ kind: 'moved', metres: 5 });
  });

  test('is the same place when only the writing differs', () => {
    expect(geometryChange(point(1, 1), point(1, 1, 5))).toEqual({ kind: 'same' });
    expect(geometryChange(line([0, 0], [3, 4]), line([0, 0.001], [3, 4]))).toEqual({ kind: 'same' });
    expect(geometryChange(point(1, 1), point(1, 1))).toBeUndefined();
  });

  test('is a size before and after when it grows or shrinks; holes count as outside', () => {
    const holed = { type: 'Polygon', coordinates: [...square(0, 0, 10).coordinates, ...square(2, 2, 2).coordinates] };
    expect(geometryChange(square(0, 0, 10), holed)).toEqual({ kind: 'shrunk', before: { unit: 'm²', value: 100 }, after: { unit: 'm²', value: 96 } });
    expect(geometryChange(line([0, 0], [3, 4]), line([0, 0], [6, 8]))).toMatchObject({ kind: 'grown', after: { unit: 'm', value: 10 } });
    const both = { type: 'MultiPolygon', coordinates: [holed.coordinates, square(20, 20, 5).coordinates] };
    expect(geometryChange(square(0, 0, 10), both)).toMatchObject({ kind: 'grown', after: { value: 121 } });
  });

  test('is another shape of the same size, or another kind of geometry', () => {
    expect(geometryChange(line([0, 0], [3, 4]), line([0, 0], [4, 3]))).toMatchObject({ kind: 'reshaped' });
    expect(geometryChange(point(0, 0), square(0, 0, 1))).toEqual({
      kind: 'reshaped', before: { unit: 'points', value: 1 }, after: { unit: 'm²', value: 1 },
    });
  });

  test('between two CRSs is measured in RD', () => {
    const toRd = (geometry: Json, crs: string) => {
      const vertices = flatten(geometry)!;
      return crs === '28992' ? vertices : { ...vertices, numbers: transform(vertices.numbers, { from: 'CRS84', to: '28992' }, { grids: gridsOfThread() }) };
    };
    const rd = { document: { geometrie: point(155000, 463000) } as never as JsonObject, crs: '28992' };
    const at = (latitude: number) => ({ document: { geometrie: point(5.38720366, latitude) } as never as JsonObject, crs: 'CRS84' });
    expect(differences(rd, at(52.15517290), toRd)[0]?.change).toMatchObject({ geometry: { kind: 'same' } });
    expect(differences(rd, at(52.15617290), toRd)[0]?.change).toMatchObject({ geometry: { kind: 'moved', metres: expect.closeTo(111.27, 0) as number } });
  });
});
