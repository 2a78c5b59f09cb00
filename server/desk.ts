/**
 * The port through which the server hands over writes and asks what became of them.
 * Implemented by the pipelines; the server never sees SQLite, DuckDB or a worker.
 */
import type { DeskAnswer, Outcome, SubmissionInput } from '../schemas/submission.ts';

export interface Desk {
  /**
   * Checks a request (levels 1-3), stores it durably and waits, at most `LIMITS.answerDirectMs`, until what it
   * changes can be read. `Prefer: respond-async` sets `wait` to false.
   */
  submit(input: SubmissionInput, body: Buffer, options: { readonly wait: boolean }): Promise<DeskAnswer>;
  /** The outcome of a submission, or undefined when the uuid is unknown. */
  outcome(uuid: string): Promise<Outcome | undefined>;
  /** Its report as a table or as places on the map; undefined when there is no report, or not yet. */
  report(uuid: string, form: 'csv' | 'geojson'): Promise<Buffer | undefined>;
}
