/** Files: reads or hashes whole files of an edition. When a file cannot be read, the Fault has a hint. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { unreadable } from '../format/damage.ts';

const PIECE_BYTES = 1024 * 1024;

export function readWhole(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Returns the first bytes of a file, at most `length`. */
export function readStart(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Returns SHA-256 and size of a file, read in pieces. */
export function hashFile(path: string): { sha256: string; size: number } {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let size = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let count = readSync(file, piece); count > 0; count = readSync(file, piece)) {
        hash.update(piece.subarray(0, count));
        size += count;
      }
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return { sha256: hash.digest('hex'), size };
}
