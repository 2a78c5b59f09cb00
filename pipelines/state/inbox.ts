/**
 * Inbox: every submission that was accepted, in order of arrival, with what became of it.
 *
 * Invariants:
 *  - `received` strictly increases with `seq`; it is set inside the transaction that makes the row durable.
 *  - A clock that ran more than 24 hours ahead of the last stamp is refused, because no stamp can be taken back.
 *  - A row gets its outcome once, in the transaction of its batch. Nothing is decided twice.
 * Not here: payload files (payload.ts), deciding (apply.ts).
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';
import type { Report } from '../../schemas/finding.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { Outcome, Receipt, SubmissionInput, SubmissionMethod } from '../../schemas/submission.ts';
import { formatMoment, momentOf, type Received } from '../../schemas/time.ts';
import { transaction } from './database.ts';

const AHEAD_US_MAX = 24 * 3600 * 1_000_000;

/** A submission as it enters; `payload` null: its file lies ready. */
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
  /** One refused root refuses all: requests always, deliveries on demand. */
  readonly strict: boolean;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Decided {
  readonly status: number;
  readonly roots: Outcome['roots'];
  readonly report: Report | null;
  /** Why it was set aside, or null. */
  readonly aside: string | null;
}

interface Row extends Omit<Submission, 'strict'> {
  readonly strict: number;
  readonly batch: number | null;
  readonly aside: string | null;
  readonly status: number | null;
  readonly roots: string | null;
  readonly report: string | null;
  readonly settled: number | null;
}

const COLUMNS = 'seq, uuid, received, holder, method, target, crs, if_match AS ifMatch, model, strict, bytes, sha256';

export function receivedOf(date: Date): Received {
  return (date.getTime() * 1000) as Received;
}

/**
 * Stores entries in one transaction, in the order given; durable when it returns. The clock is read once per
 * entry, inside the transaction. Throws a Fault, with nothing stored, when the clock is too far ahead.
 */
