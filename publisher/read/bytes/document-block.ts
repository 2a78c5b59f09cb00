/**
 * Document block: the documents of the rows of one block of a page. Roots that nest objects have documents of their own. The document of
 * another root is spliced from its row (publisher/FORMAT.md, Block).
 */
import type { EditionCrs } from '../../../schemas/crs.ts';
import { growthBy, withDifferences } from '../../format/delivered.ts';
import { FLAGS, PARTS } from '../../format/page-directory.ts';
import { textAt } from '../../format/text-columns.ts';
import type { DocumentBlock } from './packs.ts';
import type { Page } from './page.ts';

/** A block of a page, and the bytes of its documents, else of its rows, in one CRS. */
export interface BlockToMake {
  readonly page: Page;
  readonly block: number;
  readonly crs: EditionCrs;
  readonly bytes: Buffer;
  /** Absolute address of the list of these documents. */
  readonly address: string;
}

/** Returns the ends of the documents of a block, each behind its comma, without their bytes. Reads the parts in DOCUMENT_PARTS. */
export function documentEnds({ page, block, crs, address }: Omit<BlockToMake, 'bytes'>): readonly number[] {
  const documents = page.documents(crs);
  const ends: number[] = [];
  let end = 0;
  for (let row = page.directory.blockStart(block); row < page.directory.blockEnds[block]!; row += 1) {
    const extent = page.extent(row, documents ?? page.rows(crs));
    const bytes = extent.end - extent.start;
    end += (documents === undefined ? splicedBytes(page, row, { bytes, address }) : bytes) + COMMA.length;
    ends.push(end);
  }
  return ends;
}

export function documentBlock({ page, block, crs, bytes, address }: BlockToMake): DocumentBlock {
  const documents = page.documents(crs);
  const rows = documents ?? page.rows(crs);
  const pieces: Buffer[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let row = page.directory.blockStart(block); row < page.directory.blockEnds[block]!; row += 1) {
    const extent = page.extent(row, rows);
    const own = bytes.subarray(extent.start, extent.end);
    const document = documents === undefined ? splicedDocument(page, row, { bytes: own, address }) : [own];
    for (const piece of document) end += piece.length;
    end += COMMA.length;
    pieces.push(...document, COMMA);
    ends.push(end);
  }
  return { bytes: Buffer.concat(pieces, end), ends };
}

/** Parts of a page from which its documents are made, beside the rows and documents themselves. */
export const DOCUMENT_PARTS = [PARTS.spans, PARTS.order, PARTS.delivered] as const;

const COMMA = Buffer.from(',');
const OPEN = Buffer.from('{');
const GEOMETRY = Buffer.from(',"geometrie":');

/**
 * Returns the document of a root without nested objects: the properties as delivered, and the geometry of its row. `bytes` are those of
 * the row, with the comma at its end.
 */
export function splicedDocument(
  page: Page, row: number, { bytes, address }: Pick<BlockToMake, 'bytes' | 'address'>,
): readonly Buffer[] {
  const { propertiesStarts, propertiesEnds, geometryStarts } = page.spans();
  const inside = withDifferences(bytes.subarray(propertiesStarts[row], propertiesEnds[row]), differencesOf(page, row));
  const links = Buffer.from(linksOf(page, row, address));
  if (!hasGeometry(page, row)) return [OPEN, ...inside, links];
  return [OPEN, ...inside, GEOMETRY, bytes.subarray(geometryStarts[row], bytes.length - 2), links];
}

/** Returns the length of `splicedDocument`; `bytes` is the number of bytes of the row. */
function splicedBytes(page: Page, row: number, { bytes, address }: { readonly bytes: number; readonly address: string }): number {
  const { propertiesStarts, propertiesEnds, geometryStarts } = page.spans();
  const inside = propertiesEnds[row]! - propertiesStarts[row]! + growthBy(differencesOf(page, row));
  const geometry = hasGeometry(page, row) ? GEOMETRY.length + bytes - 2 - geometryStarts[row]! : 0;
  return OPEN.length + inside + geometry + Buffer.byteLength(linksOf(page, row, address));
}

function differencesOf(page: Page, row: number): string {
  const delivered = page.delivered();
  return delivered === undefined ? '' : textAt(delivered, row);
}

function linksOf(page: Page, row: number, address: string): string {
  return `,"_links":{"self":{"href":${JSON.stringify(`${address}/${encodeURIComponent(page.order().id(row))}`)}}}}`;
}

function hasGeometry(page: Page, row: number): boolean {
  return (page.directory.flags[row]! & FLAGS.geometry) !== 0;
}
