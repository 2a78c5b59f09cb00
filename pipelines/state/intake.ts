/**
 * Intake: which submissions are pending, which of them are prepared, and which can be decided next.
 *
 * Invariants: submissions are handed out in order of arrival, without a gap; a payload that is not what was
 * received, or whose preparation crashed twice, is handed out as set aside and never applied.
 * Not here: preparing itself (workers/preparation.ts), deciding (decide-batch.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import { momentOf } from '../../schemas/time.ts';
import type { PreparationJob, PreparationResult, Prepare } from '../preparation.ts';
import { heldBy } from './held-by.ts';
import { inlinePayload, isPending, pending, type Submission } from './inbox.ts';
import { payloadPath, sha256Of } from './payload.ts';
import { emptyPrepared, isPrepared, removePrepared, triesOf } from './prepared.ts';
import { Register } from './register.ts';

/** How many submissions are looked at ahead of the first undecided one. */
const WINDOW = 256;
const CRASHES_MAX = 2;
/** Beginnings without an end, over processes: a preparation that takes the whole process down. */
const TRIES_MAX = 5;

const DAMAGED = 'the stored payload is not what was received (SHA-256 differs)';

interface Slot {
  readonly submission: Submission;
  state: 'waiting' | 'running' | 'ready';
  crashes: number;
  /** Why it is set aside, or null. */
  aside: string | null;
  /** Number of the document with which a PATCH was merged; null: there was none. */
  held: number | null;
}

/** One submission to decide. */
export interface Taken {
  readonly submission: Submission;
  readonly aside: string | null;
  /** Number of the document with which a PATCH was merged; null: with none. */
  readonly held: number | null;
}

export interface IntakeParts {
  readonly data: string;
  readonly db: DatabaseSync;
  readonly prepare: Prepare;
  readonly onProgress: () => void;
  readonly onEvent: (event:
    | { kind: 'Submission:Prepare'; done: number; total: number }
    | { kind: 'Submission:Prepared'; seconds: StageSeconds }) => void;
}

export class Intake {
  readonly #parts: IntakeParts;
  readonly #register: Register;
  /** In order of arrival. */
  readonly #slots = new Map<number, Slot>();
  #dataVersion = -1;
  #abandoned = false;
  /** What kept a preparation from being made at all; thrown at the next look. */
  #fault: Fault | null = null;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#register = new Register(parts.db);
    emptyPrepared(parts.data, (uuid) => isPending(parts.db, uuid));
  }

  /** Whether anything is pending, as far as looked. */
  get busy(): boolean {
    return this.#slots.size > 0;
  }

  /** Whether `take` would hand out something. */
  get ready(): boolean {
    const [first] = this.#slots.values();
    return first?.state === 'ready';
  }

  /** Reads the inbox if it changed and starts the preparations that are due. Throws an earlier one's Fault. */
  look(): void {
    const fault = this.#fault;
    this.#fault = null;
    if (fault !== null) throw fault;
    const { db } = this.#parts;
    const { data_version: version } = db.prepare('PRAGMA data_version').get() as { data_version: number };
    const room = WINDOW - this.#slots.size;
    if (version !== this.#dataVersion && room > 0) {
      const last = Math.max(0, ...this.#slots.keys());
      const rows = pending(db, last, room);
      for (const submission of rows) {
        this.#slots.set(submission.seq, { submission, state: 'waiting', crashes: 0, aside: null, held: null });
      }
      // A full window means that there may be more: then look again when there is room.
      if (rows.length < room) this.#dataVersion = version;
    }
    for (const slot of this.#slots.values()) if (slot.state === 'waiting') this.#begin(slot);
  }

  /** The prepared submissions at the front; they stay until `decided`. */
  take(): readonly Taken[] {
    const taken: Taken[] = [];
    for (const { submission, state, aside, held } of this.#slots.values()) {
      if (state !== 'ready') break;
      taken.push({ submission, aside, held });
    }
    return taken;
  }

  /** Forgets submissions whose batch is committed. */
  decided(taken: readonly Taken[]): void {
    for (const { submission } of taken) {
      this.#slots.delete(submission.seq);
      removePrepared(this.#parts.data, submission.uuid);
    }
  }

  /** What a PATCH was merged with is not what is held any more: it is merged and checked again. */
  outdated({ seq, uuid }: Submission): void {
    removePrepared(this.#parts.data, uuid);
    const slot = this.#slots.get(seq);
    if (slot !== undefined) slot.state = 'waiting';
  }

  /** What was prepared cannot be read: prepare it again. */
  spoiled({ seq, uuid }: Submission): void {
    removePrepared(this.#parts.data, uuid);
    const slot = this.#slots.get(seq);
    if (slot !== undefined) this.#crashed(slot, 'its prepared form cannot be read');
  }

  /** Gives up what is in progress, without counting it as a crash. */
  abandon(): void {
    this.#abandoned = true;
    for (const { submission, state } of this.#slots.values()) {
      if (state === 'running') removePrepared(this.#parts.data, submission.uuid);
    }
  }

  #begin(slot: Slot): void {
    const { data, db } = this.#parts;
    const { uuid, seq, sha256, method } = slot.submission;
    // Nothing comes with a deletion that could be prepared.
    if (method === 'DELETE' || isPrepared(data, uuid)) {
      slot.state = 'ready';
      return;
    }
    if (triesOf(data, uuid) >= TRIES_MAX) {
      this.#setAside(slot, `its preparation ended the process ${TRIES_MAX} times`);
      return;
    }
    const held = method === 'PATCH' ? heldBy(this.#register, slot.submission) : undefined;
    slot.held = held?.doc ?? null;
    if (method === 'PATCH' && held === undefined) {
      slot.state = 'ready';
      return;
    }
    const bytes = inlinePayload(db, seq);
    if (bytes !== null && sha256Of(bytes) !== sha256) {
      this.#setAside(slot, DAMAGED);
      return;
    }
    slot.state = 'running';
    const payload = bytes === null ? { path: payloadPath(data, uuid), sha256 } : { bytes };
    const job = this.#job(slot.submission, payload);
    void this.#parts.prepare(held === undefined ? job : { ...job, held })
      .then((result) => this.#finished(slot, result), (error: unknown) => this.#failed(slot, error));
  }

  #job(submission: Submission, payload: PreparationJob['payload']): PreparationJob {
    const { uuid, method, target, crs, model, strict, received } = submission;
    return { data: this.#parts.data, uuid, method, target, crs, model, strict, now: momentOf(received), payload, wantsReport: false };
  }

  #finished(slot: Slot, result: PreparationResult): void {
    if (result.kind === 'damaged') this.#setAside(slot, DAMAGED);
    else {
      slot.state = 'ready';
      this.#parts.onEvent({ kind: 'Submission:Prepared', seconds: result.seconds });
    }
    this.#progress();
  }

  /** A Fault lies in the world (disk, extension), not in the submission: it does not count, and is tried again. */
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
    if (slot.crashes >= CRASHES_MAX) this.#setAside(slot, `its preparation crashed ${CRASHES_MAX} times: ${reason}`);
    else slot.state = 'waiting';
    this.#progress();
  }

  #setAside(slot: Slot, reason: string): void {
    slot.aside = reason;
    slot.state = 'ready';
  }

  #progress(): void {
    const slots = [...this.#slots.values()];
    const done = slots.filter(({ state }) => state === 'ready').length;
    this.#parts.onEvent({ kind: 'Submission:Prepare', done, total: slots.length });
    this.#parts.onProgress();
  }
}
