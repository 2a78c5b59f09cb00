/**
 * Document taker: collects the bytes of whole documents, at most LIMITS.pageBytesMax of them, but never fewer than one document. As with
 * rows (row-taker.ts), sizes are known before documents are read or made.
 * Not here: how a document is made of a row (document-block.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import type { EditionCrs } from '../../../schemas/crs.ts';
import { PARTS } from '../../format/page-directory.ts';
import { hashAt } from '../../format/segment-address.ts';
import { ChunkCuts, type ChunkedRange } from './chunks.ts';
import { DOCUMENT_PARTS, documentBlock, documentEnds } from './document-block.ts';
import type { Taker } from './gather.ts';
import type { DocumentBlock, Packs } from './packs.ts';
import { documentParts, rowParts, type Page } from './page.ts';
import type { DocumentBytes } from '../types.ts';

/** Selected documents of one block, as a byte range in it. */
interface DocumentBytesRange extends SizedBlock {
  readonly start: number;
  readonly end: number;
}

/** A block of documents whose sizes are known. */
interface SizedBlock {
  readonly page: Page;
  readonly block: number;
  readonly ends: readonly number[];
  /** The key under which the documents are cached. */
  readonly name: string;
  /** The cached documents, if any. */
  readonly kept: DocumentBlock | undefined;
}

export class DocumentTaker implements Taker<DocumentBytes | ChunkedRange> {
  readonly parts: readonly string[];
  readonly #packs: Packs;
  readonly #crs: EditionCrs;
  readonly #address: string;
  readonly #readyBytesMax: number;
  readonly #ranges: DocumentBytesRange[] = [];
  readonly #cuts = new ChunkCuts();
  readonly #ends: number[] = [];
  #bytes = 0;

  /** `address` is the absolute address of the list of these documents. */
  constructor(packs: Packs, { crs, address, readyBytesMax }: { crs: EditionCrs; address: string; readyBytesMax: number }) {
    this.#packs = packs;
    this.#crs = crs;
    this.parts = [...documentParts(crs), ...rowParts(crs)];
    this.#address = address;
    this.#readyBytesMax = readyBytesMax;
  }

  take(page: Page, from: number, to: number): number {
    const { directory } = page;
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    const blocks = Array.from({ length: last + 1 - first }, (_, at) => this.#sized(page, first + at));
    for (let row = from; row < to;) {
      const block = directory.blockOf(row);
      const sized = blocks[block - first];
      // The attempt ends with `finish`, once all missing bytes are known.
      if (sized === undefined) return to - from;
      const start = directory.blockStart(block);
      const end = Math.min(to, directory.blockEnds[block]!);
      const fitting = row + this.#add(sized, row - start, end - start);
      if (fitting < end) return fitting - from;
      row = end;
    }
    return to - from;
  }

  finish(): DocumentBytes | ChunkedRange {
    this.#packs.complete();
    // Each document ends with a comma; the last comma is dropped.
    const bytes = Math.max(0, this.#bytes - 1);
    if (bytes > this.#readyBytesMax) return { bytes, cuts: this.#cuts.finish() };
    const slices = this.#ranges.map((range) => (range.kept ?? this.#made(range))?.bytes.subarray(range.start, range.end));
    this.#packs.complete();
    const ready = slices.filter((slice) => slice !== undefined);
    const last = ready.pop();
    if (last !== undefined) ready.push(last.subarray(0, -1));
    return { slices: ready, bytes, ends: this.#ends };
  }

  /** Returns undefined when the parts that give the sizes are not read yet. */
  #sized(page: Page, block: number): SizedBlock | undefined {
    const packs = this.#packs;
    const crs = this.#crs;
    const address = this.#address;
    const name = this.#nameOf(page, block);
    const kept = packs.documents.get(name);
    if (kept !== undefined) return { page, block, name, kept, ends: kept.ends };
    const documents = page.documents(crs);
    if (documents === undefined && !page.want(DOCUMENT_PARTS)) return undefined;
    return { page, block, name, kept, ends: documentEnds({ page, block, crs, address }) };
  }

  /** Makes the documents of a block that is not cached; undefined when their source is not read yet. */
  #made({ page, block, name }: SizedBlock): DocumentBlock | undefined {
    const packs = this.#packs;
    const crs = this.#crs;
    const address = this.#address;
    const documents = page.documents(crs);
    const isSpliceable = documents !== undefined || page.want(DOCUMENT_PARTS);
    const where = documents ?? page.rows(crs);
    const bytes = packs.bytesOrMissing(where.blocks, block, { start: 0, end: where.blocks.lengths[block]! });
    if (bytes === undefined || !isSpliceable) return undefined;
    const made = documentBlock({ page, block, crs, bytes, address });
    packs.documents.set(name, made);
    return made;
  }

  /** Returns the key under which the documents of a block are cached. */
  #nameOf(page: Page, block: number): string {
    const { blocks } = page.documents(this.#crs) ?? page.rows(this.#crs);
    // Delivered texts belong to a row of the page, so a block of the same bytes at other rows has other documents.
    const delivered = page.hashOf(PARTS.delivered);
    const texts = delivered === '' ? '' : `${delivered}${page.directory.blockStart(block)}`;
    return hashAt(blocks, block).toString('latin1') + texts;
  }

  /** Takes the documents [from, to) of a block, or as many of the first as fit, and returns how many. */
  #add(sized: SizedBlock, from: number, to: number): number {
    const { ends } = sized;
    const start = from === 0 ? 0 : ends[from - 1]!;
    let at = from;
    for (; at < to; at += 1) {
      const end = this.#bytes + ends[at]! - start - 1;
      if (end > LIMITS.pageBytesMax && this.#ends.length > 0) break;
      this.#ends.push(end);
    }
    if (at === from) return 0;
    this.#cuts.add(ends, { from, to: at, start });
    this.#ranges.push({ ...sized, start, end: ends[at - 1]! });
    this.#bytes += ends[at - 1]! - start;
    return at - from;
  }
}
