/** `ev validate --data`: a delivery is judged by the register, which stays as it is. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countsOf } from '../../../pipelines/prepare/delivery/counts.ts';
import { rehearse } from '../../../pipelines/state/rehearsal.ts';
import { listSubmissions } from '../../../pipelines/state/submit.ts';
import type { Report } from '../../../schemas/finding.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { reportMistakes } from '../../report-agrees.ts';
import { Bench, temporaryFolder } from './register-bench.ts';
import { asText, building, location, prepared } from './small-roots.ts';

async function rehearsed(data: string, documents: readonly JsonObject[], { holder = 'AB12', strict = false } = {}): Promise<Report> {
  const input = { holder, method: 'LEVERING', target: 'test.json', crs: null, mediaType: 'application/json', ifMatch: null, strict } as const;
  const report = await rehearse(data, { input, clock: () => new Date('2030-01-01T00:00:00Z') }, (sink) => {
    const roots = documents.map((document, index) => prepared(document, `/${index}`));
    roots.map(asText).forEach(sink);
    const objects = roots.map(({ id, type, pointer }) => ({ id, entityType: type, pointer, verdict: 'accepted' as const }));
    return Promise.resolve({
      source: 'test.json', model: '4.0' as const, crs: '', objects, findings: [], changes: [], counts: countsOf(objects, []),
    });
  });
  expect(reportMistakes(report)).toEqual([]);
  return report;
}

test('what would be new, unchanged or refused is said; the register is as it was, and no copy stays', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), location('l1', ['m1'])]);
  bench.submit([building('wacht')]);
  const before = listSubmissions(bench.data, 100);
  const scratch = temporaryFolder();
  vi.stubEnv('TMPDIR', scratch);
  onTestFinished(() => { vi.unstubAllEnvs(); });

  const report = await rehearsed(bench.data, [
    building('b1'), building('b2', { linksTo: ['m1'] }), building('b3', { linksTo: ['nergens'] }), building('b4', { holder: 'CD34' }), building('m1'),
  ]);
  expect(report.objects.map(({ verdict }) => verdict)).toEqual(['unchanged', 'accepted', 'refused', 'refused', 'refused']);
  expect(report.findings.map(({ rule }) => rule)).toEqual(['verwijzing.onbekend', 'houder.andere-bronhouder', 'id.in-gebruik']);
  expect(report.counts.types).toMatchObject([{ entityType: 'KwetsbaarGebouw', accepted: 1, refused: 3, unchanged: 1 }]);
  expect([report.holder, report.uuid, report.received]).toEqual(['AB12', undefined, undefined]);

  expect(await rehearsed(bench.data, [building('b2')], { strict: true })).toMatchObject({ counts: { accepted: 1 } });
  expect(listSubmissions(bench.data, 100)).toEqual(before);
  expect(readdirSync(scratch)).toEqual([]);
  expect((await bench.deliver([building('b2')])).roots.map(({ id }) => id)).toEqual(['b2']);
});

test('a folder without a register is a fault, and no register is made there', async () => {
  const data = temporaryFolder();
  await expect(rehearsed(data, [building('b1')])).rejects.toThrow('there is no register in this folder');
  expect(existsSync(join(data, 'state.db'))).toBe(false);
});
