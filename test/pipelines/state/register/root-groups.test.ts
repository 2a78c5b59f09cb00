/** Root groups: whoever looks at which share, each root of the question is looked at once. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { rootGroups } from '../../../../pipelines/state/register/root-groups.ts';

const numbers = Array.from({ length: 1_000 }, (_, index) => 3 * index + 1);
const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE root (n INTEGER PRIMARY KEY)');
const insert = db.prepare('INSERT INTO root VALUES (?)');
for (const n of numbers.toReversed()) insert.run(n);

function groups(share?: { part: number; of: number }, most = Infinity): readonly number[][] {
  const question = { question: 'SELECT n FROM root WHERE n <= ?1', values: [Math.min(most, 1_000_000)] };
  return [...rootGroups(db, question, share)].map((list) => JSON.parse(list) as number[]);
}

test('all of them, in their order, some at a time', () => {
  expect(groups().flat()).toEqual(numbers);
  expect(Math.max(...groups().map(({ length }) => length))).toBe(32);
  expect(groups(undefined, 100).flat()).toEqual(numbers.filter((n) => n <= 100));
  expect(groups(undefined, 0)).toEqual([]);
});

test.each([1, 2, 3, 7])('%d shares have each root once, and about as many', (of) => {
  const shares = Array.from({ length: of }, (_, part) => groups({ part, of }).flat());
  expect(shares.flat().toSorted((one, other) => one - other)).toEqual(numbers);
  expect(Math.max(...shares.map(({ length }) => length)) - Math.min(...shares.map(({ length }) => length))).toBeLessThanOrEqual(32);
});
