/** Disk full: takes the room of a small file system. */
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Takes all room that is left, but for so many bytes; the path of what takes it. */
export function fill(folder: string, room = 0): string {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const bytes of [1024 * 1024, 4096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes, 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  if (room > 0) truncateSync(path, statSync(path).size - room);
  return path;
}
