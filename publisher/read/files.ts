/** Files: reads files of an edition, whole or in part. When a file cannot be read, the Fault has a hint. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { unreadable } from '../format/damage.ts';

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
