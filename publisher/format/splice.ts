/**
 * Splice: builds the columns of a new root or page from those of its parent. Entries that stay are copied as ranges of typed arrays, new
 * entries are put between them. No entry that stays becomes an object.
 */
import type { Texts } from './segment.ts';
import { unsignedFor } from './text-columns.ts';

/** Entries [from, to) of the parent, or new entries. */
export type SpliceRange<Entry> =
  | { readonly kind: 'kept'; readonly from: number; readonly to: number }
  | { readonly kind: 'new'; readonly entries: readonly Entry[] };

interface Numbers {
  readonly length: number;
  [index: number]: number;
  set(source: ArrayLike<number>, at: number): void;
  subarray(from: number, to: number): ArrayLike<number>;
}

export class Splice<Entry> {
  readonly ranges: readonly SpliceRange<Entry>[];
  /** Number of entries in the result. */
  readonly length: number;

  constructor(ranges: readonly SpliceRange<Entry>[]) {
    this.ranges = ranges;
    this.length = ranges.reduce((sum, range) => sum + lengthOf(range), 0);
  }

  /** Fills `target`, a column of `width` numbers an entry. Where `parent` is undefined, entries of the parent are left as `target` has them. */
  numbers<Target extends Numbers>(
    target: Target, parent: Target | undefined, put: (entry: Entry) => number | ArrayLike<number>, width = 1,
  ): Target {
    let at = 0;
    for (const range of this.ranges) {
      if (range.kind === 'kept') {
        if (parent !== undefined) target.set(parent.subarray(range.from * width, range.to * width), at);
        at += (range.to - range.from) * width;
        continue;
      }
      for (const entry of range.entries) {
        const value = put(entry);
        if (typeof value === 'number') target[at] = value; else target.set(value, at);
        at += width;
      }
    }
    return target;
  }

  /** The new entries in order. */
  get fresh(): readonly Entry[] {
    return this.ranges.flatMap((range) => (range.kind === 'new' ? range.entries : []));
  }

  /** `put` returns the UTF-8 of a new entry. */
  texts(parent: Texts | undefined, put: (entry: Entry) => Uint8Array): Texts {
    const pieces: Uint8Array[] = [];
    const ends = new Float64Array(this.length);
    let [at, end] = [0, 0];
    for (const range of this.ranges) {
      if (range.kind === 'kept') {
        const start = startOf(parent!, range.from);
        for (let index = range.from; index < range.to; index += 1) ends[at++] = end + parent!.ends[index]! - start;
        pieces.push(parent!.text.subarray(start, startOf(parent!, range.to)));
        end += pieces.at(-1)!.length;
        continue;
      }
      for (const entry of range.entries) {
        pieces.push(put(entry));
        end += pieces.at(-1)!.length;
        ends[at++] = end;
      }
    }
    const narrow = unsignedFor(ends.length, end);
    narrow.set(ends);
    return { ends: narrow, text: Buffer.concat(pieces) };
  }
}

function lengthOf<Entry>(range: SpliceRange<Entry>): number {
  return range.kind === 'kept' ? range.to - range.from : range.entries.length;
}

function startOf({ ends }: Texts, index: number): number {
  return index === 0 ? 0 : ends[index - 1]!;
}
