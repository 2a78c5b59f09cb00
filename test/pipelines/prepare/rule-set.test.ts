/** The rule set has one name for equal rules on every machine, and another after any change of schema, code lists or rules. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csv } from '../../../pipelines/prepare/report/csv.ts';
import { geojson } from '../../../pipelines/prepare/report/geojson.ts';
import { htmlReport } from '../../../pipelines/prepare/report/html.ts';
import { text } from '../../../pipelines/prepare/report/text.ts';
import { checkedBy, checkedByIn, RULE_SOURCES } from '../../../pipelines/prepare/rule-set.ts';
import { reportMistakes } from '../../report-agrees.ts';
import { PROJECT } from '../../shared-data.ts';
import { Bench } from '../state/register-bench.ts';
import { building } from '../state/small-roots.ts';
import { inAmsterdam } from '../../../schemas/time.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-rules-'));
  for (const source of [...RULE_SOURCES, 'package.json']) cpSync(join(PROJECT, source), join(folder, source), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The rule set with another text in one file of the copy. */
function changed(path: string, change: (source: string) => string): string {
  const source = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), change(source));
  try {
    return checkedByIn(folder).ruleSet;
  } finally {
    writeFileSync(join(folder, path), source);
  }
}

describe('the rule set', () => {
  test('is the same in another folder and with other line ends', () => {
    expect(checkedByIn(folder)).toEqual(checkedBy());
    expect(checkedBy().ruleSet).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(changed('pipelines/prepare/rules/tr-value.ts', (source) => source.replaceAll('\n', '\r\n'))).toBe(checkedBy().ruleSet);
  });

  test.each([
    'pipelines/prepare/rules/tr-value.ts', 'data/reference/codelists.json', 'schemas/model/references.ts', 'schemas/rule-words/geometry.ts', 'schemas/limits.ts',
    'pipelines/state/notes/duplicates.ts', 'package.json',
  ])('is another when %s changes', (path) => {
    const change = (source: string): string => (path === 'package.json' ? source.replace(/"version": "\d+/, '"version": "9') : `${source} `);
    expect(changed(path, change)).not.toBe(checkedBy().ruleSet);
  });

  test('is another when a rule is added, and the same when only the form of the report changes', () => {
    expect(changed('pipelines/prepare/report/style.ts', (source) => `${source} `)).toBe(checkedBy().ruleSet);
    const added = join(folder, 'pipelines/prepare/rules/added.ts');
    appendFileSync(added, '');
    expect(checkedByIn(folder).ruleSet).not.toBe(checkedBy().ruleSet);
    rmSync(added);
  });
});

test('every form of a report names program, version, rule set, time and checksum', async () => {
  const { receipt, report, checkedBy: by } = await new Bench().deliver([building('b1')]);
  expect(reportMistakes(report)).toEqual([]);
  expect(report).toMatchObject({ sha256: receipt.sha256, checkedBy: checkedBy(), checkedAt: expect.stringMatching(/Z$/) as unknown });
  expect(by).toEqual(checkedBy());
  const { version, ruleSet } = checkedBy();
  const forPeople = [text(report!, { colour: false }), htmlReport(report!), csv(report!)];
  const forms = [...forPeople, geojson(report!), JSON.stringify(report)];
  for (const form of forms) for (const part of ['ev-register', version, ruleSet, receipt.sha256]) expect(form).toContain(part);
  // People read the clock of Amsterdam, with its zone; programs UTC.
  const { checkedAt } = report!;
  for (const form of forms) expect(form).toContain(forPeople.includes(form) ? inAmsterdam(new Date(checkedAt!)) : checkedAt);
  for (const form of forPeople) expect(form).not.toMatch(/T[0-9:.]+Z/);
});

test('the outcome of a pending submission names the program that will check it', () => {
  const bench = new Bench();
  expect(bench.outcome(bench.submit([building('b1')]))).toMatchObject({ state: 'pending', report: null, checkedBy: checkedBy() });
});
