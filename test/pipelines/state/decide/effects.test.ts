/** The chapter of effects in the report of a delivery: what happens to each root, foreseen and afterwards. */
import { expect, test } from 'vitest';
import { reportAs, text } from '../../../../pipelines/prepare/report/index.ts';
import type { Effects } from '../../../../schemas/effects.ts';
import type { Report } from '../../../../schemas/finding.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { orderPayload } from '../../../../schemas/orders.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { EffectCollector } from '../../../../pipelines/state/notes/effects.ts';
import { Bench } from '../register-bench.ts';
import { building, location, prepared } from '../small-roots.ts';

async function effectsOf(bench: Bench, ...delivery: Parameters<Bench['deliver']>): Promise<Effects & { readonly report: Report }> {
  const { report } = await bench.deliver(...delivery);
  expect(reportMistakes(report!)).toEqual([]);
  return { ...report!.effects!, report: report! };
}

test('new and unchanged roots are counted; new ones are named', async () => {
  const bench = new Bench();
  const first = await effectsOf(bench, [building('b1'), building('b2')]);
  expect(first).toMatchObject({ counts: { new: 2, unchanged: 0, changed: 0, ended: 0 }, leftOut: 0 });
  expect(first.roots).toEqual(['b1', 'b2'].map((id) => ({
    id, entityType: 'KwetsbaarGebouw', effect: 'new', beginGeldigheid: '2020-01-01T00:00:00.0Z',
  })));
  expect(await effectsOf(bench, [building('b1')])).toMatchObject({ counts: { new: 0, unchanged: 1 }, roots: [], leftOut: 0 });
});

test('a changed root has its differences, with nested objects by id and the change of a geometry', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), location('l1', ['m1', 'm2'])]);
  const { geometrie: _, ...b1 } = building('b1', { populatie: 5 });
  const { counts, roots } = await effectsOf(bench, [{ ...b1, geometrie: building('b2')['geometrie']! }, location('l1', ['m1', 'm3'])]);
  expect(counts).toMatchObject({ changed: 2 });
  expect(roots[0]).toMatchObject({
    id: 'b1', effect: 'changed', comparedWith: '2020-01-01T00:00:00.0Z',
    differences: [{ field: 'populatie', kind: 'value', before: 1, after: 5 }, { field: 'geometrie', kind: 'geometry', change: { kind: 'moved' } }],
  });
  expect(roots[1]).toMatchObject({
    id: 'l1', differences: [{ kind: 'parts', added: [{ id: 'm3' }], removed: [{ id: 'm2' }] }], endedParts: [{ id: 'm2' }],
  });
});

test('ended roots are those of the count, also the ones that a full delivery leaves out, with all that ends with them', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), location('l1', ['m1'])]);
  const { counts, roots, report } = await effectsOf(bench, [building('b1', { until: '2021-01-01T00:00:00Z' })], { full: ['KwetsbaarGebouw', 'LocatieActiviteit'] });
  expect(counts.ended).toBe(report.counts.ended);
  expect(roots.map(({ id, effect, endedParts = [] }) => [id, effect, endedParts.map((part) => part.id)])).toEqual([
    ['b1', 'ended', []], ['b2', 'ended', []], ['l1', 'ended', expect.arrayContaining(['m1'])],
  ]);
});

test('revived, reverted and past-only roots are those of the findings', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), building('b3', { until: '2021-01-01T00:00:00Z' })]);
  await bench.deliver([building('b1', { populatie: 2 })]);
  await bench.deliver([building('b2', { from: '2022-01-01T00:00:00Z', populatie: 3 })]);
  const { counts, roots, report } = await effectsOf(bench, [
    building('b1'), building('b2', { populatie: 9 }), building('b3', { from: '2022-01-01T00:00:00Z' }),
  ]);
  expect(roots.map(({ id, effect }) => [id, effect])).toEqual([['b3', 'revived'], ['b1', 'reverted'], ['b2', 'onlyPast']]);
  expect([counts.revived, counts.onlyPast]).toEqual([report.counts.revived, report.counts.onlyPast]);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(3);
});

test('an undo has the chapter: what ends again, what comes back, what is as before, with the nested objects that end', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), location('l1', ['m1'])]);
  await bench.deliver([building('b2', { until: '2021-01-01T00:00:00Z' })]);
  const wrong = await bench.deliver([
    building('b1', { populatie: 9 }), building('b2', { from: '2022-01-01T00:00:00Z' }), building('b3'), location('l1', ['m1', 'm2']),
    building('b4', { until: '2021-01-01T00:00:00Z' }),
  ]);
  const { report } = await bench.undo(wrong.receipt.uuid);
  expect(reportMistakes(report)).toEqual([]);
  const { counts, roots } = report!.effects!;
  expect(counts).toMatchObject({ ended: 2, reverted: 2, onlyPast: 1, unchanged: 0 });
  expect(counts.ended).toBe(report!.counts.ended);
  expect(roots.map(({ id, effect, endedParts = [] }) => [id, effect, endedParts.map((part) => part.id)])).toEqual([
    ['b2', 'ended', []], ['b3', 'ended', []], ['b1', 'reverted', []], ['l1', 'reverted', ['m2']], ['b4', 'onlyPast', []],
  ]);
  expect(roots[2]).toMatchObject({ comparedWith: '2020-01-01T00:00:00.0Z', differences: [{ field: 'populatie', before: 9, after: 1 }] });
});

