/** The alert rules judged by promtool: well formed, and each fires in its cases and in no other. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { PROJECT } from '../shared-data.ts';
import { ALSO_FIRES, CASES, type Series } from './cases.ts';

/** `.ci/run` names it; without it these tests fail, they never skip. */
const PROMTOOL = process.env['EV_PROMTOOL'] ?? 'promtool';
const RULES = join(PROJECT, 'pipelines/operations/alerts.yml');

interface Judged {
  readonly alert: string;
  readonly at: string;
  readonly series: Series;
  readonly fires: boolean;
}

/** A test of promtool: whether the alert fires. Other alerts may fire for the same series. */
function ruleTest({ alert, at, series, fires }: Judged): object {
  const samples = fires ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [];
  return {
    name: `${alert} ${fires ? 'fires' : 'does not fire'}`, interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"})`, eval_time: at, exp_samples: samples }],
  };
}

function promtool(...asked: string[]): { readonly status: number | null; readonly words: string } {
  const { status, stdout, stderr, error } = spawnSync(PROMTOOL, asked, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${PROMTOOL} is not there: install prometheus, or name it in EV_PROMTOOL`, { cause: error });
  return { status, words: stdout + stderr };
}

test('the rules are well formed', () => {
  expect(promtool('check', 'rules', RULES)).toMatchObject({ status: 0, words: expect.stringContaining('SUCCESS') as string });
});

test('each alert fires when it should, and only then', () => {
  const judged = [
    ...Object.entries(CASES).flatMap(([alert, { at, fires, quiet }]) => [{ alert, at, series: fires, fires: true }, { alert, at, series: quiet, fires: false }]),
    ...ALSO_FIRES.map(([alert, at, series]) => ({ alert, at, series, fires: true })),
  ];
  const path = join(temporaryFolder(), 'cases.json');
  // JSON is YAML too.
  writeFileSync(path, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: judged.map(ruleTest) }));
  const { status, words } = promtool('test', 'rules', path);
  expect(status, words).toBe(0);
});
