/**
 * Durable file: written under a temporary name in its own folder and synced; then the file gets its name and the folder is synced. After a
 * crash or a power cut a reader finds the previous file or the whole new one.
 *
 * Not here: which files exist (store.ts, pipelines/state/inbox/payload.ts), who may read them (ownership.ts).
 */
import { closeSync, existsSync, fsync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, write, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TEMPORARY_PREFIX } from './format/layout.ts';
import { ownershipIn, setOwnership, type Owner, type Ownership } from './ownership.ts';

const writeLater = promisify(write);
const syncLater = promisify(fsync);

export interface DurableFileOptions {
  /** Permission bits of the new file, limited by the umask. */
  readonly mode?: number;
  /** A fixed temporary name, for callers that clean up after a crash. */
  readonly temporary?: string;
  /** False: a replaced file may be back after a power cut, and no time is spent on its folder. */
  readonly isFolderSynced?: boolean;
}

/** A file that is being written. Write its bytes piece by piece, then call `sync` and `keep` or `keepIfFree`; or `drop`. */
export class DurableFile {
  readonly path: string;
  readonly temporary: string;
  readonly #isFolderSynced: boolean;
  /** File descriptor; null once closed. */
  #file: number | null;
  /** Whether a file with the temporary name exists. */
  #isTemporary = true;
  /** The system call in progress in the background. */
  #running: Promise<unknown> | null = null;

  constructor(path: string, { mode = 0o666, temporary = temporaryFor(path), isFolderSynced = true }: DurableFileOptions = {}) {
    this.path = path;
    this.temporary = temporary;
    this.#isFolderSynced = isFolderSynced;
    this.#file = openSync(temporary, 'wx', mode);
  }

  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#open(), bytes, done, bytes.length - done);
  }

  /** Writes without blocking the thread. */
  async writeLater(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#later(writeLater(this.#open(), bytes, done, bytes.length - done));
      done += bytesWritten;
    }
  }

  setOwnership(ownership: Owner & Partial<Ownership>): void {
    setOwnership(this.#open(), ownership);
  }

  /** Makes the bytes durable, and closes the file. */
  sync(): void {
    fsyncSync(this.#open());
    this.#close();
  }

  /** Syncs without blocking the thread. */
  async syncLater(): Promise<void> {
    await this.#later(syncLater(this.#open()));
    this.#close();
  }

  /** Renames the file to its final name, durably. An existing file is replaced. */
  keep(): void {
    renameSync(this.temporary, this.path);
    this.#isTemporary = false;
    if (this.#isFolderSynced) syncFolder(dirname(this.path));
  }

  /** Renames the file to its final name, durably, unless that name exists: then returns false. Only one process can get the name. */
  keepIfFree(): boolean {
    try {
      linkSync(this.temporary, this.path);
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
      throw cause;
    } finally {
      this.drop();
    }
    syncFolder(dirname(this.path));
    return true;
  }

  /** Removes the temporary file. */
  drop(): void {
    this.#close();
    if (this.#isTemporary) rmSync(this.temporary, { force: true });
    this.#isTemporary = false;
  }

  #open(): number {
    if (this.#file === null) throw new Error(`${this.temporary} is closed`);
    return this.#file;
  }

  async #later<T>(call: Promise<T>): Promise<T> {
    this.#running = call;
    try {
      return await call;
    } finally {
      this.#running = null;
    }
  }

  /** Waits for the call in the background: after a close, its descriptor could belong to another file. */
  #close(): void {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    if (this.#running === null) closeSync(file);
    else void this.#running.catch(() => undefined).finally(() => closeSync(file));
  }
}

export interface ReplaceOptions extends DurableFileOptions {
  /** Owner of the file, which then gets `mode`. When absent, the file takes the ownership of the file that it replaces. */
  readonly owner?: Owner;
}

/** Writes a whole file. A replaced file keeps its ownership. A failed write leaves no file behind. */
export function replaceFile(path: string, bytes: Uint8Array, options: ReplaceOptions = {}): void {
  const file = begin(path, options);
  try {
    file.write(bytes);
    file.sync();
    file.keep();
  } catch (error) {
    file.drop();
    throw error;
  }
}

/** Writes a whole file in pieces, without blocking the thread between them. */
export async function replaceFileInPieces(
  path: string, content: Uint8Array | string | Iterable<string>, options: ReplaceOptions = {},
): Promise<void> {
  const file = begin(path, options);
  try {
    for (const piece of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      await file.writeLater(typeof piece === 'string' ? Buffer.from(piece) : piece);
    }
    await file.syncLater();
    file.keep();
  } catch (error) {
    file.drop();
    throw error;
  }
}

function begin(path: string, { owner, ...options }: ReplaceOptions): DurableFile {
  const replaced = owner === undefined ? statSync(path, { throwIfNoEntry: false }) : undefined;
  const ownership = replaced === undefined ? owner : ownershipIn(replaced);
  const file = new DurableFile(path, replaced === undefined ? options : { ...options, mode: ownershipIn(replaced).mode });
  try {
    if (ownership !== undefined) file.setOwnership(ownership);
    return file;
  } catch (error) {
    file.drop();
    throw error;
  }
}

let temporaries = 0;

/** Returns a free name. A crash may have left a file of a process with the same id. */
function temporaryFor(path: string): string {
  for (;;) {
    temporaries += 1;
    const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${process.pid}-${temporaries}`);
    if (!existsSync(temporary)) return temporary;
  }
}

/** Renames a file or folder, whose content is synced, within one file system. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Makes the names in a folder survive a power cut; fsync of a file alone does not. */
export function syncFolder(folder: string): void {
  sync(folder);
}

/** Makes the bytes of a file from another program survive a power cut. */
export function syncFile(path: string): void {
  sync(path);
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
