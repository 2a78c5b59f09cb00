/** Memo: a value is cached when its text comes back, unless the text is long or the value may not be cached. */
import { expect, test } from 'vitest';
import { Memo } from '../../server/request/memo.ts';

/** A memo, and how often it made a value. */
function memoOf(): { made: string[]; get: (key: string) => string } {
  const memo = new Memo<string>();
  const made: string[] = [];
  const get = (key: string): string => memo.get(key, () => {
    made.push(key);
    return `value of ${key}`;
  }, (value) => !value.endsWith('!'));
  return { made, get };
}

test('a value is made twice at most, and is the same each time', () => {
  const { made, get } = memoOf();
  for (let time = 0; time < 5; time += 1) expect(get('a')).toBe('value of a');
  expect(made).toEqual(['a', 'a']);
});

test('texts that come once replace no value of a text that came back', () => {
  const { made, get } = memoOf();
  get('a');
  get('a');
  for (let n = 0; n < 5_000; n += 1) get(`once ${n}`);
  get('a');
  expect(made.filter((key) => key === 'a')).toHaveLength(2);
});

test('a long text, and a value that may not be cached, are made each time', () => {
  const { made, get } = memoOf();
  const long = 'b'.repeat(1_000);
  for (let time = 0; time < 4; time += 1) {
    get(long);
    get('c!');
  }
  expect(made).toHaveLength(8);
});
