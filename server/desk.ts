/**
 * The port through which the server hands over writes and asks what became of them.
 * Implemented by the pipelines; the server never sees SQLite, DuckDB or a worker.
 */
import type { Finding } from '../schemas/finding.ts';
import type { Outcome, Receipt, SubmissionInput } from '../schemas/submission.ts';

/** What became of a request: refused before it was stored, settled within the time limit, or still pending. */
export type Answer =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'pending'; readonly receipt: Receipt };

export interface Desk {
  /**
   * Checks a request (levels 1-3), stores it durably and waits, at most `LIMITS.answerDirectMs`, until what it
   * changes can be read. `Prefer: respond-async` sets `wait` to false.
   */
  submit(input: SubmissionInput, body: Buffer, options: { readonly wait: boolean }): Promise<Answer>;
  /** The outcome of a submission, or undefined when the uuid is unknown. */
  outcome(uuid: string): Promise<Outcome | undefined>;
}
