/**
 * Proposals: a transfer that one holder proposes and the other accepts.
 *
 * Invariants:
 *  - A proposal is open until it ends once: accepted, withdrawn by its proposer, or refused by the other holder.
 *  - An accepted proposal names the submission that it became. Until then nothing of the register changes and no queue waits.
 * Not here: what a transfer does (pipelines/state/decide/apply-transfer.ts).
 */
import type { TransferOrder } from './orders.ts';
import type { Receipt, SubmissionState } from './submission.ts';

export const PROPOSAL_STATES = ['open', 'accepted', 'withdrawn', 'refused'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A proposal in a list, without its ids. */
export interface ListedProposal extends Omit<TransferOrder, 'method' | 'ids'> {
  readonly uuid: string;
  /** When it was proposed, `YYYY-MM-DDThh:mm:ss.sZ`. */
  readonly proposed: string;
  /** Bronhoudercode of the proposer: `from` or `to`. */
  readonly proposer: string;
  /** Number of named ids; absent: all objects of `from`. */
  readonly idCount?: number;
  readonly state: ProposalState;
  /** When it was accepted, withdrawn or refused; absent while it is open. */
  readonly ended?: string;
  /** uuid of the submission of an accepted proposal. */
  readonly submission?: string;
}

export interface Proposal extends ListedProposal {
  readonly ids?: readonly string[];
}

/** A proposal as it is read; an accepted one with the state of its submission, which only the holder of the objects can read itself. */
export interface ReadProposal extends Proposal {
  readonly submissionState?: SubmissionState;
}

/** A selection of proposals, newest first. */
export interface ProposalListing {
  readonly states: readonly ProposalState[];
  /** Codes of either side; null: all. */
  readonly holders: readonly string[] | null;
  /** uuid of the last proposal of the page before this one; null for the first page, which begins with the newest proposal. */
  readonly before: string | null;
  readonly limit: number;
}

/** A bronhoudercode that no organisation has, with similar codes. */
export interface UnknownCode {
  readonly kind: 'unknownCode';
  readonly code: string;
  readonly near: readonly string[];
}

/** A proposal that is not stored, because an open one must end first: one of its proposer, or one of others to the holder `code`. */
export interface TooManyProposals {
  readonly kind: 'tooMany';
  readonly of: 'proposer' | 'receiver';
  readonly code: string;
}

/** The ids of a proposal that its receiver has already, in secret objects mostly: it cannot take them. `ids`: the first of them. */
export interface HeldIds {
  readonly kind: 'heldIds';
  readonly ids: readonly string[];
  readonly count: number;
}

/**
 * The result of ending a proposal, with the receipt of the submission of an acceptance. `unknown`: there is none in which the writer is
 * a side. `closed`: it ended before. `own`: the proposer accepts its own proposal.
 */
export type EndedProposal =
  | { readonly kind: 'ended'; readonly proposal: Proposal; readonly receipt?: Receipt }
  | { readonly kind: 'closed' | 'own'; readonly proposal: Proposal }
  | { readonly kind: 'unknown' }
  | UnknownCode;
