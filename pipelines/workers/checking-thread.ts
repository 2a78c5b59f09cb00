/**
 * Checking thread: checks the blocks that check-pool.ts sends. It requests the path of DuckDB's spatial extension from the pool when a
 * geometry needs it.
 */
import { parentPort } from 'node:worker_threads';
import { checkBlock } from '../prepare/check/index.ts';
import { lazySpatial } from '../prepare/geometry/index.ts';
import { answerOf, type CheckingCall } from './checking-call.ts';
import { answerParent } from './line.ts';

const line = answerParent(parentPort, async ({ block, options }: CheckingCall) => answerOf(await checkBlock(block, options, spatial)));

/** One thread of DuckDB's own: the pool has one of these for each core. */
const spatial = lazySpatial(() => line!.call<string>('spatialPath'), 1);
