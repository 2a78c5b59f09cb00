/**
 * Preparation job: the port by which the conductor has a submission prepared, and what it is asked and answers. Plain data, sent
 * between threads. The prepared roots and the report are files (state/inbox/prepared.ts); only their place is known to both sides.
 */
import type { CrsCode } from '../../schemas/crs.ts';
import { faultOfSystem } from '../../schemas/fault.ts';
import type { Report } from '../../schemas/finding.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import type { SubmissionMethod } from '../../schemas/submission.ts';
import { canBeCreatedByPut, isNestedTarget, readTarget } from '../../schemas/target.ts';
import type { Moment } from '../../schemas/time.ts';

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
  /** Who handed it in: holders have their turns. */
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** The source of what the organisation draws; null: it has named none. */
  readonly bronregistratie: string | null;
  /** When the submission was received. */
  readonly now: Moment;
  /** Bytes were checked by who sends them; a file is checked by the worker. */
  readonly payload: { readonly bytes: Uint8Array } | { readonly path: string; readonly sha256: string };
  /** What the request changes, null: nothing is there; absent: of a request that brings a whole, or that is looked at ahead. */
  readonly held?: HeldDocument | null;
  /** The answer carries the report. */
  readonly wantsReport: boolean;
}

/**
 * prepared: its files are complete; `isMerged`: they depend on the held document that came with the job · waits: they will depend on
 * one, which the job did not say; `place`: id of the object that the request itself names to stand in · damaged: the payload is not what
 * was received.
 */
export type PreparationResult =
  | { readonly kind: 'prepared'; readonly report: Report | null; readonly seconds: StageSeconds; readonly isMerged?: boolean }
  | { readonly kind: 'waits'; readonly place?: string }
  | { readonly kind: 'damaged' };

/** Whether what a request makes always depends on the held document: a PATCH, and a write to an object that a root nests. */
export function isMerge({ method, target }: Pick<PreparationJob, 'method' | 'target'>): boolean {
  const named = method === 'LEVERING' ? undefined : readTarget(target);
  return method === 'PATCH' || (named !== undefined && isNestedTarget(named));
}

/** Whether a request makes an object in a root that it names in its body alone: a Feature, in a collection of such as others nest. */
export function namesPlace({ method, target }: Pick<PreparationJob, 'method' | 'target'>): boolean {
  const named = method === 'POST' || method === 'PUT' ? readTarget(target) : undefined;
  return named?.form === 'feature' && isNestedTarget(named) && (method === 'POST' || canBeCreatedByPut(named));
}

/** The Fault for an error of the system, which does not count against a submission; any other error as it is. */
export function notPrepared(error: unknown): unknown {
  return faultOfSystem(error, 'the prepared form cannot be written', { step: 'Delivery:Prepare', hint: 'Check the disk; it is tried again.' });
}

export type Prepare = (job: PreparationJob) => Promise<PreparationResult>;
