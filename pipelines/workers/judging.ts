/** Judge thread: judges the blocks of a large delivery that judges.ts sends; DuckDB is opened when first needed. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from '../prepare/block.ts';
import { judgeWithCare, screenBlock } from '../prepare/judge.ts';
import type { JudgeOptions } from '../prepare/judge.ts';
import { openSpatial } from '../prepare/spatial.ts';
import type { Spatial } from '../prepare/spatial.ts';
import { answerParent } from './line.ts';

/** `screen` what can be proven of a block (Screened), or judge all of it with `care` (JudgedPiece[]). */
export interface JudgingJob {
  readonly kind: 'screen' | 'care';
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

answerParent(parentPort, ({ kind, block: { bytes, ...places }, options }: JudgingJob) => {
  const block = { ...places, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  return kind === 'screen' ? screenBlock(block, options) : judgeWithCare(block, options, spatial);
});
