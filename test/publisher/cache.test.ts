/** The cache of a reader: its bytes stay below the limit, and entries that are used again stay. */
import { expect, test } from 'vitest';
import { Cache } from '../../publisher/read/bytes/cache.ts';

const MIB = 1024 * 1024;

function add(cache: Cache, offset: number, length: number): void {
  const { bytes, slab } = cache.room(length);
  bytes.fill(offset % 251);
  cache.set({ pack: 1, offset }, bytes, slab);
}

/** The entries from one offset to another. */
function memoryOf(cache: Cache, from: number, to: number): number {
  const memories = new Set<ArrayBufferLike>();
  for (let offset = from; offset < to; offset += 1) {
    const kept = cache.get(1, offset);
    if (kept !== undefined) memories.add(kept.bytes.buffer);
  }
  return [...memories].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

test('never keeps more memory alive than its limit, of long and short pieces', () => {
  const cache = new Cache(32 * MIB);
  for (let offset = 0; offset < 3_000; offset += 1) {
    add(cache, offset, offset % 97 === 0 ? 2 * MIB : 30_000 + (offset % 13) * 1_001);
    expect(cache.bytes).toBeLessThanOrEqual(32 * MIB);
  }
  expect(memoryOf(cache, 2_900, 3_000)).toBeLessThanOrEqual(cache.bytes);
  expect(memoryOf(cache, 2_900, 3_000)).toBeGreaterThan(2 * MIB);
});

test('what is asked for now and then stays, with its bytes; what is not goes', () => {
  const cache = new Cache(32 * MIB);
  add(cache, 7, 1_000);
  add(cache, 8, 1_000);
  for (let offset = 1_000; offset < 6_000; offset += 1) {
    add(cache, offset, 50_000);
    if (offset % 100 === 0) expect(cache.get(1, 7)?.bytes).toEqual(Buffer.alloc(1_000, 7));
  }
  expect(cache.get(1, 8)).toBeUndefined();
});

test('what has room stays as it is, however often it is asked for', () => {
  const cache = new Cache(32 * MIB);
  for (let offset = 0; offset < 500; offset += 1) add(cache, offset, 40_000);
  const first = Array.from({ length: 500 }, (_, offset) => cache.get(1, offset));
  expect(first).not.toContain(undefined);
  for (let round = 0; round < 10; round += 1) {
    for (const [offset, kept] of first.entries()) expect(cache.get(1, offset)).toBe(kept);
  }
});

test('bytes for which room was made so long ago that it is gone are given, and not kept', () => {
  const cache = new Cache(MIB);
  const { bytes, slab } = cache.room(1_000);
  for (let offset = 1; offset < 100; offset += 1) add(cache, offset, 50_000);
  expect(cache.set({ pack: 1, offset: 0 }, bytes, slab).bytes).toBe(bytes);
  expect(cache.get(1, 0)).toBeUndefined();
  expect(cache.bytes).toBeLessThanOrEqual(MIB);
});

test('something longer than the limit is kept until something else comes', () => {
  const cache = new Cache(MIB);
  add(cache, 1, 5 * MIB);
  expect(cache.get(1, 1)?.bytes.length).toBe(5 * MIB);
  add(cache, 2, 5 * MIB);
  expect(cache.get(1, 1)).toBeUndefined();
  expect(cache.get(1, 2)?.bytes.length).toBe(5 * MIB);
});
