/**
 * Watch folder: `FOLDER/HOLDER/`, in which a source holder puts deliveries as files. In it the program makes `taken/`, where a file waits
 * for its report, and `done/` and `refused/`, where it lies with it in the end.
 *
 * Invariants:
 *  - A file moves by a rename within its holder's folder only, so it is in one place at any moment, and nothing there is overwritten.
 *  - In `taken/` a file is named `UUID_NAME`, by the uuid of its submission: so each step can be done again after a crash.
 *  - No symbolic link is followed: neither of a file nor of a folder. What is no plain file stays where it lies.
 *  - A name that says that a file is not whole yet is not taken: one that begins with a dot, or ends in .part, .tmp or .filepart.
 * Not here: submissions and reports (collect.ts).
 */
import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../../publisher/store.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';

/** Who writes a file may pause so long. */
export const UNCHANGED_MS = 10_000;

const OWN = { taken: 'taken', done: 'done', refused: 'refused' } as const;
export type Verdict = 'done' | 'refused';

const UNFINISHED = /^\.|\.(?:part|tmp|filepart)$/i;
/** What the program adds to a name needs room too. */
const NAME_BYTES_MAX = 190;
const TAKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(.+)$/s;

/** A plain file that may be taken once it is unchanged. */
export interface Candidate {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Differs when anything about the file's bytes may. */
  readonly stamp: string;
}

export interface Looked {
  readonly candidates: readonly Candidate[];
  /** Files whose names say that they are not whole yet. */
  readonly unfinished: number;
  /** What cannot be taken and stays, and why. */
  readonly others: readonly Other[];
}

interface Other {
  readonly name: string;
  readonly why: string;
}

/** A file that was taken, and the uuid of its submission. */
export interface Taken {
  readonly uuid: string;
  /** As its holder named it. */
  readonly name: string;
  readonly path: string;
}

/** Names of the folders of holders, and of what else lies beside them. Throws a Fault when the watch folder cannot be read. */
export function holdersIn(folder: string): { readonly holders: readonly string[]; readonly others: readonly string[] } {
  const entries = entriesOf(folder).filter(({ name }) => !name.startsWith('.'));
  return {
    holders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort(),
    others: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name).sort(),
  };
}

/** What a holder put there. */
export function look(holderFolder: string): Looked {
  const entries = entriesOf(holderFolder).filter(({ name }) => !Object.hasOwn(OWN, name));
  const finished = entries.filter(({ name }) => !UNFINISHED.test(name));
  const others = finished.flatMap((entry) => {
    const why = entry.isFile() ? refusalOf(holderFolder, entry.name) : 'is no plain file';
    return why === null ? [] : [{ name: entry.name, why }];
  });
  const strangers = takenNames(holderFolder).filter((name) => !TAKEN.test(name));
  const names = finished.map(({ name }) => name).filter((name) => !others.some((other) => other.name === name));
  return {
    candidates: names.flatMap((name) => candidateOf(holderFolder, name)).sort(byAge), unfinished: entries.length - finished.length,
    others: [...others, ...strangers.map((name) => ({ name: join(OWN.taken, name), why: 'was not put there by the program' }))],
  };
}

