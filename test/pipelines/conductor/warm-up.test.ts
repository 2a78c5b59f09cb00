import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { examples } from '../../../pipelines/conductor/warm-up.ts';
import { CRSS } from '../../../schemas/crs.ts';
import { ROOT_TYPES } from '../../../schemas/names.ts';
import { deliver } from '../prepare/deliveries.ts';
import { spatialForTests } from '../prepare/spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

test('all that a start is warmed up with is accepted: a root of each type, then one at a time', async () => {
  const reports = await Promise.all(examples().map((bytes) => deliver(spatial, { bytes }, { crs: CRSS.CRS84.uri })));
  expect(reports.map(({ report: { counts } }) => [counts.accepted, counts.refused])).toEqual([[ROOT_TYPES.length, 0], ...Array.from({ length: 5 }, () => [1, 0])]);
});
