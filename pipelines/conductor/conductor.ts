/**
 * Conductor: from pending submissions to the next edition. The table of contents of a write:
 * look → prepare → decide (one transaction a batch) → publish → show → settle.
 *
 * Invariants:
 *  - One conductor a data folder (state/folder/lock.ts); its caller holds the lock for the conductor's life.
 *  - The submissions of a holder take effect in order of arrival, in mode direct without waiting for other holders. Decisions are numbered
 *    in order, and replaying them gives the same register.
 *  - An edition is a function of (prefix of the decisions, moment, configuration, audience). Its moment is the latest at which a
 *    submission in the prefix was received, or a later one at which a validity begins or ends: never the wall clock itself. The prefix is
 *    stored in the register (state/register/edition-points.ts), not in the edition.
 *  - In mode scheduled one edition shows the whole batch that was called for. While only a part of it is decided, nothing is published,
 *    even after a crash. Submissions that are parked, or wait for a parked one, are not part of the batch.
 *  - A batch is settled when every head it changes can be read. A start after a crash publishes what the newest batch lacks and goes on.
 *    Nothing is decided twice, with one exception: unpublished and unreported decisions are taken back when publishing them crashes.
 *  - A submission whose deciding or publishing crashed twice is set aside, and the others go on (state/inbox/crashes.ts). Where several may be
 *    the cause, they are decided and published one at a time.
 * Not here: threads (workers/), changes to the register (state/decide/apply.ts), bytes (publisher/).
 */
import { setImmediate } from 'node:timers/promises';
import { Damage } from '../../publisher/format/damage.ts';
import type { Head } from '../../publisher/format/head.ts';
import type { Audience } from '../../publisher/format/layout.ts';
import type { Configuration } from '../../publisher/format/manifest.ts';
import type { Sound } from '../../publisher/sound.ts';
import { Refused } from '../../publisher/write/gate.ts';
import type { PublishRequest, RootChange } from '../../publisher/write/input.ts';
import { Fault, isOfSystem } from '../../schemas/fault.ts';
import type { Mode } from '../../schemas/mode.ts';
import type { StageSeconds } from '../../schemas/stages.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Upkeep, UpkeepEvent } from '../editions/upkeep.ts';
import type { Prepare } from '../prepare/preparation-job.ts';
import { transaction, type State } from '../state/database/database.ts';
import { LostFile } from '../state/database/file-identity.ts';
import { explained } from '../state/database/sqlite-fault.ts';
import { decideBatch } from '../state/decide/decide-batch.ts';
import type { Drift, DriftLimit } from '../state/decide/drift.ts';
import { decidedAfter, undecide } from '../state/decide/undecide.ts';
import { clockFault, noteClock, receivedOf } from '../state/folder/clock.ts';
import { hasUnsettled, newestPrefix, settle, type Prefix } from '../state/inbox/batches.ts';
import type { Crash, Crashes, CrashStep } from '../state/inbox/crashes.ts';
import { Intake, type Taken } from '../state/inbox/intake.ts';
import { watchInbox } from '../state/inbox/watch.ts';
import { outcomeOf } from '../state/outcomes/outcomes.ts';
import { newestSettled } from '../state/register/edition-points.ts';
import { insertHeads, lastRecorded } from '../state/register/recorded-heads.ts';
import {
  changesBetween, countRoots, lastBoundary, nextBoundary, type Between, type EditionPoint, type Project,
} from '../state/register/snapshot.ts';

/** How long before a validity begins or ends its edition is built. */
const AHEAD_MS = 60_000;
/** Share of the time for building ahead: a write waits for it, and makes an edition that was built ahead useless. */
const AHEAD_SHARE = 0.1;
/** Time between polls while nothing is pending; the inbox is watched too (state/inbox/watch.ts). */
const IDLE_MS = 2_000;
/** Time between polls while a submission is being prepared. */
const POLL_MS = 25;
const RETRY_MS_MAX = 30_000;
const NOTE_CLOCK_MS = 3_600_000;
/** Number of uuids in a log line at most. */
const UUIDS_TOLD_MAX = 100;
/** Idle time before upkeep begins: there are short pauses between two waves of writers. */
const QUIET_MS = 1_000;

/** Why an edition is made without a parent. */
type FullReason = 'first' | 'configuration' | 'damage' | 'refused' | 'rebuild';

