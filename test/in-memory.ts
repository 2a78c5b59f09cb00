/**
 * Gives tests temporary folders in memory, where syncing a file costs nothing, and the compile cache of Node: worker threads and processes load
 * each module compiled. Where `/dev/shm` is absent or has little room, the folders stay on disk. Not here: kills and full disks (test/faults/).
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_FOLDER } from './pipelines/prepare/spatial-for-tests.ts';

const MEMORY = '/dev/shm';
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/** Sets the environment that the workers of vitest inherit. Returns the function that removes the folder. */
export function setup(): (() => void) | undefined {
  process.env['NODE_COMPILE_CACHE'] ??= join(CACHE_FOLDER, 'compiled');
  if (process.env['TMPDIR'] !== undefined || freeBytes() < FREE_BYTES_MIN) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'ev-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return remove;
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
