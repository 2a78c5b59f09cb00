/**
 * Durable file: written under a temporary name in its own folder and synced; then it gets its name and the folder is synced. After a crash
 * or a power cut a reader finds what was there before, or the whole new file.
 *
 * Not here: which files there are (store.ts, pipelines/state/payload.ts), who may read them (ownership.ts).
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
  /** A name that is known beforehand, for callers that look for what a crash left. */
  readonly temporary?: string;
}

/** A file in the making. Its bytes come piece by piece; then `sync`, and `keep` or `keepIfFree`; or `drop`. */
export class DurableFile {
  readonly path: string;
  readonly temporary: string;
  /** Descriptor; null after it is closed. */
  #file: number | null;
  /** Whether something has the temporary name. */
  #isTemporary = true;
  /** The call that the system works on in the background. */
  #running: Promise<unknown> | null = null;

  constructor(path: string, { mode = 0o666, temporary = temporaryFor(path) }: DurableFileOptions = {}) {
    this.path = path;
    this.temporary = temporary;
    this.#file = openSync(temporary, 'wx', mode);
  }

  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#open(), bytes, done, bytes.length - done);
  }

  /** Does the same without keeping the thread. */
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

  /** Does the same without keeping the thread. */
  async syncLater(): Promise<void> {
    await this.#later(syncLater(this.#open()));
    this.#close();
  }

  /** Gives the file its name, durably; a file that has the name is replaced. */
  keep(): void {
    renameSync(this.temporary, this.path);
    this.#isTemporary = false;
    syncFolder(dirname(this.path));
  }

  /** Gives the file its name, durably, unless another file has it: then returns false. Only one process can get the name. */
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

  /** Removes what has not got its name. */
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

  /** Waits for a call in the background: the descriptor would be that of another file by then. */
  #close(): void {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    if (this.#running === null) closeSync(file);
    else void this.#running.catch(() => undefined).finally(() => closeSync(file));
  }
}

export interface ReplaceOptions extends DurableFileOptions {
  /** Owner of the file, which then has `mode`; when absent the ownership of the file that it replaces. */
  readonly owner?: Owner;
}

/** Writes a file whole. One that is replaced keeps its ownership. Nothing stays of a file that cannot be written. */
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

/** Does the same in pieces, without keeping the thread between them. */
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

/** Returns a name that is free: what a crash left may be of a process with the same id. */
function temporaryFor(path: string): string {
  for (;;) {
    temporaries += 1;
    const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${process.pid}-${temporaries}`);
    if (!existsSync(temporary)) return temporary;
  }
}

/** Gives a file or folder, whose content is synced, another name in the same file system. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Makes the names in a folder survive a power cut: fsync of a file alone does not. */
export function syncFolder(folder: string): void {
  sync(folder);
}

/** Makes the bytes of a file that another program wrote survive a power cut. */
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
