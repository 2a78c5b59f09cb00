/** Check: the entry of this room. Checks roots on all levels, and gives the results that the report and the register need. */
export { checkBlock, checkerInThread, type BlockChecker, type BlockOptions, type CheckedBlock } from './block-check.ts';
export { Cap, type CapState } from './cap.ts';
export { filledNote, readNote } from './filled.ts';
export type { Identity } from './identities.ts';
export { ELSEWHERE, NOT_CHECKED } from './links.ts';
export { featureReading, open, type ReadingOptions } from './open.ts';
export { placed } from './placed.ts';
export { hiddenBy, storedRoot, withDocument } from './prepared-root.ts';
export { forbiddenTexts } from './texts.ts';
export type { CheckedRecord, Conditional, RecordFindings, RootResult } from './result.ts';
