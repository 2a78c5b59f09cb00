/**
 * Row taker: the bytes of rows as features. At most LIMITS.pageBytesMax of bytes, but never fewer than one row; neighbours in
 * one buffer become one slice without copying.
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { PARTS } from '../format/page.ts';
import { hashAt } from '../format/place.ts';
import { NOT_READ, type Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { BlockPart, FeatureBytes } from './types.ts';

/** Fewer rows of a block than these are not worth a name. */
const PART_ROWS_MIN = 2;

/** Rows of one block, by the bytes they take in it. */
interface Stretch {
  readonly startByte: number;
  readonly endByte: number;
  readonly rows: number;
}

interface Slice {
  readonly memory: ArrayBufferLike;
  readonly start: number;
  end: number;
}

export class RowTaker implements Taker<FeatureBytes> {
  readonly parts: readonly string[];
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  private readonly slices: Slice[] = [];
  private readonly blocks: BlockPart[] = [];
  private bytes = 0;

  constructor(packs: Packs, crs: PublishedCrs) {
    this.packs = packs;
    this.crs = crs;
    this.parts = [PARTS.rows[crs]];
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const { ends, blocks } = page.rows(this.crs);
    const first = directory.blockOf(from);
    const last = directory.blockOf(to - 1);
    const isRead = this.packs.want(blocks, { from: first, to: last + 1 });
    for (let block = first, row = from; row < to; block += 1) {
      const end = Math.min(to, directory.blockEnds[block]!);
      const startByte = row === directory.blockStart(block) ? 0 : ends[row - 1]!;
      const fitting = this.fitting(ends, { row, end, startByte });
      if (fitting > row) {
        const stretch = { startByte, endByte: ends[fitting - 1]!, rows: fitting - row };
        const isWhole = row === directory.blockStart(block) && fitting === directory.blockEnds[block];
        if (isWhole || stretch.rows >= PART_ROWS_MIN) this.name(hashAt(blocks, block), { ...stretch, isWhole });
        this.add(isRead ? this.packs.bytesAt(blocks, block) : NOT_READ, stretch);
      }
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): FeatureBytes {
    this.packs.complete();
    const last = this.slices.at(-1);
    // Each row ends with a comma; none belongs after the last.
    if (last !== undefined) last.end -= 1;
    return {
      slices: this.slices.map(({ memory, start, end }) => Buffer.from(memory as ArrayBuffer, start, end - start)),
      bytes: last === undefined ? 0 : this.bytes - 1,
      blocks: this.blocks,
    };
  }

  /** The end of the rows of one block that stay below the limit of bytes. */
  private fitting(
    rowEnds: Uint32Array, { row, end, startByte }: { row: number; end: number; startByte: number },
  ): number {
    let fitting = end;
    while (fitting > row && this.bytes + rowEnds[fitting - 1]! - startByte > LIMITS.pageBytesMax) fitting -= 1;
    return fitting === row && this.bytes === 0 ? row + 1 : fitting;
  }

  /** Names what is about to be added; the comma at its end is left out. */
  private name(hash: Buffer, { startByte, endByte, isWhole }: Stretch & { isWhole: boolean }): void {
    this.blocks.push({ hash, from: startByte, isWhole, start: this.bytes, end: this.bytes + endByte - startByte - 1 });
  }

  private add(block: Buffer, { startByte, endByte }: Stretch): void {
    const start = block.byteOffset + startByte;
    const end = block.byteOffset + endByte;
    const last = this.slices.at(-1);
    if (last !== undefined && last.memory === block.buffer && last.end === start) last.end = end;
    else this.slices.push({ memory: block.buffer, start, end });
    this.bytes += endByte - startByte;
  }
}
