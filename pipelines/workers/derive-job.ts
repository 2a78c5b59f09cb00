/** Derive job: what a deriving thread is given and what it sends (deriving-thread.ts, derive-threads.ts). */
import type { MessagePort } from 'node:worker_threads';
import type { RowChange } from '../../publisher/write/input.ts';
import type { Share } from '../state/register/root-groups.ts';
import type { Between } from '../state/register/snapshot.ts';
import type { WireError } from './line.ts';

export interface DeriveJob {
  readonly data: string;
  readonly between: Between;
  readonly baseUrl: string;
}

export interface DerivingData extends DeriveJob {
  readonly share: Share;
  readonly port: MessagePort;
  /** How many messages the threads have sent, and how many of each were taken: SENT, then one for each thread. */
  readonly counts: Int32Array;
}

/** Rows whose records lie in `bytes` one after the other. */
export interface RowBatch {
  readonly rows: readonly (Omit<RowChange, 'row'> & Omit<RowChange['row'], 'record'> & { readonly length: number })[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type DerivingMessage = RowBatch | { readonly error: WireError } | 'done';

/** Place in `counts` of the messages sent by all threads. */
export const SENT = 0;
