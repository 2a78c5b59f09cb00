/**
 * Copy: files copied durably and read back. What a copy is said to be, its size and SHA-256, is what was read from the copy, and equal to
 * what was read from the file. Memory is bounded.
 */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../../schemas/fault.ts';

const PIECE_BYTES = 1024 * 1024;

/** What a file is known by; `sha256`: hex. */
export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a file whole. */
export async function sumOf(path: string): Promise<Sum> {
  return await sumWhile(path, () => undefined);
}

/**
 * Copies a file to a name that is free, for its owner alone; its folder is made. Only the folder is left to sync. Nothing is left of a copy
 * that fails.
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

/** Synced when it resolves, closed in any case. */
async function fill(file: FileHandle, source: string): Promise<Sum> {
  try {
    const sum = await sumWhile(source, (piece) => file.appendFile(piece));
    await file.sync();
    return sum;
  } finally {
    await file.close();
  }
}

/** The same for bytes at hand. */
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

async function sumWhile(path: string, take: (piece: Buffer) => Promise<void> | undefined): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
    await take(piece);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Throws a Fault when a file is not what it was. */
export function requireSame(path: string, expected: Sum, actual: Sum): void {
  if (expected.bytes === actual.bytes && expected.sha256 === actual.sha256) return;
  throw new Fault('the file is not what was written', {
    step: 'Backup:Verify', path, expected: textOf(expected), actual: textOf(actual), hint: 'Check that disk; take another backup.',
  });
}

function textOf({ bytes, sha256 }: Sum): string {
  return `${bytes} bytes, SHA-256 ${sha256}`;
}
