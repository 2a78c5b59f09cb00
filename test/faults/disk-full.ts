/** Disk full: takes the room of a small file system. */
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often nothing may have come free before the disk counts as full, and the time between two looks. */
const LOOKS = 5;
const LOOK_MS = 200;

/** Takes all room that is left, but for so many bytes; the path of what takes it. */
export function fill(folder: string, room = 0): string {
  const path = join(folder, 'filler');
  grow(path);
  if (room > 0) truncateSync(path, statSync(path).size - room);
  return path;
}

/** Takes all room, also what a process that still works frees after that; the path of what takes it. */
export async function fillForGood(folder: string): Promise<string> {
  const path = fill(folder);
  for (let quiet = 0; quiet < LOOKS; quiet += 1) {
    await sleep(LOOK_MS);
    if (grow(path)) quiet = -1;
  }
  return path;
}

/** Adds to a file until the disk is full. Returns whether there was room. */
function grow(path: string): boolean {
  const file = openSync(path, 'a');
  let written = 0;
  for (const bytes of [1024 * 1024, 4096]) {
    try {
      for (;;) written += writeSync(file, Buffer.alloc(bytes, 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return written > 0;
}
