/**
 * Copy: copies files durably and reads each copy back. Size and SHA-256 of the copy equal those of the file. Memory is bounded.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sumOf, type Sum } from '../../publisher/file-sum.ts';
import { Fault } from '../../schemas/fault.ts';

/**
 * Copies a file to a new path, readable for its owner only, and makes its folder. The caller syncs the folder. A failed copy is removed.
 */
export async function copyFile(source: string, target: string): Promise<Sum> {
  mkdirSync(dirname(target), { recursive: true });
  const file = await open(target, 'wx', 0o600);
  try {
    const sum = await fill(file, source);
    requireSame(target, sum, await sumOf(target));
    return sum;
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

/** Fills a file from another, syncs and closes it. */
async function fill(file: FileHandle, source: string): Promise<Sum> {
  try {
    const sum = await sumOf(source, (piece) => file.appendFile(piece));
    await file.sync();
    return sum;
  } finally {
    await file.close();
  }
}

/** Writes bytes to a new path, durably, and reads them back. */
export async function writeFile(target: string, bytes: Uint8Array): Promise<Sum> {
  mkdirSync(dirname(target), { recursive: true });
  const file = openSync(target, 'wx');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const sum = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  requireSame(target, sum, await sumOf(target));
  return sum;
}

/** Throws a Fault when a file does not have the expected sum. */
export function requireSame(path: string, expected: Sum, actual: Sum): void {
  if (expected.bytes === actual.bytes && expected.sha256 === actual.sha256) return;
  throw new Fault('the file is not what was written', {
    step: 'Backup:Verify', path, expected: textOf(expected), actual: textOf(actual), hint: 'Check that disk; take another backup.',
  });
}

function textOf({ bytes, sha256 }: Sum): string {
  return `${bytes} bytes, SHA-256 ${sha256}`;
}