export type ConductorEvent =
  | { readonly kind: 'Submission:Prepare'; readonly done: number; readonly total: number }
  | { readonly kind: 'Submission:Prepared'; readonly seconds: StageSeconds }
  | { readonly kind: 'Submission:Aside'; readonly uuid: string; readonly reason: string }
  | ({ readonly kind: 'Submission:Park'; readonly uuid: string; readonly holder: string } & Drift)
  | {
    readonly kind: 'Batch:Decide'; readonly batch: number; readonly submissions: number; readonly seconds: StageSeconds;
    /** The first submissions of the batch. */
    readonly uuids: readonly string[];
  }
  /** Objects of several holders share an id since this batch. `ids`: the first of them. */
  | { readonly kind: 'Id:Share'; readonly ids: readonly string[]; readonly count: number }
  | { readonly kind: 'Edition:Full'; readonly roots: number; readonly reason: FullReason }
  | { readonly kind: 'Edition:Damage'; readonly message: string }
  | { readonly kind: 'Edition:Refuse'; readonly message: string }
  /** `batch`: the last one in it. */
  | ({ readonly kind: 'Edition:Publish'; readonly head: number; readonly batch: number; readonly ms: number } & PublishedEdition)
  | { readonly kind: 'Edition:Forward'; readonly edition: number; readonly from: number }
  | UpkeepEvent
  | { readonly kind: 'Clock:Doubt'; readonly message: string }
  | { readonly kind: 'Conductor:Fail'; readonly message: string; readonly retryMs: number }
  /** The conductor died in the middle of a step, or the step threw because of a defect. `uuids`: submissions that may be the cause. */
  | { readonly kind: 'Conductor:Crash'; readonly step: CrashStep; readonly uuids: readonly string[] }
  /** All submissions that may have caused a crash are published or set aside. */
  | { readonly kind: 'Conductor:Recover' };

/** The point of the newest edition. `sameConfiguration` false: it cannot be the parent of the next. */
export interface NewestEdition extends EditionPoint {
  /** Number of the newest head; it may name an older edition. */
  readonly head: number;
  /** The edition in the newest head, when it is an older one: a roll-back. */
  readonly rolledBackTo: number | null;
  readonly sameConfiguration: boolean;
}

export interface PublishedEdition {
  readonly edition: number;
  /** Number of objects valid now. */
  readonly objects: number;
  readonly seconds: StageSeconds;
}

/** The publisher as the conductor sees it (publisher/write/publish.ts). */
export interface Publisher {
  readonly audience: Audience;
  newest(): NewestEdition | undefined;
  /** Builds an edition that is not active yet. The returned function activates it, as long as no other edition was built since. */
  build(request: EditionRequest): Promise<() => Published>;
  /** Returns the heads that were made after this one. */
  headsAfter(number: number): readonly Head[];
  /** Verifies the active edition for one step (editions/verification.ts). Returns damage when it is found. */
  verify(): Fault | null;
}

/** Request for the next edition: the changes of roots since the parent, or all roots without a parent. */
export interface EditionRequest extends Omit<PublishRequest, 'rows' | 'versions' | 'parentMoment' | 'onWritten'> {
  readonly between: Between;
  readonly changes: Iterable<RootChange>;
}

/** A published edition. `head` is null when the content did not change: the newest edition then stands for this point too. */
type Published = PublishedEdition & { readonly head: number | null };

/** An edition that is built and not active: its moment has not come, or its activation failed. */
interface Built extends EditionPoint {
  /** Null when the build failed; the edition is then built when its moment comes. */
  activate: (() => Published) | null;
}

/** The editions of the full audience. */
interface FullAudience {
  readonly publisher: Publisher;
  readonly upkeep: Pick<Upkeep, 'published' | 'idle'>;
}

