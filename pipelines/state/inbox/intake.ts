/**
 * Intake: starts the preparation of pending submissions and selects those to decide next.
 *
 * Invariants:
 *  - The submissions of a holder are handed out in order of arrival, without a gap. In mode direct they do not wait for other holders.
 *  - A submission with a damaged payload, or with two crashes in preparation, deciding or publishing, is handed out as set aside and never
 *    applied.
 *  - A suspect, which may be the cause of a crash while deciding or publishing, is handed out alone. Others go on before and after it.
 * Not here: the pending queues (queues.ts), preparation (workers/preparation-thread.ts), deciding (decide/decide-batch.ts).
 */
import type { Sound } from '../../../publisher/sound.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Mode } from '../../../schemas/mode.ts';
import type { StageSeconds } from '../../../schemas/stages.ts';
import { isOrder } from '../../../schemas/submission.ts';
import { momentOf } from '../../../schemas/time.ts';
import { isMerge, namesParentInBody, type PreparationJob, type PreparationResult, type Prepare } from '../../prepare/preparation-job.ts';
import type { State } from '../database/database.ts';
import { Register } from '../register/register.ts';
import { CRASHES_MAX, TRIES_BESIDE_OTHERS, TRIES_MAX, type Crashes } from './crashes.ts';
import { currentDocument } from './current-document.ts';
import { inlinePayload, isPending, type Submission } from './inbox.ts';
import { DAMAGED, payloadPath, sha256Of } from './payload.ts';
import { emptyPrepared, isPrepared, removePrepared, triesOf } from './prepared.ts';
import { dueOf, Queues, type Slot } from './queues.ts';

/** One submission to decide. */
export interface Taken {
  readonly submission: Submission;
  readonly aside: string | null;
  /** Number of the current document that the preparation used; null: it used that there was none; undefined: it used none. */
  readonly currentDoc: number | null | undefined;
  /** Id of the parent that the body of the request names. */
  readonly parent: string | undefined;
}

export interface IntakeParts {
  readonly data: string;
  readonly db: State;
  /** When pending submissions are decided. */
  readonly mode: Mode;
  readonly prepare: Prepare;
  readonly sound: Sound;
  /** Crashes while deciding and publishing. */
  readonly crashes: Crashes;
  readonly onProgress: () => void;
  readonly onEvent: (event:
    | { kind: 'Submission:Prepare'; done: number; total: number }
    | { kind: 'Submission:Prepared'; seconds: StageSeconds }) => void;
}

