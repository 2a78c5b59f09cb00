/** Read: the door of this room. From the bytes of a delivery to records, blocks of them, and the document of each root. */
export { BlockBuilder, recordIn, type Block, type BlockRecord } from './block.ts';
export { Framer } from './framing.ts';
export type { Unseen } from './unseen.ts';
export type { RawRecord } from './raw-record.ts';
export { hasLines, lineFinder, withLines } from './lines.ts';
export { withReadTexts, type ReadText } from './field-texts.ts';
export { readRecord, type FeatureReading, type LeftOut, type ReadRecord, type Root } from './root.ts';
export { chunksOf, refusesAll, sizeOf, sourceFinding, type Delivery } from './source.ts';
