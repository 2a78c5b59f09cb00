/**
 * Pack: the one file of new bytes that an edition adds. It has a sealed header, then blocks and segments without gaps, then checksums.
 * The address of each block and segment has its hash; addresses lie in the manifest and in segments only. The checksums cover all bytes
 * before them, so that a whole pack can be checked without the addresses.
 */
import { createHash, type Hash } from 'node:crypto';
import { Damage } from './damage.ts';
import { HASH_BYTES, sha256 } from './hash.ts';
import type { Audience } from './layout.ts';
import { requireSame } from './manifest.ts';
import { seal, unseal } from './sealed.ts';
import { FORMAT_VERSION, PACK_MAGIC, requireReadable } from './version.ts';

export interface PackHeader {
  readonly audience: Audience;
  readonly number: number;
  /** Hash of the configuration that shaped the bytes. */
  readonly configuration: string;
}

const FIXED_BYTES = 12;
/** Far above the size of any header; a greater length is damage. */
export const PACK_HEADER_BYTES_MAX = 4_096;

export function encodePackHeader({ audience, number, configuration }: PackHeader): Buffer {
  const text = seal({ format: FORMAT_VERSION, audience, number, configuration });
  const bytes = Buffer.alloc(FIXED_BYTES + text.length);
  bytes.write(PACK_MAGIC, 'latin1');
  bytes.writeUInt16LE(FORMAT_VERSION, 4);
  bytes.writeUInt32LE(text.length, 8);
  bytes.set(text, FIXED_BYTES);
  return bytes;
}

/** Throws a Fault unless `start`, the first bytes of the pack, begins with the header of this pack. */
export function requirePackHeader(start: Buffer, { path, audience, number }: { path: string; audience: Audience; number: number }): void {
  const damaged = (actual: string): Damage => new Damage('the pack has no header', { step: 'Edition:Open', path, actual });
  if (start.length < FIXED_BYTES || start.toString('latin1', 0, 4) !== PACK_MAGIC) throw damaged('other bytes');
  requireReadable(start.readUInt16LE(4), path);
  if (start.readUInt16LE(6) !== 0) throw damaged('a part that is not 0');
  const length = start.readUInt32LE(8);
  if (FIXED_BYTES + length > start.length) throw damaged(`a length of ${length}`);
  const header = unseal(start.subarray(FIXED_BYTES, FIXED_BYTES + length), path) as unknown as PackHeader;
  requireSame(path, `${audience} pack ${number}`, `${header.audience} pack ${header.number}`);
}

/** Number of bytes that each checksum covers; the last one covers fewer. */
export const CHECKSUM_BYTES = 1024 * 1024;
/** Length of the ending behind the checksums: the number of bytes that they cover, and the SHA-256 of both. */
export const ENDING_BYTES = 8 + HASH_BYTES;

/** Computes the checksums of a pack while its bytes are written. */
export class ChecksumWriter {
  readonly #hashes: Buffer[] = [];
  #hash: Hash = createHash('sha256');
  #length = 0;

  /** Adds the next bytes of the pack. */
  update(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const to = Math.min(bytes.length, from + CHECKSUM_BYTES - this.#length % CHECKSUM_BYTES);
      this.#hash.update(bytes.subarray(from, to));
      this.#length += to - from;
      if (this.#length % CHECKSUM_BYTES === 0) this.#next();
      from = to;
    }
  }

  /** Returns the bytes that end the pack: checksums and ending. */
  finish(): Buffer {
    if (this.#length % CHECKSUM_BYTES > 0) this.#next();
    const length = Buffer.alloc(8);
    length.writeDoubleLE(this.#length);
    const hashes = Buffer.concat(this.#hashes);
    return Buffer.concat([hashes, length, sha256(hashes, length)]);
  }

  #next(): void {
    this.#hashes.push(this.#hash.digest());
    this.#hash = createHash('sha256');
  }
}

/** The checksums of a pack. */
export interface Checksums {
  /** Number of bytes that the checksums cover, from the start of the pack. */
  readonly length: number;
  /** HASH_BYTES for each CHECKSUM_BYTES. */
  readonly hashes: Buffer;
}

/** Returns the offset of the checksums in a pack of `size` bytes that ends with `ending`. Throws Damage when the two do not agree. */
export function checksumsStart(ending: Buffer, { path, size }: { readonly path: string; readonly size: number }): number {
  const length = ending.length < ENDING_BYTES ? Number.NaN : ending.readDoubleLE();
  // A fraction of a byte would be lost in the sum.
  const isCount = Number.isSafeInteger(length) && length >= 0;
  if (isCount && length + Math.ceil(length / CHECKSUM_BYTES) * HASH_BYTES + ENDING_BYTES === size) return length;
  throw damagedChecksums(path, `a length of ${length} in ${size} bytes`);
}

/** Reads the checksums from the bytes from `checksumsStart` on. Throws Damage when the bytes do not match their hash. */
export function readChecksums(bytes: Buffer, { path, start }: { readonly path: string; readonly start: number }): Checksums {
  const sealed = bytes.subarray(0, -HASH_BYTES);
  if (!sha256(sealed).equals(bytes.subarray(-HASH_BYTES))) throw damagedChecksums(path, 'other bytes');
  return { length: start, hashes: sealed.subarray(0, -8) };
}

function damagedChecksums(path: string, actual: string): Damage {
  return new Damage('the checksums at the end of the pack are damaged', { step: 'Edition:Open', path, actual });
}
