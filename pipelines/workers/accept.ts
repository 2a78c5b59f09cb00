/**
 * Accept worker: makes submissions durable and answers what became of them, so that the server's main thread never
 * calls SQLite or fsync. Entries that arrive while one commit runs share the next one (group commit).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '../../schemas/limits.ts';
import type { Outcome, Receipt, SubmissionInput } from '../../schemas/submission.ts';
import { openInbox } from '../state/database.ts';
import { insertEntries, receivedOf, type Entry } from '../state/inbox.ts';
import { outcomeOf } from '../state/outcomes.ts';
import { dropPayload, sha256Of, writePayload } from '../state/payload.ts';
import { removePrepared } from '../state/prepared.ts';
import { answerParent } from './line.ts';

export type AcceptCall =
  | { readonly kind: 'accept'; readonly uuid: string; readonly input: SubmissionInput; readonly body: Uint8Array }
  | { readonly kind: 'outcome'; readonly uuid: string }
  | { readonly kind: 'close' };

interface Waiting {
  readonly entry: Entry;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (error: unknown) => void;
}

const { data } = workerData as { readonly data: string };
const db = openInbox(data);
let queue: Waiting[] = [];

answerParent(parentPort, hear);

function hear(call: AcceptCall): Promise<Receipt> | Outcome | undefined {
  if (call.kind === 'accept') return accept(call);
  if (call.kind === 'outcome') return outcomeOf(db, call.uuid);
  db.close();
  parentPort?.unref();
  return undefined;
}

function accept({ uuid, input, body }: Extract<AcceptCall, { kind: 'accept' }>): Promise<Receipt> {
  const inline = body.length <= LIMITS.inlinePayloadBytesMax;
  if (!inline) storePayload(uuid, body);
  const entry: Entry = { uuid, input, bytes: body.length, sha256: sha256Of(body), payload: inline ? body : null };
  return new Promise((resolve, reject) => {
    // setImmediate runs after the messages that are here already: they all go into one commit.
    if (queue.length === 0) setImmediate(flush);
    queue.push({ entry, resolve, reject });
  });
}

function storePayload(uuid: string, body: Uint8Array): void {
  try {
    writePayload(data, uuid, body);
  } catch (error) {
    forget(uuid);
    throw error;
  }
}

/** Leaves nothing of a request that could not be stored: a full disk must not fill further. */
function forget(uuid: string): void {
  dropPayload(data, uuid);
  removePrepared(data, uuid);
}

function flush(): void {
  const group = queue;
  queue = [];
  try {
    const receipts = insertEntries(db, group.map(({ entry }) => entry), () => receivedOf(new Date()));
    group.forEach(({ resolve }, index) => resolve(receipts[index]!));
  } catch (error) {
    for (const { entry, reject } of group) {
      forget(entry.uuid);
      reject(error);
    }
  }
}
