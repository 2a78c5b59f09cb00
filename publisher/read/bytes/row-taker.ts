/**
 * Row taker: collects the bytes of rows as features, at most LIMITS.pageBytesMax of them, but never fewer than one row. Neighbours in one
 * buffer become one slice without copying.
 *
 * Sizes are known before bytes are read. For a range longer than `readyBytesMax` no bytes are read; the result is then how to cut it into
 * chunks (chunks.ts).
 * Rows whose end is shown are copied with that end, and their bytes have no cache name: a name stands for the bytes of the edition.
 */
import { LIMITS } from '../../../schemas/limits.ts';
import type { EditionCrs } from '../../../schemas/crs.ts';
import { hashAt, type SegmentAddresses } from '../../format/segment-address.ts';
import { countBefore } from '../../format/search.ts';
import { ChunkCuts, type ChunkedRange } from './chunks.ts';
import type { Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import { rowParts, type Page } from './page.ts';
import { END_PARTS, growthOf, shownEnds, withShownEnds, type ShownEnd } from './shown-ends.ts';
import type { BlockPart, FeatureBytes } from '../types.ts';

/** A range of fewer rows of a block gets no cache name. */
const PART_ROWS_MIN = 2;

/** Rows of one block, as a byte range in it. */
interface RowBytesRange {
  readonly blocks: SegmentAddresses;
  readonly block: number;
  readonly startByte: number;
  endByte: number;
  readonly rows: number;
  readonly isWhole: boolean;
  /** Ends that differ from those in the bytes, and the start of their rows. */
  readonly ends: readonly ShownEnd[];
  readonly starts: readonly number[];
}

interface Slice {
  readonly memory: ArrayBufferLike;
  readonly start: number;
  end: number;
}

export class RowTaker implements Taker<FeatureBytes | ChunkedRange> {
  readonly parts: readonly string[];
  readonly #packs: Packs;
  readonly #crs: EditionCrs;
  readonly #readyBytesMax: number;
  readonly #showsEnd: boolean;
  readonly #ranges: RowBytesRange[] = [];
  readonly #cuts = new ChunkCuts();
  #bytes = 0;

  /** `showsEnd`: as in SeriesQuery. */
  constructor(packs: Packs, { crs, readyBytesMax, showsEnd = false }: { crs: EditionCrs; readyBytesMax: number; showsEnd?: boolean }) {
    this.#packs = packs;
    this.#crs = crs;
    this.#readyBytesMax = readyBytesMax;
    this.#showsEnd = showsEnd;
    this.parts = [...rowParts(crs), ...showsEnd ? END_PARTS : []];
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const { ends, blocks } = page.rows(this.#crs);
    const shown = this.#showsEnd ? shownEnds(page, directory.blockStart(directory.blockOf(from)), to) : NO_ENDS;
    const sizes = shown.length === 0 ? ends : sizesWith(shown, page, ends);
    const startOf = (row: number, of: Uint32Array): number => (directory.startsBlock(row) ? 0 : of[row - 1]!);
    for (let block = directory.blockOf(from), row = from; row < to; block += 1) {
      const end = Math.min(to, directory.blockEnds[block]!);
      const start = startOf(row, sizes);
      const fitting = this.#fitting(sizes, { row, end, startByte: start });
      if (fitting > row) {
        const isWhole = row === directory.blockStart(block) && fitting === directory.blockEnds[block];
        const startByte = startOf(row, ends);
        const own = shown.length === 0 ? NO_ENDS : among(shown, row, fitting);
        this.#cuts.add(sizes, { from: row, to: fitting, start });
        this.#bytes += sizes[fitting - 1]! - start;
        this.#ranges.push({
          blocks, block, startByte, endByte: ends[fitting - 1]!, rows: fitting - row, isWhole,
          ends: own, starts: own.map((one) => startOf(one.row, ends) - startByte),
        });
      }
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): FeatureBytes | ChunkedRange {
    const last = this.#ranges.at(-1);
    // Each row ends with a comma; the last comma is dropped.
    const bytes = last === undefined ? 0 : this.#bytes - 1;
    if (bytes > this.#readyBytesMax) return { bytes, cuts: this.#cuts.finish() };
    if (last !== undefined) last.endByte -= 1;
    const slices: Slice[] = [];
    const parts: BlockPart[] = [];
    let at = 0;
    const { result: all, release } = this.#packs.releasable(() => this.#packs.allBytesOrMissing(
      this.#ranges.map(({ blocks, block, startByte, endByte }) => ({ blocks, block, start: startByte, end: endByte })),
    ));
    for (const [index, range] of this.#ranges.entries()) {
      const bytes = all[index];
      if (bytes !== undefined) addSlice(slices, range.ends.length === 0 ? bytes : withShownEnds(bytes, range.ends, range.starts));
      const part = partOf(range, at, range === last);
      if (part !== undefined) parts.push(part);
      at += range.endByte - range.startByte + growthOfAll(range.ends);
    }
    this.#packs.complete();
    const views = slices.map(({ memory, start, end }) => Buffer.from(memory as ArrayBuffer, start, end - start));
    return { slices: views, bytes, blocks: parts, release };
  }

  /** Returns the end of the rows of one block that stay below the limit of bytes. */
  #fitting(
    rowEnds: Uint32Array, { row, end, startByte }: { row: number; end: number; startByte: number },
  ): number {
    let fitting = end;
    while (fitting > row && this.#bytes + rowEnds[fitting - 1]! - startByte > LIMITS.pageBytesMax) fitting -= 1;
    return fitting === row && this.#bytes === 0 ? row + 1 : fitting;
  }
}

const NO_ENDS: readonly ShownEnd[] = [];

/** Returns the ends of rows in their block with these shown ends, up to the last needed row; `ends` are those in the bytes. */
function sizesWith(shown: readonly ShownEnd[], { directory }: Page, ends: Uint32Array): Uint32Array {
  const sizes = ends.slice();
  for (const end of shown) {
    const last = directory.blockEnds[directory.blockOf(end.row)]!;
    for (let row = end.row; row < last; row += 1) sizes[row]! += growthOf(end);
  }
  return sizes;
}

/** Returns the ends of the rows [from, to). */
function among(ends: readonly ShownEnd[], from: number, to: number): readonly ShownEnd[] {
  const before = (row: number): number => countBefore(ends.length, (at) => ends[at]!.row < row);
  return ends.slice(before(from), before(to));
}

function growthOfAll(ends: readonly ShownEnd[]): number {
  return ends.reduce((sum, end) => sum + growthOf(end), 0);
}

function addSlice(slices: Slice[], { buffer, byteOffset, length }: Buffer): void {
  const [start, end] = [byteOffset, byteOffset + length];
  const last = slices.at(-1);
  if (last !== undefined && last.memory === buffer && last.end === start) last.end = end;
  else slices.push({ memory: buffer, start, end });
}

/**
 * Returns the address of the bytes of a range, without the comma at its end, by which their compressed form is cached. Undefined when the
 * range is too short to be cached, or has other bytes than the edition.
 */
function partOf(
  { blocks, block, startByte, endByte, rows, isWhole, ends }: RowBytesRange, at: number, isLast: boolean,
): BlockPart | undefined {
  if (ends.length > 0 || !isWhole && rows < PART_ROWS_MIN) return undefined;
  return { hash: hashAt(blocks, block), from: startByte, isWhole, start: at, end: at + endByte - startByte - (isLast ? 0 : 1) };
}