export interface ConductorParts {
  readonly data: string;
  readonly db: State;
  readonly configuration: Configuration;
  readonly publisher: Publisher;
  readonly upkeep: Pick<Upkeep, 'published' | 'idle'>;
  /** Publishes the same points for the full audience; absent: there is none. */
  readonly full?: FullAudience | undefined;
  readonly project: Project;
  /** Limit on the objects that one submission may end. */
  readonly drift: DriftLimit;
  /** When pending submissions are decided. */
  readonly mode: Mode;
  readonly prepare: Prepare;
  readonly crashes: Crashes;
  /** Soundness check that every removal needs. */
  readonly sound: Sound;
  readonly clock: () => Date;
  /** Throws when another conductor may be at work, or when a file of the data folder is not the one that was opened. */
  readonly requireHeld: () => void;
  readonly onEvent: (event: ConductorEvent) => void;
  /** Makes a new head readable; answers are released after it. */
  readonly onHead: (head: number) => Promise<void>;
  /** Called with submissions whose outcomes may be released: they are settled or parked. */
  readonly onSettled: (uuids: readonly string[]) => void;
}

export class Conductor {
  readonly #parts: ConductorParts;
  #intake: Intake;
  /** The last point that was published or found unchanged; null when not known yet. */
  #covered: EditionPoint | null = null;
  /** Whether a batch may wait to be published or settled: at the start, and after a failure. */
  #behind = true;
  /** The last built edition, until it is active. */
  #built: Built | null = null;
  /** When the next edition may be built ahead, in terms of `performance.now`. */
  #aheadFromMs = 0;
  /** The suspect that was decided alone in the last batch; null when that batch had no suspect. */
  #suspect: string | null = null;
  /** Why the active edition must be made again, or null. */
  #anew: 'damage' | 'rebuild' | null = null;
  /** Why the next edition of the full audience is made without a parent. */
  #fullAnew: FullReason | null = null;
  /** The last head that readers are known to have. */
  #shown = 0;
  #nextChange: Moment | null = null;
  #clockNotedMs = 0;
  /** When there was work last, in terms of `performance.now`. */
  #workedMs = 0;
  #stopping = false;
  #isPoked = false;
  #wake: () => void = () => {};

  constructor(parts: ConductorParts) {
    this.#parts = parts;
    this.#intake = this.#openIntake();
  }

  /** Polls now; during work, polls again afterwards. */
  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  /** Whether a submission is pending, among those read so far. */
  get hasWork(): boolean {
    return this.#intake.busy;
  }

