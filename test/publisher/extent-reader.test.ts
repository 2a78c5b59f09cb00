/**
 * Extent reader: returns the bytes of each extent, whatever was requested before. Extents requested again are read once more only;
 * neighbours are read by one call.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cache } from '../../publisher/read/bytes/cache.ts';
import { ExtentReader, type PackExtent } from '../../publisher/read/bytes/extent-reader.ts';

const MEBIBYTE = 1024 * 1024;

/** Fills memory with the bytes that a pack has from an offset on. */
function fillFrom(pack: number, offset: number, target: Buffer): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (pack * 31 + (offset + at) * 7) & 255;
}

function bytesOf({ pack, offset, length }: PackExtent): Buffer {
  const bytes = Buffer.alloc(length);
  fillFrom(pack, offset, bytes);
  return bytes;
}

/** A reader, and the offsets and lengths that it read. */
function readerOf(cache = new Cache(MEBIBYTE)): { reader: ExtentReader; calls: [number, number][] } {
  const calls: [number, number][] = [];
  const reader = new ExtentReader(cache, (pack, offset, target) => {
    calls.push([offset, target.length]);
    fillFrom(pack, offset, target);
  });
  return { reader, calls };
}

const EXTENT = fc.record({
  pack: fc.integer({ min: 1, max: 3 }), offset: fc.integer({ min: 0, max: 40 }).map((n) => n * 977), length: fc.constantFrom(0, 1, 5, 977, 3_000, 300_000),
});

test('each extent has its bytes, whatever was wanted before it, by itself or with others, and they stay what they were', () => {
  fc.assert(fc.property(fc.array(fc.array(EXTENT, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 }), (lists) => {
    const { reader } = readerOf();
    const given = lists.map((list) => (list.length === 1 ? [reader.get(list[0]!)] : reader.all(list)));
    for (const [at, list] of lists.entries()) {
      expect(given[at]!.map((bytes, n) => bytes.equals(bytesOf(list[n]!)))).toEqual(list.map(() => true));
    }
  }), { numRuns: 60 });
});

test('released memory is used again', () => {
  const { reader } = readerOf();
  const first = reader.releasable(() => reader.get({ pack: 1, offset: 0, length: 500 }));
  first.release();
  const { result: second } = reader.releasable(() => reader.get({ pack: 1, offset: 977, length: 500 }));
  expect([second.buffer === first.result.buffer, second.byteOffset]).toEqual([true, first.result.byteOffset]);
});

test('bytes that are not released stay what they were, whatever is released, in whatever order and how often', () => {
  const step = fc.record({ list: fc.array(EXTENT, { minLength: 1, maxLength: 3 }), releases: fc.array(fc.nat(), { maxLength: 3 }) });
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
    const { reader } = readerOf();
    const given: { readonly list: readonly PackExtent[]; readonly bytes: readonly Buffer[]; readonly release: () => void }[] = [];
    const released = new Set<number>();
    for (const { list, releases } of steps) {
      const { result: bytes, release } = reader.releasable(() => reader.all(list));
      given.push({ list, bytes, release });
      for (const at of releases.map((n) => n % given.length)) {
        given[at]!.release();
        released.add(at);
      }
    }
    for (const [at, { list, bytes }] of given.entries()) {
      if (!released.has(at)) expect(bytes.map((some, n) => some.equals(bytesOf(list[n]!)))).toEqual(list.map(() => true));
    }
  }), { numRuns: 200 });
});

test('an extent is read when first wanted, cached when wanted again, and read anew when all is cleared', () => {
  const cache = new Cache(MEBIBYTE);
  const { reader, calls } = readerOf(cache);
  const extent = { pack: 1, offset: 4_096, length: 2_000 };
  for (let time = 0; time < 5; time += 1) reader.get(extent);
  expect(calls).toHaveLength(2);
  reader.clear();
  cache.clear();
  reader.get(extent);
  expect(calls).toHaveLength(3);
});

test('extents near one another in a pack are read by one call, others by their own', () => {
  const { reader, calls } = readerOf();
  reader.all([
    { pack: 1, offset: 0, length: 100 }, { pack: 1, offset: 100, length: 50 }, { pack: 1, offset: 4_000, length: 10 },
    { pack: 1, offset: 40_000, length: 10 }, { pack: 2, offset: 40_010, length: 10 }, { pack: 2, offset: 30_000, length: 10 },
  ]);
  expect(calls).toEqual([[0, 4_010], [40_000, 10], [40_010, 10], [30_000, 10]]);
});

test('offsets beyond 4 GiB are told apart from those that are lower by a multiple of it', () => {
  const { reader, calls } = readerOf();
  for (const offset of [8, 2 ** 32 + 8, 2 ** 33 + 8]) {
    for (let time = 0; time < 3; time += 1) reader.get({ pack: 1, offset, length: 8 });
  }
  expect(calls.map(([offset]) => offset)).toEqual([8, 8, 2 ** 32 + 8, 2 ** 32 + 8, 2 ** 33 + 8, 2 ** 33 + 8]);
});
