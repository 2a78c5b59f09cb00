/**
 * Preparation: the port by which the conductor has a submission prepared, and what it is asked and answers. Plain data, sent
 * between threads. The prepared roots and the report are files (state/prepared.ts); only their place is known to both sides.
 */
import type { CrsCode } from '../schemas/crs.ts';
import type { Report } from '../schemas/finding.ts';
import type { ModelVersion } from '../schemas/names.ts';
import type { StageSeconds } from '../schemas/stages.ts';
import type { SubmissionMethod } from '../schemas/submission.ts';
import type { Moment } from '../schemas/time.ts';

/** A document of the register. */
export interface HeldDocument {
  /** Its number there. */
  readonly doc: number;
  readonly crs: CrsCode;
  /** JSON text, complete. */
  readonly body: string;
}

export interface PreparationJob {
  readonly data: string;
  readonly uuid: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** When the submission was received. */
  readonly now: Moment;
  /** Bytes were checked by who sends them; a file is checked by the worker. */
  readonly payload: { readonly bytes: Uint8Array } | { readonly path: string; readonly sha256: string };
  /** Of a PATCH: what it changes. */
  readonly held?: HeldDocument;
  /** The answer carries the report. */
  readonly wantsReport: boolean;
}

/** prepared: its files are complete · damaged: the payload is not what was received. */
export type PreparationResult =
  | { readonly kind: 'prepared'; readonly report: Report | null; readonly seconds: StageSeconds }
  | { readonly kind: 'damaged' };

export type Prepare = (job: PreparationJob) => Promise<PreparationResult>;
