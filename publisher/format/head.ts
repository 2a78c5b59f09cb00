/**
 * Head: the numbered pointer to the active edition. The newest head counts; a roll-back is a new head too.
 */
import type { JsonObject } from '../../schemas/json.ts';
import type { Audience } from './layout.ts';
import { requireSame, type Expected } from './manifest.ts';
import { seal, unseal } from './sealed.ts';

export interface Head {
  readonly format: number;
  readonly audience: Audience;
  readonly number: number;
  readonly edition: number;
  /** SHA-256 of the edition's manifest file. */
  readonly manifest: string;
  /** Highest edition that this or any earlier head names: what the next publication goes on from. */
  readonly newest: number;
  /** Wall clock, ISO 8601. */
  readonly activated: string;
  /** Per series: since which activation its *now* has the content that it has. */
  readonly since: Readonly<Record<string, string>>;
}

export function encodeHead(head: Head): Buffer {
  return seal(head as unknown as JsonObject);
}

export function decodeHead(bytes: Buffer, { path, audience, number }: Expected): Head {
  const head = unseal(bytes, path) as unknown as Head;
  requireSame(path, `${audience} head ${number}`, `${head.audience} head ${head.number}`);
  return head;
}
