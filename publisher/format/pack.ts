/**
 * Pack: the one file of new bytes that an edition adds. A header that says whose it is, sealed, then blocks and segments
 * without gaps, each with its hash in the place that names it. What lies where is known from the manifest and the segments
 * only.
 */
import { Damage } from './damage.ts';
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
/** Far above any header; a length beyond it is damage. */
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

/** Throws a Fault when `start`, the first bytes of a pack, do not begin with the header of this one. */
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
