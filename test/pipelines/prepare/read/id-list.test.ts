/** Lists of ids: the forms of a file, and the line of anything that is no id. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { idsIn } from '../../../../pipelines/prepare/read/index.ts';

async function read(content: string | Buffer): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ev-ids-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'ids');
  writeFileSync(path, content);
  return await idsIn(path);
}

test.each([
  ['one a line, empty lines between', 'a\r\n\r\n  b c \nd'],
  ['with a byte-order mark', '\uFEFFa\nb c\nd\n'],
  ['a JSON list', '["a", "b c",\n "d"]'],
  ['JSON texts, one a line', '"a"\n"b c"\n"d"\n'],
  ['objects', '[{"entityType":"X","id":"a"},{"id":"b c","heeft":[{"id":"z"}]},{"id":"d"}]'],
  ['objects, one a line', '{"id":"a"}\n{"id":"b c"}\n{"id":"d"}\n'],
  ['features', '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":null,"properties":{}},'
    + '{"type":"Feature","geometry":null,"properties":{"id":"b c"}},{"type":"Feature","id":"d","geometry":null,"properties":{}}]}'],
  ['packed', gzipSync('a\nb c\nd\n')],
  ['an id twice', 'a\nb c\na\nd'],
])('%s', async (_, content) => {
  expect(await read(content)).toEqual(['a', 'b c', 'd']);
});

test.each([
  ['an empty file', '', 'found no id'],
  ['an empty list', '[]', 'found no id'],
  ['a line that is too long for an id', `a\n${'x'.repeat(300)}\n`, ':2, expected one id on each line'],
  ['a control character', 'a\nb\u0007\n', ':2, expected'],
  ['a number', '["a",\n7]', ':2, expected'],
  ['an object without an id', '[{"id":"a"},\n{"naam":"b"}]', ':2, expected'],
  ['JSON that ends too soon', '["a", "b', ':1, expected'],
  ['a damaged archive', gzipSync('a\nb\n').subarray(0, 20), 'found'],
])('%s is refused', async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
