/** A durable file: the files in its folder while it is made, after it got its name, and after it failed. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DurableFile, replaceFile, replaceFileInPieces } from '../../publisher/durable-file.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test('a file that is replaced keeps its mode; a new one gets the mode that was asked for', () => {
  const path = join(temporaryFolder(), 'a');
  replaceFile(path, Buffer.from('one'), { mode: 0o640 });
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['one', 0o640]);
  chmodSync(path, 0o604);
  replaceFile(path, Buffer.from('two'), { mode: 0o640 });
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['two', 0o604]);
});

test('a file in pieces is not there until it is whole', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  const seen: boolean[] = [];
  const pieces = function* (): Generator<string> {
    for (const piece of ['één ', 'twee']) {
      seen.push(existsSync(path));
      yield piece;
    }
  };
  await replaceFileInPieces(path, pieces());
  expect([seen, readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([[false, false], 'één twee', ['a']]);
});

test('nothing stays of a file whose content or name fails', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  expect(() => replaceFile(join(folder, 'taken'), Buffer.from('x'))).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  const broken = function* (): Generator<string> {
    yield 'half';
    throw new Error('broken off');
  };
  await expect(replaceFileInPieces(join(folder, 'b'), broken())).rejects.toThrow('broken off');
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('only one of two files gets a name that is free', () => {
  const path = join(temporaryFolder(), 'head');
  const kept = ['one', 'two'].map((text) => {
    const file = new DurableFile(path);
    file.write(Buffer.from(text));
    file.sync();
    return file.keepIfFree();
  });
  expect([kept, readFileSync(path, 'utf8')]).toEqual([[true, false], 'one']);
});

test('a file that is dropped during a write in the background writes to no other file', async () => {
  const folder = temporaryFolder();
  const file = new DurableFile(join(folder, 'large'));
  const written = file.writeLater(Buffer.alloc(64 << 20, 'x')).catch(() => undefined);
  file.drop();
  writeFileSync(join(folder, 'other'), 'y');
  const other = new DurableFile(join(folder, 'third'));
  other.write(Buffer.from('z'));
  await written;
  other.sync();
  other.keep();
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['y', 'z']);
});
