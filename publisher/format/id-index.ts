/**
 * Id index: finds the rows of an id. Shards of about 256 entries, sorted by the hash of the id, lie under one root.
 *
 * An entry has the series of a row, its key and its begin; these find the row in the series. An entry has no position, so an insertion
 * elsewhere changes no entry. Columns: publisher/FORMAT.md, "Id index".
 */
import { nfc } from '../../schemas/normal-form.ts';
import { HASH_BYTES, type IdHash } from './hash.ts';
import { compareIds } from './order.ts';
import { columnsOfAddresses, readAddresses, type SegmentAddress, type SegmentAddresses } from './segment-address.ts';
import { countBefore } from './search.ts';
import { EncodedSegment, Segment, content, type Texts } from './segment.ts';
import { Splice, type SpliceRange } from './splice.ts';
import { columnsOfTexts, textAt, textColumns } from './text-columns.ts';

export interface IdEntry {
  /** Hash of the id (hash.ts). */
  readonly high: number;
  readonly low: number;
  readonly id: string;
  /** Twice the index of the series in the manifest; plus one when the row is in *other*. */
  readonly target: number;
  readonly key: number;
  readonly begin: number;
}

/** Compares entries. An id has one row per begin, in *now* or in *other*. */
export function compareIdEntries(left: IdEntry, right: IdEntry): number {
  return left.high - right.high || left.low - right.low || compareIds(left.id, right.id)
    || (left.target >> 1) - (right.target >> 1) || left.begin - right.begin;
}

/** Selects, among entries with the hash of an id, those of that id: the exact form, else its NFC form, else the first other form. */
export function entriesNamed<Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): readonly Entry[] {
  const normal = nfc(id);
  const exact = entries.find((entry) => entry.id === id) ?? entries.find((entry) => entry.id === normal);
  const found = exact ?? entries.find((entry) => nfc(entry.id) === normal);
  return found === undefined ? [] : entries.filter((entry) => entry.id === found.id);
}

export function encodeShard(entries: readonly IdEntry[]): EncodedSegment {
  return new EncodedSegment('shard', [
    content('high', Uint32Array.from(entries, (entry) => entry.high)),
    content('low', Uint32Array.from(entries, (entry) => entry.low)),
    ...textColumns('id', entries.map((entry) => entry.id)),
    content('target', Uint32Array.from(entries, (entry) => entry.target)),
    content('key', Uint32Array.from(entries, (entry) => entry.key)),
    content('begin', Float64Array.from(entries, (entry) => entry.begin)),
  ]);
}

/** A decoded shard. Only the requested entries become objects. */
export class Shard {
  readonly count: number;
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  readonly #ids: Texts;
  readonly #targets: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #begins: Float64Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'shard');
    this.#highs = segment.u32('high');
    this.count = this.#highs.length;
    this.#lows = segment.u32('low');
    this.#ids = segment.texts('id');
    this.#targets = segment.u32('target');
    this.#keys = segment.u32('key');
    this.#begins = segment.f64('begin');
  }

  entry(index: number): IdEntry {
    return {
      high: this.#highs[index]!, low: this.#lows[index]!, id: textAt(this.#ids, index),
      target: this.#targets[index]!, key: this.#keys[index]!, begin: this.#begins[index]!,
    };
  }

  /** Returns the entries of all ids with one hash, so of every Unicode form of an id. */
  entriesOf({ high, low }: IdHash): readonly IdEntry[] {
    const { count } = this;
    const highs = this.#highs;
    const lows = this.#lows;
    const first = countBefore(count, (index) => (highs[index]! - high || lows[index]! - low) < 0);
    const found: IdEntry[] = [];
    for (let at = first; at < count && highs[at] === high && lows[at] === low; at += 1) found.push(this.entry(at));
    return found;
  }
}

/** A new shard. */
export interface ShardEntry {
  readonly first: IdEntry;
  readonly count: number;
  /** A shard contains no addresses, so the hash of its bytes is its content hash. */
  readonly address: SegmentAddress;
}

/** Encodes a root from shards of the parent and new shards, in order. `count` is the number of entries in all shards. */
export function encodeIds(
  parent: IdRoot | null, ranges: readonly SpliceRange<ShardEntry>[],
): { segment: EncodedSegment; count: number } {
  const splice = new Splice(ranges);
  const size = splice.length;
  const of = parent?.segment;
  const counts = splice.numbers(new Uint32Array(size), of?.u32('count'), ({ count }) => count);
  const segment = new EncodedSegment('ids', [
    content('high', splice.numbers(new Uint32Array(size), of?.u32('high'), ({ first }) => first.high)),
    content('low', splice.numbers(new Uint32Array(size), of?.u32('low'), ({ first }) => first.low)),
    ...columnsOfTexts('id', splice.texts(of?.texts('id'), ({ first }) => Buffer.from(first.id, 'utf8'))),
    content('target', splice.numbers(new Uint32Array(size), of?.u32('target'), ({ first }) => first.target)),
    content('begin', splice.numbers(new Float64Array(size), of?.f64('begin'), ({ first }) => first.begin)),
    content('count', counts),
    ...columnsOfAddresses('shard', {
      packs: splice.numbers(new Uint32Array(size), parent?.addresses.packs, ({ address }) => address.pack),
      offsets: splice.numbers(new Float64Array(size), parent?.addresses.offsets, ({ address }) => address.offset),
      lengths: splice.numbers(new Uint32Array(size), parent?.addresses.lengths, ({ address }) => address.length),
      hashes: splice.numbers(new Uint8Array(size * HASH_BYTES), parent?.addresses.hashes, ({ address }) => address.hash, HASH_BYTES),
    }, { hash: 'hash' }),
  ]);
  return { segment, count: counts.reduce((sum, count) => sum + count, 0) };
}

/** The decoded root of the id index. */
export class IdRoot {
  readonly segment: Segment;
  readonly shards: number;
  readonly addresses: SegmentAddresses;
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  readonly #ids: Texts;
  readonly #targets: Uint32Array;
  readonly #begins: Float64Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'ids');
    this.segment = segment;
    this.#highs = segment.u32('high');
    this.#lows = segment.u32('low');
    this.shards = this.#highs.length;
    this.#ids = segment.texts('id');
    this.#targets = segment.u32('target');
    this.#begins = segment.f64('begin');
    this.addresses = readAddresses(segment, 'shard', { hash: 'hash' });
  }

  /** Returns the shards that can have entries with this hash: [start, end). */
  range(high: number, low: number): { start: number; end: number } {
    const difference = (shard: number): number => this.#highs[shard]! - high || this.#lows[shard]! - low;
    const start = countBefore(this.shards, (shard) => difference(shard) < 0);
    // The shard before may end with this hash.
    return { start: Math.max(0, start - 1), end: countBefore(this.shards, (shard) => difference(shard) <= 0) };
  }

  /** Returns the sort key of the shard's first entry; the root does not store its other fields. */
  first(shard: number): IdEntry {
    return {
      high: this.#highs[shard]!, low: this.#lows[shard]!, id: textAt(this.#ids, shard),
      target: this.#targets[shard]!, key: 0, begin: this.#begins[shard]!,
    };
  }

  /** Returns whether `entry` sorts before the first entry of the shard. */
  isBefore(entry: IdEntry, shard: number): boolean {
    const difference = entry.high - this.#highs[shard]! || entry.low - this.#lows[shard]!;
    return difference === 0 ? compareIdEntries(entry, this.first(shard)) < 0 : difference < 0;
  }
}
