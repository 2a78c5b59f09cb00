/**
 * Ruling: the operator's decision on a submission that is parked or set aside: release, retry or refuse.
 *
 * Invariants:
 *  - A ruling is a row of the inbox, durable when the call returns. It waits for no batch, and a running conductor notices it.
 *  - A refused submission never takes effect. A ruling is never taken back; a submission that is released and then set aside needs another.
 *  - A submission that was set aside is decided, and nothing is decided twice. A retry submits its payload again as a new submission,
 *    received now, because later submissions of its holder may have taken effect meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Fault, UsageFault } from '../../../schemas/fault.ts';
import type { Receipt, SubmissionState } from '../../../schemas/submission.ts';
import { openExistingState, openInbox, requireHeld, transaction, type Inbox } from '../database/database.ts';
import { receivedOf, trustedTime } from '../folder/clock.ts';
import { inlinePayload, insertAgain } from '../inbox/inbox.ts';
import { isReleased } from '../inbox/parked.ts';
import { copyPayload, dropPayload, payloadPath, sha256Of } from '../inbox/payload.ts';
import { STANDINGS } from './outcomes.ts';

type Step = 'Submission:Release' | 'Submission:Refuse';

/** A submission that is parked or set aside. */
interface Ruled {
  readonly seq: number;
  readonly uuid: string;
  readonly state: SubmissionState;
  readonly sha256: string;
  readonly refusal: string | null;
  readonly retriedAs: string | null;
}

/**
 * Releases a parked submission, or retries one that was set aside; returns the receipt of the retry. Throws a Fault when the submission is
 * neither.
 */
export async function release(data: string, uuid: string, clock: () => Date): Promise<Receipt | null> {
  openExistingState(data).close();
  const db = openInbox(data);
  try {
    const submission = rulable(db, uuid, 'Submission:Release');
    const receipt = submission.state === 'aside' ? await retry(db, data, { submission, clock }) : releaseParked(db, uuid, clock);
    requireHeld(db);
    return receipt;
  } finally {
    db.close();
  }
}

/** Refuses a submission that is parked or set aside; its holder can read the reason. Throws a Fault when it is neither. */
export function refuse(
  data: string, { uuid, reason }: { readonly uuid: string; readonly reason: string }, clock: () => Date,
): void {
  openExistingState(data).close();
  const db = openInbox(data);
  try {
    transaction(db, () => {
      const { seq } = rulable(db, uuid, 'Submission:Refuse');
      db.prepare('INSERT INTO refused (seq, at, reason) VALUES (?, ?, ?)').run(seq, receivedOf(trustedTime(db, clock())), reason.trim());
    });
    requireHeld(db);
  } finally {
    db.close();
  }
}

function releaseParked(db: Inbox, uuid: string, clock: () => Date): null {
  return transaction(db, () => {
    const { seq } = rulable(db, uuid, 'Submission:Release');
    db.prepare('INSERT INTO released (seq, at) VALUES (?, ?)').run(seq, receivedOf(trustedTime(db, clock())));
    return null;
  });
}

async function retry(db: Inbox, data: string, { submission, clock }: { submission: Ruled; clock: () => Date }): Promise<Receipt> {
  const again = randomUUID();
  await copyOf(db, data, { submission, again });
  try {
    return transaction(db, () => {
      const { seq } = rulable(db, submission.uuid, 'Submission:Release');
      const receipt = insertAgain(db, { seq, uuid: again }, () => receivedOf(clock()));
      db.prepare('INSERT INTO retried (seq, again) SELECT ?, seq FROM inbox WHERE uuid = ?').run(seq, again);
      return receipt;
    });
  } catch (error) {
    dropPayload(data, again);
    throw error;
  }
}

/** Copies the payload file, if there is one. Throws a Fault when the payload is damaged. */
async function copyOf(
  db: Inbox, data: string, { submission: { seq, uuid, sha256 }, again }: { submission: Ruled; again: string },
): Promise<void> {
  const bytes = inlinePayload(db, seq);
  const path = payloadPath(data, uuid);
  const found = bytes !== null ? sha256Of(bytes) : existsSync(path) ? (await copyPayload(data, again, path)).sha256 : 'no such file';
  if (found === sha256) return;
  dropPayload(data, again);
  throw new Fault('what is stored of the submission is not what was received, so it cannot be tried again', {
    step: 'Submission:Release', ...(bytes === null ? { path } : {}), expected: `SHA-256 ${sha256}`, actual: found,
    hint: 'Have its holder hand it in anew, and refuse this one with `ev submissions refuse`.',
  });
}

/** Returns the submission. Throws a Fault with its state when it is neither parked nor set aside. */
function rulable(db: Inbox, uuid: string, step: Step): Ruled {
  const found = db.prepare(`SELECT seq, uuid, state, sha256, refusal, retriedAs FROM ${STANDINGS} WHERE uuid = ?`).get(uuid) as unknown as Ruled | undefined;
  if (found === undefined) {
    throw new UsageFault('no submission has this uuid', { step, actual: uuid, hint: '`ev submissions list` lists what waits for you, with `--state all` everything.' });
  }
  if (found.state === 'parked' || found.state === 'aside') return found;
  throw new UsageFault(whyNot(found, isReleased(db, found.seq)), { step, hint: 'Only what is parked or set aside can be released or refused.' });
}

function whyNot({ uuid, state, refusal, retriedAs }: Ruled, wasReleased: boolean): string {
  if (state === 'refused') return `submission ${uuid} was refused already, with the reason “${refusal}”`;
  if (state === 'retried') return `submission ${uuid} is tried again already, as ${retriedAs}`;
  if (state === 'settled') return `submission ${uuid} is decided already`;
  if (wasReleased) return `submission ${uuid} was released already, and has its effect with the next batch`;
  return `submission ${uuid} waits to be decided, and is not held up by itself`;
}
