/** Checking call: request and result of a checking thread (check-pool.ts, checking-thread.ts). */
import type { BlockOptions, CheckedBlock } from '../prepare/check/index.ts';
import type { Block } from '../prepare/read/index.ts';

export interface CheckingCall {
  readonly block: Block;
  readonly options: BlockOptions;
}

/** A checked block. Its records are JSON text, which is faster to pass between threads than objects. */
export interface CheckingAnswer extends Pick<CheckedBlock, 'prepared'> {
  readonly records: string;
}

export function answerOf({ records, prepared }: CheckedBlock): CheckingAnswer {
  return { records: JSON.stringify(records), prepared };
}

export function checkedIn({ records, prepared }: CheckingAnswer): CheckedBlock {
  return { records: JSON.parse(records) as CheckedBlock['records'], prepared };
}
