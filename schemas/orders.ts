/**
 * Orders: the payloads of submissions that change objects of the register and bring none. A payload is the JSON text of an order.
 * Not here: what an order does (pipelines/state/decide/).
 */
import type { SubmissionInput } from './submission.ts';

/** Withdraws roots. */
export interface WithdrawalOrder {
  readonly method: 'INTREKKING';
  readonly ids: readonly string[];
}

/** Hands roots over to another holder. */
export interface TransferOrder {
  readonly method: 'OVERDRACHT';
  readonly from: string;
  readonly to: string;
  /** Absent: all roots of `from`. */
  readonly ids?: readonly string[];
  /** Day in Europe/Amsterdam from which the objects have the code of `to`. */
  readonly at: string;
  readonly reason: string;
}

/** Undoes a submission. */
export interface UndoOrder {
  readonly method: 'HERROEPING';
  /** uuid of the undone submission. */
  readonly undoes: string;
  /** Whether roots that later submissions changed get their state of before too. */
  readonly force: boolean;
}

export type Order = WithdrawalOrder | TransferOrder | UndoOrder;

/** Returns the name of a transfer among submissions. */
export function transferTarget({ from, to }: Pick<TransferOrder, 'from' | 'to'>): string {
  return `van ${from} aan ${to}`;
}

/** Returns the submission of a transfer, which is one of the holder of the objects. */
export function transferInput(order: Pick<TransferOrder, 'method' | 'from' | 'to'>): SubmissionInput {
  return { holder: order.from, method: order.method, target: transferTarget(order), crs: null, mediaType: 'application/json', ifMatch: null };
}

/** Returns the payload of an order. */
export function orderPayload(order: Order): Buffer {
  return Buffer.from(JSON.stringify(order));
}
