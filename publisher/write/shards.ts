/** Shards: writes the changed shards of the id index, and its root. Unchanged shards keep their places. */
import { cutShards, startsShard } from '../format/cut.ts';
import { compareIdEntries, decodeShard, encodeIds, encodeShard, type IdEntry, type ShardEntry } from '../format/ids.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import { openIds } from '../read/edition.ts';
import { merge, type Change } from './merge.ts';
import type { Output } from './pages.ts';

/** The new root of the id index after the changes of all series. */
export function writeIds(parent: RootEntry, changes: readonly Change<IdEntry>[], output: Output): RootEntry {
  const { pack, packs, written } = output;
  const root = openIds(parent, packs);
  const held = Array.from({ length: root?.shards ?? 0 }, (_, shard) => root!.entry(shard));
  const merged = merge<ShardEntry, IdEntry>(held, changes, {
    compare: compareIdEntries,
    startsRun: ({ low }) => startsShard(low),
    beginsRun: ({ isStart }) => isStart,
    isBefore: (entry, { first }) => compareIdEntries(entry, first) < 0,
    open: (shard) => packs.made(shard.place, decodeShard),
  });
  const shards: ShardEntry[] = [];
  for (const part of merged) {
    if (part.kind === 'kept') {
      shards.push(part.segment);
      continue;
    }
    let start = 0;
    for (const end of cutShards(part.entries.length)) {
      const entries = part.entries.slice(start, end);
      const first = entries[0]!;
      const place = pack.add(encodeShard(entries).bytes);
      shards.push({ first, isStart: startsShard(first.low), count: entries.length, place });
      written.segments += 1;
      start = end;
    }
  }
  if (shards.length === 0) return EMPTY_ROOT;
  const { bytes, contentHash } = encodeIds(shards);
  const { hash, ...at } = pack.add(bytes);
  written.segments += 1;
  return {
    count: shards.reduce((sum, { count }) => sum + count, 0),
    hash: contentHash.toString('hex'),
    place: { ...at, check: Buffer.from(hash).toString('hex') },
    next: null,
  };
}
