/**
 * Chunks: a range that is too long to be had at once, in pieces that are read when they are asked for.
 *
 * Which rows are in the range, and how many bytes they take, is known before. A chunk holds whole rows, LIMITS.chunkBytes of them at
 * least, but for the last. Equal rows are cut at equal places.
 * Invariant: between chunks only the numbers of the rows are kept, and the packs of the edition open, so that a slow reader takes no
 * memory and gets one edition to the end.
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { gatherRows, type Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Pages } from './pages.ts';
import type { Selected } from '../steps.ts';
import { turn } from '../turns.ts';
import type { Chunks } from '../types.ts';

/** A range that is too long to be had at once. */
export interface Cut {
  readonly bytes: number;
  /** Rows of each chunk. */
  readonly cuts: readonly number[];
}

/** Decides where chunks end. */
export class Cuts {
  readonly #cuts: number[] = [];
  #rows = 0;
  #bytes = 0;

  /** Adds the rows [from, to) of a block, which begin at the byte `start`; `ends`: where rows end in it. */
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

/** The rows of a range, and how their bytes are taken. */
export interface LongRange<Taken> {
  readonly cuts: readonly number[];
  /** Rows [from, to) of the range, as `pages` counts them. */
  readonly rows: (from: number, to: number) => Selected;
  readonly pages: Pages;
  readonly packs: Packs;
  /** Numbers of the packs of the edition. */
  readonly packNumbers: readonly number[];
  /** A new one for each chunk. */
  readonly taker: () => Taker<Taken>;
}

/** Reads one chunk after the other, each in a turn of its own (turns.ts). Whoever stops early must call `return`. */
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
