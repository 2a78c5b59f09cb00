/** The deliveries of the made-up city: the check finds nothing in them. Not here: their content (test/data/demo-city.test.ts). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { deliver } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { PROJECT } from '../shared-data.ts';

const FOLDER = join(PROJECT, 'data/demo');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.ndjson'));

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

test.each(FILES)('%s has no error and no warning', async (file) => {
  const { report } = await deliver(spatial, { path: join(FOLDER, file) });
  expect(report.counts.objects).toBeGreaterThan(0);
  expect([report.counts.refused, report.findings]).toEqual([0, []]);
});
