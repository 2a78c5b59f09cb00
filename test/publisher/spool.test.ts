/** The spool gives back every record, whether it still lies in memory or in its file, and leaves no file behind. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spool } from '../../publisher/write/spool.ts';

test('records come back in any order, above and below the limit of memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-spool-test-'));
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), fc.nat(500), (sizes, memory) => {
    const spool = new Spool(folder, memory);
    const records = sizes.map((size, index) => Buffer.alloc(size * 8, index));
    const places = records.map((record) => spool.add(record));
    for (const index of [...records.keys()].reverse()) {
      const found = spool.read(places[index]!, records[index]!.length);
      expect(found.equals(records[index]!)).toBe(true);
      expect(found.byteOffset % 8).toBe(0);
    }
    expect(readdirSync(folder)).toEqual([]);
    spool.close();
  }), { numRuns: 200 });
  rmSync(folder, { recursive: true });
});
