/**
 * Chunks: a range too long to be returned at once, in pieces that are read on demand.
 *
 * The rows in the range, and the number of their bytes, are known beforehand. A chunk has whole rows, and at least LIMITS.chunkBytes bytes
 * except for the last chunk. Equal ranges are cut at the same rows.
 * Invariant: between chunks only the row numbers stay in memory, and the packs of the edition stay open. A slow client therefore takes no
 * memory and gets one edition to the end.
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { gatherRows, type Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Pages } from './pages.ts';
import type { Selected } from '../steps.ts';
import { turn } from '../turns.ts';
import type { Chunks } from '../types.ts';

/** A range too long to be returned at once. */
export interface ChunkedRange {
  readonly bytes: number;
  /** Number of rows of each chunk. */
  readonly cuts: readonly number[];
}

/** Decides where chunks end. */
export class ChunkCuts {
  readonly #cuts: number[] = [];
  #rows = 0;
  #bytes = 0;

  /** Adds the rows [from, to) of a block, which begin at the byte `start`; `ends` are the ends of rows in the block. */
  add(ends: ArrayLike<number>, { from, to, start }: { readonly from: number; readonly to: number; readonly start: number }): void {
    const bytes = ends[to - 1]! - start;
    if (bytes <= LIMITS.chunkBytes) return this.#add(to - from, bytes);
    for (let row = from, before = start; row < to; row += 1) {
      this.#add(1, ends[row]! - before);
      before = ends[row]!;
    }
  }

  #add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    if (this.#bytes >= LIMITS.chunkBytes) this.#cut();
  }

  #cut(): void {
    this.#cuts.push(this.#rows);
    [this.#rows, this.#bytes] = [0, 0];
  }

  finish(): readonly number[] {
    if (this.#rows > 0) this.#cut();
    return this.#cuts;
  }
}

/** The rows of a range, and how their bytes are read. */
export interface LongRange<Taken> {
  readonly cuts: readonly number[];
  /** Rows [from, to) of the range, numbered as `pages` does. */
  readonly rows: (from: number, to: number) => Selected;
  readonly pages: Pages;
  readonly packs: Packs;
  /** Numbers of the packs of the edition. */
  readonly packNumbers: readonly number[];
  /** Makes a new taker for each chunk. */
  readonly taker: () => Taker<Taken>;
}

/** Reads one chunk after the other, each in a turn of its own (turns.ts). A caller that stops early must call `return`. */
export async function* chunksOf<Taken>({ cuts, rows, pages, packs, packNumbers, taker }: LongRange<Taken>): Chunks<Taken> {
  const release = packs.hold(packNumbers);
  try {
    let from = 0;
    for (const count of cuts) {
      const some = rows(from, from + count);
      await turn();
      yield await packs.whenRead(() => gatherRows({ start: 0, rows: some, numberMatched: 0 }, { packs, pages }, taker())) as Taken;
      from += count;
    }
  } finally {
    release();
  }
}
