/**
 * Document taker: the bytes of whole documents, copied side by side. At most LIMITS.pageBytesMax of them, but never fewer than
 * one document.
 *
 * Roots that nest objects have documents of their own; that of another root is spliced from its row (publisher/FORMAT.md, Block).
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { FLAGS } from '../format/page.ts';
import { BLOCKS_AT_ONCE_MIN, type Taker } from './gather.ts';
import type { Packs } from './packs.ts';
import type { Page } from './page.ts';
import type { DocumentBytes } from './types.ts';

const COMMA = 0x2c;
const GEOMETRY = ',"geometrie":';

export class DocumentTaker implements Taker<DocumentBytes> {
  private readonly packs: Packs;
  private readonly crs: PublishedCrs;
  private readonly address: string;
  private target = Buffer.alloc(0);
  private readonly ends: number[] = [];
  private at = 0;

  /** `address`: absolute, of the list that the documents are in. */
  constructor(packs: Packs, { crs, address }: { crs: PublishedCrs; address: string }) {
    this.packs = packs;
    this.crs = crs;
    this.address = address;
  }

  take(page: Page, from: number, to: number): number {
    const documents = page.documents(this.crs);
    const rows = documents ?? page.rows(this.crs);
    const { directory } = page;
    const order = page.order();
    const [first, last] = [directory.blockOf(from), directory.blockOf(to - 1)];
    if (last - first >= BLOCKS_AT_ONCE_MIN) this.packs.load(rows.blocks, first, last + 1);
    let taken = 0;
    for (let row = from; row < to; row += 1) {
      const { start, end } = page.extent(row, rows);
      const block = this.packs.bytesAt(rows.blocks, directory.blockOf(row));
      const tail = documents === undefined ? tailOf(`${this.address}/${encodeURIComponent(order.id(row))}`) : '';
      // A document is no longer than its row and these.
      const bytesMax = end - start + GEOMETRY.length + tail.length;
      if (this.at + bytesMax > LIMITS.pageBytesMax && this.at > 0) break;
      this.makeRoom(bytesMax + 1);
      if (this.at > 0) this.target[this.at++] = COMMA;
      if (documents === undefined) this.splice(page, row, { block, start, end, tail });
      else this.copy(block, start, end);
      this.ends.push(this.at);
      taken += 1;
    }
    return taken;
  }

  finish(): DocumentBytes {
    return { bytes: this.target.subarray(0, this.at), ends: this.ends };
  }

  private splice(page: Page, row: number, { block, start, end, tail }: {
    block: Buffer; start: number; end: number; tail: string;
  }): void {
    const { propertiesStarts, propertiesEnds, geometryStarts } = page.spans();
    // With the brace before the properties; without the brace and the comma behind the geometry.
    this.copy(block, start + propertiesStarts[row]! - 1, start + propertiesEnds[row]!);
    if ((page.directory.flags[row]! & FLAGS.geometry) !== 0) {
      this.at += this.target.write(GEOMETRY, this.at, 'latin1');
      this.copy(block, start + geometryStarts[row]!, end - 2);
    }
    this.at += this.target.write(tail, this.at, 'latin1');
  }

  private copy(block: Buffer, from: number, to: number): void {
    block.copy(this.target, this.at, from, to);
    this.at += to - from;
  }

  private makeRoom(bytes: number): void {
    if (this.at + bytes <= this.target.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.at + bytes, 2 * this.target.length, 32 * 1024));
    this.target.copy(larger, 0, 0, this.at);
    this.target = larger;
  }
}

/** An address holds ASCII only, and nothing that JSON escapes. */
function tailOf(address: string): string {
  return `,"_links":{"self":{"href":"${address}"}}}`;
}
