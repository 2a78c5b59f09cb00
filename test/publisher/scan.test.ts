import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256 } from '../../publisher/format/hash.ts';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import type { SegmentAddress } from '../../publisher/format/segment-address.ts';
import { PackFiles } from '../../publisher/read/bytes/pack-files.ts';
import { PackScan } from '../../publisher/read/bytes/scan.ts';

const SIZES = [9_000_000, 300_000, 5];

describe('reading pieces of packs one after the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-scan-'));
  const of: AudienceFolder = { folder, audience: 'public' };
  const packs = SIZES.map((size, pack) => Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, at) => at * 2_654_435_761 + pack).buffer, 0, size));
  const placeOf = (pack: number, offset: number, length: number): SegmentAddress =>
    ({ pack: pack + 1, offset, length, hash: sha256(packs[pack]!.subarray(offset, offset + length)) });
  const piece = fc.tuple(fc.nat(SIZES.length - 1), fc.nat(9_000_000), fc.oneof(fc.nat(9_000), fc.nat(9_000_000)))
    .map(([pack, from, length]) => placeOf(pack, from % SIZES[pack]!, Math.min(length, SIZES[pack]! - from % SIZES[pack]!)));
  beforeAll(() => {
    mkdirSync(dirname(fileOf(of, 'packs', 1)), { recursive: true });
    for (const [pack, bytes] of packs.entries()) writeFileSync(fileOf(of, 'packs', pack + 1), bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gives each as it lies, wherever it lies and whatever was read before', () => {
    fc.assert(fc.property(fc.array(piece, { maxLength: 80 }), (places) => {
      const scan = new PackScan(of);
      for (const place of places) {
        expect(scan.read(place).equals(packs[place.pack - 1]!.subarray(place.offset, place.offset + place.length))).toBe(true);
      }
      scan.close();
    }), { numRuns: 20 });
  });

  test('names the pack of a piece with another hash, or that goes beyond its end', () => {
    const scan = new PackScan(of);
    const place = placeOf(1, 299_000, 500);
    expect(() => scan.read({ ...place, hash: sha256(Buffer.alloc(500)) })).toThrow(/bytes of a pack are damaged, file \S+0000000002\.pack, expected SHA-256/);
    expect(scan.read(place).length).toBe(500);
    expect(() => scan.read({ ...place, length: 1_001 })).toThrow(/expected 300001 bytes at least, found 300000/);
    scan.close();
  });

  test('a piece is read though the disk cannot read what lies beside it', () => {
    const [broken, error] = [290_000, new Error('EIO: i/o error, read')];
    const read = vi.spyOn(PackFiles.prototype, 'readSome').mockImplementation((_, offset, target) => {
      if (offset <= broken && broken < offset + target.length) throw error;
      return packs[1]!.copy(target, 0, offset);
    });
    const scan = new PackScan(of);
    try {
      expect(scan.read(placeOf(1, 299_000, 500)).equals(packs[1]!.subarray(299_000, 299_500))).toBe(true);
      expect(() => scan.read(placeOf(1, 289_000, 5_000))).toThrow(/a file of the edition cannot be read, file \S+0000000002\.pack, found EIO/);
    } finally {
      read.mockRestore();
      scan.close();
    }
  });
});
