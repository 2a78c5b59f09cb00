/**
 * Ownership: who may read and write a file or folder. A copy or a new version of a file gets the ownership of the first: its mode whatever
 * the umask is, its owner where the process may give files away (root), and its group where it may give them to that.
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

/** `copy`: where the file was copied to, for when the file is gone meanwhile. */
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
 * Gives a file or folder, by path or descriptor, an owner and permissions; without a mode it keeps its own. Where the process may not give
 * it to the group, its own group may do no more than everybody.
 */
export function setOwnership(file: string | number, { mode, uid, gid }: Owner & Partial<Ownership>): void {
  const present = typeof file === 'string' ? statSync(file) : fstatSync(file);
  // First the owner: giving a file away may clear bits of its mode.
  const isWhole = give(file, present, { uid, gid });
  const wanted = mode ?? present.mode & PERMISSIONS;
  setMode(file, isWhole ? wanted : (wanted & ~0o070) | ((wanted & 0o007) << 3));
}

/** Gives it to the owner and the group. Returns false when it keeps another group. */
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
