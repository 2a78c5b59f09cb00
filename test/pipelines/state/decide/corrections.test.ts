/** Corrections: each root given replaces the newest version of its object with all of its period; with a small preparation (../small-roots.ts). */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const at = (year: number): string => `${year}-01-01T00:00:00Z`;
const version = (year: number, options: Parameters<typeof building>[1] = {}): JsonObject => building('b1', { from: at(year), populatie: 1, ...options });
const CORRECT = { correct: true } as const;

/** The valid periods of an object that are current, by year. */
function periods(bench: Bench): readonly (readonly [number, number | null])[] {
  const rows = bench.db.prepare('SELECT val_from, val_to FROM version WHERE closed_by IS NULL ORDER BY val_from').all() as { val_from: number; val_to: number | null }[];
  const year = (ms: number): number => new Date(ms).getUTCFullYear();
  return rows.map(({ val_from: from, val_to: to }) => [year(from), to === null ? null : year(to)] as const);
}

function said({ report }: Outcome): readonly string[] {
  return report?.findings.map(({ rule, severity }) => `${severity} ${rule}`) ?? [];
}

async function held(...documents: readonly JsonObject[]): Promise<Bench> {
  const bench = new Bench();
  for (const document of documents) await bench.deliver([document]);
  return bench;
}

describe('OPEN-correction', () => {
  test('a begin that was too early moves, and the version before holds until then', async () => {
    const bench = await held(version(2019), version(2021, { populatie: 2 }));
    const outcome = await bench.deliver([version(2022, { populatie: 2 })], CORRECT);
    expect(periods(bench)).toEqual([[2019, 2022], [2022, null]]);
    expect(said(outcome)).toEqual(['info regel.gecorrigeerd']);
    expect(outcome.report?.findings[0]?.message.nl).toBe('Correctie: deze versie geldt 2022-01-01T01:00:00+01:00 – … en vervangt de nieuwste versie, die gold '
      + '2021-01-01T01:00:00+01:00 – …. De versie daarvoor geldt nu 2019-01-01T01:00:00+01:00 – 2022-01-01T01:00:00+01:00.');
    expect([outcome.receipt.correction, outcome.report?.correction, reportMistakes(outcome.report)]).toEqual([true, true, []]);
  });

  test('a begin that was too late moves forward, and the version before ends there', async () => {
    const bench = await held(version(2019), version(2023));
    expect(said(await bench.deliver([version(2020)], CORRECT))).toEqual(['info regel.gecorrigeerd']);
    expect(periods(bench)).toEqual([[2019, 2020], [2020, null]]);
  });

  test('a version that ends by itself is not prolonged: that nothing is valid then is a warning', async () => {
    const bench = await held(version(2019, { until: at(2021) }), version(2021));
    const outcome = await bench.deliver([version(2022)], CORRECT);
    expect(periods(bench)).toEqual([[2019, 2021], [2022, null]]);
    expect(said(outcome)).toEqual(['warning regel.gecorrigeerd']);
    expect(outcome.report?.findings[0]?.message.en).toContain('Between them, 2021-01-01T01:00:00+01:00 – 2022-01-01T01:00:00+01:00, nothing is valid');
  });

  test('an end is corrected too, and sent twice it is unchanged', async () => {
    const bench = await held(version(2019));
    await bench.deliver([version(2018, { until: at(2024) })], CORRECT);
    expect(periods(bench)).toEqual([[2018, 2024]]);
    const again = await bench.deliver([version(2018, { until: at(2024) })], CORRECT);
    expect([again.report?.counts.unchanged, said(again), periods(bench)]).toEqual([1, [], [[2018, 2024]]]);
  });

  test('what was recorded before stays recorded, until the correction', async () => {
    const bench = await held(version(2021));
    await bench.deliver([version(2022)], CORRECT);
    expect(bench.db.prepare('SELECT val_from, decision, closed_by FROM version ORDER BY n').all()).toEqual([
      { val_from: Date.parse(at(2021)), decision: 1, closed_by: 2 }, { val_from: Date.parse(at(2022)), decision: 2, closed_by: null },
    ]);
  });

  test.each([2018, 2019])('a begin in %d, not after that of the version before the newest (2019), is refused with that begin', async (year) => {
    const bench = await held(version(2019), version(2021));
    const outcome = await bench.deliver([version(year)], CORRECT);
    expect(said(outcome)).toEqual(['error regel.correctie-begin']);
    expect(outcome.report?.findings[0]).toMatchObject({
      found: `${year}-01-01T01:00:00+01:00`, expected: '> 2019-01-01T01:00:00+01:00',
      message: { en: `This correction does not begin after the begin of the version before the newest: at ${year}-01-01T01:00:00+01:00, and that at 2019-01-01T01:00:00+01:00.` },
    });
    expect(periods(bench)).toEqual([[2019, 2021], [2021, null]]);
  });

  test('what the register does not have, or has no more, cannot be corrected', async () => {
    const bench = await held(version(2019));
    expect(said(await bench.deliver([building('b2')], CORRECT))).toEqual(['error id.niets-te-corrigeren']);
    await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/b1' });
    expect(said(await bench.deliver([version(2020)], CORRECT))).toEqual(['error id.niets-te-corrigeren']);
    const put = await bench.deliver([version(2020)], { ...CORRECT, method: 'PUT', target: '/kwetsbare-gebouwen/b1' });
    expect([put.status, said(put)]).toEqual([404, ['error id.niets-te-corrigeren']]);
  });

  test('several versions of one object are no correction; others in the delivery are', async () => {
    const bench = await held(version(2019), building('b2'));
    const outcome = await bench.deliver([version(2020), version(2021), building('b2', { from: at(2024) })], CORRECT);
    expect(said(outcome)).toEqual(['error id.correctie-versies', 'error id.correctie-versies', 'info regel.gecorrigeerd']);
    expect(periods(bench)).toEqual([[2019, null], [2024, null]]);
  });

  test('a part that another object links to cannot be left out by a correction', async () => {
    const bench = await held(location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m2'] }));
    expect(said(await bench.deliver([location('l1', ['m1'], { from: at(2024) })], CORRECT))).toEqual(['error verwijzing.doel-vervalt']);
  });

  test('PUT and PATCH replace the newest version, also when it is still to come', async () => {
    const bench = await held(version(2019), version(2040, { populatie: 5 }));
    const one = { ...CORRECT, target: '/kwetsbare-gebouwen/b1' };
    const patched = await bench.deliver(Buffer.from(JSON.stringify({ beginGeldigheid: at(2041) })), { ...one, method: 'PATCH' });
    expect([patched.status, said(patched), periods(bench)]).toEqual([200, ['info regel.gecorrigeerd'], [[2019, 2041], [2041, null]]]);
    expect(bench.publisher.states.get('b1')).toMatch(/"beginGeldigheid":"2041[^}]*"populatie":5/);
    expect((await bench.deliver([version(2042)], { ...one, method: 'PUT' })).status).toBe(200);
    expect(periods(bench)).toEqual([[2019, 2042], [2042, null]]);
  });
});
