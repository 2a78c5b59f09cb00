/**
 * Gather: collects the bytes of the rows that a question asks for, while it counts all that match.
 *
 * Matching rows come in runs, in order. Only those from `position` on, at most `limit` and at most LIMITS.pageBytesMax
 * of bytes (but never fewer than one row), are read; neighbours in one buffer become one slice without copying.
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { hashAt } from '../format/place.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { Pages } from './pages.ts';
import type { Selected } from './steps.ts';
import type { BlockPart, FeatureRange } from './types.ts';

/** From so many blocks on, reading them together pays. */
const BLOCKS_AT_ONCE_MIN = 4;

/** Fewer rows of a block than these are not worth a name. */
const PART_ROWS_MIN = 2;

export interface Wanted {
  readonly crs: PublishedCrs;
  readonly position: number;
  readonly limit: number;
}

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

export class Gather {
  private readonly packs: Packs;
  private readonly pageAt: (index: number) => Page;
  private readonly wanted: Wanted;
  private readonly slices: Slice[] = [];
  private readonly blocks: BlockPart[] = [];
  private bytes = 0;
  private returned = 0;
  private isFull: boolean;
  private matched = 0;

  constructor(packs: Packs, pageAt: (index: number) => Page, wanted: Wanted) {
    this.packs = packs;
    this.pageAt = pageAt;
    this.wanted = wanted;
    this.isFull = wanted.limit <= 0;
  }

  /** Rows [from, to) of a page match. The page is opened only when rows of it are wanted. */
  run(page: number, from: number, to: number): void {
    const { position, limit } = this.wanted;
    const before = this.matched;
    this.matched += to - from;
    if (this.isFull || this.matched <= position) return;
    const start = from + Math.max(0, position - before);
    const end = Math.min(to, start + limit - this.returned);
    this.rows(this.pageAt(page), start, end);
    if (this.returned === limit) this.isFull = true;
  }

  finish(): FeatureRange {
    const { matched, returned } = this;
    const last = this.slices.at(-1);
    // Each row ends with a comma; none belongs after the last.
    if (last !== undefined) last.end -= 1;
    const next = Math.max(0, this.wanted.position) + returned;
    return {
      slices: this.slices.map(({ memory, start, end }) => Buffer.from(memory as ArrayBuffer, start, end - start)),
      bytes: last === undefined ? 0 : this.bytes - 1,
      blocks: this.blocks,
      numberReturned: returned,
      numberMatched: matched,
      next: next < matched ? next : null,
    };
  }

  private rows(page: Page, from: number, to: number): void {
    const { directory } = page;
    const { ends, blocks } = page.rows(this.wanted.crs);
    const first = directory.blockOf(from);
    const last = directory.blockOf(to - 1);
    if (last - first >= BLOCKS_AT_ONCE_MIN) this.packs.load(blocks, first, last + 1);
    for (let block = first, row = from; row < to && !this.isFull; block += 1) {
      const end = Math.min(to, directory.blockEnds[block]!);
      const startByte = row === directory.blockStart(block) ? 0 : ends[row - 1]!;
      const fitting = this.fitting(ends, { row, end, startByte });
      if (fitting > row) {
        const stretch = { startByte, endByte: ends[fitting - 1]!, rows: fitting - row };
        const isWhole = row === directory.blockStart(block) && fitting === directory.blockEnds[block];
        if (isWhole || stretch.rows >= PART_ROWS_MIN) this.name(hashAt(blocks, block), { ...stretch, isWhole });
        this.add(this.packs.bytesAt(blocks, block), stretch);
      }
      if (fitting < end) this.isFull = true;
      row = end;
    }
  }

  /** The end of the rows of one block that stay below the limit of bytes. */
  private fitting(
    rowEnds: Uint32Array, { row, end, startByte }: { row: number; end: number; startByte: number },
  ): number {
    let fitting = end;
    while (fitting > row && this.bytes + rowEnds[fitting - 1]! - startByte > LIMITS.pageBytesMax) fitting -= 1;
    return fitting === row && this.returned === 0 ? row + 1 : fitting;
  }

  /** Names what is about to be added; the comma at its end is left out. */
  private name(hash: Buffer, { startByte, endByte, isWhole }: Stretch & { isWhole: boolean }): void {
    this.blocks.push({ hash, from: startByte, isWhole, start: this.bytes, end: this.bytes + endByte - startByte - 1 });
  }

  private add(block: Buffer, { startByte, endByte, rows }: Stretch): void {
    const start = block.byteOffset + startByte;
    const end = block.byteOffset + endByte;
    const last = this.slices.at(-1);
    if (last !== undefined && last.memory === block.buffer && last.end === start) last.end = end;
    else this.slices.push({ memory: block.buffer, start, end });
    this.bytes += endByte - startByte;
    this.returned += rows;
  }
}

/** The rows [position, position + limit) of a list that was selected. */
export function gatherRows(
  rows: Selected, pages: Pages, { packs, crs, position, limit }: Wanted & { readonly packs: Packs },
): FeatureRange {
  const gather = new Gather(packs, pages.pageAt, { crs, position: 0, limit });
  const [start, end] = [Math.max(0, position), Math.min(rows.length, Math.max(0, position) + limit)];
  for (let at = start; at < end;) {
    const page = pages.pageOf(rows[at]!);
    const before = pages.rowsBefore(page);
    const last = before + pages.pageAt(page).count;
    let to = at + 1;
    while (to < end && rows[to] === rows[to - 1]! + 1 && rows[to]! < last) to += 1;
    gather.run(page, rows[at]! - before, rows[to - 1]! + 1 - before);
    at = to;
  }
  const range = gather.finish();
  const next = start + range.numberReturned;
  return { ...range, numberMatched: rows.length, next: next < rows.length ? next : null };
}
