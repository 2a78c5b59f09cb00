/**
 * Try write: finds out whether this user can write to a folder, by making and removing a file. The mode is not enough: a service manager
 * or a mount may make the folder read-only.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { TEMPORARY_PREFIX } from '../../../publisher/format/layout.ts';

/** A folder that this user cannot write to. */
export interface Unwritable {
  readonly path: string;
  /** Error code of the system: `EROFS`. */
  readonly code: string;
  /** The error in words, with owner and mode of the folder where they are the cause. */
  readonly why: string;
}

/** Returns why the folder cannot be written to, or null. `shown`: path for messages. A file left by a kill is removed as other temporary files are. */
export function tryWrite(folder: string, shown = folder): Unwritable | null {
  const file = join(folder, `${TEMPORARY_PREFIX}try-${randomBytes(6).toString('hex')}`);
  try {
    closeSync(openSync(file, 'wx', 0o600));
    rmSync(file);
    return null;
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === undefined || errno === undefined) throw error;
    return { path: shown, code, why: `${getSystemErrorMessage(errno)} (${code})${rightsOf(folder, code)}` };
  }
}

function rightsOf(folder: string, code: string): string {
  if (code !== 'EACCES' && code !== 'EPERM') return '';
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined ? '' : `: the folder is of uid ${stat.uid}, gid ${stat.gid}, mode ${(stat.mode & 0o7777).toString(8)}`;
}

/** `user ev-register (uid 998)`. */
export function thisUser(): string {
  const uid = process.getuid?.();
  try {
    return `user ${userInfo().username} (uid ${uid})`;
  } catch {
    // A number without an entry among the users of the machine.
    return `user ${uid}`;
  }
}
