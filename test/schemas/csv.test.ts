/** CSV: a cell with a formula gets an apostrophe, and a cell made to take long takes little time. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '../../schemas/csv.ts';
import { leastCpuMs } from '../cpu.ts';

/** The parts that a Dutch spreadsheet makes of an unquoted cell. */
const partsOf = (cell: string): readonly string[] => cell.split(/[;\t\r\n]/);
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

test('no part of a cell begins with a formula, behind whatever white space and quotes', () => {
  const cell = fc.array(fc.constantFrom('=', '+', '-', '@', '＝', ' ', '"', ';', '\t', '\r', '\n', '\v', 'a', "'", '1'), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(fc.property(cell, (text) => {
    const written = csvText([[text]]).slice(1, -2);
    const inside = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    expect(partsOf(inside).filter((part) => FORMULA.test(part))).toEqual([]);
    expect(inside.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
  }), { numRuns: 5_000 });
});

test.each(['\n', '\n\v', ' ', '"', '\t', ';'])('a text of 100,000 times %j is written within 100 ms of CPU', (part) => {
  expect(leastCpuMs(() => csvText([[part.repeat(100_000)]]))).toBeLessThan(100);
});
