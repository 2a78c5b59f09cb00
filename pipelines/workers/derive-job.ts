/** Derive job: input and messages of a deriving thread (deriving-thread.ts, derive-threads.ts). */
import type { MessagePort } from 'node:worker_threads';
import type { RowChange } from '../../publisher/write/input.ts';
import type { Share } from '../state/register/root-groups.ts';
import type { Between } from '../state/register/snapshot.ts';
import type { WireError } from './line.ts';

export interface DeriveJob {
  readonly data: string;
  readonly between: Between;
  readonly baseUrl: string;
  readonly epoch?: number | undefined;
}

export interface DerivingData extends DeriveJob {
  readonly share: Share;
  readonly port: MessagePort;
  /** Counts: at SENT the messages sent by all threads, then for each thread the messages taken from it. */
  readonly counts: Int32Array;
}

/** Rows with their records in `bytes`, one after the other. */
export interface RowBatch {
  readonly rows: readonly (Omit<RowChange, 'row'> & Omit<RowChange['row'], 'record'> & { readonly length: number })[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type DerivingMessage = RowBatch | { readonly error: WireError } | 'done';

/** Index in `counts` of the number of messages sent by all threads. */
export const SENT = 0;
