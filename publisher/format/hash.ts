/**
 * Hashes: SHA-256 of contents, and its first 8 bytes for ids: cuts and the id index use them.
 * Not here: where cuts fall (cut.ts).
 */
import { createHash, hash, webcrypto } from 'node:crypto';
import { nfc } from '../../schemas/normal-form.ts';

export const HASH_BYTES = 32;

/** Returns the SHA-256 of the pieces in sequence. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const [first] = parts;
  // `hash` is faster when it returns a string than when it returns a buffer.
  if (parts.length === 1 && first !== undefined) return Buffer.from(hash('sha256', first, 'binary'), 'binary');
  const whole = createHash('sha256');
  for (const part of parts) whole.update(part);
  return whole.digest();
}

/** Computes SHA-256 of many bytes in another thread. The bytes may change once this has returned. */
export async function sha256Later(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
}

export function sha256Text(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The first 8 bytes of SHA-256 of the id in NFC and UTF-8, as two big-endian numbers. All Unicode forms of an id have one hash. */
export interface IdHash {
  readonly high: number;
  readonly low: number;
}

export function hashId(id: string): IdHash {
  const hex = sha256Text(nfc(id));
  return { high: Number.parseInt(hex.slice(0, 8), 16), low: Number.parseInt(hex.slice(8, 16), 16) };
}
