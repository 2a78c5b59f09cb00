/**
 * Desk: the port through which a server hands over writes and asks what became of them. The pipelines implement it:
 * a server never sees SQLite, DuckDB or a worker.
 */
import type { Finding } from './finding.ts';
import type { Outcome, Receipt, SubmissionInput } from './submission.ts';

/** Forms in which a report is handed over, other than JSON. */
export type ReportForm = 'csv' | 'xlsx' | 'geojson';

export interface Desk {
  /**
   * Checks a request (levels 1-3), stores it durably and waits, at most `LIMITS.answerDirectMs`, until what it
   * changes can be read. `Prefer: respond-async` sets `wait` to false; in mode scheduled nothing is waited for.
   */
  submit(input: SubmissionInput, body: Buffer, options: { readonly wait: boolean }): Promise<DeskAnswer>;
  /**
   * Takes a delivery as it comes, never whole in memory; stores it durably when all of it is there, and waits as `submit`.
   * Refused is what is too large, or packed and not whole. Rejects with what `body` throws; then nothing is stored.
   */
  deliver(input: SubmissionInput, body: AsyncIterable<Uint8Array>, options: { readonly wait: boolean }): Promise<DeskAnswer>;
  /** The outcome of a submission, or undefined when the uuid is unknown. */
  outcome(uuid: string): Promise<Outcome | undefined>;
  /** Its report as a table or as places on the map; undefined when there is no report, or not yet. */
  report(uuid: string, form: ReportForm): Promise<Buffer | undefined>;
}

/** What a desk says of a submission: refused before it was stored, settled within the time limit, or pending. */
export type DeskAnswer =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'pending'; readonly receipt: Receipt; readonly nextBatch?: Outcome['nextBatch']; readonly checkedBy?: Outcome['checkedBy'] };
