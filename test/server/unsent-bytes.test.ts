/** Memory of responses that wait for slow clients. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { UnsentBytes, type UnsentFigures } from '../../server/connection/unsent-bytes.ts';

class FakeResponse extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function crowd(bytesMax: number) {
  let figures: UnsentFigures = { bytes: 0, closed: 0, refused: 0 };
  let nowMs = 0;
  const unsent = new UnsentBytes((changed) => { figures = changed; }, bytesMax, () => nowMs);
  const response = () => new FakeResponse() as FakeResponse & ServerResponse;
  return { unsent, response, figures: () => figures, pass: (ms: number) => { nowMs += ms; } };
}

test('stalled clients are disconnected first, the longest wait first; then responses are refused', () => {
  const { unsent, response, figures, pass } = crowd(100);
  const [slow, stalled, later] = [response(), response(), response()];
  for (const one of [slow, stalled]) {
    expect(unsent.hasRoom(40)).toBe(true);
    unsent.reserve(one, 40);
    unsent.begin(one, 40);
  }
  expect([unsent.hasRoom(40), slow.destroyed, stalled.destroyed], 'nobody is stalled yet').toEqual([false, false, false]);
  pass(4_000);
  unsent.progress(slow);
  unsent.begin(slow, 40);
  pass(2_000);
  expect([unsent.hasRoom(40), slow.destroyed, stalled.destroyed]).toEqual([true, false, true]);
  unsent.reserve(later, 40);
  pass(60_000);
  expect([unsent.hasRoom(40), slow.destroyed], 'an answer that is being made does not stall').toEqual([true, true]);
  expect([unsent.hasRoom(80), later.destroyed]).toEqual([false, false]);
  expect(figures()).toEqual({ bytes: 40, closed: 2, refused: 2 });
  later.destroy();
  expect(figures().bytes).toBe(0);
});

test('a single response may be larger than the limit', () => {
  const { unsent, response } = crowd(100);
  expect(unsent.hasRoom(1_000)).toBe(true);
  unsent.reserve(response(), 1_000);
  expect(unsent.hasRoom(1)).toBe(false);
});

test('a chunk larger than what was reserved counts whole', () => {
  const { unsent, response, figures } = crowd(100);
  const one = response();
  unsent.reserve(one, 10);
  unsent.begin(one, 70);
  expect(figures().bytes).toBe(70);
  one.destroy();
  unsent.begin(one, 70);
  expect(figures().bytes).toBe(0);
});

test('a buffer shared by responses counts once, and whole for any slice', () => {
  const { unsent, response, figures } = crowd(1_000);
  const [memory, other] = [Buffer.allocUnsafeSlow(500), Buffer.allocUnsafeSlow(50)];
  const [one, two] = [response(), response()];
  unsent.hold(one, [memory.subarray(0, 5), memory.subarray(10, 15), other]);
  unsent.hold(two, [memory.subarray(5, 10)]);
  expect(figures().bytes).toBe(550);
  one.destroy();
  expect(figures().bytes).toBe(500);
  two.destroy();
  expect(figures().bytes).toBe(0);
});

test('a response to a client that left before it began takes no memory', () => {
  const { unsent, response, figures } = crowd(100);
  const gone = response();
  gone.destroy();
  unsent.reserve(gone, 80);
  unsent.begin(gone, 90);
  unsent.hold(gone, [Buffer.allocUnsafeSlow(50)]);
  expect([unsent.hasRoom(80), figures().bytes]).toEqual([true, 0]);
});
