/** Ids are exact, in columns and as texts, whatever their hashes: a Set of texts says the same. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ids } from '../../../pipelines/prepare/ids.ts';
import type { IdColumn, IdHash } from '../../../pipelines/prepare/ids.ts';

function columnOf(ids: readonly string[]): IdColumn {
  let end = 0;
  return { ids: Buffer.from(ids.join('')), idEnds: Uint32Array.from(ids, (id) => end += Buffer.byteLength(id)) };
}

/** Adds lists of ids, a column and texts in turn; beside each id, whether it was new. */
function expectExact(lists: readonly (readonly string[])[], hash?: IdHash): void {
  const ids = new Ids(hash);
  const known = new Set<string>();
  for (const [index, list] of lists.entries()) {
    const first = index % 2 === 0 ? ids.open(columnOf(list)) : undefined;
    for (const [place, id] of list.entries()) {
      const isNew = first === undefined ? ids.addText(id) !== undefined : ids.add(first + place);
      if (isNew === known.has(id)) expect.unreachable(`${id} is ${isNew ? 'new' : 'known'}`);
      known.add(id);
    }
  }
  expect(ids.size).toBe(known.size);
  for (const id of known) if (ids.at(ids.numberOf(id)!) !== id) expect.unreachable(`the number of ${id} is another's`);
  expect(ids.has('nergens')).toBe(false);
}

const list = fc.array(fc.constantFrom('a', 'b', 'ab', 'é', '\u{1f600}', 'NL.IMEV.AB12.g1', 'NL.IMEV.AB12.g2', '\ufffd'), { maxLength: 12 });

test('whatever ids come again', () => {
  fc.assert(fc.property(fc.array(list, { maxLength: 8 }), (lists) => { expectExact(lists); }));
});

test('half a surrogate is not another half, nor what UTF-8 has for it', () => {
  expectExact([['\ufffd'], ['\ud800', '\ud801', '\ud800'], ['\ufffd', 'x']]);
});

test('hundreds of thousands', () => {
  const made = (from: number): readonly string[] => Array.from({ length: 60_000 }, (_, index) => `NL.IMEV.AB12.g${from + index}`);
  expectExact([made(0), made(60_000), made(200_000), made(230_000)]);
});

test('that are made to meet in one place', () => {
  const made = (from: number): readonly string[] => Array.from({ length: 3_000 }, (_, index) => `g${from + index}`);
  expectExact([made(0), made(1_000), made(0), made(5_000)], () => 7);
  expectExact([made(0), made(1_000), made(0), made(5_000)], (bytes, from, until) => (until - from + bytes[from]!) << 20);
});
