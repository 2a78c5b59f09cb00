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

/** To screen a block (Screened), or to judge with care what was not proven of it (JudgedPiece[]). */
export type JudgingJob = { readonly options: JudgeOptions } & (
  | { readonly kind: 'screen'; readonly block: Block }
  | { readonly kind: 'care'; readonly block: Block });

const line = answerParent(parentPort, (job: JudgingJob) => {
  const { options } = job;
  return job.kind === 'screen' ? screenBlock(here(job.block), options) : judgeWithCare(here(job.block), options, spatial);
});

/** A block as it comes from another thread: its bytes a Buffer again. */
function here<B extends Block>({ bytes, ...block }: B): B {
  return { ...block, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) } as B;
}

const spatial = spatialWhenAsked(() => line!.call<string>('spatialPath'), 1);