  /**
   * Works until `stop`. A failure is reported and retried with back-off. Throws errors that count as a crash, and LostFile when a file of
   * the folder was removed: the folder must then be opened again.
   */
  async run(): Promise<void> {
    let retryMs = 250;
    const unwatch = watchInbox(this.#parts.data, () => this.poke());
    while (!this.#stopping) {
      try {
        if (await this.#round()) this.#workedMs = performance.now();
        else {
          // Messages of other threads are handled between two units of upkeep.
          if (performance.now() - this.#workedMs >= QUIET_MS && this.#tend()) await setImmediate();
          else {
            await this.#buildAhead();
            await this.#verify();
            await this.#rest(this.#idleMs());
          }
        }
        retryMs = 250;
      } catch (error) {
        if (this.#parts.crashes.found !== null || error instanceof LostFile) {
          unwatch();
          throw error;
        }
        this.#parts.onEvent({ kind: 'Conductor:Fail', message: messageOf(error), retryMs });
        await this.#rest(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
      }
    }
    unwatch();
  }

  /** Works until nothing is pending, or until `stop`. Throws any failure. */
  async drain(): Promise<void> {
    while (!this.#stopping && (await this.#round() || this.#intake.busy)) {
      if (this.#intake.busy && !this.#intake.ready) await this.#rest(POLL_MS);
    }
    while (this.#tend());
  }

  /** Publishes the newest edition again, without a parent, and works until nothing is pending. */
  async rebuild(): Promise<void> {
    this.#anew = 'rebuild';
    await this.drain();
  }

  /**
   * Stops at the next safe point: when the batch is decided, or when it is published. Preparations in progress are abandoned and made
   * again later.
   */
  stop(): void {
    this.#stopping = true;
    this.#intake.abandon();
    this.#wake();
  }

  /** Does one round of work. Returns whether anything was done. */
  async #round(): Promise<boolean> {
    const { clock, requireHeld } = this.#parts;
    this.#isPoked = false;
    requireHeld();
    this.#noteClock();
    this.#recover();
    this.#intake.look();
    const run = this.#intake.take();
    if (run.length > 0) {
      this.#behind = true;
      const parked = this.#decide(run);
      if (parked.length > 0) this.#parts.onSettled(parked);
      // A stop request is handled here; decisions are then published at the next start.
      await setImmediate();
      if (this.#stopping) return false;
    }
    const hasCome = this.#nextChange !== null && this.#nextChange <= clock().getTime() && this.#clockFault() === null;
    const due = (this.#behind || this.#anew !== null || hasCome) && !this.#isDecidedInPart();
    if (due) await this.#publish(this.#anew);
    else if (run.length > 0 && this.#suspect !== null) await this.#tryOut();
    if (!this.#behind && this.#parts.crashes.hasRecovered()) this.#parts.onEvent({ kind: 'Conductor:Recover' });
    return due || run.length > 0;
  }

  #openIntake(): Intake {
    return new Intake({ ...this.#parts, onProgress: () => this.poke() });
  }

  /** Counts a crash that is not counted yet. Takes back decisions when publishing them crashed and a suspect is among them. */
  #recover(): void {
    const { crashes, db, publisher, onEvent } = this.#parts;
    const { found } = crashes;
    if (found === null) return;
    const shown = Math.max(publisher.newest()?.decision ?? 0, newestSettled(db));
    const open = decidedAfter(db, shown);
    const isOpen = (uuid: string): boolean => outcomeOf(db, uuid)?.state === 'pending';
    const uuids = (found.uuids ?? open).filter((uuid) => (found.step === 'publish' ? open.includes(uuid) : isOpen(uuid)));
    crashes.count(uuids);
    crashes.forget(crashes.counted.filter((uuid) => !isOpen(uuid)));
    onEvent({ kind: 'Conductor:Crash', step: found.step, uuids: uuids.slice(0, UUIDS_TOLD_MAX) });
    // A submission that was decided alone and may still be published is not decided again.
    const isCulprit = open.some((uuid) => crashes.reasonAside(uuid) !== null);
    if (found.step !== 'publish' || !(isCulprit || (open.length > 1 && open.some((uuid) => crashes.isSuspect(uuid))))) return;
    undecide(db, shown);
    this.#built = null;
    this.#intake = this.#openIntake();
  }

  #decide(run: readonly Taken[]): readonly string[] {
    const { crashes } = this.#parts;
    const uuids = run.map(({ submission }) => submission.uuid);
    this.#suspect = uuids.length === 1 && crashes.isSuspect(uuids[0]!) ? uuids[0]! : null;
    crashes.begin({ step: 'decide', uuids });
    try {
      const parked = decideBatch(this.#parts, run, this.#intake);
      // Submissions behind a parked one may wait for days, and must not keep the service from being ready.
      if (parked.length > 0) crashes.forget(crashes.counted.filter((uuid) => outcomeOf(this.#parts.db, uuid)?.waitsFor !== undefined));
      return parked;
    } finally {
      crashes.end();
    }
  }

  /** Builds the edition of a suspect before the rest of its batch is decided, so that a crash is due to the suspect. */
  async #tryOut(): Promise<void> {
    const prefix = newestPrefix(this.#parts.db);
    const newest = this.#parts.publisher.newest();
    const point = { ...prefix, moment: this.#momentOf(prefix.moment, newest) };
    this.#built = { decision: point.decision, moment: point.moment, activate: await this.#buildAt(point, newest) };
  }

  /** Whether the running batch of mode scheduled is decided only in part. */
  #isDecidedInPart(): boolean {
    return this.#parts.mode === 'scheduled' && this.#intake.busy && hasUnsettled(this.#parts.db);
  }

  /** Publishes the newest prefix at its moment, unless that was done; then settles the batches that wait for it. */
  async #publish(full: FullReason | null = null): Promise<void> {
    const { db, publisher, onEvent, clock } = this.#parts;
    const prefix = newestPrefix(db);
    const newest = publisher.newest();
    if (newest?.sameConfiguration === true) this.#covered ??= newest;
    const moment = this.#momentOf(prefix.moment, newest);
    if (full !== null || this.#covered === null || this.#covered.decision !== prefix.decision || this.#covered.moment !== moment) {
      const startedMs = clock().getTime();
      const point = { ...prefix, moment };
      const built = this.#takeBuilt(point);
      const activate = full === null ? built ?? await this.#buildAt(point, newest) : await this.#buildFrom(null, point, full);
      // A failed activation is retried with the same edition: each further build would leave a pack.
      this.#built = { decision: point.decision, moment, activate };
      const { edition, head, objects, seconds } = activate();
      this.#built = null;
      this.#covered = { decision: prefix.decision, moment };
      if (head !== null) {
        onEvent({ kind: 'Edition:Publish', edition, head, batch: prefix.batch, objects, seconds, ms: clock().getTime() - startedMs });
        const from = newest?.rolledBackTo ?? null;
        if (from !== null) onEvent({ kind: 'Edition:Forward', edition, from });
      }
      await this.#show(head ?? newest?.head);
    } else {
      await this.#show(newest?.head);
    }
    await this.#publishFull({ ...prefix, moment });
    this.#nextChange = nextBoundary(db, moment);
    this.#parts.requireHeld();
    const settled = transaction(db, () => {
      insertHeads(db, publisher.headsAfter(lastRecorded(db, 'public')));
      insertHeads(db, this.#parts.full?.publisher.headsAfter(lastRecorded(db, 'full')) ?? []);
      return settle(db, prefix.batch);
    });
    this.#parts.crashes.forget(settled);
    this.#parts.onSettled(settled);
    this.#behind = false;
    this.#anew = null;
    this.#parts.upkeep.published(prefix.decision);
    this.#parts.full?.upkeep.published(prefix.decision);
  }

  /** Publishes this point for the full audience, unless that was done. A failure is that of the whole publication, which is retried. */
  async #publishFull(point: Prefix): Promise<void> {
    const { full } = this.#parts;
    const anew = this.#fullAnew;
    const newest = full?.publisher.newest();
    const isThere = newest?.sameConfiguration === true && newest.decision === point.decision && newest.moment === point.moment;
    if (full === undefined || isThere && anew === null) return;
    const activate = anew === null
      ? await this.#buildAt(point, newest, full.publisher) : await this.#buildFrom(null, point, anew, full.publisher);
    const { head } = activate();
    this.#fullAnew = null;
    if (head !== null) await this.#parts.onHead(head);
  }

  /** Builds the edition for the next moment at which a validity begins or ends, shortly before it. */
  async #buildAhead(): Promise<void> {
    const { publisher, clock } = this.#parts;
    const [covered, moment] = [this.#covered, this.#nextChange];
    const leftMs = (moment ?? Infinity) - clock().getTime();
    if (this.#stopping || this.#intake.busy || covered === null || moment === null || leftMs <= 0 || leftMs > AHEAD_MS) return;
    const newest = publisher.newest();
    const isThere = this.#built?.moment === moment && this.#built.decision === covered.decision;
    const startedMs = performance.now();
    if (isThere || startedMs < this.#aheadFromMs || newest?.sameConfiguration !== true || this.#clockFault() !== null) return;
    this.#built = { decision: covered.decision, moment, activate: null };
    try {
      this.#built.activate = await this.#build(newest, this.#built, []);
    } finally {
      this.#aheadFromMs = startedMs + (performance.now() - startedMs) / AHEAD_SHARE;
    }
  }

  /** Returns the function that activates the edition of this point, if it was built. The next build overwrites any other edition. */
  #takeBuilt({ decision, moment }: EditionPoint): (() => Published) | null {
    const built = this.#built;
    this.#built = null;
    return built?.decision === decision && built.moment === moment ? built.activate : null;
  }

  /** Does a unit of upkeep. Returns whether there was any. */
  #tend(): boolean {
    if (this.#stopping || this.#covered === null || this.#intake.busy) return false;
    const isClockRight = (): boolean => this.#clockFault() === null;
    const { upkeep, full } = this.#parts;
    return upkeep.idle(this.#covered.decision, isClockRight) || full?.upkeep.idle(this.#covered.decision, isClockRight) === true;
  }

  /** Builds an edition from the newest one, or without a parent when that cannot be its parent. */
  async #buildAt(point: Prefix, newest: NewestEdition | undefined, publisher = this.#parts.publisher): Promise<() => Published> {
    if (newest?.sameConfiguration !== true) {
      return this.#buildFrom(null, point, newest === undefined ? 'first' : 'configuration', publisher);
    }
    try {
      return await this.#buildFrom(newest, point, null, publisher);
    } catch (error) {
      if (!(error instanceof Damage) && !(error instanceof Refused)) throw error;
      const isDamage = error instanceof Damage;
      this.#parts.onEvent({ kind: isDamage ? 'Edition:Damage' : 'Edition:Refuse', message: error.message });
      return this.#buildFrom(null, point, isDamage ? 'damage' : 'refused', publisher);
    }
  }

  #buildFrom(
    parent: NewestEdition | null, point: Prefix, full: FullReason | null, publisher = this.#parts.publisher,
  ): Promise<() => Published> {
    const { db, onEvent } = this.#parts;
    if (full !== null) onEvent({ kind: 'Edition:Full', roots: countRoots(db), reason: full });
    const causes = this.#suspect === null ? null : [this.#suspect];
    // An edition without a parent has the whole register, so the last decisions are no likelier cause than the others.
    return this.#build(parent, point, full === null || full === 'first' ? causes : [], publisher);
  }

  /** Builds an edition. `uuids`: submissions that may be the cause of a crash; null: all that are not published. */
  async #build(
    parent: NewestEdition | null, { decision, moment }: EditionPoint, uuids: Crash['uuids'], publisher = this.#parts.publisher,
  ): Promise<() => Published> {
    const { db, configuration, project, crashes } = this.#parts;
    const { audience } = publisher;
    const between: Between = { parent, next: { decision, moment }, ...(audience === 'full' ? { whole: {} } : {}) };
    const crash: Crash = { step: 'publish', uuids };
    crashes.begin(crash);
    try {
      const changes = changesBetween(db, between, project);
      const activate = await publisher.build({ audience, configuration, moment, between, changes, anew: parent === null });
      crashes.end();
      return activate;
    } catch (error) {
      if (isOfProgram(error)) crashes.threw(crash);
      else crashes.end();
      throw error;
    }
  }

  /** Verifies the active edition for one step; a damaged edition is made again from the register. */
  async #verify(): Promise<void> {
    if (this.#stopping || this.#intake.busy) return;
    const { publisher, full } = this.#parts;
    const damage = publisher.verify();
    const ofFull = damage === null ? full?.publisher.verify() ?? null : null;
    if (damage === null && ofFull === null) return;
    this.#parts.onEvent({ kind: 'Edition:Damage', message: (damage ?? ofFull)!.message });
    if (damage !== null) this.#anew = 'damage';
    else this.#fullAnew = 'damage';
    await this.#publish(this.#anew);
  }

  /** Makes the newest head readable, even if an earlier attempt or process made it. */
  async #show(head: number | undefined): Promise<void> {
    if (head === undefined || head === this.#shown) return;
    await this.#parts.onHead(head);
    this.#shown = head;
  }

  /** Returns the moment of the prefix or, if later, the last moment up to now at which a validity began or ended. */
  #momentOf(received: Moment, newest: EditionPoint | undefined): Moment {
    const { db, clock } = this.#parts;
    const known = Math.max(received, newest?.moment ?? 0, this.#covered?.moment ?? 0);
    if (this.#clockFault() !== null) return known as Moment;
    return Math.max(known, lastBoundary(db, clock().getTime() as Moment) ?? 0) as Moment;
  }

  #noteClock(): void {
    const now = this.#parts.clock();
    if (Math.abs(now.getTime() - this.#clockNotedMs) < NOTE_CLOCK_MS) return;
    this.#clockNotedMs = now.getTime();
    noteClock(this.#parts.db, receivedOf(now));
    const fault = this.#clockFault();
    if (fault !== null) this.#parts.onEvent({ kind: 'Clock:Doubt', message: fault.message });
  }

  /** Returns why the clock is not trusted, or null. An edition with a moment in the future could not be taken back. */
  #clockFault(): Fault | null {
    const { db, clock } = this.#parts;
    return clockFault(db, receivedOf(clock()));
  }

  /** Returns the time until the next poll: until a validity begins or ends, if that is soon. */
  #idleMs(): number {
    const changeMs = (this.#nextChange ?? Infinity) - this.#parts.clock().getTime();
    return changeMs > 0 ? Math.min(IDLE_MS, changeMs) : IDLE_MS;
  }

  async #rest(ms: number): Promise<void> {
    if (this.#stopping || this.#isPoked) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

/** Whether an error is a defect of this program, not of the disk or its content: a retry would fail too. */
function isOfProgram(error: unknown): boolean {
  return !(explained(error, { step: 'Edition:Publish', path: '' }) instanceof Fault) && !isOfSystem(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
