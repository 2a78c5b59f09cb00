/**
 * Try write: finds out whether this user can write to a folder, by making and removing a file. The mode is not enough: a service manager
 * or a mount may make the folder read-only.
 * Invariant: the file has one name in each folder, so that the next try removes a file that a kill left.
 */
import { closeSync, constants, openSync, rmSync, statSync } from 'node:fs';
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

const NAME = `${TEMPORARY_PREFIX}try`;
/** The folder may belong to somebody else: no link is followed, no byte of an existing file is changed, and a pipe does not make this wait. */
const FLAGS = constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Returns why the folder cannot be written to, or null. `shown`: path for messages. */
export function tryWrite(folder: string, shown = folder): Unwritable | null {
  const file = join(folder, NAME);
  try {
    closeSync(openSync(file, FLAGS, 0o600));
    // Another process may try the same folder.
    rmSync(file, { force: true });
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
