/**
 * Document taker: the bytes of whole documents, copied side by side. At most LIMITS.pageBytesMax of them, but never fewer than
 * one document.
 *
 * Roots that nest objects have documents of their own; that of another root is spliced from its row (publisher/FORMAT.md, Block).
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { FLAGS, PARTS } from '../format/page.ts';
import { bytesAt } from '../format/texts.ts';
import type { Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { DocumentBytes } from './types.ts';

const COMMA = 0x2c;
const GEOMETRY = Buffer.from(',"geometrie":');
const TAIL = Buffer.from('"}}}');
const NOTHING = Buffer.alloc(0);
/** Memory of this size is used again and again; of larger pieces every page is new, which costs more than the copying. */
const SLICE_BYTES = 32 * 1024;

/** Puts the document of a row that lies so in its block; false: there is no room. */
type Put = (block: Buffer, at: { readonly row: number; readonly start: number; readonly end: number }) => boolean;

export class DocumentTaker implements Taker<DocumentBytes> {
  readonly parts: readonly string[];
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  /** What stands between the end of a document's fields and its id. */
  private readonly head: Buffer;
  private readonly full: Buffer[] = [];
  private readonly ends: number[] = [];
  /** Bytes in `full`, and in `target`. */
  private before = 0;
  private at = 0;
  private target = NOTHING;

  /** `address`: absolute, of the list that the documents are in. */
  constructor(packs: Packs, { crs, address }: { crs: PublishedCrs; address: string }) {
    this.packs = packs;
    this.crs = crs;
    this.parts = [PARTS.documents[crs], PARTS.rows[crs], PARTS.spans, PARTS.order];
    this.head = Buffer.from(`,"_links":{"self":{"href":"${address}/`);
  }

  take(page: Page, from: number, to: number): number {
    const documents = page.documents(this.crs);
    const { ends, blocks } = documents ?? page.rows(this.crs);
    const put = documents === undefined ? this.splicer(page) : this.copier();
    const { directory } = page;
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    if (!this.packs.want(blocks, first, last + 1)) return to - from;
    for (let block = first, row = from; block <= last; block += 1) {
      const bytes = this.packs.bytesAt(blocks, block);
      const end = Math.min(to, directory.blockEnds[block]!);
      let start = row === directory.blockStart(block) ? 0 : ends[row - 1]!;
      for (; row < end; start = ends[row]!, row += 1) {
        if (!put(bytes, { row, start, end: ends[row]! })) return row - from;
      }
    }
    return to - from;
  }

  finish(): DocumentBytes {
    this.packs.complete();
    return { slices: [...this.full, this.target.subarray(0, this.at)], bytes: this.before + this.at, ends: this.ends };
  }

  private copier(): Put {
    return (block, { start, end }) => {
      if (!this.begin(end - start)) return false;
      this.copy(block, start, end);
      this.ends.push(this.before + this.at);
      return true;
    };
  }

  private splicer(page: Page): Put {
    const { propertiesStarts, propertiesEnds, geometryStarts } = page.spans();
    const { flags } = page.directory;
    const order = page.order();
    return (block, { row, start, end }) => {
      const id = bytesAt(order.ids, row);
      // What is left out of the row is longer than what comes between its parts.
      if (!this.begin(end - start + GEOMETRY.length + this.head.length + 3 * id.length + TAIL.length)) return false;
      // With the brace before the properties; without the brace and the comma behind the geometry.
      this.copy(block, start + propertiesStarts[row]! - 1, start + propertiesEnds[row]!);
      if ((flags[row]! & FLAGS.geometry) !== 0) {
        this.put(GEOMETRY);
        this.copy(block, start + geometryStarts[row]!, end - 2);
      }
      this.put(this.head);
      this.put(isPlain(id) ? id : Buffer.from(encodeURIComponent(id.toString()), 'latin1'));
      this.put(TAIL);
      this.ends.push(this.before + this.at);
      return true;
    };
  }

  /** Makes room for a document, and puts a comma before it; false: there is no room. */
  private begin(bytesMax: number): boolean {
    const done = this.before + this.at;
    if (done + bytesMax > LIMITS.pageBytesMax && done > 0) return false;
    if (this.at + bytesMax + 1 > this.target.length) this.renew(bytesMax + 1);
    if (done > 0) this.target[this.at++] = COMMA;
    return true;
  }

  private copy(block: Buffer, from: number, to: number): void {
    block.copy(this.target, this.at, from, to);
    this.at += to - from;
  }

  private put(bytes: Buffer): void {
    this.target.set(bytes, this.at);
    this.at += bytes.length;
  }

  private renew(bytes: number): void {
    if (this.at > 0) this.full.push(this.target.subarray(0, this.at));
    this.before += this.at;
    this.at = 0;
    this.target = Buffer.allocUnsafe(Math.max(bytes, SLICE_BYTES));
  }
}

/** The bytes that an address may have as they are, as `encodeURIComponent` leaves them. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(/[\w.!~*'()-]/.test(String.fromCharCode(byte))));

function isPlain(id: Buffer): boolean {
  for (let at = 0; at < id.length; at += 1) if (PLAIN[id[at]!] === 0) return false;
  return true;
}
