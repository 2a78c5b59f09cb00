/**
 * Document taker: the bytes of whole documents. At most LIMITS.pageBytesMax of them, but never fewer than one document.
 * Sizes are known before documents are read or made, as those of rows are (row-taker.ts).
 * Not here: how a document is made of a row (document-block.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import type { PublishedCrs } from '../../../schemas/crs.ts';
import { PARTS } from '../../format/page.ts';
import { hashAt } from '../../format/place.ts';
import { Cuts, type Cut } from './chunks.ts';
import { DOCUMENT_PARTS, documentBlock, documentEnds } from './document-block.ts';
import type { DocumentBlock } from './document-blocks.ts';
import type { Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { DocumentBytes } from '../types.ts';

/** Documents of one block that are taken, by the bytes they take in it. */
interface Stretch extends Sized {
  readonly start: number;
  readonly end: number;
}

/** A block of documents whose sizes are known. */
interface Sized {
  readonly page: Page;
  readonly block: number;
  readonly ends: readonly number[];
  /** The name under which the documents are kept. */
  readonly name: string;
  /** The documents, when they are kept. */
  readonly kept: DocumentBlock | undefined;
}

export class DocumentTaker implements Taker<DocumentBytes | Cut> {
  readonly parts: readonly string[];
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  private readonly address: string;
  private readonly readyBytesMax: number;
  private readonly stretches: Stretch[] = [];
  private readonly cuts = new Cuts();
  private readonly ends: number[] = [];
  private bytes = 0;

  /** `address`: absolute, of the list that the documents are in. */
  constructor(packs: Packs, { crs, address, readyBytesMax }: { crs: PublishedCrs; address: string; readyBytesMax: number }) {
    this.packs = packs;
    this.crs = crs;
    this.parts = [PARTS.documents[crs], PARTS.rows[crs]];
    this.address = address;
    this.readyBytesMax = readyBytesMax;
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    const blocks = Array.from({ length: last + 1 - first }, (_, at) => this.sized(page, first + at));
    for (let row = from; row < to;) {
      const block = directory.blockOf(row);
      const sized = blocks[block - first];
      // The attempt ends with `finish`, once it is known what else lacks.
      if (sized === undefined) return to - from;
      const start = directory.blockStart(block);
      const end = Math.min(to, directory.blockEnds[block]!);
      const fitting = row + this.add(sized, row - start, end - start);
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): DocumentBytes | Cut {
    this.packs.complete();
    // Each document ends with a comma; none belongs after the last.
    const bytes = Math.max(0, this.bytes - 1);
    if (bytes > this.readyBytesMax) return { bytes, cuts: this.cuts.finish() };
    const slices = this.stretches.map((stretch) => (stretch.kept ?? this.made(stretch))?.bytes.subarray(stretch.start, stretch.end));
    this.packs.complete();
    const ready = slices.filter((slice) => slice !== undefined);
    const last = ready.pop();
    if (last !== undefined) ready.push(last.subarray(0, -1));
    return { slices: ready, bytes, ends: this.ends };
  }

  /** Undefined when what tells the sizes is not read yet. */
  private sized(page: Page, block: number): Sized | undefined {
    const { packs, crs, address } = this;
    const name = this.nameOf(page, block);
    const kept = packs.documents.get(name);
    if (kept !== undefined) return { page, block, name, kept, ends: kept.ends };
    const documents = page.documents(crs);
    if (documents === undefined && !page.want(DOCUMENT_PARTS)) return undefined;
    return { page, block, name, kept, ends: documentEnds({ page, block, crs, address }) };
  }

  /** The documents of a block that are not kept; undefined when what they are made of is not read yet. */
  private made({ page, block, name }: Sized): DocumentBlock | undefined {
    const { packs, crs, address } = this;
    const documents = page.documents(crs);
    const isSpliceable = documents !== undefined || page.want(DOCUMENT_PARTS);
    const where = documents ?? page.rows(crs);
    const bytes = packs.bytesOrLack(where.blocks, block, { start: 0, end: where.blocks.lengths[block]! });
    if (bytes === undefined || !isSpliceable) return undefined;
    const made = documentBlock({ page, block, crs, bytes, address });
    packs.documents.add(name, made);
    return made;
  }

  /** The name under which the documents of a block are kept. */
  private nameOf(page: Page, block: number): string {
    const { blocks } = page.documents(this.crs) ?? page.rows(this.crs);
    // Texts as delivered stand by row of the page, so a block of the same bytes at another row has others.
    const delivered = page.hashOf(PARTS.delivered);
    const texts = delivered === '' ? '' : `${delivered}${page.directory.blockStart(block)}`;
    return hashAt(blocks, block).toString('latin1') + texts;
  }

  /** Takes the documents [from, to) of a block, or the first of them as far as there is room, and says how many. */
  private add(sized: Sized, from: number, to: number): number {
    const { ends } = sized;
    const start = from === 0 ? 0 : ends[from - 1]!;
    let at = from;
    for (; at < to; at += 1) {
      const end = this.bytes + ends[at]! - start - 1;
      if (end > LIMITS.pageBytesMax && this.ends.length > 0) break;
      this.ends.push(end);
    }
    if (at === from) return 0;
    this.cuts.add(ends, { from, to: at, start });
    this.stretches.push({ ...sized, start, end: ends[at - 1]! });
    this.bytes += ends[at - 1]! - start;
    return at - from;
  }
}
