/** Current geometry: a served geometry, in any published CRS, can be sent back, and equals the delivered geometry. */
import { expect, test } from 'vitest';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { publishedHeights } from '../../../pipelines/coordinates/projected-heights.ts';
import { projectGeometry } from '../../../pipelines/coordinates/reproject.ts';
import { publishedNumbers, publishedPositions } from '../../../pipelines/coordinates/published-positions.ts';
import { bringsBack, merged } from '../../../pipelines/requests/merged.ts';
import { orient, orientHeights } from '../../../publisher/format/orientation.ts';
import { toGeoJson } from '../../../publisher/validity/vertices.ts';
import { flatten } from '../../../schemas/check/flatten.ts';
import { CRSS, planeOf, PUBLISHED_CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import type { SubmissionMethod } from '../../../schemas/submission.ts';
import { nastyGeometries } from '../../publisher/validity/nasty-geometries.ts';
import { drawn } from '../../runs.ts';
import { building, example } from '../prepare/deliveries.ts';

const grids = gridsOfThread();

/** A geometry as it is served in a CRS. */
function served(geometry: Json, crs: CrsCode, as: (typeof PUBLISHED_CRSS)[number]): Json {
  const { shape, coordinates } = publishedPositions(flatten(geometry)!, crs, grids);
  return toGeoJson({ shape, numbers: publishedNumbers(orient(shape, coordinates)[as], as), mixed: false });
}

interface RequestOptions {
  readonly crs: CrsCode;
  readonly method?: SubmissionMethod;
  readonly target?: string;
}

function made(body: JsonObject, held: { readonly document: JsonObject; readonly crs: CrsCode }, { crs, method = 'PUT', target }: RequestOptions) {
  const document = { doc: 1, crs: held.crs, body: JSON.stringify(held.document) };
  const path = target ?? `/kwetsbare-gebouwen/${held.document['id'] as string}`;
  const result = merged(Buffer.from(JSON.stringify(body)), document, { method, target: path, crs: CRSS[crs].uri });
  return 'bytes' in result ? { crs: result.crs, document: JSON.parse(result.bytes.toString()) as JsonObject } : result.findings.map(({ rule }) => rule);
}

test('a document with its geometry as published in any CRS is the current one, also beside another field that changes', () => {
  for (const { value, crs } of nastyGeometries(drawn(600), 4)) {
    const document: JsonObject = building(1, { geometrie: value });
    for (const as of PUBLISHED_CRSS) {
      const body = { ...document, geometrie: served(value, crs, as), populatie: 7 };
      expect(made(body, { document, crs }, { crs: as })).toEqual({ crs: CRSS[crs].uri, document: { ...document, populatie: 7 } });
    }
  }
});

const RING: Json = [[100_000, 450_000], [100_000, 450_010], [100_010, 450_010], [100_010, 450_000], [100_000, 450_000]];
const PLAIN: JsonObject = building(1, { geometrie: { type: 'Polygon', coordinates: [RING] } });

test('a ring that was delivered clockwise, and heights, are kept', () => {
  expect(served(PLAIN['geometrie']!, '28992', '28992')).not.toEqual(PLAIN['geometrie']);
  expect(made({ ...PLAIN, geometrie: served(PLAIN['geometrie']!, '28992', '28992') }, { document: PLAIN, crs: '28992' }, { crs: '28992' }))
    .toEqual({ crs: CRSS[28992].uri, document: PLAIN });
  const high = { ...PLAIN, geometrie: { type: 'Polygon', coordinates: [(RING as number[][]).map((position) => [...position, 3.5])] } };
  expect(made({ ...high, geometrie: served(high.geometrie, '7415', '28992') }, { document: high, crs: '7415' }, { crs: '28992' }))
    .toEqual({ crs: CRSS[7415].uri, document: high });
});

test('a geometry as served in any CRS with heights is the current one, and with one other height it is not', () => {
  const delivered = (RING as number[][]).map(([x, y], at) => [x!, y!, at === 2 ? -7.1254 : 3.5]);
  const document = { ...PLAIN, geometrie: { type: 'Polygon', coordinates: [delivered] } };
  for (const as of ['7415', '4937', '7931', 'CRS84h'] as const) {
    const { shape, coordinates, heights } = projectGeometry(document.geometrie, '7415', { grids });
    const plane = planeOf(as) as (typeof PUBLISHED_CRSS)[number];
    const numbers = publishedNumbers(orient(shape, coordinates)[plane], plane);
    const { nap, ellipsoidal } = orientHeights(shape, coordinates, heights!);
    const high = publishedHeights(as === '7415' ? nap : ellipsoidal);
    const ring = Array.from(high, (height, at) => [numbers[2 * at]!, numbers[2 * at + 1]!, height]);
    const geometrie = { type: 'Polygon', coordinates: [ring] };
    expect(made({ ...document, geometrie }, { document, crs: '7415' }, { crs: as })).toEqual({ crs: CRSS[7415].uri, document });
    const other = { type: 'Polygon', coordinates: [ring.map(([x, y, height], at) => [x!, y!, at === 1 ? height! + 0.001 : height!])] };
    expect(made({ ...document, geometrie: other }, { document, crs: '7415' }, { crs: as })).toMatchObject({ crs: CRSS[as].uri, document: { geometrie: other } });
  }
});

test('the id may come in another normal form', () => {
  const document = { ...PLAIN, id: 'caf\u00e9' };
  const body = { ...document, id: 'cafe\u0301', geometrie: served(PLAIN['geometrie']!, '28992', 'CRS84') };
  expect(made(body, { document, crs: '28992' }, { crs: 'CRS84' })).toEqual({ crs: CRSS[28992].uri, document: { ...body, geometrie: PLAIN['geometrie'] } });
});

test('a geometry with one other position, or in another CRS than is said, is a new one', () => {
  const geometrie = served(PLAIN['geometrie']!, '28992', 'CRS84') as { readonly type: string; readonly coordinates: readonly (readonly (readonly number[])[])[] };
  const [first, second, ...others] = geometrie.coordinates[0]!;
  const moved = { ...geometrie, coordinates: [[first, [second![0]! + 1e-8, second![1]!], ...others]] } as unknown as Json;
  expect(made({ ...PLAIN, geometrie: moved }, { document: PLAIN, crs: '28992' }, { crs: 'CRS84' })).toEqual({ crs: CRSS.CRS84.uri, document: { ...PLAIN, geometrie: moved } });
  const sent = { ...PLAIN, geometrie: geometrie as unknown as Json };
  expect(made(sent, { document: PLAIN, crs: '28992' }, { crs: '4258' })).toEqual({ crs: CRSS[4258].uri, document: sent });
});

test('a feature, a patch and a part that bring the geometry back keep the delivered one; a PUT with another new geometry is taken as it is sent', () => {
  const geometry = served(PLAIN['geometrie']!, '28992', '3857');
  const { geometrie: _, ...properties } = PLAIN;
  const feature = { type: 'Feature', id: PLAIN['id']!, geometry, properties };
  const target = `/collections/kwetsbare-gebouwen/items/${PLAIN['id'] as string}`;
  expect(made(feature, { document: PLAIN, crs: '28992' }, { crs: '3857', target })).toEqual({
    crs: CRSS[28992].uri, document: { ...feature, geometry: PLAIN['geometrie'] },
  });
  expect(made({ geometrie: geometry, populatie: 3 }, { document: PLAIN, crs: '28992' }, { crs: '3857', method: 'PATCH' }))
    .toEqual({ crs: CRSS[28992].uri, document: { ...PLAIN, populatie: 3 } });

  const station = example('lpg-tankstation-amersfoort.json');
  const isInRd = (value: Json): boolean => /^\{"type":"\w+","coordinates":\[+1\d{5}/.test(JSON.stringify(value));
  const parts = JSON.parse(JSON.stringify(station), (_name, value: Json) => (isInRd(value) ? served(value, '28992', 'CRS84') : value)) as JsonObject;
  const whole = made(parts, { document: station, crs: '28992' }, { crs: 'CRS84', target: `/locatie-activiteiten/${station['id'] as string}` });
  expect(whole).toEqual({ crs: CRSS[28992].uri, document: station });
  const other = { ...parts, geometrie: { type: 'Point', coordinates: [5.4, 52.1] } };
  expect(made(other, { document: station, crs: '28992' }, { crs: 'CRS84', target: `/locatie-activiteiten/${station['id'] as string}` }))
    .toEqual({ crs: CRSS.CRS84.uri, document: other });
});

test('what a PUT brings back is told from what it does not', () => {
  const held = { doc: 1, crs: '28992' as const, body: JSON.stringify(PLAIN) };
  const asked = (geometrie: Json, crs: CrsCode): boolean => bringsBack(Buffer.from(JSON.stringify({ ...PLAIN, geometrie })), held, CRSS[crs].uri);
  expect(asked(served(PLAIN['geometrie']!, '28992', 'CRS84'), 'CRS84')).toBe(true);
  expect(asked(served(PLAIN['geometrie']!, '28992', '4258'), '9067')).toBe(true);
  expect(asked(PLAIN['geometrie']!, '28992')).toBe(false);
  expect(asked({ type: 'Point', coordinates: [5, 52] }, 'CRS84')).toBe(false);
});
