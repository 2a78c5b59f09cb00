/** Bytes: the door of this room, which reads packs, opens pages, and takes the bytes of rows and documents. It does not know which rows are wanted. */
export { chunksOf, type Cut, type LongRange } from './chunks.ts';
export { splicedDocument } from './document-block.ts';
export { DocumentTaker } from './document-taker.ts';
export { Gather, gatherRows, type Taker, type Wanted } from './gather.ts';
export { apart, Packs, type KeptBytesMax, type Making } from './packs.ts';
export { pageAt, wantPages, type Page } from './page.ts';
export { Pages, type PageOfSeries, type PageRows } from './pages.ts';
export { RowTaker } from './row-taker.ts';
export { PackScan } from './scan.ts';
export { byShownEnds, END_PARTS, growthOf, shownEnds, withShownEnds } from './shown-ends.ts';
