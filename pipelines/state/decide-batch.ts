/**
 * One batch: a run of prepared submissions takes effect in one transaction, each under a savepoint of its own.
 * A submission that cannot be applied for a reason in itself is set aside; a failing disk undoes the batch.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { StageSeconds } from '../../schemas/stages.ts';
import { applyDeletion, refusedPatch } from './apply-deletion.ts';
import { applySubmission } from './apply.ts';
import { endBatch, insertBatch } from './batches.ts';
import { transaction } from './database.ts';
import { heldBy } from './held-by.ts';
import { writeOutcome, type Decided, type Submission } from './inbox.ts';
import type { Intake, Taken } from './intake.ts';
import { readPrepared, Spoiled } from './prepared.ts';
import { asideNote } from './refusals.ts';
import { Register } from './register.ts';
import { reportWithoutBody } from './report.ts';

/** SQLite's primary result code for a broken constraint: our own check refused the row. */
const SQLITE_CONSTRAINT = 19;

type BatchEvent =
  | { readonly kind: 'Batch:Decide'; readonly batch: number; readonly submissions: number; readonly seconds: StageSeconds }
  | { readonly kind: 'Submission:Aside'; readonly uuid: string; readonly reason: string };

interface BatchParts {
  readonly data: string;
  readonly db: DatabaseSync;
  readonly onEvent: (event: BatchEvent) => void;
}

/** Commits the batch and its outcomes. Throws, with nothing changed, when the state file cannot be written. */
export function decideBatch({ data, db, onEvent }: BatchParts, run: readonly Taken[], intake: Intake): void {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return;
  const register = new Register(db);
  if (isOutdated(register, first)) {
    intake.outdated(first.submission);
    return;
  }
  let decided = run;
  const startedMs = performance.now();
  const asides: { uuid: string; reason: string }[] = [];
  const batch = transaction(db, () => {
    const n = insertBatch(db, last.submission.seq);
    for (const [at, taken] of run.entries()) {
      const { submission, aside } = taken;
      if (isOutdated(register, taken)) {
        decided = run.slice(0, at);
        endBatch(db, n, decided.at(-1)!.submission.seq);
        break;
      }
      const outcome = aside === null ? decideOne({ data, db, register, intake }, submission) : setAside(submission, aside);
      writeOutcome(db, submission.seq, n, outcome);
      if (outcome.aside !== null) asides.push({ uuid: submission.uuid, reason: outcome.aside });
    }
    return n;
  });
  intake.decided(decided);
  const outdated = run[decided.length];
  if (outdated !== undefined) intake.outdated(outdated.submission);
  for (const aside of asides) onEvent({ kind: 'Submission:Aside', ...aside });
  onEvent({ kind: 'Batch:Decide', batch, submissions: decided.length, seconds: { decide: (performance.now() - startedMs) / 1000 } });
}

/** Whether a PATCH was merged with another document than it changes now: one before it in this run may have changed that. */
function isOutdated(register: Register, { submission, aside, held }: Taken): boolean {
  return submission.method === 'PATCH' && aside === null && (heldBy(register, submission)?.doc ?? null) !== held;
}

function decideOne(
  { data, db, register, intake }: { data: string; db: DatabaseSync; register: Register; intake: Intake },
  submission: Submission,
): Decided {
  try {
    if (submission.method === 'DELETE') return applyDeletion(register, submission);
    const refusal = submission.method === 'PATCH' ? refusedPatch(register, submission) : undefined;
    if (refusal !== undefined) return refusal;
    return applySubmission({ db, register }, submission, readPrepared(data, submission.uuid));
  } catch (error) {
    if (error instanceof Spoiled) {
      intake.spoiled(submission);
      throw error;
    }
    if (!isOwnFault(error)) throw error;
    return setAside(submission, `it could not be applied: ${error.message}`);
  }
}

/** A reason that lies in the submission or in our treatment of it, not in disk or memory. */
function isOwnFault(error: unknown): error is Error {
  const { code, errcode, syscall } = error as { code?: string; errcode?: number; syscall?: string };
  if (code === 'ERR_SQLITE_ERROR') return errcode !== undefined && (errcode & 0xff) === SQLITE_CONSTRAINT;
  return error instanceof Error && syscall === undefined;
}

function setAside(submission: Submission, reason: string): Decided {
  const report = reportWithoutBody(submission, { objects: [], findings: [asideNote(reason)] });
  return { status: 500, roots: [], report, aside: reason };
}
