import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atan2, atanh, cos, sin, tanh } from '../../../pipelines/coordinates/small-angles.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const NEAR = { sin, cos, tanh, atanh } as const;

const angle = fc.oneof(
  between(-0.11, 0.11), between(-0.003, 0.003),
  between(-4, 4), fc.constantFrom(0, -0, 0.1, -0.1, 1e-300, Infinity, Number.NaN),
);

test.each(['sin', 'cos', 'tanh', 'atanh'] as const)('%s equals that of Math, to the last bits', (name) => {
  fc.assert(fc.property(angle, (x) => close(NEAR[name](x), Math[name](x))), { numRuns: 5_000 });
});

test('atan2 equals that of Math, in all four quadrants', () => {
  fc.assert(fc.property(angle, angle, (y, x) => close(atan2(y, x), Math.atan2(y, x))), { numRuns: 5_000 });
  fc.assert(fc.property(angle, (y) => close(atan2(y, 1), Math.atan2(y, 1))), { numRuns: 5_000 });
});

test('there is no jump between series and Math', () => {
  for (const x of [0.002, 0.1]) {
    for (const name of ['sin', 'cos', 'tanh', 'atanh'] as const) {
      for (const at of [x * (1 - 1e-12), x, x * (1 + 1e-12)]) expect(close(NEAR[name](at), Math[name](at))).toBe(true);
    }
  }
});

function close(found: number, expected: number): boolean {
  return Object.is(found, expected) || Math.abs(found - expected) <= 4 * Number.EPSILON * Math.abs(expected);
}
