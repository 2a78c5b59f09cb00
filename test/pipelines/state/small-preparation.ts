/** A preparation thread without DuckDB: starts fast, checks nothing, and dies of a payload `die`. */
import { parentPort } from 'node:worker_threads';
import type { PreparationJob } from '../../../pipelines/prepare/preparation-job.ts';
import { answerParent } from '../../../pipelines/workers/line.ts';
import { prepareSmall } from './small-roots.ts';

answerParent(parentPort, (job: PreparationJob) => {
  if ('bytes' in job.payload && Buffer.from(job.payload.bytes).toString() === 'die') process.exit(1);
  return prepareSmall(job);
});