/** Why a plain file cannot be taken, or null. */
function refusalOf(folder: string, name: string): string | null {
  if (name.includes('\uFFFD')) return 'has a name that is no UTF-8';
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `has a name of more than ${NAME_BYTES_MAX} bytes`;
  try {
    accessSync(join(folder, name), constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : `cannot be read (${code})`;
  }
  const bytes = lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes > LIMITS.deliveryBytesMax ? `has ${bytes} bytes, more than ${LIMITS.deliveryBytesMax}: deliver it in parts` : null;
}

/** Moves a file to `taken/`, durably; undefined when it is gone. */
export function take(holderFolder: string, { name }: Candidate, uuid: string): Taken | undefined {
  const path = join(ownFolder(holderFolder, 'taken'), `${uuid}_${name}`);
  try {
    renameSync(join(holderFolder, name), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notMoved(error, join(holderFolder, name));
  }
  syncFolder(join(holderFolder, OWN.taken));
  syncFolder(holderFolder);
  return { uuid, name, path };
}

/** What was taken and has no report yet, in order of name. */
export function takenIn(holderFolder: string): readonly Taken[] {
  return takenNames(holderFolder).flatMap((file) => {
    const [, uuid, name] = TAKEN.exec(file) ?? [];
    return uuid === undefined || name === undefined ? [] : [{ uuid, name, path: join(holderFolder, OWN.taken, file) }];
  }).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function takenNames(holderFolder: string): readonly string[] {
  if (lstatSync(join(holderFolder, OWN.taken), { throwIfNoEntry: false }) === undefined) return [];
  return entriesOf(ownFolder(holderFolder, 'taken')).map(({ name }) => name);
}

/** Whether a taken file is a plain one still: its holder may have put a link in its place. */
export function isPlain({ path }: Taken): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Where a file and its reports lie in the end. */
export interface RestingPlace {
  readonly folder: string;
  /** What the paths of the three begin with: that of the file. */
  readonly stem: string;
}

export function restingPlace(
  holderFolder: string, { uuid, name }: Taken, { verdict, received }: { readonly verdict: Verdict; readonly received: string },
): RestingPlace {
  const folder = ownFolder(holderFolder, verdict);
  const moment = received.replaceAll(/[-:]|\.\d/g, '');
  return { folder, stem: join(folder, `${moment}_${uuid.slice(0, 8)}_${name}`) };
}

/** Removes reports that a crash left half written. The file itself is not there yet, so nothing else begins with its name. */
export function clearPlace({ stem, folder }: RestingPlace): void {
  const left = readdirSync(folder).filter((name) => name.startsWith(`${basename(stem)}.report.`));
  for (const name of left) rmSync(join(folder, name));
}

/** Moves a taken file to its place, durably. Throws a Fault when something lies there. */
export function rest({ path }: Taken, { stem, folder }: RestingPlace): void {
  if (lstatSync(stem, { throwIfNoEntry: false }) !== undefined) {
    throw new Fault('a file lies where this one should go', { step: 'Collect:Move', path: stem, actual: path, hint: 'Move it aside; nothing is overwritten.' });
  }
  try {
    renameSync(path, stem);
  } catch (error) {
    throw notMoved(error, path);
  }
  syncFolder(folder);
}

/** One of the program's own folders, made when it lacks. Throws a Fault when it is a link or a file: files would go elsewhere. */
function ownFolder(holderFolder: string, which: keyof typeof OWN): string {
  const path = join(holderFolder, OWN[which]);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      mkdirSync(path);
      syncFolder(holderFolder);
    }
  } catch (error) {
    throw notMoved(error, path);
  }
  if (lstatSync(path).isDirectory()) return path;
  throw new Fault('this is no folder', { step: 'Collect:Look', path, hint: `Remove it; the program makes ${which}/ itself.` });
}

function candidateOf(folder: string, name: string): readonly Candidate[] {
  const stat = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
  if (stat?.isFile() !== true) return [];
  return [{ name, bytes: Number(stat.size), modifiedMs: Number(stat.mtimeMs), stamp: `${stat.ino} ${stat.size} ${stat.mtimeNs}` }];
}

/** Order of arrival as far as a folder tells it. */
function byAge(a: Candidate, b: Candidate): number {
  return a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1);
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch (error) {
    throw new Fault('the folder cannot be read', {
      step: 'Collect:Look', path: folder, actual: (error as Error).message, cause: error, hint: 'Make it, or check its owner and rights.',
    });
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function notMoved(error: unknown, path: string): Fault {
  return new Fault('the file cannot be moved', {
    step: 'Collect:Move', path, actual: (error as Error).message, cause: error,
    hint: 'Check owner and rights of the folder, and that it is one file system with taken/, done/ and refused/.',
  });
}
