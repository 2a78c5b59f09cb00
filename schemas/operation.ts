/**
 * Operation: what an operator sees of the service at work, and decides about submissions that wait for a decision.
 * Types shared by the port `Desk` (desk.ts) and the pipelines behind it.
 */
import type { Role } from './roles.ts';
import type { ListedSubmission, SubmissionState } from './submission.ts';

export interface Overview {
  /** Number of submissions in each state. */
  readonly states: Readonly<Record<SubmissionState, number>>;
  /** Parked and set-aside submissions, newest first. There may be more than are listed. */
  readonly waiting: readonly ListedSubmission[];
  /** Newest runs of pipelines, newest first. */
  readonly runs: readonly ShownRun[];
  /** Organisations with access, and their tokens without anything that could be used to sign in. */
  readonly organisations: readonly ShownOrganisation[];
  /** Free bytes on the disk of the data folder. */
  readonly diskFreeBytes: number;
}

export const TOKEN_STATES = ['valid', 'expired', 'revoked', 'without rights'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

export interface ShownOrganisation {
  readonly id: string;
  readonly name: string;
  readonly codes: readonly string[];
  readonly roles: readonly Role[];
  /** `tail`: the last characters of a token. */
  readonly tokens: readonly { readonly tail: string; readonly made: string; readonly expires: string; readonly state: TokenState }[];
}

/** running · done · failed: see its message · cut-off: stopped, or its process ended · skipped: its time passed without a run. */
export const RUN_STATES = ['running', 'done', 'failed', 'cut-off', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A run of a pipeline with the end of its log. */
export interface ShownRun {
  readonly id: number;
  readonly pipeline: string;
  readonly state: RunState;
  readonly started: Date;
  readonly ended: Date | null;
  /** Why the run failed or was skipped; null when there is nothing to say. */
  readonly message: string | null;
  readonly steps: readonly { readonly name: string; readonly state: RunState }[];
  /** The last lines of the log. */
  readonly lines: readonly { readonly at: Date; readonly text: string }[];
  /** Number of earlier lines that are not shown. */
  readonly linesLeft: number;
}

/** A decision on a parked or set-aside submission. */
export type Ruling = { readonly kind: 'release' } | { readonly kind: 'refuse'; readonly reason: string };

/**
 * The result of a ruling. `notWaiting`: the submission is neither parked nor set aside, for example because another operator ruled first.
 * `damaged`: its stored payload is not what was received, so it cannot be tried again.
 */
export type Ruled =
  | { readonly kind: 'ruled'; readonly retriedAs: string | null }
  | { readonly kind: 'notWaiting' }
  | { readonly kind: 'damaged' };
