/** The comparison in the report of a delivery: which findings are new, gone and left since the previous delivery of its holder. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportAs, text } from '../../../../pipelines/prepare/report/index.ts';
import { compare } from '../../../../pipelines/state/notes/comparison.ts';
import type { Comparison } from '../../../../schemas/comparison.ts';
import type { Finding, Report } from '../../../../schemas/finding.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { Bench } from '../register-bench.ts';
import { building } from '../small-roots.ts';

async function reportOf(bench: Bench, ...delivery: Parameters<Bench['deliver']>): Promise<Report> {
  const { report } = await bench.deliver(...delivery);
  expect(reportMistakes(report!)).toEqual([]);
  return report!;
}

/** A building that is refused, because it links to an object that does not exist. */
const wrong = (id: string) => building(id, { linksTo: ['nergens'] });
const UNKNOWN = 'verwijzing.onbekend';
const one = (rootId: string) => ({ rule: UNKNOWN, severity: 'error', rootId, count: 1 });

test('the first delivery with objects has nothing to be compared with', async () => {
  const bench = new Bench();
  expect((await reportOf(bench, [])).comparison).toBeUndefined();
  const report = await reportOf(bench, [wrong('b1')]);
  expect(report.comparison).toEqual({ kind: 'first' });
  expect(text(report, { colour: false })).toContain('Dit is uw eerste levering met objecten.');
});

test('findings are new, gone and left by rule, root, object and field; the previous delivery is named', async () => {
  const bench = new Bench();
  const first = await reportOf(bench, [wrong('b1'), wrong('b2'), building('b3')]);
  const report = await reportOf(bench, [building('b1'), wrong('b2'), wrong('b3')]);
  expect(report.comparison).toEqual({
    kind: 'compared', with: { uuid: first.uuid, received: first.received }, objects: 3, counts: { new: 1, gone: 1, left: 1 },
    rules: [{ rule: UNKNOWN, severity: 'error', new: 1, gone: 1, left: 1 }], new: [one('b3')], gone: [one('b1')],
  });
  const printed = text(report, { colour: false, lang: 'nl' });
  expect(printed).toContain('Bevindingen: 1 nieuw, 1 verdwenen, 1 gebleven.');
  expect(printed).toContain('Wij vergelijken alleen de 3 objecten in deze levering.');
  expect(printed).toContain(`${UNKNOWN} · b3`);
  const page = reportAs(report, '.html');
  expect(page).toContain('<h2 id="vergeleken">');
  expect(page).toContain(first.uuid);
  expect(page).toContain(`<th scope="row">${UNKNOWN}<br>`);
});

test('a delivery of one object is compared in the singular', async () => {
  const bench = new Bench();
  await reportOf(bench, [wrong('b1'), wrong('b2')]);
  const report = await reportOf(bench, [wrong('b1')]);
  const printed = text(report, { colour: false });
  expect(printed).toContain('Wij vergelijken alleen het ene object in deze levering.');
  expect(printed).toContain('We compare only the one object in this delivery.');
  expect(printed).toContain('Findings about the file as a whole, about a decision of the register, or without the id of an object are not compared.');
});

test('the place of an object in the file makes no difference, and neither does the delivery of another holder or a request', async () => {
  const bench = new Bench();
  await reportOf(bench, [wrong('b1'), building('b2')]);
  await bench.deliver([building('c1', { holder: 'CD34', linksTo: ['nergens'] })], { holder: 'CD34' });
  await bench.deliver([building('b2', { populatie: 3 })], { method: 'PUT', target: '/kwetsbare-gebouwen/b2' });
  expect((await reportOf(bench, [building('b2', { populatie: 4 }), wrong('b1')])).comparison).toMatchObject({ counts: { new: 0, gone: 0, left: 1 } });
});

test('findings of objects that are not delivered are not gone; in a full delivery they are', async () => {
  const bench = new Bench();
  await reportOf(bench, [wrong('b1'), wrong('b2')]);
  expect((await reportOf(bench, [building('b1')])).comparison).toMatchObject({ objects: 1, counts: { new: 0, gone: 1, left: 0 }, gone: [one('b1')] });
  await reportOf(bench, [wrong('b1'), wrong('b2')]);
  const full = await reportOf(bench, [building('b1')], { full: ['KwetsbaarGebouw'] });
  expect(full.comparison).toMatchObject({ full: ['KwetsbaarGebouw'], counts: { gone: 2 }, gone: [one('b1'), one('b2')] });
  await reportOf(bench, [wrong('b1'), wrong('b2')]);
  expect((await reportOf(bench, [building('b1')], { full: ['LocatieActiviteit'] })).comparison).toMatchObject({ counts: { gone: 1 } });
});

test('a delivery that an older program decided cannot be compared, and the report says so', async () => {
  const bench = new Bench();
  await reportOf(bench, [wrong('b1')]);
  const db = new DatabaseSync(join(bench.data, 'register.db'));
  db.exec('UPDATE decision SET findings = NULL');
  db.close();
  const report = await reportOf(bench, [wrong('b1')]);
  expect(report.comparison).toEqual({ kind: 'older' });
  expect(text(report, { colour: false, lang: 'nl' })).toContain('oudere versie van dit programma');
});

/** A report with findings, as much of it as a comparison needs. */
function small(findings: readonly Partial<Finding>[], more: number): Report {
  const ids = [...new Set(findings.map(({ rootId }) => rootId ?? ''))];
  return {
    objects: ids.map((id) => ({ id, entityType: 'KwetsbaarGebouw', pointer: '', verdict: 'accepted' })), findings,
    counts: { objects: Math.max(1, ids.length), rules: [{ rule: 'regel.afstand-groot', severity: 'warning', count: findings.length + more }] },
  } as unknown as Report;
}

const SUBMISSION = { holder: 'AB12', full: [], decision: 2 } as unknown as Parameters<typeof compare>[1];

function comparedWith(before: Report, now: Report) {
  const answering = (row: unknown) => ({ prepare: () => ({ get: () => row }) }) as unknown as Parameters<typeof compare>[0];
  const { findings } = compare(answering(undefined), SUBMISSION, before);
  const { comparison } = compare(answering({ uuid: 'u', received: 0, findings }), SUBMISSION, now);
  return comparison as Comparison & { readonly kind: 'compared' };
}

const far = (rootId: string, field: string): Partial<Finding> => ({ rule: 'regel.afstand-groot', severity: 'warning', rootId, objectId: rootId, field });

test('several findings on one field are counted, and another field is another finding', () => {
  const compared = comparedWith(small([far('a', 'X.y'), far('a', 'X.y')], 0), small([far('a', 'X.y'), far('a', 'X.z')], 0));
  expect(compared).toMatchObject({ counts: { new: 1, gone: 1, left: 1 }, new: [{ field: 'X.z', count: 1 }], gone: [{ field: 'X.y', count: 1 }] });
});

test('a rule of which a report leaves findings out is named and not compared', () => {
  expect(comparedWith(small([far('a', 'X.y')], 0), small([far('a', 'X.z')], 3)))
    .toMatchObject({ counts: { new: 0, gone: 0, left: 0 }, new: [], gone: [], notCompared: ['regel.afstand-groot'] });
});

test('counts are exact where the lists are bounded', () => {
  const many = Array.from({ length: LIMITS.comparedFindingsMax + 7 }, (_, index) => far(`a${index}`, 'X.y'));
  const compared = comparedWith(small([], 0), small(many, 0));
  expect(compared.counts.new).toBe(many.length);
  expect(compared.new).toHaveLength(LIMITS.comparedFindingsMax);
});
