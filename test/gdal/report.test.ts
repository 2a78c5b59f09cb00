/** GDAL reads the report: its GeoJSON as points in CRS84, its CSV as a table. Debian's `gdal-bin`; it fails without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReports } from '../../pipelines/prepare/report/forms.ts';
import type { Report } from '../../schemas/finding.ts';
import { deliver } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { PROJECT } from '../shared-data.ts';

const run = promisify(execFile);

let folder: string;
let report: Report;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-report-'));
  const spatial = await spatialForTests();
  ({ report } = await deliver(spatial, { path: join(PROJECT, 'data/examples/twenty-mistakes.json') }));
  spatial.close();
  await writeReports(report, [join(folder, 'rapport.geojson'), join(folder, 'rapport.csv')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the places open in GDAL: points in CRS84, one feature a finding', async () => {
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', join(folder, 'rapport.geojson')]);
  expect(stdout).toContain('Geometry: Point');
  expect(stdout).toContain(`Feature Count: ${report.findings.length}`);
  expect(stdout).toMatch(/GEOGCRS\["WGS 84/);
  expect(stdout).toMatch(/Extent: \(5\.\d+, 52\.\d+\) - \(5\.\d+, 52\.\d+\)/);
  for (const column of ['rule', 'severity', 'message_nl', 'mend_nl', 'objectId', 'pointer', 'line', 'found', 'expected']) {
    expect(stdout).toMatch(new RegExp(`^${column}: `, 'm'));
  }
});

test('the table opens in GDAL with a row of the whole and a row a finding', async () => {
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', join(folder, 'rapport.csv')]);
  expect(stdout).toContain(`Feature Count: ${report.findings.length + 1}`);
  expect(stdout).toMatch(/^melding: String/m);
});
