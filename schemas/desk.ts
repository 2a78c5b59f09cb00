/**
 * Desk: the port through which a server submits writes and reads their outcomes. The pipelines implement it:
 * a server never sees SQLite, DuckDB or a worker.
 */
import type { Finding } from './finding.ts';
import type { Outcome, Receipt, SubmissionInput } from './submission.ts';

/** Forms of a report other than JSON. */
export type ReportForm = 'csv' | 'xlsx' | 'geojson';

export interface Desk {
  /**
   * Checks a request (levels 1-3), stores it durably and waits until its changes can be read, at most `LIMITS.answerDirectMs`.
   * `Prefer: respond-async` sets `wait` to false; mode scheduled never waits.
   */
  submit(input: SubmissionInput, body: Buffer, options: { readonly wait: boolean }): Promise<DeskAnswer>;
  /**
   * Streams a delivery, stores it durably once it is complete, and waits as `submit` does. A delivery that is too large, or compressed and
   * incomplete, is refused. Rejects with the error of `body`; then nothing is stored.
   */
  deliver(input: SubmissionInput, body: AsyncIterable<Uint8Array>, options: { readonly wait: boolean }): Promise<DeskAnswer>;
  /** Returns the outcome of a submission; undefined for an unknown uuid. */
  outcome(uuid: string): Promise<Outcome | undefined>;
  /** Returns its report as a table or as locations on a map; undefined while there is no report. */
  report(uuid: string, form: ReportForm): Promise<Buffer | undefined>;
}

/** The result of a submission: refused before it was stored, settled within the time limit, or pending. */
export type DeskAnswer =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'pending'; readonly receipt: Receipt; readonly nextBatch?: Outcome['nextBatch']; readonly checkedBy?: Outcome['checkedBy'] };
