/** Invisible characters between objects, and padding behind a packed delivery, are skipped with one finding that names them. */
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { Framer } from '../../../../pipelines/prepare/read/framing.ts';
import { Unpacker } from '../../../../pipelines/prepare/unpacker.ts';
import { building, deliver, RD } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const BOM = '\ufeff';
const compact = (number: number): string => JSON.stringify(building(number));
const pretty = (number: number): string => JSON.stringify(building(number), null, 2);

/** Number of accepted roots, and `rule found` of each finding. */
async function taken(text: string | Buffer): Promise<readonly [number, ...string[]]> {
  const { report } = await deliver(spatial, { bytes: Buffer.from(text) }, { crs: RD });
  return [report.counts.accepted, ...report.findings.map(({ rule, found }) => `${rule}${found === undefined ? '' : ` ${found}`}`)];
}

describe('invisible characters', () => {
  const MARKS = 'levering.onzichtbaar U+FEFF ZERO WIDTH NO-BREAK SPACE (BOM) (2×)';
  test.each<[string, string, number, readonly string[]]>([
    ['marks of joined lines', [1, 2, 3].map((number) => `${BOM}${compact(number)}\n`).join(''), 3, ['json.bom', MARKS]],
    ['marks of joined objects on many lines', [1, 2, 3].map((number) => `${BOM}${pretty(number)}\r\n`).join(''), 3, ['json.bom', MARKS]],
    ['marks without line ends', [1, 2, 3].map((number) => `${BOM}${pretty(number)}`).join(''), 3, ['json.bom', MARKS]],
    ['objects on many lines without any', [1, 2].map((number) => `${pretty(number)}\n`).join(''), 2, []],
    ['a line of its own', `${compact(1)}\n\u200b\n${compact(2)}`, 2, ['levering.onzichtbaar U+200B ZERO WIDTH SPACE (1×)']],
    ['behind and before a line', `${compact(1)}\u00a0\n${compact(2)}\n \u00a0${compact(3)}`, 3, ['levering.onzichtbaar U+00A0 NO-BREAK SPACE (2×)']],
    ['between objects on one line', `${compact(1)}\u00a0${compact(2)}`, 2, ['levering.onzichtbaar U+00A0 NO-BREAK SPACE (1×)']],
    ['in a list', `[${compact(1)}\u200b,\u200b${compact(2)}]\u200b`, 2, ['levering.onzichtbaar U+200B ZERO WIDTH SPACE (3×)']],
    ['at the end of a file', `${compact(1)}\n\0\u001a`, 1, ['levering.onzichtbaar U+0000 NULL (1×), U+001A SUBSTITUTE (1×)']],
  ])('%s', async (_, text, accepted, told) => {
    expect(await taken(text)).toEqual([accepted, ...told]);
  });

  test('inside an object are an error that names them', async () => {
    const [accepted, found] = await taken(pretty(1).replace('  "id"', '\u00a0"id"'));
    expect([accepted, found]).toEqual([0, 'json.syntaxis U+00A0 NO-BREAK SPACE']);
  });

  test('inside a text stay as they are', async () => {
    expect(await taken(JSON.stringify(building(1, { locatieomschrijving: undefined!, bronhouder: 'Gemeente\u00a0Zwolle' })))).toEqual([1]);
  });

  test('are counted equally wherever the chunks are cut', () => {
    const unit = fc.constantFrom('{"a":1}', '{\n"a":1\n}', '\n', ' ', BOM, '\u200b', '\u00a0', 'é', ',');
    fc.assert(fc.property(fc.string({ unit, maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (text, chunkBytes) => {
      expect(framed(text, chunkBytes)).toEqual(framed(text, Infinity));
    }), { numRuns: 500 });
  });
});

/** The records of a text, and the skipped characters. */
function framed(text: string, chunkBytes: number) {
  const framer = new Framer();
  const bytes = Buffer.from(text);
  const records: unknown[] = [];
  const take = (more: ReturnType<Framer['end']>): void => { for (const { bytes: own, ...record } of more) records.push({ ...record, text: own.toString() }); };
  for (let at = 0; at < bytes.length; at += Math.min(chunkBytes, bytes.length)) take(framer.push(Buffer.from(bytes.subarray(at, at + Math.min(chunkBytes, bytes.length)))));
  take(framer.end());
  return { records, unseen: framer.unseen };
}

describe('padding behind a packed file', () => {
  test.each<[string, readonly number[], number]>([
    ['a line end', [10], 1], ['a line end of Windows', [13, 10], 2], ['zeros', Array<number>(600).fill(0), 600], ['both', [10, 0, 0], 3],
  ])('%s', async (_, padding, count) => {
    expect(await taken(Buffer.concat([gzipSync(compact(1)), Buffer.from(padding)]))).toEqual([1, `levering.gzip-opvulling ${count} bytes`]);
  });

  test('other bytes behind the file are damage', async () => {
    expect(await taken(Buffer.concat([gzipSync(compact(1)), Buffer.from('AB\0\0')]))).toContain('levering.gzip-beschadigd');
  });

  test('any bytes come back with and without padding, cut anywhere', async () => {
    const padding = fc.constantFrom('', '\n', '\0', '\0\0\0\n', '\r\n');
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), padding, fc.integer({ min: 1, max: 30 }), async (content, behind, chunkBytes) => {
      const packed = Buffer.concat([gzipSync(content), Buffer.from(behind)]);
      const unpacker = new Unpacker();
      const parts: Buffer[] = [];
      for (let at = 0; at < packed.length; at += chunkBytes) for await (const part of unpacker.push(packed.subarray(at, at + chunkBytes))) parts.push(part);
      for await (const part of unpacker.end()) parts.push(part);
      unpacker.close();
      expect([Buffer.concat(parts), unpacker.fault, unpacker.padding]).toEqual([Buffer.from(content), undefined, behind.length]);
    }), { numRuns: 300 });
  });
});
