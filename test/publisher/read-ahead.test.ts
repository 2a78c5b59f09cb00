/** Read-ahead: packs count as in memory once they were read through, are intact and fit, until a read from one waits for a disk. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { CHECKSUM_BYTES } from '../../publisher/format/pack.ts';
import { PackFiles } from '../../publisher/read/bytes/pack-files.ts';
import { ReadAhead } from '../../publisher/read/bytes/read-ahead.ts';
import { openStore } from '../../publisher/store.ts';
import { SOUND } from '../always-sound.ts';

const MEGABYTE = 1024 * 1024;

afterEach(() => { vi.restoreAllMocks(); });

/** Packs with these numbers of bytes, by number; a pack of 0 bytes cannot be read. */
function aheadOf(sizes: Readonly<Record<number, number>>): { ahead: ReadAhead; read: number[] } {
  const read: number[] = [];
  const ahead = new ReadAhead({
    readThrough(pack, _, bytesMax) {
      read.push(pack);
      const size = sizes[pack];
      if (size === undefined) return Promise.reject(new Error('it is gone'));
      return Promise.resolve(size > bytesMax ? undefined : size);
    },
  });
  return { ahead, read };
}

/** Disk reads of the process so far, and the duration of each read. */
function machine(): { disk: number; readingMs: number } {
  const state = { disk: 0, readingMs: 0 };
  const usage = process.resourceUsage();
  vi.spyOn(process, 'resourceUsage').mockImplementation(() => ({ ...usage, fsRead: state.disk }));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now += state.readingMs);
  return state;
}

test('packs that were read through are in memory, the newest read first; others are forgotten', async () => {
  const { ahead, read } = aheadOf({ 1: 10, 2: 10, 7: 10 });
  await ahead.through([1, 7, 2]);
  expect(read).toEqual([7, 2, 1]);
  expect([1, 2, 7].map((pack) => ahead.has(pack))).toEqual([true, true, true]);
  await ahead.through([7]);
  expect([1, 2, 7].map((pack) => ahead.has(pack))).toEqual([false, false, true]);
  expect(read, 'what is in memory is not read again').toEqual([7, 2, 1]);
});

test('what does not fit into half of the free memory, or cannot be read, stays unknown, and the others are read', async () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(20 * MEGABYTE);
  const { ahead } = aheadOf({ 1: 2 * MEGABYTE, 3: 9 * MEGABYTE, 4: 11 * MEGABYTE });
  await ahead.through([1, 2, 3, 4]);
  expect([1, 2, 3, 4].map((pack) => ahead.has(pack))).toEqual([false, false, true, false]);
});

test('a pack that cannot be read is not tried again while it is wanted', async () => {
  const { ahead, read } = aheadOf({ 1: 10 });
  await ahead.through([1, 2]);
  await ahead.through([1, 2]);
  expect(read).toEqual([2, 1]);
  await ahead.through([1]);
  await ahead.through([1, 2]);
  expect(read).toEqual([2, 1, 2]);
});

describe('a pack that is read through', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-ahead-'));
  const of = { folder, audience: 'public' } as const;
  afterAll(() => { rmSync(folder, { recursive: true }); });

  /** Writes a pack with this number of bytes behind its header; returns its path. */
  function packOf(number: number, bytes: number): string {
    const store = openStore(folder, SOUND);
    store.prepare('public', new Date());
    const pack = store.startPack({ audience: 'public', number, configuration: '' });
    for (let left = bytes; left > 0; left -= 300_000) pack.add(Buffer.alloc(Math.min(left, 300_000), left % 251));
    pack.finish();
    store.keepPack(pack);
    return pack.path;
  }

  async function isSound(number: number): Promise<boolean> {
    const ahead = new ReadAhead(new PackFiles(of));
    await ahead.through([number]);
    const has = ahead.has(number);
    ahead.close();
    return has;
  }

  test.each([0, 1, CHECKSUM_BYTES - 200, CHECKSUM_BYTES, 2 * CHECKSUM_BYTES + 7])('is in memory; with one bit changed anywhere, cut off or longer it is not (%i bytes)', async (length) => {
    const path = packOf(1, length);
    expect(await isSound(1)).toBe(true);
    const bytes = readFileSync(path);
    const bad: Buffer[] = [bytes.subarray(0, -1), bytes.subarray(0, 20), Buffer.alloc(0), Buffer.concat([bytes, bytes.subarray(0, 1)])];
    for (const at of [0, 9, length >> 1, bytes.length - 73, bytes.length - 40, bytes.length - 36, bytes.length - 1].filter((one) => one >= 0)) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 4;
      bad.push(flipped);
    }
    for (const [index, content] of bad.entries()) {
      writeFileSync(path, content);
      expect(await isSound(1), String(index)).toBe(false);
    }
  });
});

describe('a reading that takes long', () => {
  test('because a disk was waited for: the pack is not in memory, and is read through again later', async () => {
    vi.useFakeTimers();
    const state = machine();
    const { ahead, read } = aheadOf({ 1: 10, 2: 10 });
    await ahead.through([1, 2]);
    state.readingMs = 6;
    ahead.timed(2, () => { state.disk = 8; });
    expect([ahead.has(1), ahead.has(2)]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toEqual([2, 1, 2]);
    expect(ahead.has(2)).toBe(true);
    ahead.close();
    vi.useRealTimers();
  });

  test('because another process had the processor: the pack stays, also when the process read a disk before', async () => {
    const state = machine();
    const { ahead } = aheadOf({ 1: 10 });
    await ahead.through([1]);
    Object.assign(state, { readingMs: 300, disk: 8 });
    ahead.timed(1, () => {});
    expect(ahead.has(1)).toBe(true);
  });
});
