/**
 * Provenance: by which submission a recorded version was made or ended, and which edition showed it first.
 * Types shared by the register, which knows it, and the port `Desk` (desk.ts).
 */
import type { SubmissionMethod } from './submission.ts';

/** A submission that made or ended a version. */
export interface SubmissionProvenance {
  readonly uuid: string;
  /** Recorded time, `YYYY-MM-DDThh:mm:ss.sZ`. */
  readonly received: string;
  /** The bronhoudercode that it was handed in for. */
  readonly holder: string;
  /** The organisation that handed it in; null when it is not recorded. */
  readonly organisation: string | null;
  /** The last characters of its token; null for a file, which has none, and when it is not recorded. */
  readonly tokenEnd: string | null;
  readonly method: SubmissionMethod;
  /** Path of a request or of a delivery by HTTP; null for a file. */
  readonly path: string | null;
  /** Name of the file; null for a request and for a delivery by HTTP. */
  readonly fileName: string | null;
  readonly sha256: string;
  /** The rules that checked it; null when they are not recorded. */
  readonly ruleSet: string | null;
  /** Number of the decision. */
  readonly decision: number;
}

/**
 * A submission as a holder may know it; one of another holder has only the required members. Never the number of its decision, which counts
 * the submissions of all holders, also those with hidden objects.
 */
export type SeenSubmission = Pick<SubmissionProvenance, 'received' | 'holder' | 'method'> & Partial<Omit<SubmissionProvenance, 'decision'>>;
