/**
 * Ownership: who may read and write a file or folder. A copy or a new version of a file gets the ownership of the first. It gets the mode
 * whatever the umask is, the owner when the process may change owners (root), and the group when the process may give files to that group.
 */
import { chmodSync, chownSync, fchmodSync, fchownSync, fstatSync, statSync, type BigIntStats, type Stats } from 'node:fs';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Ownership extends Owner {
  /** Permission bits. */
  readonly mode: number;
}

const PERMISSIONS = 0o7777;

/** `copy` is where the file was copied to, in case the file is gone by now. */
export function ownershipOf(path: string, copy = path): Ownership {
  return ownershipIn(statSync(path, { throwIfNoEntry: false }) ?? statSync(copy));
}

export function ownershipIn({ mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>): Ownership {
  return { mode: mode & PERMISSIONS, uid, gid };
}

export function ownerOf({ uid, gid }: Pick<BigIntStats, 'uid' | 'gid'>): Owner {
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Gives a file or folder, by path or descriptor, an owner and permissions. Without a mode it keeps its own. Where the process may not set
 * the group, the file's present group gets no more rights than everybody.
 */
export function setOwnership(file: string | number, { mode, uid, gid }: Owner & Partial<Ownership>): void {
  const present = typeof file === 'string' ? statSync(file) : fstatSync(file);
  // The owner first: changing the owner may clear bits of the mode.
  const isWhole = give(file, present, { uid, gid });
  const wanted = mode ?? present.mode & PERMISSIONS;
  setMode(file, isWhole ? wanted : (wanted & ~0o070) | ((wanted & 0o007) << 3));
}

/** Sets the owner and the group. Returns false when the file keeps another group. */
function give(file: string | number, present: Owner, { uid, gid }: Owner): boolean {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && present.gid === gid) return true;
  try {
    if (typeof file === 'string') chownSync(file, isRoot ? uid : -1, gid);
    else fchownSync(file, isRoot ? uid : -1, gid);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
  }
}

function setMode(file: string | number, mode: number): void {
  if (typeof file === 'string') chmodSync(file, mode);
  else fchmodSync(file, mode);
}
