/**
 * Plain file: a file in a place where somebody else may write, opened once.
 *
 * Invariants:
 *  - Type, size, times and bytes all come from one descriptor, so a file that is swapped for another meanwhile is never mixed with it.
 *  - A symbolic link, a pipe, a device or a file with a second name (a hard link) is not read: its bytes may be somebody else's.
 * Not here: what is done with the bytes (outcomes/submit.ts, inbox/payload.ts).
 */
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Fault } from '../../../schemas/fault.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
/** A pipe without a writer would keep the process waiting; O_NONBLOCK does nothing to a plain file. */
const OPEN_FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY;
const PIECE_BYTES = 1 << 20;

export const NOT_PLAIN = 'is no plain file';
/** Only its owner can know who else may read what a second name leads to. */
export const TWO_NAMES = 'has another name too (a hard link), so it may be the file of somebody else: put a copy there';

/** The key of a content. */
export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Text that differs when anything about the bytes of a file may: no writer can set the time of its last change. */
export function stampOf({ ino, size, mtimeNs, ctimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

export class PlainFile {
  /** As people name it. */
  readonly path: string;
  /** As it was when it was opened. */
  readonly stat: BigIntStats;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle, stat: BigIntStats) {
    this.path = path;
    this.#handle = handle;
    this.stat = stat;
  }

  /** Opens a file that its user names; a link is followed. Throws a Fault when it is no plain file. */
  static async named(path: string): Promise<PlainFile> {
    const handle = await opened(path, OPEN_FLAGS);
    if (typeof handle === 'string' || handle === null) throw unreadable(path, handle ?? 'no such file');
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile()) return new PlainFile(path, handle, stat);
    await handle.close();
    throw unreadable(path, 'not a file');
  }

  /** Opens a file that somebody else put there. Returns why it is not read, or null when it is gone. `shown`: as people name it. */
  static async ofOthers(path: string, shown: string): Promise<PlainFile | string | null> {
    const handle = await opened(path, OPEN_FLAGS | O_NOFOLLOW);
    if (typeof handle === 'string' || handle === null) return handle;
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile() && stat.nlink === 1n) return new PlainFile(shown, handle, stat);
    await handle.close();
    // Without any name it was removed after it was opened.
    return stat.isFile() && stat.nlink === 0n ? null : stat.isFile() ? TWO_NAMES : NOT_PLAIN;
  }

  get bytes(): number {
    return Number(this.stat.size);
  }

  get stamp(): string {
    return stampOf(this.stat);
  }

  /** Its bytes from the first, with bounded memory. Throws a Fault when they cannot be read. */
  async *pieces(): AsyncGenerator<Buffer> {
    try {
      yield* this.#handle.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>;
    } catch (error) {
      throw unreadable(this.path, (error as Error).message);
    }
  }

  /** As many bytes as it had when it was opened. Throws a Fault when they cannot be read. */
  async read(): Promise<Buffer> {
    const bytes = Buffer.alloc(this.bytes);
    let done = 0;
    for (let read = -1; done < bytes.length && read !== 0; done += read) {
      ({ bytesRead: read } = await this.#handle.read(bytes, done, bytes.length - done, done).catch((error: unknown) => {
        throw unreadable(this.path, (error as Error).message);
      }));
    }
    return bytes.subarray(0, done);
  }

  /** Reads it whole. Throws a Fault when it cannot be read. */
  async sum(): Promise<Sum> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of this.pieces()) {
      hash.update(piece);
      bytes += piece.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Whether nobody wrote to it since it was opened. */
  async isUnchanged(): Promise<boolean> {
    return stampOf(await this.#handle.stat({ bigint: true })) === this.stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** The descriptor, why there is none, or null when there is no such file. */
async function opened(path: string, flags: number): Promise<FileHandle | string | null> {
  try {
    return await open(path, flags);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    return code === 'ELOOP' || code === 'ENXIO' ? NOT_PLAIN : `cannot be read (${code})`;
  }
}

function unreadable(path: string, actual: string): Fault {
  return new Fault('the delivery cannot be read', { step: 'Delivery:Read', path, actual, hint: 'Check the name and the folder.' });
}

/** Fault of a file that somebody wrote to while it was read: what was read is neither what it was nor what it is. */
export function changedWhileRead(path: string): Fault {
  return new Fault('the delivery changed while it was read', { step: 'Delivery:Change', path, hint: 'Hand it in when it is whole.' });
}
