/**
 * Ownership: who may read and write a file or folder, kept from the data folder to a backup and back: its mode whatever the umask is, and
 * its owner where the process may give files away (root). A backup that does not say leaves everything to its owner alone.
 */
import { chmodSync, chownSync, statSync } from 'node:fs';

export interface Ownership {
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

const PERMISSIONS = 0o7777;
const OWNER_ALONE = { file: 0o600, folder: 0o700 } as const;

/** `copy`: where the file was copied to, for when the file is gone meanwhile. */
export function ownershipOf(path: string, copy = path): Ownership {
  const { mode, uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(copy);
  return { mode: mode & PERMISSIONS, uid, gid };
}

export function setOwnership(path: string, { mode, uid, gid }: Ownership): void {
  // First the owner: giving a file away may clear bits of its mode.
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
  chmodSync(path, mode);
}

/** For what a backup kept; undefined: an older program made it, and kept none. */
export function restoreOwnership(path: string, kept: Ownership | undefined, kind: 'file' | 'folder'): void {
  if (kept === undefined) chmodSync(path, OWNER_ALONE[kind]);
  else setOwnership(path, kept);
}
