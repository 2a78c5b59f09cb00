/** Tests of trying to write to a folder, also where a kill left the file of an earlier try and where others put one. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { tryWrite } from '../../../../pipelines/state/folder/try-write.ts';

const FILE = '.new-try';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-try-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test('a try leaves nothing, and removes the file that a kill left', () => {
  expect([tryWrite(folder), readdirSync(folder)]).toEqual([null, []]);
  writeFileSync(join(folder, FILE), '');
  expect([tryWrite(folder), readdirSync(folder)]).toEqual([null, []]);
});

test('a link that lies there is not followed', () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'as it was');
  symlinkSync(other, join(folder, FILE));
  expect(tryWrite(folder)).toMatchObject({ path: folder, code: 'ELOOP' });
  expect(readFileSync(other, 'utf8')).toBe('as it was');
});

test('another name of a file that lies there is removed, and the file stays as it was', () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'as it was');
  linkSync(other, join(folder, FILE));
  expect([tryWrite(folder), readdirSync(folder), readFileSync(other, 'utf8')]).toEqual([null, ['other'], 'as it was']);
});

test('a pipe or a folder that lies there is told, without waiting for a reader', () => {
  execFileSync('mkfifo', [join(folder, FILE)]);
  expect(tryWrite(folder)).toMatchObject({ code: 'ENXIO' });
  rmSync(join(folder, FILE));
  mkdirSync(join(folder, FILE));
  expect(tryWrite(folder, 'shown')).toMatchObject({ path: 'shown', code: 'EISDIR' });
});
