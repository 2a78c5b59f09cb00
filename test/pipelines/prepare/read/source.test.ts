/** Sources of bytes: plain or packed with gzip, whole, cut off, damaged, or a zip bomb. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import type { Delivery } from '../../../../pipelines/prepare/read/source.ts';
import { chunksOf } from '../../../../pipelines/prepare/read/source.ts';
import type { SourceFault } from '../../../../pipelines/prepare/unpacker.ts';
import type { Json } from '../../../../schemas/json.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { building, deliver } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
let folder: string;
beforeAll(async () => {
  spatial = await spatialForTests();
  folder = mkdtempSync(join(tmpdir(), 'ev-source-'));
});
afterAll(() => {
  spatial.close();
  rmSync(folder, { recursive: true });
});

async function read(delivery: Delivery): Promise<{ bytes: Buffer; faults: readonly SourceFault[]; largest: number }> {
  const faults: SourceFault[] = [];
  const parts: Buffer[] = [];
  for await (const chunk of chunksOf(delivery, { onFault: (fault) => faults.push(fault) })) parts.push(Buffer.from(chunk));
  return { bytes: Buffer.concat(parts), faults, largest: Math.max(0, ...parts.map(({ length }) => length)) };
}

function file(bytes: Buffer): Delivery {
  const path = join(folder, 'levering');
  writeFileSync(path, bytes);
  return { path };
}

/** Many buildings, one a line. */
const buildings = (count: number): string => Array.from({ length: count }, (_, i) => JSON.stringify(building(i))).join('\n');

describe('gzip, recognised by its first bytes', () => {
  const feature = (value: Record<string, Json>): Json => {
    const { geometrie, ...properties } = value;
    return { type: 'Feature', id: value['id']!, geometry: geometrie!, properties };
  };
  const two = [building(1), building(2)];
  const framings: Readonly<Record<string, readonly [text: string, count: number]>> = {
    'one object': [JSON.stringify(two[0]), 1],
    'an array': [JSON.stringify(two), 2],
    'newline-delimited JSON': [two.map((value) => JSON.stringify(value)).join('\n'), 2],
    'a Feature': [JSON.stringify(feature(two[0]!)), 1],
    'a FeatureCollection': [JSON.stringify({ type: 'FeatureCollection', features: two.map(feature) }), 2],
  };
  test.each(Object.entries(framings))('%s gives the same report packed and not, from memory and from a file', async (_, [text, count]) => {
    const plain = await deliver(spatial, text);
    expect(plain.report.counts).toMatchObject({ accepted: count, errors: 0 });
    expect((await deliver(spatial, { bytes: gzipSync(text) })).report).toEqual(plain.report);
    expect((await deliver(spatial, file(gzipSync(text)))).report).toEqual(plain.report);
    expect((await deliver(spatial, file(Buffer.from(text)))).report).toEqual(plain.report);
  });

  test('any bytes come back, in any number of members', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50_000 }), { minLength: 1, maxLength: 4 }), async (members) => {
      const packed = Buffer.concat(members.map((member) => gzipSync(member)));
      expect(await read({ bytes: packed })).toMatchObject({ bytes: Buffer.concat(members), faults: [] });
    }), { numRuns: 40 });
  });

  test('bytes that only begin like gzip are reported; one byte alone is not taken for gzip', async () => {
    expect((await deliver(spatial, { bytes: Buffer.from([0x1f, 0x8b, 1, 2, 3]) })).found).toContain('levering.gzip-beschadigd');
    expect((await deliver(spatial, { bytes: Buffer.from([0x1f, 0x8b]) })).found).toContain('levering.gzip-afgekapt');
    expect(await read({ bytes: Buffer.from('7') })).toMatchObject({ bytes: Buffer.from('7'), faults: [] });
    expect(await read({ bytes: Buffer.alloc(0) })).toMatchObject({ bytes: Buffer.alloc(0), faults: [] });
  });

  test('the body of a request, which has its own Content-Encoding, is not unpacked', async () => {
    expect((await deliver(spatial, { bytes: gzipSync(JSON.stringify(building(1))), plain: true })).found).toEqual(['levering.geen-json']);
  });

  test('within gzip is not unpacked twice', async () => {
    expect((await deliver(spatial, { bytes: gzipSync(gzipSync('{}')) })).found).toEqual(['levering.geen-json']);
  });
});

