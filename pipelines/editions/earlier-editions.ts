/**
 * Earlier editions: a start records every head of the folder in the register. When the register has heads that the folder lacks, the start
 * writes to the folder since when there were editions, so that questions about that time get 410 and not an empty list.
 */
import { Damage } from '../../publisher/format/damage.ts';
import type { EarlierEditions } from '../../publisher/format/earlier.ts';
import { encodeEarlier } from '../../publisher/format/earlier.ts';
import type { Head } from '../../publisher/format/head.ts';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { FORMAT_VERSION } from '../../publisher/format/version.ts';
import { numbersOf, readEarlier, readHead } from '../../publisher/read/heads.ts';
import type { EditionStore } from '../../publisher/store.ts';
import type { State } from '../state/database/database.ts';
import { firstPublic } from '../state/register/hidden.ts';
import { lastPublished } from '../state/register/edition-points.ts';
import { firstActivated, isRecorded, lastRecorded, recordHeads } from '../state/register/recorded-heads.ts';

/** Upper bound for unrecorded heads: the head of an interrupted publication, and heads that the operator made by hand. */
const UNRECORDED_MAX = 1_000;

/**
 * Records the folder's heads in the register. Writes `earlier.json` when the folder lacks editions that the file does not cover yet, and
 * returns its content; else null. Only the process that publishes calls it.
 */
export function noteEarlier(db: State, store: EditionStore, audience: AudienceFolder['audience']): EarlierEditions | null {
  const of = { folder: store.folder, audience };
  const numbers = numbersOf(of, 'heads');
  const heads = numbers.filter((number) => !isRecorded(db, { audience, number })).flatMap((number) => readable(of, number));
  recordHeads(db, heads);
  const lowest = numbers.flatMap((number) => readable(of, number).slice(0, 1))[0];
  const first = firstActivated(db, audience) ?? (lowest === undefined ? firstPublic(db, lastPublished(db, audience)?.decision ?? 0) : null);
  if (first === null || lowest !== undefined && Date.parse(lowest.activated) <= first) return null;
  const known = readEarlier(of);
  if (known !== null && lowest !== undefined && Date.parse(known.first) <= first) return null;
  const earlier: EarlierEditions = {
    format: FORMAT_VERSION, audience, first: new Date(known === null ? first : Math.min(first, Date.parse(known.first))).toISOString(),
    heads: Math.max(known?.heads ?? 0, lastRecorded(db, audience) + UNRECORDED_MAX),
    manifests: Math.max(known?.manifests ?? 0, lastPublished(db, audience)?.edition ?? 0),
  };
  store.putEarlier(audience, encodeEarlier(earlier));
  return earlier;
}

/** Reads a head; returns none for a damaged head, which publisher/write/recover.ts handles. */
function readable(of: AudienceFolder, number: number): readonly Head[] {
  try {
    return [readHead(of, number)];
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}
