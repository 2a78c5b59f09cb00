/** Requests for tests on a busy machine: an answer that came too late to be direct is waited for. */
import { expect } from 'vitest';
import type { Desk, DeskAnswer } from '../../../schemas/desk.ts';
import type { Outcome, SubmissionInput } from '../../../schemas/submission.ts';

export async function submitAndWait(desk: Desk, input: SubmissionInput, body: Buffer): Promise<DeskAnswer> {
  const answer = await desk.submit(input, body, { wait: true });
  if (answer.kind !== 'pending') return answer;
  return { kind: 'settled', outcome: await settledOutcome(desk, answer.receipt.uuid) };
}

/** The outcome of a submission once it is no longer pending. */
export async function settledOutcome(desk: Desk, uuid: string): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await expect.poll(async () => {
    outcome = await desk.outcome(uuid);
    return outcome?.state;
  }, { timeout: 100_000, interval: 20 }).not.toBe('pending');
  if (outcome === undefined) throw new Error(`no submission ${uuid}`);
  return outcome;
}
