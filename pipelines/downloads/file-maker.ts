/**
 * File maker: makes files that readers ask for (schemas/requested-files.ts). It writes the features as lines, and a process of its own
 * (file-process.ts) makes the file of them, so that the memory and the faults of that work are not those of a server.
 *
 * Invariants:
 *  - Bytes, time and memory have limits, and the disk keeps room. A process that takes too long is killed.
 *  - One process makes the files of a data folder. It removes what a process left that was killed.
 *  - A server goes on meanwhile: the disk is used without waiting for it, and the lock, which SQLite takes, is taken or refused at once.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { freeBytes } from '../../publisher/free-bytes.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { FileContents, FileMaker, FileRefusal, RequestedFile } from '../../schemas/requested-files.ts';
import type { FileTask, MadeOf } from './file-process.ts';

/** Limits of one file. `roomBytes`: free bytes of the disk without which no file is begun. */
interface MakeLimits {
  readonly bytes: number;
  readonly milliseconds: number;
  readonly roomBytes: number;
}

const MAKE_LIMITS: MakeLimits = {
  bytes: LIMITS.requestedFileBytesMax, milliseconds: LIMITS.requestedFileMakeSecondsMax * 1_000,
  roomBytes: 4 * LIMITS.requestedFileBytesMax,
};
const HEAP_MB = 512;
const LINE_END = Buffer.from('\n');

export interface FileMakerParts {
  /** The folder of the files, which nothing else uses. */
  readonly folder: string;
  /** Takes the folder's lock at once, and returns what releases it. Throws when another process has it. */
  readonly takeLock: () => () => void;
  readonly spatialPath: () => Promise<string>;
  readonly clock: () => Date;
  /** Default: those of schemas/limits.ts. */
  readonly limits?: Partial<MakeLimits>;
}

export class ProcessFileMaker implements FileMaker {
  readonly folder: string;
  readonly #parts: FileMakerParts;
  readonly #limits: MakeLimits;
  #release: (() => void) | null = null;
  #opening: Promise<boolean> | null = null;
  #child: ChildProcess | null = null;
  #isClosed = false;

  constructor(parts: FileMakerParts) {
    [this.folder, this.#parts] = [parts.folder, parts];
    this.#limits = { ...MAKE_LIMITS, ...parts.limits };
  }

  async isReady(): Promise<boolean> {
    const isOpen = await (this.#opening ??= this.#open());
    if (!isOpen) this.#opening = null;
    return isOpen && !this.#isClosed;
  }

  /** Takes the folder and empties it; false when another process has it, or nothing can be written there. */
  async #open(): Promise<boolean> {
    try {
      this.#release = this.#parts.takeLock();
      await rm(this.folder, { recursive: true, force: true });
      await mkdir(this.folder, { recursive: true });
      return true;
    } catch {
      this.#release?.();
      this.#release = null;
      return false;
    }
  }

  async make(name: string, contents: FileContents): Promise<RequestedFile | FileRefusal> {
    if (await freeBytes(this.folder) < this.#limits.roomBytes) return 'room';
    const work = join(this.folder, `.${name}-work`);
    const millisecondsLeft = timer(this.#parts.clock, this.#limits.milliseconds);
    await mkdir(work);
    try {
      const lines = join(work, 'lines.ndjson');
      const refused = await writeFeatures(lines, contents, { millisecondsLeft, bytesMax: this.#limits.bytes });
      if (refused !== null) return refused;
      const path = join(work, name);
      const { features: _, ...rest } = contents;
      const spatial = contents.form === 'fgb' || contents.form === 'parquet' ? await this.#parts.spatialPath() : null;
      const made = await this.#run({ ...rest, lines, path, work, spatialPath: spatial }, millisecondsLeft());
      if (made !== 'time') await rename(path, join(this.folder, name));
      return made;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  remove(name: string): Promise<void> {
    return rm(join(this.folder, name), { force: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    if (child !== null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await this.#opening;
    if (this.#release === null) return;
    await rm(this.folder, { recursive: true, force: true });
    this.#release();
    this.#release = null;
  }

  async #run(task: FileTask, milliseconds: number): Promise<RequestedFile | 'time'> {
    if (this.#isClosed) throw fault('the service stops', task);
    const script = new URL('./file-process.ts', import.meta.url);
    const execArgv = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`];
    const child = this.#child = fork(script, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { promise, resolve } = Promise.withResolvers<MadeOf | 'time'>();
    const timer = setTimeout(() => { resolve('time'); }, milliseconds);
    child.once('message', (made) => { resolve(made as MadeOf); });
    child.once('exit', (code, signal) => { resolve({ error: `the process ended with ${signal ?? code}` }); });
    child.send(task);
    try {
      const made = await promise;
      if (made === 'time') return made;
      if ('error' in made) throw fault(made.error, task);
      return made;
    } finally {
      clearTimeout(timer);
      await this.#end(child);
    }
  }

  async #end(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    this.#child = null;
  }
}

function timer(clock: () => Date, milliseconds: number): () => number {
  const start = clock().getTime();
  return () => start + milliseconds - clock().getTime();
}

/** Writes each feature on a line. Returns why it stopped; null when all are written. */
async function writeFeatures(
  path: string, { features }: FileContents,
  { millisecondsLeft, bytesMax }: { readonly millisecondsLeft: () => number; readonly bytesMax: number },
): Promise<FileRefusal | null> {
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for await (const piece of features()) {
      const written = Buffer.concat(piece.flatMap((feature) => [feature, LINE_END]));
      bytes += written.length;
      if (bytes > bytesMax) return 'bytes';
      if (millisecondsLeft() < 0) return 'time';
      await file.writeFile(written);
    }
    return null;
  } finally {
    await file.close();
  }
}

function fault(actual: string, { form, collection }: FileTask): Fault {
  return new Fault('a requested file could not be made', {
    step: 'Files:Make', path: `${collection}.${form}`, actual,
    hint: 'Is there room on the disk? `ev setup` provides the spatial extension of DuckDB. Other forms are not affected.',
  });
}
