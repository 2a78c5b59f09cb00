/**
 * Judge thread: judges the blocks of a large delivery that judges.ts sends, and asks it where DuckDB's spatial
 * extension is when a geometry needs it.
 */
import { parentPort } from 'node:worker_threads';
import type { Block } from '../prepare/block.ts';
import { judgeWithCare, screenBlock } from '../prepare/judge.ts';
import type { JudgeOptions } from '../prepare/judge.ts';
import { spatialWhenAsked } from '../prepare/spatial-when-asked.ts';
import { answerParent } from './line.ts';

/** `screen` what can be proven of a block (Screened), or judge all of it with `care` (JudgedPiece[]). */
export interface JudgingJob {
  readonly kind: 'screen' | 'care';
  readonly block: Block;
  readonly options: JudgeOptions;
}

const line = answerParent(parentPort, ({ kind, block: { bytes, ...places }, options }: JudgingJob) => {
  const block = { ...places, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  return kind === 'screen' ? screenBlock(block, options) : judgeWithCare(block, options, spatial);
});

const spatial = spatialWhenAsked(() => line!.call<string>('spatialPath'), 1);
