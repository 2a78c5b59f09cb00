/** The rule ledger, `data/reference/rules.json`: no rule of either document without a row, no row without its proof. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT, describeWithShared } from './shared-data.ts';

interface Row {
  readonly id: string;
  readonly document: 'IM' | 'IR';
  readonly heading: string;
  readonly text: string;
  readonly status: 'done' | 'planned' | 'decided otherwise';
  readonly source?: string;
  readonly tests?: readonly string[];
  readonly reason?: string;
  readonly date?: string;
}

const ROWS = JSON.parse(readFileSync(join(PROJECT, 'data/reference/rules.json'), 'utf8')) as readonly Row[];
const RULES = ROWS.filter(({ id }) => !id.startsWith('OPEN-'));
const OPEN = ROWS.filter(({ id }) => id.startsWith('OPEN-'));

describe('every row', () => {
  test('has an id of its own that begins with its document, and says its rule in at most 140 characters', () => {
    expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
    for (const { id, document, heading, text } of ROWS) {
      expect(id).toMatch(/^(IM|IR|OPEN)-[\w.-]+$/);
      if (!id.startsWith('OPEN-')) expect(id.startsWith(`${document}-`), id).toBe(true);
      expect(heading, id).not.toBe('');
      expect(text.length, id).toBeGreaterThan(0);
      expect(text.length, id).toBeLessThanOrEqual(140);
    }
  });

  test('is done with one source file and tests that name it, or says why not', () => {
    const wrong = ROWS.flatMap((row) => mistakesOf(row).map((mistake) => `${row.id}: ${mistake}`));
    expect(wrong).toEqual([]);
  });

  test('of an open point has its reason and the day of its decision', () => {
    expect(OPEN.length).toBeGreaterThan(20);
    for (const { id, reason, date } of OPEN) {
      expect(reason, id).toBeTruthy();
      expect(date, id).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test('that is named as the place of a decision exists', () => {
    const named = ROWS.flatMap(({ text, reason }) => `${text} ${reason ?? ''}`.match(/\b(?:OPEN|IM|IR)-[\w-]+/g) ?? []);
    const ids = new Set(ROWS.map(({ id }) => id));
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});

function mistakesOf({ id, status, source, tests, reason }: Row): readonly string[] {
  if (status === 'planned' || status === 'decided otherwise') {
    const mistakes = source === undefined && tests === undefined ? [] : ['has a source or tests but is not done'];
    return reason === undefined || reason === '' ? [...mistakes, 'has no reason'] : mistakes;
  }
  if (status !== 'done') return [`unknown status ${String(status)}`];
  const mistakes: string[] = [];
  if (source === undefined || !existsSync(join(PROJECT, source))) mistakes.push(`source ${String(source)} is not there`);
  if (tests === undefined || tests.length === 0) mistakes.push('no test');
  for (const entry of tests ?? []) {
    const [path = '', title] = entry.split(/#(.*)/s);
    if (!existsSync(join(PROJECT, path))) mistakes.push(`${path} is not there`);
    else if (!isProof(readFileSync(join(PROJECT, path), 'utf8'), { id, title })) mistakes.push(`not to be found: ${entry}`);
  }
  return mistakes;
}

/** The row names words of the test (`file#words of its title`), or the test names the row. */
function isProof(text: string, { id, title }: { id: string; title: string | undefined }): boolean {
  return title === undefined ? names(text, id) : title !== '' && text.includes(title);
}

/**
 * A test names a row by its id; by its group and name on one line (`IR-query: bbox and bbox-crs`); or with its whole group (`IM-ref-*`, or
 * `IR-crs-%s` in a table of cases).
 */
function names(text: string, id: string): boolean {
  const [, group, name] = /^([A-Z]+-[a-z]+)-(.+)$/.exec(id) ?? [];
  if (group === undefined || name === undefined) return new RegExp(`${id}(?![\\w-])`).test(text);
  const word = `${name.replaceAll('.', '\\.')}(?![\\w-])`;
  return new RegExp(`${group}-(${word}|\\*|%s)|${group}: (.*[^\\w-])?${word}`).test(text);
}

/** Every content line of a document below its first `##`: numbered rule, bullet, table row or sentence. */
function countsOf(path: string): Record<string, number> {
  const separator = /^\|[-| ]+\|$/;
  const lines = readFileSync(path, 'utf8').split('\n');
  const counts: Record<string, number> = {};
  let heading: string | undefined;
  lines.forEach((line, index) => {
    heading = /^##+ (.+)$/.exec(line)?.[1] ?? heading;
    const isTableHead = separator.test(line) || separator.test(lines[index + 1] ?? '');
    if (heading === undefined || line.trim() === '' || line.startsWith('#') || isTableHead) return;
    counts[heading] = (counts[heading] ?? 0) + 1;
  });
  return counts;
}

describe.each([['IM', 'spec/000_45dca85f28a5524c.txt'], ['IR', 'spec/001_6adb4477c793d37a.txt']])('%s', (document, path) => {
  describeWithShared('against the document', path, (found) => {
    test('each heading has as many rows as the document has rules, table rows and sentences there', () => {
      const counts: Record<string, number> = {};
      for (const row of RULES.filter((candidate) => candidate.document === document)) {
        counts[row.heading] = (counts[row.heading] ?? 0) + 1;
      }
      expect(counts).toEqual(countsOf(found));
    });
  });
});
