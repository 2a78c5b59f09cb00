/** What is told before anybody hears it. */
import { expect, test } from 'vitest';
import { Early } from '../../../pipelines/operations/event-buffer.ts';

test('is heard in its order by who comes later, and once', () => {
  const heard: string[] = [];
  const early = new Early<string[]>();
  for (const word of ['damage', 'shown']) early.tell((hearer) => hearer.push(word));
  early.hear(heard);
  early.tell((hearer) => hearer.push('batch'));
  expect(heard).toEqual(['damage', 'shown', 'batch']);
});

test('is dropped when nobody will hear', () => {
  const early = new Early<string[]>();
  let calls = 0;
  early.tell(() => { calls += 1; });
  early.hear(null);
  early.tell(() => { calls += 1; });
  expect(calls).toBe(0);
});
