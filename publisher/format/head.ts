/**
 * Head: the numbered pointer to the active edition. The newest head counts; a roll-back is a new head too. Whatever a reader
 * may tell of time and sameness (tags, cursors, dates) comes from here, so it is equal after a restart and on every server.
 */
import type { JsonObject } from '../../schemas/json.ts';
import type { Audience } from './layout.ts';
import { requireSame, type Expected } from './manifest.ts';
import { seal, unseal } from './sealed.ts';

/** The head that first had some content, and the moment it was activated: ISO 8601. */
export type Since = readonly [head: number, activated: string];

/** Since when the *now* and the *other* of a series have the content that they have. */
export interface SeriesSince {
  readonly now: Since;
  readonly other: Since;
}

export interface Head {
  readonly format: number;
  readonly audience: Audience;
  readonly number: number;
  readonly edition: number;
  /** SHA-256 of the edition's manifest file. */
  readonly manifest: string;
  /** Highest edition that this or any earlier head names: what the next publication goes on from. */
  readonly newest: number;
  /** Of the edition: that of the last change in it, milliseconds. */
  readonly moment: number;
  readonly contentId: string;
  /** Hash of the configuration of the edition. */
  readonly configuration: string;
  /** Wall clock, ISO 8601, and later than that of any head before. */
  readonly activated: string;
  /** The format of its edition, where `contentId` and `configuration` are those of an older format than this. */
  readonly madeIn?: number;
  /** By name of the series. */
  readonly since: Readonly<Record<string, SeriesSince>>;
}

export function encodeHead(head: Head): Buffer {
  return seal(head as unknown as JsonObject);
}

export function decodeHead(bytes: Buffer, { path, audience, number }: Expected): Head {
  const head = unseal(bytes, path) as unknown as Head;
  requireSame(path, `${audience} head ${number}`, `${head.audience} head ${head.number}`);
  return head;
}
