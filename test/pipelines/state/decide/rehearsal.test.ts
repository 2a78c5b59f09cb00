/** `ev validate --data`: a delivery is judged by the register, which stays as it is. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkerInThread } from '../../../../pipelines/prepare/check/index.ts';
import { countsOf } from '../../../../pipelines/prepare/delivery/counts.ts';
import { prepare } from '../../../../pipelines/prepare/prepare.ts';
import { text } from '../../../../pipelines/prepare/report/text.ts';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { rehearse } from '../../../../pipelines/state/decide/rehearsal.ts';
import { listSubmissions } from '../../../../pipelines/state/outcomes/submit.ts';
import type { Report } from '../../../../schemas/finding.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { RootType } from '../../../../schemas/names.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { example, NOW, RD } from '../../prepare/deliveries.ts';
import { spatialForTests } from '../../prepare/spatial-for-tests.ts';
import { Bench, temporaryFolder } from '../register-bench.ts';
import { asText, building, location, prepared } from '../small-roots.ts';

async function rehearsed(data: string, documents: readonly JsonObject[], { holder = 'AB12', strict = false, full = [] }: { holder?: string; strict?: boolean; full?: readonly RootType[] } = {}): Promise<Report> {
  const input = { holder, method: 'LEVERING', target: 'test.json', crs: null, mediaType: 'application/json', ifMatch: null, strict, full } as const;
  const report = await rehearse(data, { input, clock: () => new Date('2030-01-01T00:00:00Z'), drift: DRIFT_LIMIT }, ({ sink }) => {
    const roots = documents.map((document, index) => prepared(document, `/${index}`));
    for (const root of roots) sink!(asText(root));
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
  const before = listSubmissions(bench.data, { limit: 100 });
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

  expect(report.comparison).toMatchObject({ kind: 'compared', objects: 5, counts: { new: 3, gone: 0, left: 0 } });
  expect(await rehearsed(bench.data, [building('b2')], { strict: true })).toMatchObject({ counts: { accepted: 1 } });
  expect(listSubmissions(bench.data, { limit: 100 })).toEqual(before);
  expect(readdirSync(scratch)).toEqual([]);
  expect((await bench.deliver([building('b2')])).roots.map(({ id }) => id)).toEqual(['b2']);
});

test('what would end is foreseen, in the findings and at the head; what would be parked too', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), location('l1', ['m1', 'm2'])]);
  const full = ['KwetsbaarGebouw'] as const;
  const report = await rehearsed(bench.data, [building('b1'), location('l1', ['m1'])], { full });
  expect(report.counts).toMatchObject({ ended: 1, endedParts: 1 });
  const [ended, ...others] = report.findings.filter(({ rule }) => rule === 'levering.beeindigd');
  expect([ended!.objectId, others]).toEqual(['b2', []]);
  expect(ended!.message).toEqual({ nl: expect.stringMatching(/ zou daarom eindigen\.$/), en: expect.stringMatching(/ would end\.$/) });
  expect(text(report, { colour: false }).split('\n').slice(0, 2)).toEqual([
    'Let op: deze levering zou 1 object en 1 onderdeel beëindigen.', 'Mind: this delivery would end 1 object and 1 nested object.',
  ]);
  const done = (await bench.deliver([building('b1')], { full })).report!;
  expect(done.findings[0]!.message.nl).toMatch(/ is daarom beëindigd\.$/);
  expect(text(done, { colour: false, lang: 'nl' })).toMatch(/^Let op: deze indiening heeft 1 object beëindigd\.\n/);

  await bench.deliver(Array.from({ length: 20 }, (_, n) => building(`c${n}`)));
  const parked = await rehearsed(bench.data, [], { full });
  expect(parked.findings[0]).toMatchObject({ rule: 'levering.geparkeerd', found: '21' });
  expect(parked.findings[0]!.message.nl).toMatch(/^Deze levering zou geparkeerd worden: zij zou 21 van de 22 objecten/);
});

test('a folder without a register is a fault, and no register is made there', async () => {
  const data = temporaryFolder();
  await expect(rehearsed(data, [building('b1')])).rejects.toThrow('there is no register in this folder');
  expect(existsSync(join(data, 'register.db'))).toBe(false);
});

test('what the register refuses is named by its part and its line', async () => {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1'])]);
  const station = JSON.stringify(example('lpg-tankstation-amersfoort.json')).replaceAll('lpg-0001-a1', 'm1').replaceAll('NL.IMEV.AB12.m1', 'm1');
  const tank = JSON.stringify(example('propaantank-texel.json')).replace('"href":"#NL.IMEV.AB12.tank-0001"', '"href":"#nergens"');
  const source = JSON.stringify([JSON.parse(station), JSON.parse(tank), example('school-zwolle.json')], null, 2);
  const input = { holder: 'AB12', method: 'LEVERING', target: 'test.json', crs: RD, mediaType: 'application/json', ifMatch: null } as const;
  const spatial = await spatialForTests();
  onTestFinished(() => spatial.close());
  const report = await rehearse(bench.data, { input, clock: () => new Date('2030-01-01T00:00:00Z'), drift: DRIFT_LIMIT }, (to) => prepare(
    { bytes: Buffer.from(source) }, { source: 'test.json', crs: RD, model: null, strict: false, now: NOW }, { checker: checkerInThread(spatial), ...to },
  ));
  expect(reportMistakes(report)).toEqual([]);
  const lines = source.split('\n');
  const [taken, link] = report.findings.filter(({ severity }) => severity === 'error');
  expect(taken).toMatchObject({ rule: 'id.in-gebruik', pointer: '/0/voertUit/0', objectId: 'm1', rootId: 'NL.IMEV.AB12.lpg-0001', objectType: 'TankenLPG' });
  expect(lines.slice(taken!.line! - 1).join('\n')).toMatch(/^\s*\{[^{}]*"id": "m1"/);
  expect(link).toMatchObject({ rule: 'verwijzing.onbekend', pointer: expect.stringMatching(/^\/1\/voertUit\/0\/.*href$/), found: 'nergens' });
  expect(link!.objectId).not.toBe(link!.rootId);
  expect(lines[link!.line! - 1]).toContain('#nergens');
  expect(report.objects.map(({ firstError }) => firstError && [firstError.rule, firstError.line])).toEqual(
    [[taken!.rule, taken!.line], [link!.rule, link!.line], undefined],
  );
});
