/**
 * One batch: prepared submissions take effect in one transaction, each under a savepoint of its own, and their decisions are numbered.
 * A submission that cannot be applied for a reason in itself is set aside; a failing disk undoes the batch.
 */
import type { StageSeconds } from '../../schemas/stages.ts';
import { isMerge } from '../preparation.ts';
import { applyDeletion, refusedMerge } from './apply-deletion.ts';
import { applySubmission } from './apply.ts';
import { insertBatch, newestPrefix } from './batches.ts';
import { transaction, type State } from './database.ts';
import { heldBy } from './held-by.ts';
import type { Submission } from './inbox.ts';
import type { Intake, Taken } from './intake.ts';
import { writeDecision, type Decided, type Numbered } from './outcomes.ts';
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
  readonly db: State;
  readonly onEvent: (event: BatchEvent) => void;
}

/** What hears of submissions that are decided, or must be prepared again first. */
export type Intaken = Pick<Intake, 'decided' | 'outdated' | 'spoiled'>;

/** Commits the batch and its outcomes. Throws, with nothing changed, when the register cannot be written. */
export function decideBatch({ data, db, onEvent }: BatchParts, run: readonly Taken[], intake: Intaken): void {
  const register = new Register(db);
  const startedMs = performance.now();
  const last = newestPrefix(db);
  const batch = last.batch + 1;
  const decided: Taken[] = [];
  const outdated: Submission[] = [];
  const asides: { uuid: string; reason: string }[] = [];
  transaction(db, () => {
    const heldUp = new Set<string>();
    for (const taken of run) {
      const { submission, aside, held, place } = taken;
      if (heldUp.has(submission.holder)) continue;
      if (isOutdated(register, taken)) {
        heldUp.add(submission.holder);
        outdated.push(submission);
        continue;
      }
      decided.push(taken);
      const numbered = { ...submission, decision: last.decision + decided.length };
      const parts = { data, db, register, intake };
      const outcome = aside === null ? decideOne(parts, { submission: numbered, held, place }) : setAside(submission, aside);
      writeDecision(db, { decision: numbered.decision, seq: submission.seq, batch }, outcome);
      if (outcome.aside !== null) asides.push({ uuid: submission.uuid, reason: outcome.aside });
    }
    if (decided.length > 0) insertBatch(db, { n: batch, decision: last.decision + decided.length });
  });
  intake.decided(decided);
  for (const submission of outdated) intake.outdated(submission);
  if (decided.length === 0) return;
  for (const aside of asides) onEvent({ kind: 'Submission:Aside', ...aside });
  onEvent({ kind: 'Batch:Decide', batch, submissions: decided.length, seconds: { decide: (performance.now() - startedMs) / 1000 } });
}

/** Whether a request was merged with another document than it changes now: one of its holder before it in this run may have changed that. */
function isOutdated(register: Register, { submission, aside, held, place }: Taken): boolean {
  return held !== undefined && aside === null && (heldBy(register, submission, place)?.doc ?? null) !== held;
}

function decideOne(
  { data, db, register, intake }: { data: string; db: State; register: Register; intake: Intaken },
  { submission, held, place }: Pick<Taken, 'held' | 'place'> & { readonly submission: Numbered },
): Decided {
  try {
    if (submission.method === 'DELETE' && !isMerge(submission)) return applyDeletion(register, submission);
    const refusal = held === undefined ? undefined : refusedMerge(register, submission, place);
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
