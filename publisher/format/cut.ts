/**
 * Cuts: where blocks, pages and shards of the id index begin. They come from content, so that an edition made by
 * increments has the same cuts as one made from scratch.
 *
 * A row *starts* a page (and a block) when low bits of its id's hash are 0. A *run* goes from one page start to just
 * before the next; caps cut a run further, counted from the run's first row. So a change never moves a cut outside its
 * own run. Changing a number here is a new format version.
 */
export const CUT = {
  blockMask: 15,
  pageMask: 511,
  shardMask: 255,
  blockRowsMax: 64,
  pageRowsMax: 2_048,
  shardEntriesMax: 1_024,
  /** Bytes of rows and documents in all CRSs together. */
  blockBytesMax: 1024 * 1024,
  pageBytesMax: 16 * 1024 * 1024,
} as const;

export function startsPage(low: number): boolean {
  return (low & CUT.pageMask) === 0;
}

export function startsShard(low: number): boolean {
  return (low & CUT.shardMask) === 0;
}

export interface Cuttable {
  /** Low half of the id's hash. */
  readonly low: number;
  readonly size: number;
}

/** Ends (index just after) of the pages of one run. */
export function cutPages(run: readonly Cuttable[]): number[] {
  return cut(run, { mask: null, rowsMax: CUT.pageRowsMax, bytesMax: CUT.pageBytesMax });
}

/** Ends of the blocks of one page. */
export function cutBlocks(page: readonly Cuttable[]): number[] {
  return cut(page, { mask: CUT.blockMask, rowsMax: CUT.blockRowsMax, bytesMax: CUT.blockBytesMax });
}

/** Ends of the shards of a run of `count` entries of the id index. */
export function cutShards(count: number): number[] {
  const shards = Math.ceil(count / CUT.shardEntriesMax);
  return Array.from({ length: shards }, (_, shard) => Math.min(count, (shard + 1) * CUT.shardEntriesMax));
}

interface Caps {
  readonly mask: number | null;
  readonly rowsMax: number;
  readonly bytesMax: number;
}

function cut(rows: readonly Cuttable[], { mask, rowsMax, bytesMax }: Caps): number[] {
  const ends: number[] = [];
  let start = 0;
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const isFull = index - start === rowsMax || bytes + row.size > bytesMax;
    if (index > start && (isFull || (mask !== null && (row.low & mask) === 0))) {
      ends.push(index);
      start = index;
      bytes = 0;
    }
    bytes += row.size;
  }
  if (rows.length > 0) ends.push(rows.length);
  return ends;
}
