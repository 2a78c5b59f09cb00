/**
 * Small file: a file that people edit (settings, organisations, tokens, pipelines), read whole.
 *
 * Invariants:
 *  - It is a regular file: a symbolic link, a folder, a pipe or a device is never read. A pipe has no end, and a link leads to anything.
 *  - A file above the size limit is refused.
 * Not here: files of source holders (state/folder/plain-file.ts), parsing (state/folder/json-file.ts, configuration/settings-file.ts).
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isOfSystem } from '../../schemas/fault.ts';

/** Opening a pipe without a writer would keep the process waiting; O_NONBLOCK does nothing to a regular file. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const NOT_ORDINARY = 'no ordinary file but a link, a folder, a pipe or a device: put the file itself there';

/** Returns the bytes, or undefined when there is no such file. Throws an Error with the reason when the file is not read. */
export function readSmallFile(path: string, bytesMax: number): Buffer | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    return bytesOf(file, bytesMax);
  } catch (error) {
    throw isOfSystem(error) ? unread(error) : error;
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, OPEN_FLAGS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' || code === 'ENXIO' ? new Error(NOT_ORDINARY, { cause: error }) : unread(error);
  }
}

function bytesOf(file: number, bytesMax: number): Buffer {
  const stat = fstatSync(file);
  if (!stat.isFile()) throw new Error(NOT_ORDINARY);
  if (stat.size > bytesMax) throw new Error(`${stat.size} bytes, expected at most ${bytesMax}`);
  const bytes = Buffer.alloc(stat.size);
  let done = 0;
  for (let read = -1; done < bytes.length && read !== 0; done += read) read = readSync(file, bytes, done, bytes.length - done, done);
  return bytes.subarray(0, done);
}

function unread(cause: unknown): Error {
  return new Error(`cannot be read: ${(cause as Error).message}`, { cause });
}
