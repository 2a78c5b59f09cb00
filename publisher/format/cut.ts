/**
 * Cuts: where blocks, pages and shards of the id index begin. Cuts follow from the content alone, from the start of the list on. An
 * edition made by increments therefore has the same cuts as one made from scratch.
 *
 * Whether a cut falls before an entry depends on its id and on the entries since the previous cut. A change therefore moves later cuts
 * only until one falls where it fell before, mostly the next. The least size keeps the bytes to write for one change near the mean.
 * Changing a number here is a new format version.
 */
import { hashId } from './hash.ts';

export interface CutRule {
  readonly rowsMin: number;
  readonly rowsMax: number;
  /** Bytes of rows and documents in all CRSs together. The entry that passes this number is the last before a cut. */
  readonly bytesMax: number;
  /** From the least size on, a cut falls before an id whose hash has all these bits 0. */
  readonly mask: number;
}

export const CUT = {
  page: { rowsMin: 384, rowsMax: 1_024, bytesMax: 8 * 1024 * 1024, mask: 63 },
  block: { rowsMin: 8, rowsMax: 32, bytesMax: 512 * 1024, mask: 7 },
  shard: { rowsMin: 192, rowsMax: 512, bytesMax: Infinity, mask: 63 },
} as const satisfies Readonly<Record<string, CutRule>>;

/** Rows and bytes between the previous cut and an entry. */
export interface SinceCut {
  readonly rows: number;
  readonly bytes: number;
}

export interface HashedId {
  readonly id: string;
  /** Low half of the hash of the id (hash.ts); null: not computed yet. Most entries lie where no cut can fall and need no hash. */
  readonly low: number | null;
}

/** Returns whether a cut falls before an entry, given what lies since the previous cut. */
export function isCut({ rowsMin, rowsMax, bytesMax, mask }: CutRule, { rows, bytes }: SinceCut, { id, low }: HashedId): boolean {
  if (rows === 0) return false;
  return rows >= rowsMax || bytes >= bytesMax || (rows >= rowsMin && ((low ?? hashId(id).low) & mask) === 0);
}

export interface Cuttable extends HashedId {
  /** In bytes; absent where sizes do not count. */
  readonly size?: number;
}

/** Returns the end (exclusive index) of each group of entries. The last group is complete only when a cut falls behind it. */
export function cutEnds(entries: readonly Cuttable[], rule: CutRule): number[] {
  const ends: number[] = [];
  let start = 0;
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    if (isCut(rule, { rows: index - start, bytes }, entry)) {
      ends.push(index);
      start = index;
      bytes = 0;
    }
    bytes += entry.size ?? 0;
  }
  if (entries.length > 0) ends.push(entries.length);
  return ends;
}
