/**
 * Document block: the documents of the rows of one block of a page. Roots that nest objects have documents of their own; that of
 * another root is spliced from its row (publisher/FORMAT.md, Block).
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import { withDifferences } from '../format/delivered.ts';
import { FLAGS } from '../format/page.ts';
import { textAt } from '../format/texts.ts';
import type { DocumentBlock } from './document-blocks.ts';
import type { Page } from './page.ts';

/** A block of a page, and the bytes of its documents, or else of its rows, in one CRS. */
export interface BlockToMake {
  readonly page: Page;
  readonly block: number;
  readonly crs: PublishedCrs;
  readonly bytes: Buffer;
  /** Absolute, of the list that the documents are in. */
  readonly address: string;
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

const COMMA = Buffer.from(',');
const OPEN = Buffer.from('{');
const GEOMETRY = Buffer.from(',"geometrie":');

/** The document of a root that nests nothing: the properties, as they were delivered, and the geometry of its row. `bytes`: of the row, with the comma at its end. */
export function splicedDocument(
  page: Page, row: number, { bytes, address }: Pick<BlockToMake, 'bytes' | 'address'>,
): readonly Buffer[] {
  const { propertiesStarts, propertiesEnds, geometryStarts } = page.spans();
  const delivered = page.delivered();
  const differences = delivered === undefined ? '' : textAt(delivered, row);
  const inside = withDifferences(bytes.subarray(propertiesStarts[row], propertiesEnds[row]), differences);
  const self = `${address}/${encodeURIComponent(page.order().id(row))}`;
  const links = Buffer.from(`,"_links":{"self":{"href":${JSON.stringify(self)}}}}`);
  if ((page.directory.flags[row]! & FLAGS.geometry) === 0) return [OPEN, ...inside, links];
  return [OPEN, ...inside, GEOMETRY, bytes.subarray(geometryStarts[row], bytes.length - 2), links];
}
