/**
 * One batch: prepared submissions are applied in one transaction, each under its own savepoint, and their decisions are numbered.
 * A submission that cannot be applied because of its own content is set aside; a failing disk undoes the batch.
 */
import { isOfSystem } from '../../../schemas/fault.ts';
import type { StageSeconds } from '../../../schemas/stages.ts';
import { isOrder } from '../../../schemas/submission.ts';
import { endedIn } from '../../prepare/delivery/index.ts';
import { isMerge } from '../../prepare/preparation-job.ts';
import { savepoint, transaction, type State } from '../database/database.ts';
import { insertBatch, newestPrefix } from '../inbox/batches.ts';
import { currentDocument } from '../inbox/current-document.ts';
import type { Submission } from '../inbox/inbox.ts';
import type { Intake, Taken } from '../inbox/intake.ts';
import { readOrder } from '../inbox/read-order.ts';
import { isReleased } from '../inbox/parked.ts';
import { DAMAGED } from '../inbox/payload.ts';
import { DamagedPrepared, readPrepared } from '../inbox/prepared.ts';
import { writeDecision, type Decided, type Numbered } from '../outcomes/outcomes.ts';
import { asideNote } from '../outcomes/refusals.ts';
import { reportWithoutBody } from '../outcomes/report.ts';
import { Register } from '../register/register.ts';
import { sharedSince } from '../register/shared-ids.ts';
import { applyDeletion, refusedMerge } from './apply-deletion.ts';
import { applyOrder } from './apply-order.ts';
import { applySubmission } from './apply.ts';
import { driftOf, type Drift, type DriftLimit } from './drift.ts';
import { park } from './park.ts';

/** SQLite's primary result code for a broken constraint: our own check refused the row. */
const SQLITE_CONSTRAINT = 19;

/** Number of uuids in a log line at most. */
const UUIDS_TOLD_MAX = 100;
/** Number of shared ids in a log line at most. */
const SHARED_IDS_MAX = 20;

type BatchEvent =
  | {
    readonly kind: 'Batch:Decide'; readonly batch: number; readonly submissions: number; readonly seconds: StageSeconds;
    /** The first submissions of the batch. */
    readonly uuids: readonly string[];
  }
  | { readonly kind: 'Submission:Aside'; readonly uuid: string; readonly reason: string }
  | ({ readonly kind: 'Submission:Park'; readonly uuid: string; readonly holder: string } & Drift)
  | { readonly kind: 'Id:Share'; readonly ids: readonly string[]; readonly count: number };

interface BatchParts {
  readonly data: string;
  readonly db: State;
  readonly drift: DriftLimit;
  readonly onEvent: (event: BatchEvent) => void;
}

/** Listener for submissions that are decided or have to wait. */
export type DecisionListener = Pick<Intake, 'decided' | 'outdated' | 'parked' | 'spoiled'>;

