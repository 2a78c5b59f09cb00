/** Event buffer: order and number of calls, before and after a listener is attached. */
import { expect, test } from 'vitest';
import { EventBuffer } from '../../../pipelines/operations/event-buffer.ts';

test('a listener that is attached late gets every event once, in order', () => {
  const received: string[] = [];
  const buffer = new EventBuffer<string[]>();
  for (const word of ['damage', 'head']) buffer.emit((listener) => listener.push(word));
  buffer.attach(received);
  buffer.emit((listener) => listener.push('batch'));
  expect(received).toEqual(['damage', 'head', 'batch']);
});

test('events are dropped when no listener will be attached', () => {
  const buffer = new EventBuffer<string[]>();
  let calls = 0;
  buffer.emit(() => { calls += 1; });
  buffer.attach(null);
  buffer.emit(() => { calls += 1; });
  expect(calls).toBe(0);
});
