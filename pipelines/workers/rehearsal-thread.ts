/**
 * Rehearsal thread: says what a delivery, a transfer or an undo would change. It lives for one rehearsal, so that the memory of a large
 * delivery and of the copy of the register goes with it.
 * Not here: receiving the delivery (accept-thread.ts), one rehearsal at a time (desk.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Report } from '../../schemas/finding.ts';
import type { TransferOrder, UndoOrder } from '../../schemas/orders.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { checkerInThread } from '../prepare/check/index.ts';
import { lazySpatial } from '../prepare/geometry/index.ts';
import { prepare } from '../prepare/prepare.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import { rehearse, rehearseOrder, rehearseTransfer } from '../state/decide/rehearsal.ts';
import { yieldToServing } from './background.ts';
import { answerParent } from './line.ts';

export interface RehearsalData {
  readonly data: string;
  readonly spatialPath: string;
}

/** A delivery, a transfer or an undo. */
export type RehearsedInput = { readonly input: SubmissionInput } & (
  | { readonly payload: { readonly path: string } | { readonly bytes: Uint8Array } }
  | { readonly order: TransferOrder | UndoOrder }
);

/** The result is a Report. */
export type RehearsalCall = RehearsedInput & { readonly drift: DriftLimit; readonly now: Moment };

const { data, spatialPath } = workerData as RehearsalData;
yieldToServing();

answerParent(parentPort, async (call: RehearsalCall): Promise<Report> => {
  const { input, drift, now } = call;
  const asked = { input, clock: () => new Date(now), drift };
  if ('order' in call) {
    const { order } = call;
    return order.method === 'OVERDRACHT' ? await rehearseTransfer(data, asked, order) : await rehearseOrder(data, asked, order);
  }
  const { payload } = call;
  const { target, crs, model = null, strict = false } = input;
  const delivery = 'path' in payload ? payload : { bytes: Buffer.from(payload.bytes) };
  const spatial = lazySpatial(() => Promise.resolve(spatialPath), 2);
  try {
    return await rehearse(data, asked, (to) => (
      prepare(delivery, { source: target, crs, model, strict, now }, { checker: checkerInThread(spatial), ...to })
    ));
  } finally {
    spatial.close();
  }
});