/** Commits the batch and its outcomes. Returns the uuids of parked submissions. Throws, with nothing changed, when the register cannot be written. */
export function decideBatch(
  { data, db, drift: limit, onEvent }: BatchParts, run: readonly Taken[], intake: DecisionListener,
): readonly string[] {
  const startedMs = performance.now();
  const last = newestPrefix(db);
  const batch = last.batch + 1;
  const decided: Taken[] = [];
  const outdated: Submission[] = [];
  const asides: { uuid: string; reason: string }[] = [];
  const parked: { submission: Submission; drift: Drift }[] = [];
  let [shared, mayShare]: [readonly string[], boolean] = [[], false];
  transaction(db, () => {
    const heldUp = new Set<string>();
    for (const taken of run) {
      const { submission, aside, currentDoc, parent } = taken;
      if (heldUp.has(submission.holder)) continue;
      const register = new Register(db, [submission.holder]);
      if (isOutdated(register, taken)) {
        heldUp.add(submission.holder);
        outdated.push(submission);
        continue;
      }
      const numbered = { ...submission, decision: last.decision + decided.length + 1 };
      const decide = (): Decided => decideOne({ data, db, register, intake }, { submission: numbered, currentDoc, parent });
      const outcome = aside === null ? withinLimit(db, { numbered, limit }, decide) : setAside(submission, aside);
      if (isDrift(outcome)) {
        heldUp.add(submission.holder);
        park(db, submission, { drift: outcome, limit });
        parked.push({ submission, drift: outcome });
        continue;
      }
      decided.push(taken);
      mayShare ||= register.hasMetOthers || isOrder(submission.method);
      writeDecision(db, { decision: numbered.decision, seq: submission.seq, batch }, outcome);
      if (outcome.aside !== null) asides.push({ uuid: submission.uuid, reason: outcome.aside });
    }
    if (decided.length > 0) insertBatch(db, { n: batch, decision: last.decision + decided.length });
    // The search reads each object of the batch again, which takes seconds for a million objects.
    if (mayShare) shared = sharedSince(db, last.decision);
  });
  intake.decided(decided);
  for (const submission of outdated) intake.outdated(submission);
  for (const { submission } of parked) intake.parked(submission);
  for (const aside of asides) onEvent({ kind: 'Submission:Aside', ...aside });
  for (const { submission: { uuid, holder }, drift } of parked) onEvent({ kind: 'Submission:Park', uuid, holder, ...drift });
  const seconds = { decide: (performance.now() - startedMs) / 1000 };
  const uuids = decided.slice(0, UUIDS_TOLD_MAX).map(({ submission }) => submission.uuid);
  if (decided.length > 0) onEvent({ kind: 'Batch:Decide', batch, submissions: decided.length, uuids, seconds });
  if (shared.length > 0) onEvent({ kind: 'Id:Share', ids: shared.slice(0, SHARED_IDS_MAX), count: shared.length });
  return parked.map(({ submission }) => submission.uuid);
}

/** Returns the decision. Undoes it and returns the drift when it ends too many objects and the operator has not released it. */
function withinLimit(
  db: State, { numbered, limit }: { numbered: Numbered; limit: DriftLimit }, decide: () => Decided,
): Decided | Drift {
  return savepoint(db, () => {
    const decided = decide();
    const ended = decided.report === null ? undefined : endedIn(decided.report.counts);
    const drift = ended === undefined ? null : driftOf(db, numbered, { ended, limit });
    return drift === null || isReleased(db, numbered.seq) ? decided : drift;
  }, (tried) => !isDrift(tried));
}

function isDrift(tried: Decided | Drift): tried is Drift {
  return 'standing' in tried;
}

/** Whether a request was merged with a document that is no longer current. An earlier request in this run may have replaced it. */
function isOutdated(register: Register, { submission, aside, currentDoc, parent }: Taken): boolean {
  return currentDoc !== undefined && aside === null && (currentDocument(register, submission, parent)?.doc ?? null) !== currentDoc;
}

function decideOne(
  { data, db, register, intake }: { data: string; db: State; register: Register; intake: DecisionListener },
  { submission, currentDoc, parent }: Pick<Taken, 'currentDoc' | 'parent'> & { readonly submission: Numbered },
): Decided {
  try {
    if (submission.method === 'DELETE' && !isMerge(submission)) return applyDeletion({ db, register }, submission);
    if (isOrder(submission.method)) {
      const order = readOrder(data, db, submission);
      return order === undefined ? setAside(submission, DAMAGED) : applyOrder({ db, register }, submission, order);
    }
    const refusal = currentDoc === undefined ? undefined : refusedMerge(register, submission, parent);
    if (refusal !== undefined) return refusal;
    return applySubmission({ db, register }, submission, readPrepared(data, submission.uuid));
  } catch (error) {
    if (error instanceof DamagedPrepared) {
      intake.spoiled(submission);
      throw error;
    }
    if (!isOwnFault(error)) throw error;
    return setAside(submission, `it could not be applied: ${error.message}`);
  }
}

/** Whether the error is due to the submission or a defect of this program, not to disk or memory. */
function isOwnFault(error: unknown): error is Error {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return errcode !== undefined && (errcode & 0xff) === SQLITE_CONSTRAINT;
  return error instanceof Error && !isOfSystem(error);
}

function setAside(submission: Submission, reason: string): Decided {
  const report = reportWithoutBody(submission, { objects: [], findings: [asideNote(reason)] });
  return { status: 500, roots: [], report, aside: reason };
}
