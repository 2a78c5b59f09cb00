/**
 * Document taker: the bytes of whole documents. At most LIMITS.pageBytesMax of them, but never fewer than one document.
 * Not here: how a document is made of a row (document-block.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { PARTS } from '../format/page.ts';
import { hashAt } from '../format/place.ts';
import { documentBlock } from './document-block.ts';
import type { DocumentBlock } from './document-blocks.ts';
import type { Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { DocumentBytes } from './types.ts';

export class DocumentTaker implements Taker<DocumentBytes> {
  readonly parts: readonly string[];
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  private readonly address: string;
  private readonly slices: Buffer[] = [];
  private readonly ends: number[] = [];
  private bytes = 0;

  /** `address`: absolute, of the list that the documents are in. */
  constructor(packs: Packs, { crs, address }: { crs: PublishedCrs; address: string }) {
    this.packs = packs;
    this.crs = crs;
    this.parts = [PARTS.documents[crs], PARTS.rows[crs], PARTS.spans, PARTS.order];
    this.address = address;
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    const { blocks } = page.documents(this.crs) ?? page.rows(this.crs);
    if (!this.packs.want(blocks, first, last + 1)) return to - from;
    for (let block = first, row = from; block <= last; block += 1) {
      const made = this.packs.documents.get(hashAt(blocks, block).toString('latin1'), () => (
        documentBlock({ page, block, crs: this.crs, bytes: this.packs.bytesAt(blocks, block), address: this.address })
      ));
      const start = directory.blockStart(block);
      const end = Math.min(to, directory.blockEnds[block]!);
      const fitting = row + this.add(made, row - start, end - start);
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): DocumentBytes {
    this.packs.complete();
    // Each document ends with a comma; none belongs after the last.
    const last = this.slices.pop();
    if (last !== undefined) this.slices.push(last.subarray(0, -1));
    return { slices: this.slices, bytes: Math.max(0, this.bytes - 1), ends: this.ends };
  }

  /** Takes the documents [from, to) of a block, or the first of them as far as there is room, and says how many. */
  private add({ bytes, ends }: DocumentBlock, from: number, to: number): number {
    const start = from === 0 ? 0 : ends[from - 1]!;
    let at = from;
    for (; at < to; at += 1) {
      const end = this.bytes + ends[at]! - start - 1;
      if (end > LIMITS.pageBytesMax && this.ends.length > 0) break;
      this.ends.push(end);
    }
    if (at === from) return 0;
    this.slices.push(bytes.subarray(start, ends[at - 1]));
    this.bytes += ends[at - 1]! - start;
    return at - from;
  }
}
