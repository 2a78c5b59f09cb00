/** What is too much is refused in words: objects in one root, objects in one delivery. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { building, deliver } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

vi.mock('../../../schemas/limits.ts', async (original) => {
  const { LIMITS } = await original<typeof import('../../../schemas/limits.ts')>();
  return { LIMITS: { ...LIMITS, deliveryObjectsMax: 10_000, jsonObjectsMax: 1_000 } };
});

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

test('a root of too many JSON objects is refused unread, its neighbours are not', async () => {
  const fat = { ...building(2), documentInfo: { naam: 'x', link: 'https://voorbeeld.example', meer: Array.from({ length: 1_000 }, () => ({})) } };
  const { found, report } = await deliver(spatial, [building(1), fat, building(3)]);
  expect(found).toEqual(['json.objecten /1']);
  expect(report.objects.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused', 'accepted']);
});

test('of a delivery of too many objects the rest is not read, and that is said', async () => {
  const lines = Array.from({ length: 40_000 }, (_, number) => JSON.stringify(building(number))).join('\n');
  const { report, found } = await deliver(spatial, lines);
  expect(found).toEqual(['levering.te-veel-objecten']);
  expect(report.objects.length).toBeGreaterThan(10_000);
  expect(report.objects.length).toBeLessThan(40_000);
});
