/** Keep geometry: a delivery of what is published, in another CRS, is what the register has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridsOfThread } from '../../../../pipelines/coordinates/grids.ts';
import { publishedNumbers, publishedPositions } from '../../../../pipelines/coordinates/published-positions.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { withKeptGeometry } from '../../../../pipelines/state/register/keep-geometry.ts';
import { orient } from '../../../../publisher/format/orientation.ts';
import { toGeoJson } from '../../../../publisher/validity/vertices.ts';
import { flatten } from '../../../../schemas/check/flatten.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Json } from '../../../../schemas/json.ts';
import type { PreparedRoot } from '../../../../schemas/submission.ts';
import { building, deliver } from '../../prepare/deliveries.ts';
import { spatialForTests } from '../../prepare/spatial-for-tests.ts';

const grids = gridsOfThread();
let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const GEOMETRY: Json = {
  type: 'Polygon', coordinates: [[[100_000.12345, 450_000], [100_000, 450_010], [100_010, 450_010], [100_010, 450_000], [100_000.12345, 450_000]]],
};
const SERVED = ((): Json => {
  const { shape, coordinates } = publishedPositions(flatten(GEOMETRY)!, '28992', grids);
  return toGeoJson({ shape, numbers: publishedNumbers(orient(shape, coordinates).CRS84, 'CRS84'), mixed: false });
})();

async function prepared(geometrie: Json, crs: 'CRS84' | '28992', more: Readonly<Record<string, Json>> = {}): Promise<PreparedRoot> {
  return (await deliver(spatial, building(1, { ...more, geometrie }), { crs: CRSS[crs].uri })).roots[0]!;
}

const content = ({ crs, body, objects }: PreparedRoot) => ({ crs, body: JSON.parse(body) as Json, hashes: objects.map(({ ownHash }) => ownHash) });

test('the same geometry as it is published in another CRS is the one that was delivered, in its CRS', async () => {
  const held = await prepared(GEOMETRY, '28992');
  const same = withKeptGeometry(await prepared(SERVED, 'CRS84'), { crs: '28992', body: held.body });
  expect(content(same)).toEqual(content(held));
  const changed = withKeptGeometry(await prepared(SERVED, 'CRS84', { populatie: 5 }), { crs: '28992', body: held.body });
  expect(content(changed)).toEqual(content(await prepared(GEOMETRY, '28992', { populatie: 5 })));
});

test('another geometry stays as it is delivered, and the same text too', async () => {
  const held = await prepared(GEOMETRY, '28992');
  for (const root of [await prepared({ type: 'Polygon', coordinates: [[[5, 52], [5.1, 52], [5, 52.1], [5, 52]]] }, 'CRS84'), await prepared(GEOMETRY, '28992', { populatie: 5 })]) {
    expect(withKeptGeometry(root, { crs: '28992', body: held.body })).toBe(root);
  }
});
