/** Full deliveries: what they leave out is ended, and nothing else; with a preparation of a few lines (../small-roots.ts). */
import { expect, test } from 'vitest';
import { endLeftOut } from '../../../../pipelines/state/decide/full.ts';
import type { Numbered } from '../../../../pipelines/state/outcomes/outcomes.ts';
import { amendReport } from '../../../../pipelines/state/outcomes/report.ts';
import { Register } from '../../../../pipelines/state/register/register.ts';
import type { RootType } from '../../../../schemas/names.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const BUILDINGS: readonly RootType[] = ['KwetsbaarGebouw'];

function said({ report }: Outcome): readonly string[] {
  return report?.findings.map(({ rule, objectId = '' }) => `${rule} ${objectId}`.trim()) ?? [];
}

const present = (bench: Bench): readonly string[] => [...bench.publisher.states.keys()].sort();

test('roots of these types and this holder that a full delivery leaves out are ended; others stay', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2'), building('b3'), location('l1', ['m1'])]);
  await bench.deliver([building('x1', { holder: 'CD34' })], { holder: 'CD34' });
  const outcome = await bench.deliver([building('b2'), building('b4')], { full: BUILDINGS });
  expect(outcome).toMatchObject({ status: 200, roots: [{ id: 'b4' }] });
  expect(said(outcome)).toEqual(['levering.beeindigd b1', 'levering.beeindigd b3']);
  expect(present(bench)).toEqual(['b2', 'b4', 'l1', 'x1']);
  expect(said(await bench.deliver([building('b2'), building('b4')], { full: BUILDINGS }))).toEqual([]);
});

test('an empty delivery that is full of two types ends all of both', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), location('l1', ['m1'])]);
  const outcome = await bench.deliver([], { full: ['KwetsbaarGebouw', 'LocatieActiviteit'] });
  expect(said(outcome)).toEqual(['levering.beeindigd b1', 'levering.beeindigd l1']);
  expect(present(bench)).toEqual([]);
});

test('what was ended can be delivered again, and what was recorded before stays recorded', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1')]);
  await bench.deliver([], { full: BUILDINGS });
  expect(bench.db.prepare('SELECT decision, closed_by FROM version').all()).toEqual([{ decision: 1, closed_by: 2 }]);
  expect((await bench.deliver([building('b1')])).report?.objects).toMatchObject([{ verdict: 'accepted' }]);
  expect(present(bench)).toEqual(['b1']);
});

test('what is delivered but refused is not left out', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const outcome = await bench.deliver([building('b1', { holder: 'CD34' })], { full: BUILDINGS });
  expect(said(outcome)).toEqual(['houder.andere-bronhouder b1', 'levering.beeindigd b2']);
  expect(present(bench)).toEqual(['b1']);
});

test('a strict delivery that is refused ends nothing', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1'), building('b2')]);
  const outcome = await bench.deliver([building('b1', { holder: 'CD34' })], { full: BUILDINGS, strict: true });
  expect(said(outcome)).toEqual(['houder.andere-bronhouder b1']);
  expect(present(bench)).toEqual(['b1', 'b2']);
});

test('what a root that stays links to is not ended and is told; roots that link to one another end together', async () => {
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1']), location('l2', ['m2']), building('b1', { linksTo: ['m1'] })]);
  const outcome = await bench.deliver([], { full: ['LocatieActiviteit'] });
  expect(said(outcome)).toEqual(['levering.niet-beeindigd l1', 'levering.beeindigd l2']);
  expect(said(await bench.deliver([], { full: ['LocatieActiviteit', 'KwetsbaarGebouw'] }))).toEqual(['levering.beeindigd l1', 'levering.beeindigd b1']);
  expect(present(bench)).toEqual([]);
});

test('what has ended by its own validity stays as it is: it is no loss', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1', { until: '2022-01-01T00:00:00Z' }), building('b2')]);
  expect(said(await bench.deliver([], { full: BUILDINGS }))).toEqual(['levering.beeindigd b2']);
  expect(present(bench)).toEqual(['b1']);
});

// These tests use reports of the real preparation.
test.each([
  ['a root without an id', { objects: [{ id: null, entityType: null, pointer: '/0', verdict: 'refused' as const }] }],
  ['a file that was not read to its end', { unreadFrom: { line: 3, column: 1 } }],
  ['bytes that were not understood', { counts: { rules: [{ rule: 'levering.onaf' as const, severity: 'error' as const, count: 1 }] } }],
  ['a text that is no JSON', { counts: { rules: [{ rule: 'json.syntaxis' as const, severity: 'error' as const, count: 1 }] } }],
])('%s: nothing is ended, and that is said', async (_, change) => {
  const bench = new Bench();
  const { report } = await bench.deliver([building('b1')]);
  const submission: Numbered = {
    seq: 9, decision: 9, uuid: 'u', received: bench.nowUs as Numbered['received'], holder: 'AB12', method: 'LEVERING', target: '', crs: null,
    ifMatch: null, model: null, strict: false, full: BUILDINGS, correct: false, bronregistratie: null, bytes: 0, sha256: '',
  };
  const changed = { ...report!, objects: [], ...change, counts: { ...report!.counts, ...('counts' in change ? change.counts : {}) } };
  const findings = endLeftOut(new Register(bench.db, null), submission, changed);
  expect(findings.map(({ rule }) => rule)).toEqual(['levering.volledig-onzeker']);
  expect(amendReport({ report: changed, suggestions: new Map() }, { refused: new Map(), unchanged: new Set(), hidden: new Map(), notes: [], leftOut: findings, ended: { roots: 0, parts: 0 } }, submission).counts.warnings).toBe(1);
  expect(endLeftOut(new Register(bench.db, null), submission, { ...report!, objects: [] }).map(({ rule }) => rule)).toEqual(['levering.beeindigd']);
});
