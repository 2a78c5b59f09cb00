/**
 * Source: reads the bytes of a delivery from a file or memory, plain or packed with gzip.
 *
 * Invariants:
 *  - gzip is recognised by its first bytes, never by a file name. Files of several members are one stream.
 *  - A SourceFault stops the reading; it is reported after the bytes before it.
 *  - A chunk is valid until the next one is read: its memory is reused.
 *  - Memory: one chunk of the file, and the output of one packed piece (unpacker.ts).
 * Not here: what the bytes mean (framing.ts).
 */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Fault } from '../../../schemas/fault.ts';
import type { Finding } from '../../../schemas/finding.ts';
import { READING_WORDS } from '../../../schemas/rule-words/reading.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { isPacked, MARK_BYTES, Unpacker, type SourceFault } from '../unpacker.ts';

/** The bytes or the file of a delivery. `plain`: do not unpack, because a request's Content-Encoding was already applied. */
export type Delivery = ({ readonly bytes: Buffer } | { readonly path: string }) & { readonly plain?: boolean };

const CHUNK_BYTES = 1024 * 1024;

export interface Reading {
  readonly onFault: (fault: SourceFault) => void;
  /** Receives the number of padding bytes behind a packed file, after the last chunk. */
  readonly onPadding?: (bytes: number) => void;
  /** Receives the number of bytes read so far. */
  readonly onRead?: (bytes: number) => void;
  /** Receives the SHA-256 (hex) of a file, before unpacking, once it was read to its end. */
  readonly onWhole?: ((sha256: string) => void) | undefined;
}

/** The finding for a delivery whose bytes cannot be read to their end. */
export function sourceFinding(fault: SourceFault): Finding {
  const rule = `levering.${fault}` as const;
  return { ...ofRule(rule), pointer: '', ...READING_WORDS[rule] };
}

/**
 * Whether a fault refuses all roots. A file that is cut off keeps the roots before the cut. Damaged bytes cannot be trusted, and bytes
 * beyond a limit were not read, so no root of those is taken.
 */
export function refusesAll(fault: SourceFault): boolean {
  return fault !== 'gzip-afgekapt';
}

/** The bytes of a delivery, unpacked, in chunks. Throws a Fault when the file cannot be read. */
export async function* chunksOf(delivery: Delivery, reading: Reading): AsyncIterable<Buffer> {
  let read = 0;
  const raw = rawChunksOf(delivery, (bytes) => { reading.onRead?.(read += bytes); }, reading.onWhole);
  const start = await beginningOf(raw);
  if (delivery.plain !== true && isPacked(start)) yield* unpacked(start, raw, reading);
  else {
    yield start;
    yield* raw;
  }
}

/** The first chunks, until they show whether the file is packed. */
async function beginningOf(raw: AsyncGenerator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < MARK_BYTES) {
    const { value, done } = await raw.next();
    if (done === true) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return start;
}

async function* unpacked(start: Buffer, raw: AsyncIterable<Buffer>, { onFault, onPadding }: Reading): AsyncIterable<Buffer> {
  const unpacker = new Unpacker();
  try {
    yield* unpacker.push(start);
    if (unpacker.fault === undefined) {
      for await (const chunk of raw) {
        yield* unpacker.push(chunk);
        if (unpacker.fault !== undefined) break;
      }
    }
    yield* unpacker.end();
    if (unpacker.fault !== undefined) onFault(unpacker.fault);
    else if (unpacker.padding > 0) onPadding?.(unpacker.padding);
  } finally {
    unpacker.close();
  }
}

/** Size of a delivery in bytes, before unpacking. Throws a Fault when the file is missing. */
export async function sizeOf(delivery: Delivery): Promise<number> {
  if ('bytes' in delivery) return delivery.bytes.length;
  try {
    return (await stat(delivery.path)).size;
  } catch (cause) {
    throw unreadable(delivery.path, cause);
  }
}

async function* rawChunksOf(
  delivery: Delivery, onRead: (bytes: number) => void, onWhole: Reading['onWhole'],
): AsyncGenerator<Buffer> {
  if ('bytes' in delivery) {
    yield delivery.bytes;
    return;
  }
  const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const hash = onWhole && createHash('sha256');
  try {
    await using file = await open(delivery.path);
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, CHUNK_BYTES);
      if (bytesRead === 0) {
        if (hash !== undefined) onWhole?.(hash.digest('hex'));
        return;
      }
      hash?.update(memory.subarray(0, bytesRead));
      yield memory.subarray(0, bytesRead);
      onRead(bytesRead);
    }
  } catch (cause) {
    throw unreadable(delivery.path, cause);
  }
}

function unreadable(path: string, cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [actual, hint] = REASONS[code] ?? ['the file cannot be read', 'Check the path and the disk.'];
  return new Fault('the delivery cannot be read', { step: 'Delivery:Read', path, actual, hint, cause });
}

const REASONS: Readonly<Record<string, readonly [actual: string, hint: string]>> = {
  ENOENT: ['no such file', 'Check the name and the folder.'],
  EISDIR: ['a folder', 'Name the file in it.'],
  EACCES: ['no permission to read it', 'Ask for read permission on the file.'],
};
