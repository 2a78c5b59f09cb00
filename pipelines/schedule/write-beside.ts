/**
 * Write beside: a file beside a delivery, whole and durable or not at all, that nobody can read who could not read the delivery.
 * Not here: what it says (prepare/report, changed-notice.ts).
 */
import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';

/** The owner, the group and the permissions of a delivery. */
export type Ownership = Pick<BigIntStats, 'uid' | 'gid' | 'mode'>;

/** Writes under another name first, which is new each time: a try that was killed may have left one. The folder is not synced. Throws what the system throws. */
export async function writeBeside(path: string, content: string | Iterable<string>, ownership: Ownership): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  const file = await open(temporary, 'wx', Number(ownership.mode & 0o666n) | 0o600);
  try {
    await giveTo(file, ownership);
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

/** Gives a file to an owner and a group; where the system does not allow that, its own group may do no more than everybody. */
async function giveTo(file: FileHandle, { uid, gid }: Ownership): Promise<void> {
  const own = await file.stat({ bigint: true });
  try {
    if (process.getuid?.() === 0) await file.chown(Number(uid), Number(gid));
    else if (own.gid !== gid) await file.chown(-1, Number(gid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    const mode = Number(own.mode);
    await file.chmod((mode & 0o606) | ((mode & 0o006) << 3));
  }
}
