/**
 * Plain file: a file in a folder where others may write, opened once.
 *
 * Invariants:
 *  - Type, size, times and bytes all come from one descriptor, so a file that is replaced meanwhile is never mixed with the new one.
 *  - A symbolic link, pipe, device or hard-linked file is not read: its bytes may belong to somebody else.
 * Not here: use of the bytes (outcomes/submit.ts, inbox/payload.ts).
 */
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { sumOfPieces, type Sum } from '../../../publisher/file-sum.ts';
import { Fault } from '../../../schemas/fault.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
/** Opening a pipe without a writer would block; O_NONBLOCK has no effect on a plain file. */
const OPEN_FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY;
const PIECE_BYTES = 1 << 20;

export const NOT_PLAIN = 'is no plain file';
/** Message for a hard link: only the owner knows where the other names are. */
export const TWO_NAMES = 'has another name too (a hard link), so it may be the file of somebody else: put a copy there';

/** Returns a text that changes whenever the bytes of a file may have changed: ctime cannot be set by a writer. */
export function stampOf({ ino, size, mtimeNs, ctimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

export class PlainFile {
  /** Path for messages. */
  readonly path: string;
  /** Status when the file was opened. */
  readonly stat: BigIntStats;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle, stat: BigIntStats) {
    this.path = path;
    this.#handle = handle;
    this.stat = stat;
  }

  /** Opens a file that the user names, following links. Throws a Fault when it is no plain file. */
  static async named(path: string): Promise<PlainFile> {
    const handle = await opened(path, OPEN_FLAGS);
    if (typeof handle === 'string' || handle === null) throw unreadable(path, handle ?? 'no such file');
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile()) return new PlainFile(path, handle, stat);
    await handle.close();
    throw unreadable(path, 'not a file');
  }

  /** Opens a file that somebody else put there. Returns why the file is not read, or null when it is gone. `shown`: path for messages. */
  static async ofOthers(path: string, shown: string): Promise<PlainFile | string | null> {
    const handle = await opened(path, OPEN_FLAGS | O_NOFOLLOW);
    if (typeof handle === 'string' || handle === null) return handle;
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile() && stat.nlink === 1n) return new PlainFile(shown, handle, stat);
    await handle.close();
    // A file without any name was removed after it was opened.
    return stat.isFile() && stat.nlink === 0n ? null : stat.isFile() ? TWO_NAMES : NOT_PLAIN;
  }

  get bytes(): number {
    return Number(this.stat.size);
  }

  get stamp(): string {
    return stampOf(this.stat);
  }

  /** Yields the bytes from the start, with bounded memory. Throws a Fault when they cannot be read. */
  async *pieces(): AsyncGenerator<Buffer> {
    try {
      yield* this.#handle.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>;
    } catch (error) {
      throw unreadable(this.path, (error as Error).message);
    }
  }

  /** Reads as many bytes as the file had when it was opened. Throws a Fault when they cannot be read. */
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

  /** Reads the whole file and returns size and hash. Throws a Fault when it cannot be read. */
  async sum(): Promise<Sum> {
    return await sumOfPieces(this.pieces());
  }

  /** Returns whether the file has the same size and times as when it was opened. */
  async isUnchanged(): Promise<boolean> {
    return stampOf(await this.#handle.stat({ bigint: true })) === this.stamp;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Returns the open file, or the reason why it cannot be opened, or null when there is no such file. */
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

/** Returns the Fault for a file that was written to while it was read: the bytes may be a mix of old and new. */
export function changedWhileRead(path: string): Fault {
  return new Fault('the delivery changed while it was read', { step: 'Delivery:Change', path, hint: 'Hand it in when it is whole.' });
}
