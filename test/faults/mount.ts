/** Mount: a file system of its own for a fault test, which can lose its power or be full. Needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './life.ts';

export interface Mount {
  readonly path: string;
  /** Everything that was not synced is gone, as after a power cut; nothing can be written any more. */
  cut(): void;
  /** Mounts again what a cut left. */
  again(): void;
  remove(): void;
}

const IMAGE_BYTES = 400 * 1024 * 1024;
const MAKE = { ext4: ['mkfs.ext4', '-q', '-F'], xfs: ['mkfs.xfs', '-q', '-f'] } as const;

/** A file system in a file. Throws when it cannot be mounted: these tests never pass by not running. */
export function mountDisk(kind: keyof typeof MAKE): Mount {
  const folder = newFolder();
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  mkdirSync(path);
  const [make, ...options] = MAKE[kind];
  execFileSync(make, [...options, image]);
  const mount = (): void => { execFileSync('mount', ['-o', 'loop', image, path]); };
  mount();
  return {
    path,
    cut: () => { execFileSync('xfs_io', ['-x', '-c', 'shutdown', path]); },
    again() {
      execFileSync('umount', [path]);
      mount();
    },
    remove: () => dismantle(path, folder),
  };
}

/** A file system in memory of so many bytes. */
export function mountMemory(bytes: number): Pick<Mount, 'path' | 'remove'> {
  const folder = newFolder();
  const path = join(folder, 'disk');
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path]);
  return { path, remove: () => dismantle(path, folder) };
}

/** Lazily: what failed in between may still hold a file open. */
function dismantle(path: string, folder: string): void {
  execFileSync('umount', ['--lazy', path]);
  rmSync(folder, { recursive: true });
}
