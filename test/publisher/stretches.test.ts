/** Stretches: the bytes asked for, whatever was asked for before; and those that are asked for again are filled once more only. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cache } from '../../publisher/read/cache.ts';
import { Stretches, type Stretch } from '../../publisher/read/stretches.ts';

const MEBIBYTE = 1024 * 1024;

/** Fills memory with the bytes that a pack has from an offset on. */
function fillFrom({ pack, offset }: Stretch, target: Buffer): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (pack * 31 + (offset + at) * 7) & 255;
}

test('the bytes of each stretch, whatever was asked for before it, and they stay what they were', () => {
  const stretch = fc.record({ pack: fc.integer({ min: 1, max: 3 }), offset: fc.integer({ min: 0, max: 40 }), length: fc.constantFrom(0, 1, 5, 17, 300_000) });
  fc.assert(fc.property(fc.array(stretch, { minLength: 1, maxLength: 40 }), (asked) => {
    const stretches = new Stretches(new Cache(MEBIBYTE));
    const given = asked.map((one) => stretches.get(one, (target) => { fillFrom(one, target); }));
    for (const [at, one] of asked.entries()) {
      const expected = Buffer.alloc(one.length);
      fillFrom(one, expected);
      expect(given[at]!.equals(expected)).toBe(true);
    }
  }), { numRuns: 60 });
});

test('a stretch is filled when first asked for, kept when asked for again, and forgotten when all is let go', () => {
  const cache = new Cache(MEBIBYTE);
  const stretches = new Stretches(cache);
  let filled = 0;
  const ask = (): void => { stretches.get({ pack: 1, offset: 4_096, length: 2_000 }, () => { filled += 1; }); };
  for (let time = 0; time < 5; time += 1) ask();
  expect(filled).toBe(2);
  stretches.clear();
  cache.clear();
  ask();
  expect(filled).toBe(3);
});

test('offsets beyond 4 GiB are told apart from those that are lower by a multiple of it', () => {
  const stretches = new Stretches(new Cache(MEBIBYTE));
  const filled: number[] = [];
  for (const offset of [8, 2 ** 32 + 8, 2 ** 33 + 8]) {
    for (let time = 0; time < 3; time += 1) stretches.get({ pack: 1, offset, length: 8 }, () => { filled.push(offset); });
  }
  expect(filled).toEqual([8, 8, 2 ** 32 + 8, 2 ** 32 + 8, 2 ** 33 + 8, 2 ** 33 + 8]);
});
