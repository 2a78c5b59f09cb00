/**
 * Preparation job: the port through which the conductor has a submission prepared, with its job and its result. Both are plain data, sent
 * between threads. The prepared roots and the report are files, whose paths state/inbox/prepared.ts makes.
 */
import type { CrsCode } from '../../schemas/crs.ts';
import { faultOfSystem } from '../../schemas/fault.ts';
import type { Report } from '../../schemas/finding.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import { isRequest, type SubmissionMethod } from '../../schemas/submission.ts';
import { canBeCreatedByPut, isNestedTarget, readTarget } from '../../schemas/target.ts';
import type { Moment } from '../../schemas/time.ts';

/** A current document of the register. */
export interface CurrentDocument {
  /** Number of the document in the register. */
  readonly doc: number;
  readonly crs: CrsCode;
  /** The complete JSON text. */
  readonly body: string;
}

export interface PreparationJob {
  readonly data: string;
  readonly uuid: string;
  /** The submitting holder. Holders take turns. */
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** The `bronregistratie` of objects that the organisation draws; null when it has named none. */
  readonly bronregistratie: string | null;
  /** When the submission was received. */
  readonly now: Moment;
  /** Bytes were checked by the sender; a file is checked by the worker. */
  readonly payload: { readonly bytes: Uint8Array } | { readonly path: string; readonly sha256: string };
  /** The document that the request changes; null when there is none. Absent for a whole document, and for a job that is prepared ahead. */
  readonly current?: CurrentDocument | null;
  /** Whether the result has the report. */
  readonly wantsReport: boolean;
}

/**
 * The result of a job.
 *  - prepared: the files are complete. `isMerged`: they depend on the current document of the job.
 *  - waits: the job needs a current document and has none. `parent`: id of the parent object that the request names.
 *  - damaged: the payload differs from the received one.
 */
export type PreparationResult =
  | { readonly kind: 'prepared'; readonly report: Report | null; readonly seconds: StageSeconds; readonly isMerged?: boolean }
  | { readonly kind: 'waits'; readonly parent?: string }
  | { readonly kind: 'damaged' };

/** Whether the result of a request always depends on the current document: a PATCH, or a write to a nested object. */
export function isMerge({ method, target }: Pick<PreparationJob, 'method' | 'target'>): boolean {
  const named = isRequest(method) ? readTarget(target) : undefined;
  return method === 'PATCH' || (named !== undefined && isNestedTarget(named));
}

/** Whether a request adds a Feature of a nested type, whose parent is named in its body only. */
export function namesParentInBody({ method, target }: Pick<PreparationJob, 'method' | 'target'>): boolean {
  const named = method === 'POST' || method === 'PUT' ? readTarget(target) : undefined;
  return named?.form === 'feature' && isNestedTarget(named) && (method === 'POST' || canBeCreatedByPut(named));
}

/** Wraps an error of the system in a Fault, because it does not count against a submission. Returns other errors unchanged. */
export function notPrepared(error: unknown): unknown {
  return faultOfSystem(error, 'the prepared form cannot be written', { step: 'Delivery:Prepare', hint: 'Check the disk. The program tries again.' });
}

export type Prepare = (job: PreparationJob) => Promise<PreparationResult>;
