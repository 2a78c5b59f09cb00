/**
 * Pack: the one file of new bytes that an edition adds. A header that says whose it is, then blocks and segments
 * without gaps. What lies where is known from the manifest and the segments only.
 */
import { canonicalJson, isObject, type Json } from '../../schemas/json.ts';
import type { Audience } from './layout.ts';
import { FORMAT_VERSION, PACK_MAGIC, requireReadable } from './version.ts';

/** What a publication was made from: a retry of the same publication has an equal header. */
export interface PackHeader {
  readonly audience: Audience;
  readonly number: number;
  readonly batch: number;
  readonly seq: number;
  readonly moment: number;
  readonly configuration: string;
}

const FIXED_BYTES = 12;
/** Far above any header; a length beyond it is damage. */
export const PACK_HEADER_BYTES_MAX = 4_096;

export function encodePackHeader({ audience, number, batch, seq, moment, configuration }: PackHeader): Buffer {
  const text = Buffer.from(canonicalJson({ audience, number, batch, seq, moment, configuration }), 'utf8');
  const bytes = Buffer.alloc(FIXED_BYTES + text.length);
  bytes.write(PACK_MAGIC, 'latin1');
  bytes.writeUInt16LE(FORMAT_VERSION, 4);
  bytes.writeUInt32LE(text.length, 8);
  bytes.set(text, FIXED_BYTES);
  return bytes;
}

/** The header at the start of `bytes`, or undefined when there is none. Throws a Fault on a newer format. */
export function decodePackHeader(bytes: Buffer, path: string): PackHeader | undefined {
  if (bytes.length < FIXED_BYTES || bytes.toString('latin1', 0, 4) !== PACK_MAGIC) return undefined;
  requireReadable(bytes.readUInt16LE(4), path);
  const length = bytes.readUInt32LE(8);
  if (FIXED_BYTES + length > bytes.length) return undefined;
  try {
    const value = JSON.parse(bytes.toString('utf8', FIXED_BYTES, FIXED_BYTES + length)) as Json;
    return isObject(value) ? value as unknown as PackHeader : undefined;
  } catch {
    return undefined;
  }
}

/** Whether two publications are the same one, tried twice. */
export function isSamePublication(left: Omit<PackHeader, 'number'>, right: Omit<PackHeader, 'number'>): boolean {
  return left.audience === right.audience && left.batch === right.batch && left.seq === right.seq
    && left.moment === right.moment && left.configuration === right.configuration;
}
