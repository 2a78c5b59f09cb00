/** Checking call: what a checking thread is asked and answers (check-pool.ts, checking-thread.ts). */
import type { BlockOptions, CheckedBlock } from '../prepare/check/index.ts';
import type { Block } from '../prepare/read/index.ts';

export interface CheckingCall {
  readonly block: Block;
  readonly options: BlockOptions;
}

/** A checked block: its records as JSON, which takes less time than a copy of the objects between threads; texts are copied as they are. */
export interface CheckingAnswer extends Pick<CheckedBlock, 'prepared'> {
  readonly records: string;
}

export function answerOf({ records, prepared }: CheckedBlock): CheckingAnswer {
  return { records: JSON.stringify(records), prepared };
}

export function checkedIn({ records, prepared }: CheckingAnswer): CheckedBlock {
  return { records: JSON.parse(records) as CheckedBlock['records'], prepared };
}
