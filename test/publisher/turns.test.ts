/** Long work shares the thread with requests. */
import { expect, test } from 'vitest';
import type { Steps } from '../../publisher/read/steps.ts';
import { inTurns, turn } from '../../publisher/read/turns.ts';

/** Blocks the thread for this number of milliseconds. */
function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('however much long work there is, a round of the event loop does one stretch of it', async () => {
  let [stretches, most] = [0, 0];
  let round: NodeJS.Immediate;
  const look = (): void => {
    most = Math.max(most, stretches);
    stretches = 0;
    round = setImmediate(look);
  };
  round = setImmediate(look);
  function* work(): Steps<void> {
    for (let step = 0; step < 3; step += 1) {
      busy(11);
      stretches += 1;
      yield;
    }
  }
  // The first begins at once, beside the round that it begins in.
  await Promise.all([...Array.from({ length: 8 }, () => inTurns(work())), ...Array.from({ length: 8 }, () => turn().then(() => { stretches += 1; }))]);
  clearImmediate(round);
  expect(most).toBeLessThanOrEqual(2);
});

test('waiting work goes on in the order in which it began to wait', async () => {
  const order: number[] = [];
  await Promise.all([1, 2, 3].map(async (one) => {
    for (let at = 0; at < 2; at += 1) {
      await turn();
      order.push(one);
    }
  }));
  expect(order).toEqual([1, 2, 3, 1, 2, 3]);
});
