/** Outcomes thread: reads outcomes of submissions and records of runs, so that a long report does not delay the accept thread. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OwnAccount } from '../../schemas/account.ts';
import type { RequestedAccount } from '../../schemas/desk.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { HeldIds, ProposalListing, ReadProposal } from '../../schemas/proposal.ts';
import type { Listing, Outcome } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { ownAccountOf } from '../state/explain/account.ts';
import { foldersOf, inSnapshot, openExistingState, type State } from '../state/database/database.ts';
import { isCalled } from '../state/inbox/called.ts';
import { findProposal, listProposals } from '../state/inbox/proposals.ts';
import { submissionFigures } from '../state/outcomes/figures.ts';
import { listSubmissions } from '../state/outcomes/listed.ts';
import { outcomeOf, stateOf } from '../state/outcomes/outcomes.ts';
import { overviewOf } from '../state/outcomes/overview.ts';
import { heldIds } from '../state/register/held-ids.ts';
import { pipelineRecords, type PipelineRecord } from '../state/runs/pipeline-records.ts';
import { openExistingRuns } from '../state/runs/runs.ts';
import { soundBackups, type SoundBackup } from '../state/runs/sound-backups.ts';
import { answerParent, toWire, type WireError } from './line.ts';

/**
 * The result is an OutcomeAnswer for each uuid, a list of ListedSubmission, an OwnAccount or undefined, a list of ListedProposal, a
 * Proposal, HeldIds or undefined, SubmissionFigures, an Overview without its disk, or RunRecords of the named pipelines.
 */
export type OutcomeCall =
  | { readonly kind: 'outcomes'; readonly uuids: readonly string[] }
  | { readonly kind: 'list'; readonly listing: Listing }
  | RequestedAccount & { readonly kind: 'account'; readonly now: Moment }
  | { readonly kind: 'proposals'; readonly listing: ProposalListing }
  | { readonly kind: 'proposal'; readonly uuid: string }
  | { readonly kind: 'held-ids'; readonly uuid: string; readonly receiver: string }
  | { readonly kind: 'figures' }
  | { readonly kind: 'overview' }
  | { readonly kind: 'runs'; readonly pipelines: readonly string[] };

/** Records in `runs.db`; empty when there is no such file. */
export interface RunRecords {
  readonly pipelines: readonly PipelineRecord[];
  /** Backups, newest first. */
  readonly backups: readonly SoundBackup[];
}

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Whether a batch with the submission was called for. */
  readonly isCalled: boolean;
}

/** `found` is undefined when the uuid is unknown. `error`: the stored outcome cannot be read; others are not affected. */
export type OutcomeAnswer = { readonly found: FoundOutcome | undefined } | { readonly error: WireError };

/** Number of ids in a refused acceptance at most. */
const HELD_IDS_MAX = 10;

const { data } = workerData as { readonly data: string };
let db: State | null = null;

answerParent(parentPort, (call: OutcomeCall) => {
  switch (call.kind) {
    case 'outcomes': return findAll(call.uuids);
    case 'list': return inSnapshot(state(), () => listSubmissions(state(), call.listing));
    case 'account': return accountIn(call);
    case 'proposals': return listProposals(state(), call.listing);
    case 'proposal': return inSnapshot(state(), () => readProposal(call.uuid));
    case 'held-ids': return inSnapshot(state(), () => heldIdsOf(call.uuid, call.receiver));
    case 'figures': return submissionFigures(state());
    case 'overview': return overviewOf(state(), data, new Date());
    case 'runs': return recordsOf(call.pipelines);
    default: return unreachable(call);
  }
}, () => {
  db?.close();
  db = null;
});

/** Returns the register. Throws a Fault while it cannot be opened. */
function state(): State {
  return db ??= openExistingState(data);
}

/** Reads the records. Opens the file each time: it may be made later, or be restored. */
function recordsOf(names: readonly string[]): RunRecords {
  if (!existsSync(foldersOf(data).runs)) return { pipelines: [], backups: [] };
  const runs = openExistingRuns(data);
  try {
    return { pipelines: pipelineRecords(runs, names), backups: soundBackups(runs) };
  } finally {
    runs.close();
  }
}

/** Reads an account in one transaction, over a connection of its own: it may take long, and other calls must see what changes meanwhile. */
async function accountIn(requested: Parameters<typeof ownAccountOf>[2]): Promise<OwnAccount | undefined> {
  const own = openExistingState(data);
  try {
    own.exec('BEGIN');
    return await ownAccountOf(own, data, requested);
  } finally {
    own.close();
  }
}

/** Reads outcomes in one transaction; otherwise each query would lock both files again. */
function findAll(uuids: readonly string[]): readonly OutcomeAnswer[] {
  return inSnapshot(state(), () => uuids.map((uuid) => {
    try {
      return { found: find(uuid) };
    } catch (error) {
      return { error: toWire(error) };
    }
  }));
}

function readProposal(uuid: string): ReadProposal | undefined {
  const proposal = findProposal(state(), uuid);
  const submissionState = proposal?.submission === undefined ? undefined : stateOf(state(), proposal.submission);
  return proposal && { ...proposal, ...(submissionState === undefined ? {} : { submissionState }) };
}

/** Returns the ids that keep a receiver from accepting this open proposal of another. */
function heldIdsOf(uuid: string, receiver: string): HeldIds | undefined {
  const proposal = findProposal(state(), uuid);
  if (proposal?.state !== 'open' || proposal.to !== receiver || proposal.proposer === receiver) return undefined;
  const ids = heldIds(state(), proposal);
  return ids.length === 0 ? undefined : { kind: 'heldIds', ids: ids.slice(0, HELD_IDS_MAX), count: ids.length };
}

function find(uuid: string): FoundOutcome | undefined {
  const outcome = outcomeOf(state(), uuid);
  return outcome && { outcome, isCalled: isCalled(state(), uuid) };
}
