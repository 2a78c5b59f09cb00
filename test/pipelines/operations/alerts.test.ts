/** The alert rules look for what is measured, and each has its section in the runbook. When they fire, promtool says in `.ci/run` (test/promtool). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Metrics } from '../../../pipelines/operations/metrics.ts';
import { PROJECT } from '../../shared-data.ts';
import { CASES } from '../../promtool/cases.ts';
import { aRegister } from '../../server/harness.ts';
import { DESK, NO_SCHEDULE } from './sources.ts';

const FOLDER = join(PROJECT, 'pipelines/operations');
const RULES = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? '');
}

test('each alert names a section of the runbook, and each section is of an alert', () => {
  const alerts = matches(RULES, /alert: (\w+)/g);
  expect(matches(readFileSync(join(FOLDER, 'RUNBOOK.md'), 'utf8'), /^## (\w+)$/gm)).toEqual(alerts);
  expect(matches(RULES, /RUNBOOK\.md#(\w+)/g)).toEqual(alerts.map((alert) => alert.toLowerCase()));
});

test('every metric and every kind of event in the rules exists from the start', async () => {
  const parts = { data: PROJECT, editions: aRegister(), desk: DESK, clock: () => new Date(), isWritable: () => Promise.resolve(true), droppedLines: () => 0, certificateEnds: () => null };
  const { body } = await new Metrics({ ...parts, schedule: () => Promise.resolve(NO_SCHEDULE) }).text();
  const names = matches(RULES, /\b((?:ev|nodejs|process)_\w+)/g).map((name) => name.replace(/_bucket$/, ''));
  expect(names.filter((name) => !body.includes(`# TYPE ${name} `))).toEqual([]);
  const kinds = matches(RULES, /kind="([^"]+)"/g);
  expect(kinds.filter((kind) => !body.includes(`ev_events_total{kind="${kind}"} 0`))).toEqual([]);
});

test('each alert has a case in which it fires and one in which it does not', () => {
  expect(Object.keys(CASES)).toEqual(matches(RULES, /alert: (\w+)/g));
});
