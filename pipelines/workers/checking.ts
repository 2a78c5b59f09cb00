/**
 * Checking thread: checks the blocks that check-pool.ts sends, and asks it where DuckDB's spatial extension is when a
 * geometry needs it.
 */
import { parentPort } from 'node:worker_threads';
import { checkBlock } from '../prepare/check/index.ts';
import type { BlockOptions } from '../prepare/check/index.ts';
import { spatialWhenAsked } from '../prepare/geometry/index.ts';
import type { Block } from '../prepare/read/index.ts';
import { answerParent } from './line.ts';

export interface CheckingCall {
  readonly block: Block;
  readonly options: BlockOptions;
}

/** Answers with the JSON of the results: that takes less time than a copy of the objects between threads. */
const line = answerParent(parentPort, async ({ block, options }: CheckingCall) =>
  JSON.stringify(await checkBlock(block, options, spatial)));

/** One thread of DuckDB's own: the pool has one of these for each core. */
const spatial = spatialWhenAsked(() => line!.call<string>('spatialPath'), 1);
