/** The spool gives back every record, whether it still lies in memory or in its file, and leaves no file behind. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spool } from '../../publisher/write/spool.ts';

test('records come back, all of them beside each other until they are released, above and below the limit of memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-spool-test-'));
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), fc.nat(500), (sizes, memory) => {
    const spool = new Spool(folder, memory);
    const records = sizes.map((size, index) => Buffer.alloc(size * 8, index));
    const places = records.map((record) => spool.add(record));
    for (let time = 0; time < 2; time += 1) {
      const found = places.map((place, index) => spool.read(place, records[index]!.length)).reverse();
      expect(found.map((record) => record.byteOffset % 8)).toEqual(records.map(() => 0));
      expect(found.reverse().every((record, index) => record.equals(records[index]!))).toBe(true);
      spool.release();
    }
    expect(readdirSync(folder)).toEqual([]);
    spool.close();
  }), { numRuns: 200 });
  rmSync(folder, { recursive: true });
});
