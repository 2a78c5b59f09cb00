/**
 * Earlier: records that an audience had editions before the first head in this folder. Their folder was lost or moved away. Those editions
 * are gone and can be rebuilt from the register. The file reveals nothing about writes that the audience may not see.
 */
import type { JsonObject } from '../../schemas/json.ts';
import type { Audience, FileKind } from './layout.ts';
import { requireSame, type Expected } from './manifest.ts';
import { seal, unseal } from './sealed.ts';

export interface EarlierEditions {
  readonly format: number;
  readonly audience: Audience;
  /** When the very first head was activated, ISO 8601. */
  readonly first: string;
  /** The highest numbers given to heads and manifests. Readers may have seen these numbers, so none is given again. */
  readonly heads: number;
  readonly manifests: number;
}

export type NumberedKind = Exclude<FileKind, 'packs'>;

export function encodeEarlier(earlier: EarlierEditions): Buffer {
  return seal(earlier as unknown as JsonObject);
}

/** Throws Damage when the bytes are not what was written. */
export function decodeEarlier(bytes: Buffer, { path, audience }: Pick<Expected, 'path' | 'audience'>): EarlierEditions {
  const earlier = unseal(bytes, path) as unknown as EarlierEditions;
  requireSame(path, audience, earlier.audience);
  return earlier;
}
