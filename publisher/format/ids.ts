/**
 * Id index: which rows an id has. Shards of about 256 entries, sorted by the hash of the id, under one root.
 *
 * An entry says in which series a row lies, and its key and begin; with these the series itself is searched. It never
 * holds a position, so an insertion elsewhere changes nothing here. Columns: publisher/FORMAT.md, "Id index".
 */
import { compareIds } from './order.ts';
import { placeAt, placeColumns, readPlaces, type Place, type Places } from './place.ts';
import { countBefore } from './search.ts';
import { Segment, content, encodeSegment, textAt, textColumns, type EncodedSegment } from './segment.ts';

export interface IdEntry {
  /** Hash of the id (hash.ts). */
  readonly high: number;
  readonly low: number;
  readonly id: string;
  /** Twice the index of the series in the manifest; plus one: in its *other*. */
  readonly target: number;
  readonly key: number;
  readonly begin: number;
}

/** An id has one row per begin, in *now* or in *other*. */
export function compareIdEntries(left: IdEntry, right: IdEntry): number {
  return left.high - right.high || left.low - right.low || compareIds(left.id, right.id)
    || (left.target >> 1) - (right.target >> 1) || left.begin - right.begin;
}

export function encodeShard(entries: readonly IdEntry[]): EncodedSegment {
  return encodeSegment('shard', [
    content('high', Uint32Array.from(entries, (entry) => entry.high)),
    content('low', Uint32Array.from(entries, (entry) => entry.low)),
    ...textColumns('id', entries.map((entry) => entry.id)),
    content('target', Uint32Array.from(entries, (entry) => entry.target)),
    content('key', Uint32Array.from(entries, (entry) => entry.key)),
    content('begin', Float64Array.from(entries, (entry) => entry.begin)),
  ]);
}

export function decodeShard(bytes: Buffer): readonly IdEntry[] {
  const segment = new Segment(bytes, 'shard');
  const [highs, lows, targets] = [segment.u32('high'), segment.u32('low'), segment.u32('target')];
  const [keys, begins] = [segment.u32('key'), segment.f64('begin')];
  const ids = segment.texts('id');
  return Array.from(highs, (high, index) => ({
    high, low: lows[index]!, id: textAt(ids, index),
    target: targets[index]!, key: keys[index]!, begin: begins[index]!,
  }));
}

/** The entries of one id. */
export function entriesOf(
  shard: readonly IdEntry[], wanted: Pick<IdEntry, 'high' | 'low' | 'id'>,
): readonly IdEntry[] {
  const first = countBefore(shard.length, (index) => {
    const { high, low } = shard[index]!;
    return (high - wanted.high || low - wanted.low) < 0;
  });
  const found: IdEntry[] = [];
  for (let at = first; shard[at]?.high === wanted.high && shard[at]?.low === wanted.low; at += 1) {
    if (shard[at]!.id === wanted.id) found.push(shard[at]!);
  }
  return found;
}

export interface ShardEntry {
  readonly first: IdEntry;
  readonly isStart: boolean;
  readonly count: number;
  /** A shard holds no places, so the hash of its bytes is that of its content. */
  readonly place: Place;
}

export function encodeIds(shards: readonly ShardEntry[]): EncodedSegment {
  return encodeSegment('ids', [
    content('high', Uint32Array.from(shards, ({ first }) => first.high)),
    content('low', Uint32Array.from(shards, ({ first }) => first.low)),
    ...textColumns('id', shards.map(({ first }) => first.id)),
    content('target', Uint32Array.from(shards, ({ first }) => first.target)),
    content('begin', Float64Array.from(shards, ({ first }) => first.begin)),
    content('start', Uint8Array.from(shards, ({ isStart }) => (isStart ? 1 : 0))),
    content('count', Uint32Array.from(shards, ({ count }) => count)),
    ...placeColumns('shard', shards.map((shard) => shard.place), 'content'),
  ]);
}

/** The root of the id index as read. */
export class IdRoot {
  readonly segment: Segment;
  readonly shards: number;
  readonly places: Places;
  private readonly highs: Uint32Array;
  private readonly lows: Uint32Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'ids');
    this.segment = segment;
    this.highs = segment.u32('high');
    this.lows = segment.u32('low');
    this.shards = this.highs.length;
    this.places = readPlaces(segment, 'shard');
  }

  /** The shards, first to last, in which entries with this hash can lie: [start, end). */
  range(high: number, low: number): { start: number; end: number } {
    const difference = (shard: number): number => this.highs[shard]! - high || this.lows[shard]! - low;
    const start = countBefore(this.shards, (shard) => difference(shard) < 0);
    // The one before may end with this hash.
    return { start: Math.max(0, start - 1), end: countBefore(this.shards, (shard) => difference(shard) <= 0) };
  }

  entry(shard: number): ShardEntry {
    const { segment } = this;
    return {
      first: {
        high: this.highs[shard]!, low: this.lows[shard]!, id: textAt(segment.texts('id'), shard),
        target: segment.u32('target')[shard]!, key: 0, begin: segment.f64('begin')[shard]!,
      },
      isStart: segment.u8('start')[shard] === 1,
      count: segment.u32('count')[shard]!,
      place: placeAt(this.places, shard),
    };
  }
}
