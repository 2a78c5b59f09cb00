/** Radix sort beside a sort by comparison, which is stable too. */
import { expect, test } from 'vitest';
import { radixSorted } from '../../publisher/read/rows/radix-sort.ts';
import type { Steps } from '../../publisher/read/steps.ts';

const NUMBERS = [0, -0, 1, -1, 0.1, -0.1, 1e-310, -1e-310, 255, 256, 1_999, 2 ** 53, -(2 ** 53), 1.7e12, -Number.MAX_VALUE, Infinity, -Infinity];

test.each([0, 1, 100, 20_000])('%d numbers of all kinds come in their order, equal ones as they stood', (length) => {
  const numbers = Float64Array.from({ length }, (_, at) => NUMBERS[at * 7_919 % NUMBERS.length]! * (1 + at % 3));
  const places = Uint32Array.from({ length }, (_, at) => length - 1 - at);
  const expected = [...places].sort((left, right) => (numbers[left]! < numbers[right]! ? -1 : numbers[left]! > numbers[right]! ? 1 : 0));
  expect([...resultOf(radixSorted(places, numbers.slice()))]).toEqual(expected);
});

function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
