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
    this.parts = [PARTS.documents[crs], PARTS.rows[crs]];
    this.address = address;
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    const blocks = Array.from({ length: last + 1 - first }, (_, at) => this.made(page, first + at));
    for (let row = from; row < to;) {
      const block = directory.blockOf(row);
      const made = blocks[block - first];
      // The attempt ends with `finish`, once it is known what else lacks.
      if (made === undefined) return to - from;
      const start = directory.blockStart(block);
      const end = Math.min(to, directory.blockEnds[block]!);
      const fitting = row + this.add(made, row - start, end - start);
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  /** The documents of a block, kept or made now; undefined when what they are made of is not read yet. */
  private made(page: Page, block: number): DocumentBlock | undefined {
    const { packs, crs, address } = this;
    const documents = page.documents(crs);
    const { blocks } = documents ?? page.rows(crs);
    // Texts as delivered stand by row of the page, so a block of the same bytes at another row has others.
    const delivered = page.hashOf(PARTS.delivered);
    const texts = delivered === '' ? '' : `${delivered}${page.directory.blockStart(block)}`;
    const hash = hashAt(blocks, block).toString('latin1') + texts;
    const kept = packs.documents.get(hash);
    if (kept !== undefined) return kept;
    const isSpliceable = documents !== undefined || page.want([PARTS.spans, PARTS.order, PARTS.delivered]);
    if (!packs.want(blocks, { from: block, to: block + 1 }) || !isSpliceable) return undefined;
    const made = documentBlock({ page, block, crs, bytes: packs.bytesAt(blocks, block), address });
    packs.documents.add(hash, made);
    return made;
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
