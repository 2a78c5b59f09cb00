/**
 * Row taker: the bytes of rows as features. At most LIMITS.pageBytesMax of bytes, but never fewer than one row; neighbours in
 * one buffer become one slice without copying.
 *
 * Sizes are known before bytes are read. Bytes of a range that is longer than `readyBytesMax` are not read here; where it is cut
 * into chunks is what it gives then (chunks.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { PARTS } from '../format/page.ts';
import { hashAt, type Places } from '../format/place.ts';
import { Cuts, type Cut } from './chunks.ts';
import type { Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { BlockPart, FeatureBytes } from './types.ts';

/** Fewer rows of a block than these are not worth a name. */
const PART_ROWS_MIN = 2;

/** Rows of one block, by the bytes they take in it. */
interface Stretch {
  readonly blocks: Places;
  readonly block: number;
  readonly startByte: number;
  endByte: number;
  readonly rows: number;
  readonly isWhole: boolean;
}

interface Slice {
  readonly memory: ArrayBufferLike;
  readonly start: number;
  end: number;
}

export class RowTaker implements Taker<FeatureBytes | Cut> {
  readonly parts: readonly string[];
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  private readonly readyBytesMax: number;
  private readonly stretches: Stretch[] = [];
  private readonly cuts = new Cuts();
  private bytes = 0;

  constructor(packs: Packs, crs: PublishedCrs, readyBytesMax: number) {
    this.packs = packs;
    this.crs = crs;
    this.readyBytesMax = readyBytesMax;
    this.parts = [PARTS.rows[crs]];
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const { ends, blocks } = page.rows(this.crs);
    for (let block = directory.blockOf(from), row = from; row < to; block += 1) {
      const end = Math.min(to, directory.blockEnds[block]!);
      const startByte = row === directory.blockStart(block) ? 0 : ends[row - 1]!;
      const fitting = this.fitting(ends, { row, end, startByte });
      if (fitting > row) {
        const isWhole = row === directory.blockStart(block) && fitting === directory.blockEnds[block];
        this.cuts.add(ends, { from: row, to: fitting, start: startByte });
        this.bytes += ends[fitting - 1]! - startByte;
        this.stretches.push({ blocks, block, startByte, endByte: ends[fitting - 1]!, rows: fitting - row, isWhole });
      }
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): FeatureBytes | Cut {
    const last = this.stretches.at(-1);
    // Each row ends with a comma; none belongs after the last.
    const bytes = last === undefined ? 0 : this.bytes - 1;
    if (bytes > this.readyBytesMax) return { bytes, cuts: this.cuts.finish() };
    if (last !== undefined) last.endByte -= 1;
    const slices: Slice[] = [];
    const parts: BlockPart[] = [];
    let at = 0;
    for (const stretch of this.stretches) {
      const bytes = this.packs.bytesOrLack(stretch.blocks, stretch.block, { start: stretch.startByte, end: stretch.endByte });
      if (bytes !== undefined) addSlice(slices, bytes);
      const part = partOf(stretch, at, stretch === last);
      if (part !== undefined) parts.push(part);
      at += stretch.endByte - stretch.startByte;
    }
    this.packs.complete();
    return { slices: slices.map(({ memory, start, end }) => Buffer.from(memory as ArrayBuffer, start, end - start)), bytes, blocks: parts };
  }

  /** The end of the rows of one block that stay below the limit of bytes. */
  private fitting(
    rowEnds: Uint32Array, { row, end, startByte }: { row: number; end: number; startByte: number },
  ): number {
    let fitting = end;
    while (fitting > row && this.bytes + rowEnds[fitting - 1]! - startByte > LIMITS.pageBytesMax) fitting -= 1;
    return fitting === row && this.bytes === 0 ? row + 1 : fitting;
  }
}

function addSlice(slices: Slice[], { buffer, byteOffset, length }: Buffer): void {
  const [start, end] = [byteOffset, byteOffset + length];
  const last = slices.at(-1);
  if (last !== undefined && last.memory === buffer && last.end === start) last.end = end;
  else slices.push({ memory: buffer, start, end });
}

/** Names the bytes of a stretch, without the comma at its end; undefined when they are not worth a name. */
function partOf({ blocks, block, startByte, endByte, rows, isWhole }: Stretch, at: number, isLast: boolean): BlockPart | undefined {
  if (!isWhole && rows < PART_ROWS_MIN) return undefined;
  return { hash: hashAt(blocks, block), from: startByte, isWhole, start: at, end: at + endByte - startByte - (isLast ? 0 : 1) };
}
