/** Read: the entry of this room. Reads the bytes of a delivery into records, blocks of records, and the document of each root. */
export { BlockBuilder, recordIn, type Block, type BlockRecord } from './block.ts';
export { idsIn } from './id-list.ts';
export { Framer } from './framing.ts';
export type { Unseen } from './unseen.ts';
export type { RawRecord } from './raw-record.ts';
export { hasLines, lineFinder, withLines } from './lines.ts';
export { withReadTexts, type ReadText } from './field-texts.ts';
export { readRecord, type FeatureReading, type LeftOut, type ReadRecord, type Root } from './root.ts';
export { chunksOf, refusesAll, sizeOf, sourceFinding, type Delivery } from './source.ts';
