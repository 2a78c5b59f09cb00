/** OPEN-returns: an object that had ended and is valid again, and content that comes back, are told with what was there between. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../schemas/finding.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { inAmsterdam } from '../../../../schemas/time.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const FULL = ['KwetsbaarGebouw'] as const;

/** Findings on what comes back. */
function told({ report }: Outcome): readonly Finding[] {
  expect(reportMistakes(report)).toEqual([]);
  return report!.findings.filter(({ rule }) => rule === 'regel.weer-geldig' || rule === 'regel.oude-inhoud');
}

const rulesOf = (outcome: Outcome): readonly string[] => told(outcome).map(({ rule, severity }) => `${severity} ${rule}`);
const messageOf = (outcome: Outcome): string => told(outcome)[0]?.message.nl ?? '';
const b1 = (year: number, populatie: number, more: { until?: string } = {}): JsonObject => building('b1', { from: `${year}-01-01T00:00:00Z`, populatie, ...more });

describe('an object that had ended', () => {
  test('by a full delivery: since when it was away is said, and it is counted', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    const ended = await bench.deliver([], { full: FULL });
    const back = await bench.deliver([building('b1')]);
    expect(rulesOf(back)).toEqual(['warning regel.weer-geldig']);
    expect(messageOf(back)).toContain(`beëindigd op ${inAmsterdam(new Date(ended.receipt.received)).slice(0, 19)}`);
    expect(messageOf(back)).toContain('vanaf 2020-01-01T01:00:00+01:00');
    expect(back.report!.counts).toMatchObject({ revived: 1, ended: 0, warnings: 1 });
    expect(rulesOf(await bench.deliver([b1(2020, 5)])), 'it is there').toEqual([]);
  });

  test('by DELETE: POST and PUT say it too', async () => {
    const bench = new Bench();
    for (const method of ['POST', 'PUT'] as const) {
      await bench.deliver([building('b1')]);
      await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/b1' });
      const target = `/kwetsbare-gebouwen${method === 'PUT' ? '/b1' : ''}`;
      const back = await bench.deliver([building('b1')], { method, target });
      expect([back.status, rulesOf(back)]).toEqual([201, ['warning regel.weer-geldig']]);
    }
  });

  test('by its own validity: the period in which nothing was valid is named; an end that is taken away leaves none', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1, { until: '2022-01-01T00:00:00Z' })]);
    const back = await bench.deliver([b1(2024, 2)]);
    expect(rulesOf(back)).toEqual(['warning regel.weer-geldig']);
    expect(messageOf(back)).toContain('Daartussen, 2022-01-01T01:00:00+01:00 – 2024-01-01T01:00:00+01:00, geldt er niets');
    const other = new Bench();
    await other.deliver([b1(2020, 1, { until: '2022-01-01T00:00:00Z' })]);
    const whole = await other.deliver([b1(2020, 1)]);
    expect(messageOf(whole)).toContain('gold tot 2022-01-01T01:00:00+01:00 en geldt met deze levering ook daarna, zonder onderbreking');
    expect(whole.report!.counts.revived).toBe(1);
  });

  test('and that is delivered with another end in the past stays ended; a new object with its whole history was never away', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1, { until: '2022-01-01T00:00:00Z' })]);
    expect(rulesOf(await bench.deliver([b1(2020, 1, { until: '2023-01-01T00:00:00Z' })]))).toEqual([]);
    const versions = [b1(2018, 1, { until: '2019-01-01T00:00:00Z' }), b1(2023, 2)].map((version) => ({ ...version, id: 'b2' }));
    expect(rulesOf(await bench.deliver(versions))).toEqual([]);
  });

  test('with several versions in the delivery it is told once, of what they make together', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1'), building('b2')]);
    await bench.deliver([], { full: FULL });
    expect(rulesOf(await bench.deliver([b1(2018, 1), b1(2023, 2)]))).toEqual(['warning regel.weer-geldig']);
    const ended = [b1(2018, 1), b1(2023, 2, { until: '2024-01-01T00:00:00Z' })].map((version) => ({ ...version, id: 'b2' }));
    expect(rulesOf(await bench.deliver(ended)), 'it ends in the past').toEqual([]);
  });
});

describe('content of an older version', () => {
  test('in place of the version that replaced it: until when it was there, and what differs from the other', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1)]);
    const second = await bench.deliver([b1(2020, 2)]);
    const back = await bench.deliver([b1(2020, 1)]);
    expect(rulesOf(back)).toEqual(['warning regel.oude-inhoud']);
    expect(messageOf(back)).toContain(`tot ${inAmsterdam(new Date(second.receipt.received)).slice(0, 19)}`);
    expect(messageOf(back)).toContain('anders in: populatie');
    expect(rulesOf(await bench.deliver([b1(2020, 3)])), 'new content').toEqual([]);
  });

  test('from a later begin: the older version, and the one between', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1)]);
    await bench.deliver([b1(2022, 2)]);
    const back = await bench.deliver([b1(2024, 1)]);
    expect(rulesOf(back)).toEqual(['warning regel.oude-inhoud']);
    expect(messageOf(back)).toContain('gold 2020-01-01T01:00:00+01:00 – 2022-01-01T01:00:00+01:00');
    expect(messageOf(back)).toContain('Daartussen gold een andere, 2022-01-01T01:00:00+01:00 – 2024-01-01T01:00:00+01:00 (anders in: populatie)');
  });

  test('from the begin of the version between: that this one is replaced', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1)]);
    await bench.deliver([b1(2022, 2)]);
    const back = await bench.deliver([b1(2022, 1)]);
    expect(messageOf(back)).toContain('In plaats van deze versie gold een andere, 2022-01-01T01:00:00+01:00 – …');
  });

  test('a later begin with the content of the version just before is no return, nor is a correction, which says what it replaces', async () => {
    const bench = new Bench();
    await bench.deliver([b1(2020, 1)]);
    expect(rulesOf(await bench.deliver([b1(2022, 1)]))).toEqual([]);
    await bench.deliver([b1(2022, 2)]);
    expect(rulesOf(await bench.deliver([b1(2022, 1)], { correct: true }))).toEqual([]);
  });

  test('of nested objects counts too', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2'])]);
    await bench.deliver([location('l1', ['m1'])]);
    expect(messageOf(await bench.deliver([location('l1', ['m1', 'm2'])]))).toContain('anders in: voertUit.heeft');
  });
});
