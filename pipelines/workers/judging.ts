/** Judge thread: judges the blocks of a large delivery that judges.ts sends; DuckDB is opened when first needed. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from '../prepare/block.ts';
import { judgeBlock } from '../prepare/judge.ts';
import type { JudgeOptions } from '../prepare/judge.ts';
import { openSpatial } from '../prepare/spatial.ts';
import type { Spatial } from '../prepare/spatial.ts';
import { answerParent } from './line.ts';

export interface JudgingJob {
  readonly block: Block;
  readonly options: JudgeOptions;
}

/** Path of DuckDB's spatial extension (setup.ts). */
const { spatialPath } = workerData as { readonly spatialPath: string };
let opened: Promise<Spatial> | undefined;

const spatial: Spatial = {
  async invalid(geometries) {
    if (geometries.length === 0) return [];
    opened ??= openSpatial(spatialPath, 1);
    return (await opened).invalid(geometries);
  },
  close: () => undefined,
};

answerParent(parentPort, ({ block, options }: JudgingJob) => {
  const { buffer, byteOffset, byteLength } = block.bytes;
  return judgeBlock({ ...block, bytes: Buffer.from(buffer, byteOffset, byteLength) }, options, spatial);
});
