/**
 * Inbox: every submission that was accepted, in order of arrival.
 *
 * Invariants:
 *  - Rows are only added. Decisions are in the register (outcomes/outcomes.ts); a submission without one is pending.
 *  - `received` strictly increases with `seq`; it is set inside the transaction that makes the row durable.
 * Not here: trust in the clock (folder/clock.ts), payload files (payload.ts), the order of deciding (queues.ts).
 */
import type { ModelVersion, RootType } from '../../../schemas/names.ts';
import { isRequest, type Receipt, type SubmissionInput, type SubmissionMethod } from '../../../schemas/submission.ts';
import { formatReceived, type Received } from '../../../schemas/time.ts';
import { requireHeld, transaction, type Inbox, type Reader, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { clockFault, lastStamp } from '../folder/clock.ts';

/** A new submission; `payload` is null when its file is complete already. */
export interface Entry {
  readonly uuid: string;
  readonly input: SubmissionInput;
  readonly bytes: number;
  readonly sha256: string;
  readonly payload: Uint8Array | null;
}

/** A stored submission, without its payload. */
export interface Submission {
  readonly seq: number;
  readonly uuid: string;
  readonly received: Received;
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly crs: string | null;
  readonly ifMatch: string | null;
  readonly model: ModelVersion | null;
  /** Whether one refused root refuses all roots: always for requests, on demand for deliveries and orders. */
  readonly strict: boolean;
  /** Types for which the delivery is declared full: it has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Whether each root replaces the newest version of its object, with its whole period. */
  readonly correct: boolean;
  /** Default for the source of new features of the organisation, or null. */
  readonly bronregistratie: string | null;
  readonly bytes: number;
  readonly sha256: string;
  /** Whether this is a rehearsal: the report says what would happen. */
  readonly isForeseen?: true;
}

/** A row of the inbox as SQLite gives it. */
export interface SubmissionRow extends Omit<Submission, 'strict' | 'full' | 'correct'> {
  readonly strict: number;
  readonly full: string | null;
  readonly correct: number;
}

/** SQL: the columns of `inbox` for a Submission. */
export const COLUMNS = 'inbox.seq, uuid, received, holder, method, target, crs, if_match AS ifMatch, model, strict, full_types AS full, correct, bronregistratie, bytes, sha256';

/**
 * Stores entries in one transaction, in the given order, durably. The clock is read once per entry, inside the transaction. Throws a Fault,
 * with nothing stored, when the clock is too far ahead. Also throws when the files were removed or replaced meanwhile; rows may then be
 * stored (`isStored`).
 */
export function insertEntries(
  db: Inbox, entries: readonly Entry[], clock: () => Received,
): readonly Receipt[] {
  const receipts = transaction(db, () => entries.map((entry) => insertEntry(db, entry, clock)));
  requireHeld(db);
  return receipts;
}

/** Stores an entry inside the running transaction. Throws a Fault when the clock is too far ahead. */
export function insertEntry(db: Inbox, { uuid, input, bytes, sha256, payload }: Entry, clock: () => Received): Receipt {
  const insert = statement(db, `INSERT INTO inbox (uuid, received, holder, method, target, crs, media_type, if_match,
    model, strict, full_types, correct, bronregistratie, organisation, token_end, bytes, sha256, payload)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const received = stamp(db, clock());
  const strict = isRequest(input.method) || input.strict === true;
  const correct = input.correct === true ? 1 : 0;
  insert.run(uuid, received, input.holder, input.method, input.target, input.crs, input.mediaType,
    input.ifMatch, input.model ?? null, strict ? 1 : 0, fullText(input), correct, input.bronregistratie ?? null,
    input.organisation ?? null, input.tokenEnd ?? null, bytes, sha256, payload);
  return receiptOf({ uuid, received, holder: input.holder, bytes, sha256, correct });
}

/** Whether the inbox has a submission. Its payload must then stay, whatever response the sender got. */
export function isStored(db: Inbox, uuid: string): boolean {
  return statement(db, 'SELECT 1 FROM inbox WHERE uuid = ?').get(uuid) !== undefined;
}

/** Stores a retry: a new submission with the same content, received now, inside the running transaction. Its payload file exists already. */
export function insertAgain(db: Inbox, { seq, uuid }: { readonly seq: number; readonly uuid: string }, clock: () => Received): Receipt {
  const columns = 'holder, method, target, crs, media_type, if_match, model, strict, full_types, correct, bronregistratie, '
    + 'organisation, token_end, bytes, sha256, payload';
  const received = stamp(db, clock());
  db.prepare(`INSERT INTO inbox (uuid, received, ${columns}) SELECT ?, ?, ${columns} FROM inbox WHERE seq = ?`).run(uuid, received, seq);
  return receiptOf(db.prepare(`SELECT ${COLUMNS} FROM inbox WHERE uuid = ?`).get(uuid) as unknown as SubmissionRow);
}

function stamp(db: Inbox, now: Received): Received {
  const fault = clockFault(db, now);
  if (fault !== null) throw fault;
  return Math.max(now, lastStamp(db) + 1) as Received;
}

/** Health checks count at most this many pending rows. */
const DEPTH_MAX = 100_000;
/** SQL condition: a row of `inbox` is neither decided nor refused by the operator. */
export const UNDECIDED = `NOT EXISTS (SELECT 1 FROM decision WHERE decision.seq = inbox.seq)
  AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.seq = inbox.seq)`;

/** A range of submissions by number: later than `after`, up to `upTo`; without an end when `upTo` is absent. */
interface SeqRange {
  readonly after: number;
  readonly upTo?: number;
}

/** Returns holders with undecided submissions in a range, and the number of the last such submission; `after` when there are none. */
export function holdersIn(
  db: State, { after, upTo = Number.MAX_SAFE_INTEGER }: SeqRange,
): { readonly holders: readonly string[]; readonly last: number } {
  const rows = statement(db, `SELECT holder, max(seq) AS last FROM inbox NOT INDEXED WHERE seq > ? AND seq <= ? AND ${UNDECIDED} GROUP BY holder`)
    .all(after, upTo) as unknown as { holder: string; last: number }[];
  return { holders: rows.map(({ holder }) => holder), last: Math.max(after, ...rows.map(({ last }) => last)) };
}

/** Returns undecided submissions of a holder in a range, in order of arrival. */
export function pendingOf(
  db: Reader, holder: string, { after, upTo = Number.MAX_SAFE_INTEGER, limit }: SeqRange & { readonly limit: number },
): readonly Submission[] {
  const rows = statement(db, `SELECT ${COLUMNS} FROM inbox INDEXED BY inbox_holder
    WHERE holder = ? AND seq > ? AND seq <= ? AND ${UNDECIDED} ORDER BY seq LIMIT 0 + ?`)
    .all(holder, after, upTo, limit) as unknown as SubmissionRow[];
  return rows.map((row) => ({
    ...row, strict: row.strict === 1, full: (row.full?.split(',') ?? []) as RootType[], correct: row.correct === 1,
  }));
}

function fullText({ full = [] }: SubmissionInput): string | null {
  return full.length === 0 ? null : full.join(',');
}

/** Number of undecided submissions, counted up to a limit, and since when they wait. */
export interface InboxDepth {
  readonly pending: number;
  /** When the oldest undecided submission was received; null when there is none. */
  readonly oldest: Received | null;
}

/** Returns the depth of the inbox. The caller knows that all submissions up to `seq` are decided. */
export function depthAfter(db: Reader, seq: number): InboxDepth {
  return statement(db, `SELECT count(*) AS pending, min(received) AS oldest FROM
    (SELECT received FROM inbox WHERE seq > ? AND ${UNDECIDED} ORDER BY seq LIMIT 0 + ?)`).get(seq, DEPTH_MAX) as unknown as InboxDepth;
}

export function isPending(db: State, uuid: string): boolean {
  return statement(db, `SELECT 1 FROM inbox WHERE uuid = ? AND ${UNDECIDED}`).get(uuid) !== undefined;
}

/** Returns the payload in the row; null when it is a file. */
export function inlinePayload(db: Reader, seq: number): Uint8Array | null {
  const row = statement(db, 'SELECT payload FROM inbox WHERE seq = ?').get(seq) as { payload: Uint8Array | null };
  return row.payload;
}

export function receiptOf(
  { uuid, received, holder, bytes, sha256, correct }: Pick<SubmissionRow, 'uuid' | 'received' | 'holder' | 'bytes' | 'sha256' | 'correct'>,
): Receipt {
  return { uuid, received: formatReceived(received), holder, bytes, sha256, ...(correct === 1 ? { correction: true } : {}) };
}
