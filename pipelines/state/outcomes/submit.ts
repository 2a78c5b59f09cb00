/**
 * Submissions by commands and pipelines: stores a delivery, reads its outcome.
 * Works with and without a running conductor; a running conductor notices the new row.
 */
import { randomUUID } from 'node:crypto';
import { UsageFault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { ListedSubmission, Listing, Outcome, Receipt, SubmissionInput } from '../../../schemas/submission.ts';
import { organisationWith } from '../access/holders.ts';
import { hasState, openExistingState, openInbox, openState, type Inbox, type Reader } from '../database/database.ts';
import { acceptClock as acceptClockIn, noteClock, receivedOf } from '../folder/clock.ts';
import { changedWhileRead, PlainFile } from '../folder/plain-file.ts';
import { insertEntries, isStored, type Entry } from '../inbox/inbox.ts';
import { dropPayload, sha256Of, storePayload, writePayload } from '../inbox/payload.ts';
import { listSubmissions as list } from './listed.ts';
import { findBySha256, outcomeOf } from './outcomes.ts';

/** Bytes, a file by its path, or a file that is open already and stays open. */
export type Payload = { readonly bytes: Buffer } | { readonly path: string } | { readonly file: PlainFile };

export interface HandedIn {
  readonly input: SubmissionInput;
  readonly payload: Payload;
  /** Set by callers that may submit again after a crash; the inbox accepts each uuid once. A new uuid when absent. */
  readonly uuid?: string;
}

/**
 * Stores a delivery durably; returns its receipt. Its organisation is the one that has the code of the holder. Throws a Fault when the file
 * cannot be read or changes meanwhile, when the clock is not trusted, or when the databases are lost.
 */
export async function submit(data: string, { input: given, payload, uuid = randomUUID() }: HandedIn, clock: () => Date): Promise<Receipt> {
  const input = { organisation: organisationWith(data, given.holder), ...given };
  // Opened before the payload is written: a payload marks the folder as being in use.
  const db = openInbox(data);
  try {
    return store(db, data, await entryOf(data, { uuid, input }, payload), clock);
  } finally {
    db.close();
  }
}

function store(db: Inbox, data: string, entry: Entry, clock: () => Date): Receipt {
  try {
    const [receipt] = insertEntries(db, [entry], () => receivedOf(clock()));
    return receipt!;
  } catch (error) {
    if (entry.payload === null && !isStored(db, entry.uuid)) dropPayload(data, entry.uuid);
    throw error;
  }
}

/** Returns the receipt of an earlier submission of exactly these bytes by this holder; undefined when there is none. */
export function alreadyDelivered(
  data: string, { sha256, holder }: { readonly sha256: string; readonly holder: string },
): Receipt | undefined {
  if (!hasState(data)) return undefined;
  return withState(openState(data), (db) => findBySha256(db, sha256, holder));
}

/** Returns the outcome of a submission; undefined when the uuid is unknown. */
export function outcome(data: string, uuid: string): Outcome | undefined {
  return withState(openExistingState(data), (db) => outcomeOf(db, uuid));
}

/** Returns the outcome of a submission. Throws a Fault when the uuid is unknown. */
export function findOutcome(data: string, uuid: string): Outcome {
  const found = outcome(data, uuid);
  if (found !== undefined) return found;
  throw new UsageFault('no submission has this uuid', {
    step: 'Submission:Find', actual: uuid, hint: '`ev submissions list --state all` lists the newest.',
  });
}

/** Throws a Fault when no object of the register, and no submission, is of this holder. */
export function requireKnownHolder(data: string, holder: string): void {
  const isKnown = withState(openExistingState(data), (db) => (
    db.prepare('SELECT 1 FROM root WHERE holder = ?1 UNION SELECT 1 FROM inbox WHERE holder = ?1 LIMIT 1').get(holder) !== undefined
  ));
  if (isKnown) return;
  throw new UsageFault('this register has no object of this holder', {
    step: 'Transfer:Find', actual: `--from ${holder}`, hint: '`ev submissions list --state all` lists submissions with their holders.',
  });
}

/** Returns submissions in these states, newest first. */
export function listSubmissions(data: string, listing: Listing): readonly ListedSubmission[] {
  return withState(openExistingState(data), (db) => list(db, listing));
}

/** Records the clock of a running schedule, so that a day without deliveries is no jump of the clock. */
export function noteClockSeen(data: string, now: Date): void {
  if (hasState(data)) withState(openState(data), (db) => noteClock(db, receivedOf(now)));
}

/** Accepts the present time on the operator's word, although it is far ahead of the last stamp. */
export function acceptClock(data: string, clock: () => Date): void {
  withState(openState(data), (db) => acceptClockIn(db, receivedOf(clock())));
}

type Requested = Pick<Entry, 'uuid' | 'input'>;

async function entryOf(data: string, requested: Requested, payload: Payload): Promise<Entry> {
  if ('bytes' in payload) return entryOfBytes(data, requested, payload.bytes);
  if ('file' in payload) return await entryOfFile(data, requested, payload.file);
  const file = await PlainFile.named(payload.path);
  try {
    return await entryOfFile(data, requested, file);
  } finally {
    await file.close();
  }
}

function entryOfBytes(data: string, { uuid, input }: Requested, bytes: Buffer): Entry {
  const isInline = bytes.length <= LIMITS.inlinePayloadBytesMax;
  if (!isInline) writePayload(data, uuid, bytes);
  return { uuid, input, bytes: bytes.length, sha256: sha256Of(bytes), payload: isInline ? bytes : null };
}

async function entryOfFile(data: string, { uuid, input }: Requested, file: PlainFile): Promise<Entry> {
  if (file.bytes > LIMITS.inlinePayloadBytesMax) {
    const sum = await storePayload(data, uuid, file);
    if (await file.isUnchanged()) return { uuid, input, ...sum, payload: null };
    dropPayload(data, uuid);
    throw changedWhileRead(file.path);
  }
  const bytes = await file.read();
  if (await file.isUnchanged()) return { uuid, input, bytes: bytes.length, sha256: sha256Of(bytes), payload: bytes };
  throw changedWhileRead(file.path);
}

function withState<T>(db: Reader, work: (db: Reader) => T): T {
  try {
    return work(db);
  } finally {
    db.close();
  }
}
