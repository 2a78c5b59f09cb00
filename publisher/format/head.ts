/**
 * Head: the numbered pointer to the active edition. The newest head counts; a roll-back is a new head too. All tags, cursors and dates
 * that a server sends come from heads, so they are equal after a restart and on every server.
 */
import type { JsonObject } from '../../schemas/json.ts';
import type { Audience } from './layout.ts';
import { requireSame, type Expected } from './manifest.ts';
import { seal, unseal } from './sealed.ts';

/** The head that first had this content, and when it was activated: ISO 8601. */
export type Since = readonly [head: number, activated: string];

/** For the *now* and the *other* of a series: the head that first had the present content. */
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
  /** Highest edition named by this or any earlier head; the next publication continues from this number. */
  readonly newest: number;
  /** Moment of the last change in the edition, milliseconds. */
  readonly moment: number;
  readonly contentId: string;
  /** Hash of the configuration of the edition. */
  readonly configuration: string;
  /** Wall clock, ISO 8601, and later than that of any earlier head. */
  readonly activated: string;
  /** The older format of the edition, when `contentId` and `configuration` come from that format. */
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