export function insertEntries(
  db: DatabaseSync, entries: readonly Entry[], clock: () => Received,
): readonly Receipt[] {
  return transaction(db, () => {
    const insert = db.prepare(`INSERT INTO inbox (uuid, received, holder, method, target, crs, media_type, if_match,
      model, strict, bytes, sha256, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    return entries.map(({ uuid, input, bytes, sha256, payload }) => {
      const received = stamp(db, clock());
      const strict = input.method !== 'LEVERING' || input.strict === true;
      insert.run(uuid, received, input.holder, input.method, input.target, input.crs, input.mediaType,
        input.ifMatch, input.model ?? null, strict ? 1 : 0, bytes, sha256, payload);
      return receiptOf({ uuid, received, holder: input.holder, bytes, sha256 });
    });
  });
}

function stamp(db: DatabaseSync, now: Received): Received {
  const fault = clockFault(db, now);
  if (fault !== null) throw fault;
  const received = Math.max(now, lastStamp(db) + 1) as Received;
  db.prepare('UPDATE clock SET last = ?').run(received);
  return received;
}

/** Why this time is not believed, or null: neither a stamp nor an edition may run ahead with a wrong clock. */
export function clockFault(db: DatabaseSync, now: Received): Fault | null {
  const last = lastStamp(db);
  if (last === 0 || now - last <= AHEAD_US_MAX) return null;
  return new Fault('the clock is more than 24 hours ahead of the last stamp', {
    step: 'Inbox:Stamp', expected: `at most 24 hours after ${textOf(last)}`, actual: textOf(now),
    hint: 'If the clock is right and the register was idle, run `ev doctor --accept-clock`.',
  });
}

function lastStamp(db: DatabaseSync): Received {
  return (db.prepare('SELECT last FROM clock').get() as { last: Received }).last;
}

/** Notes that a running conductor saw this time, so that an idle day of a running service is no jump. */
export function noteClock(db: DatabaseSync, now: Received): void {
  db.prepare('UPDATE clock SET last = ?1 WHERE last > 0 AND ?1 > last AND ?1 - last <= ?2').run(now, AHEAD_US_MAX);
}

/** Makes the present clock acceptable, whatever the last stamp was: the operator says that it is right. */
export function acceptClock(db: DatabaseSync, now: Received): void {
  db.prepare('UPDATE clock SET last = max(last, ?)').run(now);
}

/** Undecided submissions after `seq`, in order of arrival. */
export function pending(db: DatabaseSync, afterSeq: number, limit: number): readonly Submission[] {
  const rows = db.prepare(`SELECT ${COLUMNS} FROM inbox WHERE batch IS NULL AND seq > ? ORDER BY seq LIMIT ?`)
    .all(afterSeq, limit) as unknown as Row[];
  return rows.map((row) => ({ ...row, strict: row.strict === 1 }));
}

export function isPending(db: DatabaseSync, uuid: string): boolean {
  return db.prepare('SELECT 1 FROM inbox WHERE uuid = ? AND batch IS NULL').get(uuid) !== undefined;
}

/** The payload in the row, or null when it is a file. */
export function inlinePayload(db: DatabaseSync, seq: number): Uint8Array | null {
  const row = db.prepare('SELECT payload FROM inbox WHERE seq = ?').get(seq) as { payload: Uint8Array | null };
  return row.payload;
}

/** Writes the outcome of one submission; part of the transaction of its batch. */
export function writeOutcome(db: DatabaseSync, seq: number, batch: number, decided: Decided): void {
  const values: SQLInputValue[] = [
    batch, decided.aside, decided.status, JSON.stringify(decided.roots),
    decided.report === null ? null : JSON.stringify(decided.report), seq,
  ];
  const { changes } = db.prepare(`UPDATE inbox SET batch = ?, aside = ?, status = ?, roots = ?, report = ?
    WHERE seq = ? AND batch IS NULL`).run(...values);
  if (changes !== 1) throw new Error(`submission ${seq} was decided before`);
}

const OUTCOME = `SELECT ${COLUMNS}, batch, aside, status, roots, report,
  (SELECT settled FROM batch WHERE n = inbox.batch) AS settled FROM inbox`;

/** What became of a submission, or undefined when the uuid is unknown. */
export function outcomeOf(db: DatabaseSync, uuid: string): Outcome | undefined {
  const row = db.prepare(`${OUTCOME} WHERE uuid = ?`).get(uuid) as unknown as Row | undefined;
  return row === undefined ? undefined : outcome(row);
}

/** The last submissions, newest first, without their reports. */
export function listOutcomes(db: DatabaseSync, limit: number): readonly Outcome[] {
  const rows = db.prepare(`${OUTCOME} ORDER BY seq DESC LIMIT ?`).all(limit) as unknown as Row[];
  return rows.map((row) => outcome({ ...row, report: null }));
}

/** The first submission of exactly these bytes by this holder that was not set aside. */
export function findBySha256(db: DatabaseSync, sha256: string, holder: string): Receipt | undefined {
  const row = db.prepare(`SELECT ${COLUMNS} FROM inbox WHERE sha256 = ? AND holder = ? AND aside IS NULL
    ORDER BY seq`).get(sha256, holder) as unknown as Row | undefined;
  return row === undefined ? undefined : receiptOf(row);
}

function outcome(row: Row): Outcome {
  const settled = row.settled === 1;
  const state = !settled ? 'pending' : row.aside === null ? 'settled' : 'aside';
  return {
    receipt: receiptOf(row),
    state,
    status: settled ? row.status : null,
    roots: settled ? JSON.parse(row.roots ?? '[]') as Outcome['roots'] : [],
    report: settled && row.report !== null ? JSON.parse(row.report) as Report : null,
  };
}

function receiptOf(
  { uuid, received, holder, bytes, sha256 }: Pick<Submission, 'uuid' | 'received' | 'holder' | 'bytes' | 'sha256'>,
): Receipt {
  return { uuid, received: textOf(received), holder, bytes, sha256 };
}

/** A recorded time as served: cut to 0.1 s. */
export function textOf(received: Received): string {
  return formatMoment(momentOf(received));
}