test('an undo makes valid again what had ended, also by its own validity, and the report counts it', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const wrong = await bench.deliver([building('b1', { until: '2021-01-01T00:00:00Z' })], { full: ['KwetsbaarGebouw'] });
  const { report } = await bench.undo(wrong.receipt.uuid);
  expect(report!.effects!.roots.map(({ id, effect }) => [id, effect])).toEqual([['b1', 'revived'], ['b2', 'revived']]);
  expect([report!.counts.revived, report!.effects!.counts.revived]).toEqual([2, 2]);
});

test('a withdrawal and a transfer have the chapter, also for a root that only gets another holder', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2', { until: '2021-01-01T00:00:00Z' }), location('l1', ['m1'])]);
  const order = { method: 'OVERDRACHT' as const, from: 'AB12', to: 'CD34', at: '2025-07-01', reason: 'herindeling' };
  const handed = await effectsOf(bench, orderPayload({ ...order, ids: ['b1', 'b2'] }), { method: 'OVERDRACHT' });
  expect(handed).toMatchObject({ report: { order: 'OVERDRACHT' }, counts: { changed: 2 } });
  expect(handed.roots.map(({ id, differences = [] }) => [id, differences.map(({ field }) => field)])).toEqual([
    ['b1', ['bronhoudercode', 'beginGeldigheid']], ['b2', []],
  ]);
  const gone = await effectsOf(bench, orderPayload({ method: 'INTREKKING', ids: ['l1'] }), { method: 'INTREKKING' });
  expect([gone.report.order, gone.counts.ended, gone.roots]).toEqual(['INTREKKING', 1, [{
    id: 'l1', entityType: 'LocatieActiviteit', effect: 'ended',
    endedParts: [{ id: 'l1-activiteit', entityType: 'Windturbine_TeBerekenenAfstandVergunningplicht' }, { id: 'm1', entityType: 'Windturbine' }],
  }]]);
});

test('a refused strict delivery changes nothing', async () => {
  const bench = new Bench();
  expect(await effectsOf(bench, [building('b1'), building('b2', { holder: 'CD34' })], { strict: true })).toMatchObject({ counts: { new: 0 }, roots: [], leftOut: 0 });
});

test('new roots beyond the limit are counted, without a look at the register', () => {
  const collector = new EffectCollector(undefined as never, undefined as never);
  const added = { recorded: undefined as never, isNew: true, endedParts: [] };
  const root = prepared(building('b'), '/0');
  for (let n = 0; n < LIMITS.effectsMax + 3; n++) collector.add(root, added);
  const { counts, roots, leftOut } = collector.close({ notes: [], ended: [], dropped: new Set() }, 0);
  expect([counts.new, roots.length, leftOut]).toEqual([LIMITS.effectsMax + 3, LIMITS.effectsMax, 3]);
});

test('the report as text says what changes', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const { report } = await effectsOf(bench, [building('b1', { populatie: 5 }), building('b2')]);
  const lines = text(report, { colour: false, lang: 'nl' }).split('\n');
  expect(lines).toContain('Wat verandert: 1 gewijzigd, 1 nieuw');
  expect(lines).toContain('      populatie: 1 → 5');
});

test('every form of the report has the effects, with a changed geometry before and after', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  const { report } = await effectsOf(bench, [{ ...building('b1', { populatie: 5 }), geometrie: building('b2')['geometrie']! }, building('<b>')]);
  const page = reportAs(report, '.html') as string;
  expect(page).toMatch(/<h2 id="verandert">Wat verandert[^]*1 gewijzigd, 1 nieuw[^]*class="before"[^]*class="after"[^]*populatie: 1 → 5/);
  expect(page).toContain('&lt;b&gt;');
  const { features, report: { effects } } = JSON.parse(reportAs(report, '.geojson') as string) as GeoJson;
  expect(features.map(({ geometry, properties }) => [geometry?.type, properties['effect'], properties['when'], properties['rootId']])).toEqual([
    ['Polygon', 'changed', 'before', 'b1'], ['Polygon', 'changed', 'after', 'b1'], [undefined, 'new', null, '<b>'],
  ]);
  expect(effects).toMatchObject({ counts: { changed: 1, new: 1 }, leftOut: 0 });
  expect(reportAs(report, '.csv') as string).toMatch(/Verandert,effect\.changed,[^\n]*gewijzigd; populatie: 1 → 5/);
});

interface GeoJson {
  readonly features: readonly { readonly geometry: { readonly type: string } | null; readonly properties: Readonly<Record<string, unknown>> }[];
  readonly report: { readonly effects: object };
}
