/**
 * Watch folder: `FOLDER/HOLDER/`, in which a source holder puts deliveries as files. The program makes three folders in it: `taken/` for
 * files that wait for their report, `done/` and `refused/` for files with their report.
 *
 * Invariants:
 *  - A file moves only by a rename within its holder's folder, so that it is in one folder at any moment. No file is overwritten.
 *  - In `taken/` a file is named `UUID_NAME`, by the uuid of its submission, so that each step can be repeated after a crash.
 *  - No symbolic link is followed. Folders are opened once and reached by their descriptors (`/proc/self/fd`), so that replacing a folder
 *    by a link has no effect. A file is read by one descriptor (state/folder/plain-file.ts).
 *  - A file is unfinished, and not taken, when its name begins with a dot or ends in .part, .tmp or .filepart.
 * Not here: submissions and reports (collect.ts).
 */
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replaceFileInPieces, syncFolder } from '../../publisher/durable-file.ts';
import { ownerOf } from '../../publisher/ownership.ts';
import type { Sound } from '../../publisher/sound.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { NOT_PLAIN, PlainFile, stampOf, TWO_NAMES } from '../state/folder/plain-file.ts';
import { tryWrite, type Unwritable } from '../state/folder/try-write.ts';

/** A file that is unchanged for this long counts as complete. */
export const UNCHANGED_MS = 10_000;

const OWN = ['taken', 'done', 'refused'] as const;
type Own = (typeof OWN)[number];
export type Verdict = 'done' | 'refused';

const UNFINISHED = /^\.|\.(?:part|tmp|filepart)$/i;
/** Limit that leaves room for the uuid and suffixes that the program adds. */
const NAME_BYTES_MAX = 190;
const TAKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(.+)$/s;

/** A plain file that may be taken once it is unchanged. */
export interface Candidate {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Changes whenever the bytes of the file may have changed. */
  readonly stamp: string;
}

export interface FolderListing {
  readonly candidates: readonly Candidate[];
  /** Number of unfinished files, by their names. */
  readonly unfinished: number;
  /** Entries that cannot be taken and stay, and why. */
  readonly others: readonly Other[];
}

interface Other {
  readonly name: string;
  readonly why: string;
}

/** A file that was taken, and the uuid of its submission. */
export interface Taken {
  readonly uuid: string;
  /** Name that the holder gave the file. */
  readonly name: string;
  /** Path in the holder's folder. */
  readonly path: string;
}

/** Destination of a file: its path in the holder's folder. The paths of its reports begin with it. */
export interface Destination {
  readonly verdict: Verdict;
  readonly path: string;
}

/** Lists the folders of holders, and the other entries beside them. Throws a Fault when the watch folder cannot be read. */
export function holdersIn(folder: string): { readonly holders: readonly string[]; readonly others: readonly string[] } {
  const entries = entriesOf(folder, folder).filter(({ name }) => !name.startsWith('.'));
  return {
    holders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort(),
    others: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name).sort(),
  };
}

/** Returns the destination of a file. */
export function destinationOf(
  { uuid, name }: Taken, { verdict, received }: { readonly verdict: Verdict; readonly received: string },
): Destination {
  const moment = received.replaceAll(/[-:]|\.\d/g, '');
  return { verdict, path: join(verdict, `${moment}_${uuid.slice(0, 8)}_${name}`) };
}

/** The folder of one holder, open until `close`. Paths are relative to it. Methods throw a Fault when the folder does not let them. */
export class HolderFolder {
  /** Path for messages. */
  readonly #shown: string;
  readonly #root: number;
  readonly #own = new Map<Own, number>();

  constructor(path: string) {
    this.#shown = path;
    this.#root = opened(path, path, 'Make it anew as a folder.');
  }

