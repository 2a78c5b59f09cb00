/** Free bytes: the room on the disk of a folder. */
import { statfs } from 'node:fs/promises';

/** Returns the bytes that an unprivileged process may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
