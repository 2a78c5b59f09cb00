/**
 * Desk: the port through which a server submits writes and reads their outcomes. The pipelines implement it:
 * a server never sees SQLite, DuckDB or a worker.
 */
import type { OwnAccount } from './account.ts';
import type { ChangedShape, Effects } from './effects.ts';
import type { Finding, FindingPosition, Report } from './finding.ts';
import type { Overview, Ruled, Ruling } from './operation.ts';
import type { TransferOrder, UndoOrder } from './orders.ts';
import type { OwnPart, OwnRequest } from './own-documents.ts';
import type { EndedProposal, HeldIds, ListedProposal, Proposal, ProposalListing, ReadProposal, TooManyProposals, UnknownCode } from './proposal.ts';
import type { ListedSubmission, Listing, Outcome, Receipt, SubmissionInput, Writer } from './submission.ts';

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
  /**
   * Streams a delivery and returns the report that it would get now. Nothing is stored. One rehearsal runs at a time. Refuses and
   * rejects as `deliver` does.
   */
  rehearse(input: SubmissionInput, body: AsyncIterable<Uint8Array>): Promise<Rehearsal>;
  /** Returns the outcome of a submission; undefined for an unknown uuid. */
  outcome(uuid: string): Promise<Outcome | undefined>;
  /** Returns a report as a table or as locations on a map. */
  report(report: Report, form: ReportForm): Promise<Buffer>;
  /** Returns the geometries that the chapter of effects lists, for a map. */
  changedShapes(effects: Effects): Promise<readonly ChangedShape[]>;
  /** Returns the positions of findings on a map, of the first findings that have one. */
  findingPositions(findings: readonly Finding[]): Promise<readonly FindingPosition[]>;
  /** Returns submissions without their reports, newest first. */
  list(listing: Listing): Promise<readonly ListedSubmission[]>;
  /** Returns the report that an undo would get now. Nothing is stored. */
  rehearseUndo(input: SubmissionInput, order: UndoOrder): Promise<Exclude<Rehearsal, { kind: 'refused' }>>;
  /** Returns the report that a transfer would get now. Nothing is stored. */
  rehearseTransfer(order: TransferOrder): Promise<Rehearsal>;
  /** Stores a proposal of a transfer durably. */
  propose(order: TransferOrder, by: Writer): Promise<Proposal | UnknownCode | TooManyProposals>;
  /** Accepts a proposal: stores its submission, and waits as `submit` does. Nothing changes when the receiver has ids of it already. */
  acceptProposal(uuid: string, by: Writer, options: { readonly wait: boolean }): Promise<AcceptedProposal>;
  /** Withdraws a proposal of the writer, or refuses that of the other holder. */
  endProposal(uuid: string, by: Writer): Promise<EndedProposal>;
  /** Returns a proposal; undefined for an unknown uuid. */
  proposal(uuid: string): Promise<ReadProposal | undefined>;
  /** Returns proposals, newest first. */
  proposals(listing: ProposalListing): Promise<readonly ListedProposal[]>;
  /** Returns documents of one holder, hidden ones included, as a delivery has them: the next part. */
  own(request: OwnRequest): Promise<OwnPart>;
  /** Returns the account of an object for its source holder; undefined when the object is not the holder's, and none of its attempts names it. */
  account(requested: RequestedAccount): Promise<OwnAccount | undefined>;
  /** Returns what the operator sees of the service at work. */
  overview(): Promise<Overview>;
  /** Releases or refuses a parked or set-aside submission, durably. */
  rule(uuid: string, ruling: Ruling): Promise<Ruled>;
}

/** The object of an account, and the bronhoudercodes of the reader. */
export interface RequestedAccount {
  readonly id: string;
  readonly holders: readonly string[];
}

/** The result of an acceptance, with the answer to its submission. */
export type AcceptedProposal =
  | { readonly kind: 'accepted'; readonly proposal: Proposal; readonly answer: StoredAnswer }
  | Exclude<EndedProposal, { kind: 'ended' }>
  | HeldIds;

/** The result of a rehearsal. `busy`: another one runs, and the body was not read. */
export type Rehearsal =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'busy' }
  | { readonly kind: 'foreseen'; readonly report: Report };

/** The result of a submission that is stored: settled within the time limit, or pending. */
export type StoredAnswer =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'pending'; readonly receipt: Receipt; readonly nextBatch?: Outcome['nextBatch']; readonly checkedBy?: Outcome['checkedBy'] };

/** The result of a submission: refused before it was stored, or the answer to the stored one. */
export type DeskAnswer = { readonly kind: 'refused'; readonly findings: readonly Finding[] } | StoredAnswer;