  close(): void {
    for (const descriptor of [this.#root, ...this.#own.values()]) closeSync(descriptor);
  }

  /** Tries to write to the folder and to `taken/`, `done/` and `refused/`. Returns the failures. */
  unwritable(): readonly Unwritable[] {
    const own = OWN.filter((name) => lstatSync(join(reached(this.#root), name), { throwIfNoEntry: false }) !== undefined);
    return [
      tryWrite(reached(this.#root), this.#shown) ?? [],
      ...own.map((name) => tryWrite(this.#folder(name), join(this.#shown, name)) ?? []),
    ].flat();
  }

  /** Lists the files that the holder put in the folder. */
  look(): FolderListing {
    const entries = entriesOf(reached(this.#root), this.#shown).filter(({ name }) => !(OWN as readonly string[]).includes(name));
    const finished = entries.filter(({ name }) => !UNFINISHED.test(name));
    const others = finished.flatMap((entry) => {
      const why = entry.isFile() ? this.#refusalOf(entry.name) : NOT_PLAIN;
      return why === null ? [] : [{ name: entry.name, why }];
    });
    const strangers = this.#takenNames().filter((name) => !TAKEN.test(name));
    const names = finished.map(({ name }) => name).filter((name) => !others.some((other) => other.name === name));
    return {
      candidates: names.flatMap((name) => this.#candidateOf(name)).sort(byAge), unfinished: entries.length - finished.length,
      others: [...others, ...strangers.map((name) => ({ name: join('taken', name), why: 'was not put there by the program' }))],
    };
  }

  /** Moves a file to `taken/` under the uuid of its submission, durably. Returns undefined when the file is gone. */
  take(path: string, { name, uuid }: Pick<Taken, 'name' | 'uuid'>): Taken | undefined {
    const taken = { uuid, name, path: join('taken', `${uuid}_${name}`) };
    try {
      renameSync(this.#reach(path), this.#reach(taken.path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw notMoved(error, join(this.#shown, path));
    }
    syncFolder(this.#folder('taken'));
    syncFolder(this.#folderOf(path));
    return taken;
  }

  /** Lists the files in `taken/`, in order of name. */
  taken(): readonly Taken[] {
    return this.#takenNames().flatMap((file) => {
      const [, uuid, name] = TAKEN.exec(file) ?? [];
      return uuid === undefined || name === undefined ? [] : [{ uuid, name, path: join('taken', file) }];
    }).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Opens a file. Returns instead why it cannot be read, or null when it is gone. */
  async open(path: string): Promise<PlainFile | string | null> {
    return await PlainFile.ofOthers(this.#reach(path), join(this.#shown, path));
  }

  /**
   * Removes reports that a crash left at a destination. Throws a Fault when a file is there already, or when there are such reports and
   * the data folder is not sound.
   */
  clear({ verdict, path }: Destination, sound: Sound): void {
    const shown = join(this.#shown, path);
    if (lstatSync(this.#reach(path), { throwIfNoEntry: false }) !== undefined) {
      throw new Fault('a file lies where this one should go', { step: 'Collect:Move', path: shown, actual: shown, hint: 'Move it aside; nothing is overwritten.' });
    }
    const folder = this.#folder(verdict);
    const left = entriesOf(folder, join(this.#shown, verdict)).filter(({ name }) => name.startsWith(`${basename(path)}.report.`));
    if (left.length > 0) sound.require();
    try {
      for (const { name } of left) rmSync(join(folder, name));
    } catch (error) {
      throw notMoved(error, shown);
    }
  }

  /** Writes a file beside a delivery, durably, readable for the same users. */
  async writeBeside(path: string, content: string | Iterable<string>, { stat }: PlainFile): Promise<void> {
    const reached = this.#reach(path);
    // The name begins with that of the file, so that `clear` finds it after a kill.
    const temporary = `${reached}.${randomBytes(4).toString('hex')}`;
    try {
      await replaceFileInPieces(reached, content, { temporary, mode: Number(stat.mode & 0o666n) | 0o600, owner: ownerOf(stat) });
    } catch (error) {
      throw new Fault('the report cannot be written there', {
        step: 'Collect:Report', path: join(this.#shown, path), actual: codeOf(error), cause: error, hint: 'Check owner, rights and room of the folder.',
      });
    }
  }

  /** Moves a taken file to its destination, durably. */
  rest({ path }: Taken, place: Destination): void {
    try {
      renameSync(this.#reach(path), this.#reach(place.path));
    } catch (error) {
      throw notMoved(error, join(this.#shown, path));
    }
    syncFolder(this.#folder(place.verdict));
  }

  /** Returns why a plain file cannot be taken, or null. */
  #refusalOf(name: string): string | null {
    if (name.includes('\uFFFD')) return 'has a name that is no UTF-8';
    if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `has a name of more than ${NAME_BYTES_MAX} bytes`;
    const stat = lstatSync(this.#reach(name), { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return null;
    if (stat.nlink > 1) return TWO_NAMES;
    if (stat.size > LIMITS.deliveryBytesMax) return `has ${stat.size} bytes, more than ${LIMITS.deliveryBytesMax}: deliver it in parts`;
    try {
      accessSync(this.#reach(name), constants.R_OK);
      return null;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? null : `cannot be read (${code})`;
    }
  }

  #candidateOf(name: string): readonly Candidate[] {
    const stat = lstatSync(this.#reach(name), { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() === true ? [{ name, bytes: Number(stat.size), modifiedMs: Number(stat.mtimeMs), stamp: stampOf(stat) }] : [];
  }

  #takenNames(): readonly string[] {
    if (lstatSync(join(reached(this.#root), 'taken'), { throwIfNoEntry: false }) === undefined) return [];
    return entriesOf(this.#folder('taken'), join(this.#shown, 'taken')).map(({ name }) => name);
  }

  /** Returns the path of a file by the descriptor of its folder. */
  #reach(path: string): string {
    return join(this.#folderOf(path), basename(path));
  }

  #folderOf(path: string): string {
    const own = OWN.find((name) => path.startsWith(`${name}/`));
    return own === undefined ? reached(this.#root) : this.#folder(own);
  }

  /** Opens `taken/`, `done/` or `refused/`, made if absent. Throws a Fault when it is a link or a file. */
  #folder(which: Own): string {
    const known = this.#own.get(which);
    if (known !== undefined) return reached(known);
    const path = join(reached(this.#root), which);
    const shown = join(this.#shown, which);
    try {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
        mkdirSync(path, { mode: fstatSync(this.#root).mode & 0o755 });
        syncFolder(reached(this.#root));
      }
    } catch (error) {
      throw notMoved(error, shown);
    }
    const descriptor = opened(path, shown, `Remove it; the program makes ${which}/ itself.`);
    this.#own.set(which, descriptor);
    return reached(descriptor);
  }
}

/** Returns the path of a folder by its descriptor, which no rename changes. */
function reached(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

function opened(path: string, shown: string, hint: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR' || code === 'ELOOP') throw new Fault('this is no folder', { step: 'Collect:Look', path: shown, hint });
    throw new Fault('the folder cannot be read', { step: 'Collect:Look', path: shown, actual: code, cause: error, hint: 'Check its owner and rights.' });
  }
}

/** Sorts by modification time, then name. */
function byAge(a: Candidate, b: Candidate): number {
  return a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1);
}

function entriesOf(folder: string, shown: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch (error) {
    throw new Fault('the folder cannot be read', {
      step: 'Collect:Look', path: shown, actual: codeOf(error), cause: error, hint: 'Make it, or check its owner and rights.',
    });
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function notMoved(error: unknown, path: string): Fault {
  return new Fault('the file cannot be moved', {
    step: 'Collect:Move', path, actual: codeOf(error), cause: error,
    hint: 'Check owner and rights of the folder, and that it is one file system with taken/, done/ and refused/.',
  });
}

/** Returns the system's code of the error. Its message has the path by descriptor, which means nothing to people. */
function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