describe('an incomplete file', () => {
  const packed = gzipSync(buildings(300));

  test('cut off: it is reported, and the roots before the cut are accepted', async () => {
    const { report, roots, found } = await deliver(spatial, { bytes: packed.subarray(0, packed.length / 2) });
    expect(found).toContain('levering.gzip-afgekapt');
    expect(report.counts.accepted).toBeGreaterThan(100);
    expect(roots).toHaveLength(report.counts.accepted);
  });

  test('cut off anywhere: the bytes before the cut come out, and never more', async () => {
    const whole = Buffer.from(buildings(300));
    await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: packed.length - 1 }), async (at) => {
      const { bytes, faults } = await read({ bytes: packed.subarray(0, at) });
      expect(faults).toEqual(['gzip-afgekapt']);
      expect(whole.subarray(0, bytes.length).equals(bytes)).toBe(true);
      expect(bytes.length).toBeGreaterThanOrEqual(Math.min(whole.length, (at - 2_000) * 2));
    }), { numRuns: 60 });
  });

  test('cut off behind a byte that may be padding: the bytes before the cut come out, and never more', async () => {
    const whole = Buffer.from(buildings(300));
    const places = Array.from(packed.keys()).filter((at) => at >= 2 && at < packed.length && [0x00, 0x0a, 0x0d, 0x1a, 0x20].includes(packed[at - 1]!));
    expect(places.length).toBeGreaterThan(20);
    for (const at of places.slice(0, 60)) {
      const { bytes, faults } = await read({ bytes: packed.subarray(0, at) });
      expect(faults).toEqual(['gzip-afgekapt']);
      expect(whole.subarray(0, bytes.length).equals(bytes), String(at)).toBe(true);
    }
  });

  test('a flipped bit is reported, unless it changed no unpacked byte', async () => {
    const whole = Buffer.from(buildings(300));
    await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: packed.length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const { bytes, faults } = await read({ bytes: flipped(packed, at, bit) });
      if (faults.length === 0) expect(bytes.equals(whole)).toBe(true);
    }), { numRuns: 100 });
  });

  test.each([
    ['a checksum that is wrong', flipped(packed, packed.length - 8, 0)],
    ['other bytes behind it', Buffer.concat([packed, Buffer.from(JSON.stringify(building(999)))])],
    ['zeros and other bytes behind it', Buffer.concat([packed, Buffer.from('\0x')])],
  ])('%s: nothing is accepted, because damaged bytes cannot be trusted', async (_, bytes) => {
    const { report, found } = await deliver(spatial, { bytes });
    expect(found).toContain('levering.gzip-beschadigd');
    expect(report.counts.accepted).toBe(0);
    expect(report.objects.filter(({ verdict }) => verdict === 'accepted')).toEqual([]);
  });
});

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at]! ^= 1 << bit;
  return damaged;
}

describe('limits', () => {
  test('a zip bomb is stopped by its ratio, long before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
    const { bytes, faults } = await read({ bytes: bomb });
    expect(faults).toEqual(['gzip-verdacht']);
    expect(bytes.length).toBeLessThanOrEqual(Math.max(LIMITS.gzipFreeBytes, bomb.length * LIMITS.gzipRatioMax));
    const { report, roots } = await deliver(spatial, { bytes: Buffer.concat([gzipSync(`${buildings(3)}\n`), bomb]) });
    expect(report.counts).toMatchObject({ accepted: 0, refused: 3 });
    expect(report.findings.map(({ rule }) => rule)).toContain('levering.gzip-verdacht');
    expect(roots.length).toBeLessThanOrEqual(3);
  });

  test('chunks stay small however much a file unpacks to', async () => {
    const { faults, largest } = await read({ bytes: gzipSync(Buffer.alloc(15 * 2 ** 20, ' ')) });
    expect(faults).toEqual([]);
    expect(largest).toBeLessThanOrEqual(2 ** 20);
  });
});