export class Intake {
  readonly #parts: IntakeParts;
  readonly #queues: Queues;
  /** Submissions with prepared files of an earlier process, which are not used but replaced. */
  readonly #stale: Set<string>;
  #abandoned = false;
  /** Whether the last submission handed out was a suspect: the others have their turn next. */
  #wasSuspect = false;
  /** The Fault that prevented a preparation; thrown at the next look. */
  #fault: Fault | null = null;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#queues = new Queues(parts.db, { mode: parts.mode, isSuspect: (uuid) => triesOf(parts.data, uuid) >= TRIES_BESIDE_OTHERS });
    this.#stale = new Set(emptyPrepared(parts.data, (uuid) => isPending(parts.db, uuid), parts.sound));
  }

  /** Whether a submission is pending that does not wait for the operator, among those read so far. */
  get busy(): boolean {
    return !this.#queues.isIdle;
  }

  /** Whether `take` would hand out a submission. */
  get ready(): boolean {
    return this.#queues.ready().length > 0;
  }

  /** Reads the inbox if it changed and starts the preparations that are due. Throws the Fault of an earlier preparation. */
  look(): void {
    const fault = this.#fault;
    this.#fault = null;
    if (fault !== null) throw fault;
    this.#queues.look();
    for (const slot of dueOf(this.#queues.movingSlots())) this.#begin(slot);
  }

  /** Returns the prepared submissions at the front of each queue, in order of arrival; in mode scheduled all or none. */
  take(): readonly Taken[] {
    return this.#turn(this.#queues.ready()).map(({ submission, aside, currentDoc, parent }) => ({ submission, aside, currentDoc, parent }));
  }

  /** Returns the ready submissions to decide together: one suspect alone, or all those with no suspect of their holder before them. */
  #turn(ready: readonly Slot[]): readonly Slot[] {
    const isSuspect = ({ submission: { uuid }, aside }: Slot): boolean => aside === null && this.#parts.crashes.isSuspect(uuid);
    if (!ready.some(isSuspect)) return ready;
    const fronts = [...Map.groupBy(ready, ({ submission }) => submission.holder).values()]
      .map((own) => (own.some(isSuspect) ? own.slice(0, own.findIndex(isSuspect)) : own));
    const others = new Set(fronts.flat());
    const behind = new Set(fronts.flatMap(([first]) => first?.submission.holder ?? []));
    const suspect = ready.find((slot) => isSuspect(slot) && !behind.has(slot.submission.holder));
    this.#wasSuspect = suspect !== undefined && (others.size === 0 || !this.#wasSuspect);
    return this.#wasSuspect ? [suspect!] : ready.filter((slot) => others.has(slot));
  }

  /** Removes submissions whose batch is committed. */
  decided(taken: readonly Taken[]): void {
    this.#queues.remove(taken.map(({ submission }) => submission));
    for (const { submission } of taken) removePrepared(this.#parts.data, submission.uuid);
  }

  /** Prepares a request again, because the document that it was merged with is no longer current. */
  outdated(submission: Submission): void {
    removePrepared(this.#parts.data, submission.uuid);
    const slot = this.#queues.slotOf(submission);
    if (slot !== undefined) slot.state = 'waiting';
  }

  /** Parks a submission until the operator releases it; it is prepared again then. */
  parked(submission: Submission): void {
    removePrepared(this.#parts.data, submission.uuid);
    this.#parts.crashes.forget([submission.uuid]);
    const slot = this.#queues.slotOf(submission);
    if (slot !== undefined) slot.state = 'parked';
  }

  /** Prepares a submission again, because its prepared files cannot be read. */
  spoiled(submission: Submission): void {
    removePrepared(this.#parts.data, submission.uuid);
    const slot = this.#queues.slotOf(submission);
    if (slot !== undefined) this.#crashed(slot, 'its prepared form cannot be read');
  }

  /** Abandons the preparations in progress, without counting them as crashes. */
  abandon(): void {
    this.#abandoned = true;
    for (const { submission, state } of this.#queues.slots()) {
      if (state === 'running') removePrepared(this.#parts.data, submission.uuid);
    }
  }

  #begin(slot: Slot): void {
    const { data, db } = this.#parts;
    const { uuid, seq, sha256, method } = slot.submission;
    const merges = isMerge(slot.submission);
    const crashed = this.#parts.crashes.reasonAside(uuid);
    if (crashed !== null) {
      this.#setAside(slot, crashed);
      return;
    }
    // The deletion of a root and an order have nothing to prepare.
    if ((method === 'DELETE' && !merges) || isOrder(method) || (!this.#stale.has(uuid) && isPrepared(data, uuid))) {
      slot.state = 'ready';
      return;
    }
    if (triesOf(data, uuid) >= TRIES_MAX) {
      this.#setAside(slot, `its preparation ended the process ${TRIES_MAX} times`);
      return;
    }
    // A PUT may have links to nested objects of the current document.
    const register = new Register(db, [slot.submission.holder]);
    const known = merges || method === 'PUT' ? currentDocument(register, slot.submission, slot.parent) ?? null : undefined;
    // When the path leads to no document, the body may name a parent.
    const current = known === null && slot.parent === undefined && namesParentInBody(slot.submission) ? undefined : known;
    if (merges && current === null) {
      slot.currentDoc = null;
      slot.state = 'ready';
      return;
    }
    const bytes = inlinePayload(db, seq);
    if (bytes !== null && sha256Of(bytes) !== sha256) {
      this.#setAside(slot, DAMAGED);
      return;
    }
    slot.state = 'running';
    this.#stale.delete(uuid);
    const payload = bytes === null ? { path: payloadPath(data, uuid), sha256 } : { bytes };
    const job = this.#job(slot.submission, payload);
    void this.#parts.prepare(current === undefined ? job : { ...job, current })
      .then((result) => this.#finished(slot, result, current?.doc ?? null), (error: unknown) => this.#failed(slot, error));
  }

  #job(submission: Submission, payload: PreparationJob['payload']): PreparationJob {
    const { uuid, holder, method, target, crs, model, strict, bronregistratie, received } = submission;
    const { data } = this.#parts;
    const now = momentOf(received);
    return { data, uuid, holder, method, target, crs, model, strict, bronregistratie, now, payload, wantsReport: false };
  }

  /** Handles a finished preparation. `currentDoc`: number of the document in the job, or null. */
  #finished(slot: Slot, result: PreparationResult, currentDoc: number | null): void {
    if (result.kind === 'waits') {
      if (result.parent === undefined || slot.parent !== undefined) {
        this.#crashed(slot, 'it waits for a document that it was given');
        return;
      }
      slot.parent = result.parent;
      slot.state = 'waiting';
    } else if (result.kind === 'damaged') this.#setAside(slot, DAMAGED);
    else {
      slot.currentDoc = result.isMerged === true ? currentDoc : undefined;
      slot.state = 'ready';
      slot.isSuspect = false;
      this.#parts.onEvent({ kind: 'Submission:Prepared', seconds: result.seconds });
    }
    this.#progress();
  }

  /** Handles a failed preparation. A Fault has an external cause (disk, extension): it does not count as a crash, and is retried. */
  #failed(slot: Slot, error: unknown): void {
    if (!(error instanceof Fault)) {
      this.#crashed(slot, error instanceof Error ? error.message : String(error));
      return;
    }
    this.#fault = error;
    slot.state = 'waiting';
    this.#parts.onProgress();
  }

  #crashed(slot: Slot, reason: string): void {
    if (this.#abandoned) return;
    slot.crashes += 1;
    slot.isSuspect = true;
    if (slot.crashes >= CRASHES_MAX) this.#setAside(slot, `its preparation crashed ${CRASHES_MAX} times: ${reason}`);
    else slot.state = 'waiting';
    this.#progress();
  }

  #setAside(slot: Slot, reason: string): void {
    slot.aside = reason;
    slot.state = 'ready';
  }

  #progress(): void {
    const slots = this.#queues.movingSlots();
    const done = slots.filter(({ state }) => state === 'ready').length;
    this.#parts.onEvent({ kind: 'Submission:Prepare', done, total: slots.length });
    this.#parts.onProgress();
  }
}
