/** Shards: writes the changed shards of the id index, and its root. Unchanged shards keep their places. */
import { cutShards, startsShard } from '../format/cut.ts';
import { compareIdEntries, encodeIds, encodeShard, type IdEntry, type Shard, type ShardEntry } from '../format/ids.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import type { Stretch } from '../format/splice.ts';
import { openIds, SHARD } from '../read/edition.ts';
import { merge, type Change } from './merge.ts';
import type { Output } from './pages.ts';

/** The new root of the id index after the changes of all series. */
export function writeIds(parent: RootEntry, changes: readonly Change<IdEntry>[], output: Output): RootEntry {
  const { pack, packs, written } = output;
  const root = openIds(parent, packs);
  const merged = merge<IdEntry>(changes, {
    count: root?.shards ?? 0,
    compare: compareIdEntries,
    startsRun: ({ low }) => startsShard(low),
    beginsRun: (shard) => root!.isStart(shard),
    isBefore: (entry, shard) => root!.isBefore(entry, shard),
    open: (shard) => entriesIn(packs.madeAt(root!.places, shard, SHARD)),
  });
  const stretches = Array.from(merged, (part): Stretch<ShardEntry> =>
    (part.kind === 'kept' ? part : { kind: 'new', entries: writeRun(part.entries, output) }));
  if (stretches.length === 0) return EMPTY_ROOT;
  const { segment, count } = encodeIds(root, stretches);
  const { hash, ...place } = pack.add(segment.bytes);
  written.segments += 1;
  return {
    count, hash: segment.contentHash.toString('hex'), next: null, place: { ...place, check: Buffer.from(hash).toString('hex') },
  };
}

function entriesIn(shard: Shard): IdEntry[] {
  return Array.from({ length: shard.count }, (_, index) => shard.entry(index));
}

function writeRun(run: readonly IdEntry[], { pack, written }: Output): ShardEntry[] {
  const ends = cutShards(run.length);
  written.segments += ends.length;
  return ends.map((end, index) => {
    const entries = run.slice(ends[index - 1] ?? 0, end);
    const first = entries[0]!;
    return { first, isStart: startsShard(first.low), count: entries.length, place: pack.add(encodeShard(entries).bytes) };
  });
}
