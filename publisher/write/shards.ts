/** Shards: writes the changed shards of the id index, and its root. Unchanged shards keep their addresses. */
import { CUT, cutEnds, isCut } from '../format/cut.ts';
import { compareIdEntries, encodeIds, encodeShard, type IdEntry, type Shard, type ShardEntry } from '../format/id-index.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import type { SpliceRange } from '../format/splice.ts';
import { openIds, SHARD } from '../read/edition-reader.ts';
import { merge, type Change } from './merge.ts';
import type { Output } from './series-writer.ts';

/** Returns the root of the id index after the changes of all series. */
export function writeIds(parent: RootEntry, changes: readonly Change<IdEntry>[], output: Output): RootEntry {
  const { pack, packs, written } = output;
  const root = openIds(parent, packs);
  const merged = merge<IdEntry>(changes, {
    count: root?.shards ?? 0,
    compare: compareIdEntries,
    isBefore: (entry, shard) => root!.isBefore(entry, shard),
    isFirst: (entry, shard) => compareIdEntries(entry, root!.first(shard)) === 0,
    open: (shard) => entriesIn(packs.madeAt(root!.addresses, shard, SHARD)),
    cut: (entries) => cutEnds(entries, CUT.shard),
    isCutBefore: (shard, { length }) => isCut(CUT.shard, { rows: length, bytes: 0 }, root!.first(shard)),
  });
  const ranges = Array.from(merged, (part): SpliceRange<ShardEntry> =>
    (part.kind === 'kept' ? part : { kind: 'new', entries: [writeShard(part.entries, output)] }));
  if (ranges.length === 0) return EMPTY_ROOT;
  const { segment, count } = encodeIds(root, ranges);
  const { hash, ...extent } = pack.addSegment(segment);
  written.segments += 1;
  return {
    count, hash: segment.contentHash.toString('hex'), next: null, address: { ...extent, check: Buffer.from(hash).toString('hex') },
  };
}

function entriesIn(shard: Shard): IdEntry[] {
  return Array.from({ length: shard.count }, (_, index) => shard.entry(index));
}

function writeShard(entries: readonly IdEntry[], { pack, written }: Output): ShardEntry {
  written.segments += 1;
  return { first: entries[0]!, count: entries.length, address: pack.addSegment(encodeShard(entries)) };
}
