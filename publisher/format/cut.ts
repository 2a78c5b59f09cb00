/**
 * Cuts: where blocks, pages and shards of the id index begin. They come from content, from the start of the list on, so that an edition
 * made by increments has the same cuts as one made from scratch.
 *
 * A change moves the cuts behind it only until one falls where it fell before, which mostly is the next: whether a cut falls before an
 * entry depends on what lies between the cut before and it, and on its id. The least size keeps what has to be written for one change
 * near the mean. Changing a number here is a new format version.
 */
import { hashId } from './hash.ts';

export interface CutRule {
  readonly rowsMin: number;
  readonly rowsMax: number;
  /** Of rows and documents in all CRSs together; with the entry that passes it a cut is full. */
  readonly bytesMax: number;
  /** From the least size on a cut falls before an id whose hash has these bits all 0. */
  readonly mask: number;
}

export const CUT = {
  page: { rowsMin: 384, rowsMax: 1_024, bytesMax: 8 * 1024 * 1024, mask: 63 },
  block: { rowsMin: 8, rowsMax: 32, bytesMax: 512 * 1024, mask: 7 },
  shard: { rowsMin: 192, rowsMax: 512, bytesMax: Infinity, mask: 63 },
} as const satisfies Readonly<Record<string, CutRule>>;

/** What lies between the last cut and an entry. */
export interface Filled {
  readonly rows: number;
  readonly bytes: number;
}

export interface Named {
  readonly id: string;
  /** Low half of the hash of the id (hash.ts); null: not known yet. Most entries lie where no cut can fall, and are not asked for it. */
  readonly low: number | null;
}

/** Whether a cut falls behind so much, before an entry. */
export function isCut({ rowsMin, rowsMax, bytesMax, mask }: CutRule, { rows, bytes }: Filled, { id, low }: Named): boolean {
  if (rows === 0) return false;
  return rows >= rowsMax || bytes >= bytesMax || (rows >= rowsMin && ((low ?? hashId(id).low) & mask) === 0);
}

export interface Cuttable extends Named {
  /** In bytes; absent where they do not count. */
  readonly size?: number;
}

/** Ends (index just after) of what so many entries are cut into; the last is whole only when a cut falls behind it. */
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
