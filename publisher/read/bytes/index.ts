/**
 * Bytes: reads packs, opens pages, and takes the bytes of rows and documents. Other folders import this file only. Not here: which rows
 * are selected (publisher/read/rows/).
 */
export { chunksOf, type ChunkedRange, type LongRange } from './chunks.ts';
export { splicedDocument } from './document-block.ts';
export { DocumentTaker } from './document-taker.ts';
export { Gather, gatherRows, type Taker, type PageRequest } from './gather.ts';
export { apart, Packs, type CacheBytesMax, type Decoding } from './packs.ts';
export { documentParts, pageAt, rowParts, wantPages, type Page } from './page.ts';
export { Pages, type PageOfSeries, type PageRows } from './pages.ts';
export { RowTaker } from './row-taker.ts';
export { PackScan } from './scan.ts';
export { withShownEndConditions, END_PARTS, growthOf, shownEnds, withShownEnds } from './shown-ends.ts';
