/**
 * Older: reads as much of the heads and manifests of older formats as an upgrade needs. Their packs are not read: an upgrade makes the
 * editions again from the register.
 * Not here: the heads and manifests of this format (head.ts, manifest.ts).
 */
import { isObject, type Json } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Head } from './head.ts';
import { requireSame, type Expected } from './manifest.ts';
import { unsealAny } from './sealed.ts';
import { FORMAT_VERSION } from './version.ts';

/** The content of a manifest of an older format. */
export interface OlderManifest {
  readonly number: number;
  readonly baseUrl: string;
  /** Objects valid at the edition's moment, by name of the series. */
  readonly counts: ReadonlyMap<string, number>;
  /** The submission and the moment of the edition; null: only the register knows them (from format 2 on). */
  readonly point: { readonly decision: number; readonly moment: Moment } | null;
  /** Format 1: the edition is a later point at which its parent was still right. No head names it. */
  readonly isUnchanged: boolean;
}

/** Decodes a head of this or an older format. Fields that format 1 lacks are empty. */
export function decodeAnyHead(bytes: Buffer, { path, audience, number }: Expected): Head {
  const found = unsealAny(bytes, path) as unknown as Head;
  requireSame(path, `${audience} head ${number}`, `${found.audience} head ${found.number}`);
  return found.format === 1 ? { ...found, moment: Date.parse(found.activated), contentId: '', configuration: '', since: {} } : found;
}

/** Returns the same head in this format. Its edition does not exist in this format, so the head keeps the values of the older program. */
export function inThisFormat(head: Head): Head {
  return head.format === FORMAT_VERSION ? head : { ...head, format: FORMAT_VERSION, madeIn: head.format };
}

/** Throws Damage when the bytes are no manifest. */
export function decodeOlderManifest(bytes: Buffer, { path, audience, number }: Expected): OlderManifest {
  const found = unsealAny(bytes, path) as unknown as Written;
  requireSame(path, `${audience} edition ${number}`, `${found.audience} edition ${found.number}`);
  return {
    number, baseUrl: found.configuration.baseUrl,
    counts: new Map(found.series.map((series) => ('name' in series ? [series.name, countOf(series.now)] : [series[0], countOf(series[1])]))),
    point: found.seq === undefined ? null : { decision: found.seq, moment: found.moment },
    isUnchanged: found.unchanged === true,
  };
}

interface Written {
  readonly audience: string;
  readonly number: number;
  readonly configuration: { readonly baseUrl: string };
  /** Format 1 has an object per series; format 2 and later have a list: name, root of *now*, root of *other*. */
  readonly series: readonly ({ readonly name: string; readonly now: Json } | readonly [string, Json, Json])[];
  readonly moment: Moment;
  readonly seq?: number;
  readonly unchanged?: boolean;
}

/** Returns the count of a root, which is an object, a list that begins with the count, or null when empty. */
function countOf(root: Json): number {
  if (Array.isArray(root)) return root[0] as number;
  return isObject(root) ? root['count'] as number : 0;
}
