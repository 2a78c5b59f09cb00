/**
 * Hashes: SHA-256 of contents, and the 8 bytes of it by which ids are cut and looked up.
 * Not here: where cuts fall (cut.ts).
 */
import { createHash, hash } from 'node:crypto';

export const HASH_BYTES = 32;

/** SHA-256 of the parts, one after the other. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const [first] = parts;
  // As text and back: Node takes longer to make a buffer of a hash.
  if (parts.length === 1 && first !== undefined) return Buffer.from(hash('sha256', first, 'binary'), 'binary');
  const whole = createHash('sha256');
  for (const part of parts) whole.update(part);
  return whole.digest();
}

export function sha256Text(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The first 8 bytes of SHA-256 of the id in UTF-8, as two big-endian numbers. */
export interface IdHash {
  readonly high: number;
  readonly low: number;
}

export function hashId(id: string): IdHash {
  const bytes = hash('sha256', id, 'binary');
  return { high: uint32At(bytes, 0), low: uint32At(bytes, 4) };
}

/** Big-endian; `bytes`: a character each. */
function uint32At(bytes: string, at: number): number {
  let value = 0;
  for (let index = at; index < at + 4; index += 1) value = value * 256 + bytes.charCodeAt(index);
  return value;
}
