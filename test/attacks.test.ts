/** The page of attacks names tests that are there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PAGE = readFileSync(join(import.meta.dirname, 'ATTACKS.md'), 'utf8');

test('each attack is shown by a test of that name in the file that the page names', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| ')).slice(2).map((line) => line.split(' | '));
  expect(rows.length).toBeGreaterThan(25);
  const named = rows.flatMap(([attack, , tests = '']) => tests.replace(/ \|$/, '').split('<br>').map((one) => [attack, one] as const));
  const missing = named.filter(([, one]) => {
    const [, file, title] = /^\[.+\]\((.+)\): (.+)$/.exec(one) ?? [];
    return file === undefined || title === undefined || !readFileSync(join(import.meta.dirname, file), 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});
