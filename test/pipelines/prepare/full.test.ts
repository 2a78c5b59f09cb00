/** Too many objects in one root, or in one delivery, are refused with words (limits: test/small-limits.ts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { building, deliver } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

test('a root of too many JSON objects is refused unread; its neighbours are accepted', async () => {
  const fat = { ...building(2), documentInfo: { naam: 'x', link: 'https://voorbeeld.example', meer: Array.from({ length: 1_000 }, () => ({})) } };
  const { found, report } = await deliver(spatial, [building(1), fat, building(3)]);
  expect(found).toEqual(['json.objecten /1']);
  expect(report.objects.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused', 'accepted']);
});

test('a delivery of too many objects is read up to the limit, and the report says so', async () => {
  const lines = Array.from({ length: 4_000 }, (_, number) => JSON.stringify(building(number))).join('\n');
  const { report, found } = await deliver(spatial, lines);
  expect(found).toEqual(['levering.te-veel-objecten']);
  expect(report.objects.length).toBeGreaterThan(1_000);
  expect(report.objects.length).toBeLessThan(4_000);
});
