/** Machine checks: versions, extension, grids, clock and disk. */
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { inAmsterdam } from '../../schemas/time.ts';
import { loadGrids } from '../coordinates/grids.ts';
import { openSpatial } from '../prepare/geometry/index.ts';
import { cachedSpatial } from '../prepare/spatial-extension.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { BEHIND_MS_MAX, clockFault, lastStamp, receivedOf } from '../state/folder/clock.ts';
import { fault, note, together, type DoctorContext, type CheckFindings, type Remark } from './check.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const FREE_BYTES_MIN = 1024 ** 3;
const FREE_FILES_MIN = 10_000;

interface PackageFile {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

export function node({ nodeVersion }: DoctorContext): CheckFindings {
  const expected = packageFile(PROJECT).engines.node;
  const least = Number(/\d+/.exec(expected)?.[0]);
  const isOld = Number(nodeVersion.split('.')[0]) < least;
  return {
    detail: `${nodeVersion}, SQLite ${process.versions['sqlite'] ?? 'unknown'}`,
    remarks: isOld ? [fault(`Node ${nodeVersion} is too old: expected ${expected}`, 'Use `npx ev …`, which brings its own.')] : [],
  };
}

/** Checks that every package has the version in package.json. */
export function packages(): CheckFindings {
  const { version, dependencies } = packageFile(PROJECT);
  const wrong = Object.entries(dependencies).flatMap(([name, expected]) => {
    const folder = join(PROJECT, 'node_modules', name);
    const found = existsSync(join(folder, 'package.json')) ? packageFile(folder).version : 'absent';
    return found === expected ? [] : [`${name} ${found}, expected ${expected}`];
  });
  return {
    detail: `ev-register ${version}, ${Object.keys(dependencies).length} packages`,
    remarks: together(wrong, { what: 'not as package.json names them', mend: 'Run `npm ci` in the folder of the program.' }),
  };
}

function packageFile(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

export async function spatial({ cacheFolder }: DoctorContext): Promise<CheckFindings> {
  const opened = await openSpatial(await cachedSpatial(cacheFolder));
  opened.close();
  return { detail: 'loads', remarks: [] };
}

export function grids(): CheckFindings {
  return { detail: `SHA-256 ${loadGrids().sha256.slice(0, 12)}…, as shipped`, remarks: [] };
}

/** Compares the clock with the last stamp of the register, because stamps cannot be changed later. */
export function clockOf({ data, clock }: DoctorContext): CheckFindings {
  const now = clock();
  const detail = inAmsterdam(now);
  if (!existsSync(foldersOf(data).inbox)) return { detail, remarks: [] };
  const db = openExistingState(data);
  try {
    const ahead = clockFault(db, receivedOf(now));
    if (ahead !== null) throw ahead;
    const behindMs = lastStamp(db) / 1_000 - now.getTime();
    const last = `the last stamp is ${inAmsterdam(new Date(Math.floor(lastStamp(db) / 1_000)))}`;
    return {
      detail, remarks: behindMs <= BEHIND_MS_MAX ? [] : [fault(`the clock is behind what the register saw before: ${last}`,
        'Compare `date -u` with another clock and mend time synchronisation; until then stamps run ahead of the clock. Is this clock right, see `stamps` below.')],
    };
  } finally {
    db.close();
  }
}

/** Checks the room on the disks of the data folder and of temporary files. */
export async function disk({ data }: DoctorContext): Promise<CheckFindings> {
  const places = [existing(data), tmpdir()];
  const found = await Promise.all(places.map(async (place) => {
    const { bavail, bsize, ffree, files } = await statfs(place);
    return { place, freeBytes: bavail * bsize, freeFiles: files === 0 ? Infinity : ffree };
  }));
  const remarks = found.flatMap(({ place, freeBytes, freeFiles }): Remark[] => [
    ...(freeBytes >= FREE_BYTES_MIN ? [] : [lowOn(place, `${mebibytes(freeBytes)} free`, data)]),
    ...(freeFiles >= FREE_FILES_MIN ? [] : [lowOn(place, `${freeFiles} files can still be made`, data)]),
  ]);
  return { detail: found.map(({ place, freeBytes }) => `${place}: ${mebibytes(freeBytes)} free`).join('; '), remarks };
}

function lowOn(place: string, what: string, data: string): Remark {
  const remark = place === existing(data) ? fault : note;
  return remark(`${place} is nearly full: ${what}`, 'Free at least 1 GiB, outside the data folder; fewer days of editions take less (`--keep-days`).');
}

/** Returns the folder, or its nearest parent that exists. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
