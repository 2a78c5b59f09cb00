/**
 * Conductor: from pending submissions to the next edition. The table of contents of a write:
 * look → prepare → decide (one transaction a batch) → publish → show → settle.
 *
 * Invariants:
 *  - One conductor a data folder (state/folder/lock.ts); its caller holds the lock for the conductor's life.
 *  - The submissions of a holder take effect in order of arrival, in mode direct without waiting for other holders'. Decisions are
 *    numbered as they are made, and replayed in that order give the same register.
 *  - An edition is a function of (prefix of the decisions, moment, configuration, audience). Its moment is the latest at which
 *    a submission in the prefix was received, or a later one at which *now* changes: never the wall clock itself. Which prefix
 *    it stands for is kept in the state (state/register/published.ts), not in the edition.
 *  - In mode scheduled one edition shows all that a batch was called for: while some of it is decided and some is not, nothing is
 *    published, also after a crash. What is parked, or waits for that, is no part of the batch.
 *  - A batch is settled after every head it changes can be read. A start after any crash publishes what the newest batch lacks and goes
 *    on. Nothing is decided twice, but for what no head shows and nobody was told: when publishing it crashes, it is taken back.
 *  - A submission whose deciding or publishing crashed twice is set aside, and the others go on (state/inbox/crashes.ts). Where several may be
 *    the cause, they are decided and published one at a time.
 * Not here: threads (workers/), what a submission does to the register (state/decide/apply.ts), bytes (publisher/).
 */
import { setImmediate } from 'node:timers/promises';
import { Damage } from '../../publisher/format/damage.ts';
import type { Head } from '../../publisher/format/head.ts';
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
import { newestSettled } from '../state/register/published.ts';
import { insertHeads, lastRecorded } from '../state/register/recorded-heads.ts';
import {
  changesBetween, countRoots, lastBoundary, nextBoundary, type Between, type EditionPoint, type Project,
} from '../state/register/snapshot.ts';

/** How long before *now* changes the edition that shows it is built. */
const AHEAD_MS = 60_000;
/** What building ahead may take of the time: a write waits for it, and makes what was built before it useless. */
const AHEAD_SHARE = 0.1;
/** Between looks while nothing is pending; the inbox is watched besides (state/inbox/watch.ts). */
const IDLE_MS = 2_000;
/** Between looks while something is prepared. */
const POLL_MS = 25;
const RETRY_MS_MAX = 30_000;
const NOTE_CLOCK_MS = 3_600_000;
/** A line of a log is no list of thousands. */
const UUIDS_TOLD_MAX = 100;
/** Without work, before editions are seen to: between two waves of writers there is nothing to do for a moment. */
const QUIET_MS = 1_000;

/** Why an edition is made from nothing. */
type FullReason = 'first' | 'configuration' | 'damage' | 'refused' | 'rebuild';

export type ConductorEvent =
  | { readonly kind: 'Submission:Prepare'; readonly done: number; readonly total: number }
  | { readonly kind: 'Submission:Prepared'; readonly seconds: StageSeconds }
  | { readonly kind: 'Submission:Aside'; readonly uuid: string; readonly reason: string }
  | ({ readonly kind: 'Submission:Park'; readonly uuid: string; readonly holder: string } & Drift)
  | {
    readonly kind: 'Batch:Decide'; readonly batch: number; readonly submissions: number; readonly seconds: StageSeconds;
    /** The first of them. */
    readonly uuids: readonly string[];
  }
  | { readonly kind: 'Edition:Full'; readonly roots: number; readonly reason: FullReason }
  | { readonly kind: 'Edition:Damage'; readonly message: string }
  | { readonly kind: 'Edition:Refuse'; readonly message: string }
  /** `batch`: the last one in it. */
  | ({ readonly kind: 'Edition:Publish'; readonly head: number; readonly batch: number; readonly ms: number } & PublishedEdition)
  | { readonly kind: 'Edition:Forward'; readonly edition: number; readonly from: number }
  | UpkeepEvent
  | { readonly kind: 'Clock:Doubt'; readonly message: string }
  | { readonly kind: 'Conductor:Fail'; readonly message: string; readonly retryMs: number }
  /** The conductor ended, or threw what only this program can be the cause of, in the middle of a step. `uuids`: what may be the cause. */
  | { readonly kind: 'Conductor:Crash'; readonly step: CrashStep; readonly uuids: readonly string[] }
  /** Since a crash everything that may have been its cause was published or set aside. */
  | { readonly kind: 'Conductor:Recover' };

/** What the newest edition stands for; `sameConfiguration` false: it cannot be the parent of the next. */
export interface NewestEdition extends EditionPoint {
  /** Number of the newest head; it may name an older edition. */
  readonly head: number;
  /** The edition that it names, when that is an older one: a roll-back. */
  readonly rolledBackTo: number | null;
  readonly sameConfiguration: boolean;
}

export interface PublishedEdition {
  readonly edition: number;
  /** Objects valid now. */
  readonly objects: number;
  readonly seconds: StageSeconds;
}

/** The publisher as the conductor sees it (publisher/write/publish.ts). */
export interface Publisher {
  newest(): NewestEdition | undefined;
  /** Makes an edition that nobody sees; what is given makes it active, as long as no other was built since. */
  build(request: EditionRequest): Promise<() => Published>;
  /** The heads that were made after this one. */
  headsAfter(number: number): readonly Head[];
  /** Reads on in the whole of the active edition for a moment (editions/verification.ts); what is wrong with it, when that is found. */
  verify(): Fault | null;
}

/** What the next edition is made of: the changes of roots between two points, from the parent or from nothing. */
export interface EditionRequest extends Omit<PublishRequest, 'rows' | 'versions' | 'parentMoment' | 'onWritten'> {
  readonly between: Between;
  readonly changes: Iterable<RootChange>;
}

/** `head` is null when the content did not change: the newest edition then stands for this point too. */
type Published = PublishedEdition & { readonly head: number | null };

/** An edition that is not active yet: of a point that has not come, or that could not be activated. */
interface Built extends EditionPoint {
  /** Null: it could not be built, and is published when the moment comes. */
  activate: (() => Published) | null;
}

export interface ConductorParts {
  readonly data: string;
  readonly db: State;
  readonly configuration: Configuration;
  readonly publisher: Publisher;
  readonly upkeep: Pick<Upkeep, 'published' | 'idle'>;
  readonly project: Project;
  /** What one submission may end of its holder's roots. */
  readonly drift: DriftLimit;
  /** When what is pending is decided. */
  readonly mode: Mode;
  readonly prepare: Prepare;
  readonly crashes: Crashes;
  /** Asked before anything is removed. */
  readonly sound: Sound;
  readonly clock: () => Date;
  /** Throws when another conductor may be at work, or when a file of the data folder is not the one that was opened. */
  readonly requireHeld: () => void;
  readonly onEvent: (event: ConductorEvent) => void;
  /** Makes a new head readable; answers are released after it. */
  readonly onHead: (head: number) => Promise<void>;
  /** Submissions whose answers may now be given: they are settled, or parked. */
  readonly onSettled: (uuids: readonly string[]) => void;
}

export class Conductor {
  readonly #parts: ConductorParts;
  #intake: Intake;
  /** What has been published or found unchanged; null: nothing known yet. */
  #covered: EditionPoint | null = null;
  /** Whether a batch may wait to be published or settled: at the start, and after a failure. */
  #behind = true;
  /** What was built last, until it is active. */
  #built: Built | null = null;
  /** From when on more may be built ahead, of `performance.now`. */
  #aheadFromMs = 0;
  /** The suspect that was decided last, alone; null: others were. */
  #suspect: string | null = null;
  /** Why the active edition is to be made anew; null: it is not. */
  #anew: 'damage' | 'rebuild' | null = null;
  /** The head that can be read as far as known here. */
  #shown = 0;
  #nextChange: Moment | null = null;
  #clockNotedMs = 0;
  /** When there was work last, of `performance.now`. */
  #workedMs = 0;
  #stopping = false;
  #isPoked = false;
  #wake: () => void = () => {};

  constructor(parts: ConductorParts) {
    this.#parts = parts;
    this.#intake = this.#openIntake();
  }

  /** Looks for work now instead of at the next poll; when it is at work, once more after that. */
  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  /** Whether anything is pending, as far as looked. */
  get hasWork(): boolean {
    return this.#intake.busy;
  }

  /**
   * Works until `stop`; a failure is reported and tried again, ever later, because the data are safe. Throws what counts as a crash, and
   * LostFile when a file of the folder is gone from its path: only who opens the folder anew can go on.
   */
  async run(): Promise<void> {
    let retryMs = 250;
    const unwatch = watchInbox(this.#parts.data, () => this.poke());
    while (!this.#stopping) {
      try {
        if (await this.#round()) this.#workedMs = performance.now();
        else {
          // Between two pieces of upkeep what other threads say is heard.
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

  /** Works until nothing is pending, or until `stop`; throws what goes wrong. */
  async drain(): Promise<void> {
    while (!this.#stopping && (await this.#round() || this.#intake.busy)) {
      if (this.#intake.busy && !this.#intake.ready) await this.#rest(POLL_MS);
    }
    while (this.#tend());
  }

  /** Publishes the newest edition once more, from nothing, and works until nothing is pending. */
  async rebuild(): Promise<void> {
    this.#anew = 'rebuild';
    await this.drain();
  }

  /**
   * Lets what is at work end: a batch stops when it is decided, or when it is published. Preparations in progress are given up; they
   * will be made again.
   */
  stop(): void {
    this.#stopping = true;
    this.#intake.abandon();
    this.#wake();
  }

  /** One look at the work; whether anything was done. */
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
      // A stop that came meanwhile is heard; what is decided is published at the next start.
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

  /** Counts a crash that is not counted yet; takes back what was decided when publishing it crashed and a suspect is among it. */
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
    // What is decided alone and may still be published is not decided again.
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
      // Those behind a parked one may wait for days; none of them keeps the service from being ready meanwhile.
      if (parked.length > 0) crashes.forget(crashes.counted.filter((uuid) => outcomeOf(this.#parts.db, uuid)?.waitsFor !== undefined));
      return parked;
    } finally {
      crashes.end();
    }
  }

  /** Builds the edition of a suspect before the rest of its batch is decided, so that a crash is known to be its own. Nobody sees the edition. */
  async #tryOut(): Promise<void> {
    const prefix = newestPrefix(this.#parts.db);
    const newest = this.#parts.publisher.newest();
    const point = { ...prefix, moment: this.#momentOf(prefix.moment, newest) };
    this.#built = { decision: point.decision, moment: point.moment, activate: await this.#buildAt(point, newest) };
  }

  /** Whether a batch of mode scheduled is at work of which some submissions are decided and some are not. */
  #isDecidedInPart(): boolean {
    return this.#parts.mode === 'scheduled' && this.#intake.busy && hasUnsettled(this.#parts.db);
  }

  /** Publishes the newest prefix at its moment, unless that is covered; then settles what waits for it. */
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
      // Where it cannot be activated it is tried again as it is: each that is built once more would leave a pack.
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
    this.#nextChange = nextBoundary(db, moment);
    this.#parts.requireHeld();
    const settled = transaction(db, () => {
      insertHeads(db, publisher.headsAfter(lastRecorded(db, 'public')));
      return settle(db, prefix.batch);
    });
    this.#parts.crashes.forget(settled);
    this.#parts.onSettled(settled);
    this.#behind = false;
    this.#anew = null;
    this.#parts.upkeep.published(prefix.decision);
  }

  /** Builds the edition of the next moment at which *now* changes, once that is near: it is activated then. */
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

  /** What activates the edition of this point, if it was built; whatever is built next is written over it. */
  #takeBuilt({ decision, moment }: EditionPoint): (() => Published) | null {
    const built = this.#built;
    this.#built = null;
    return built?.decision === decision && built.moment === moment ? built.activate : null;
  }

  /** Sees to editions while there is nothing else to do; whether it did anything. */
  #tend(): boolean {
    if (this.#stopping || this.#covered === null || this.#intake.busy) return false;
    return this.#parts.upkeep.idle(this.#covered.decision, () => this.#clockFault() === null);
  }

  /** From the newest edition, or from nothing when that cannot be its parent. */
  async #buildAt(point: Prefix, newest: NewestEdition | undefined): Promise<() => Published> {
    if (newest?.sameConfiguration !== true) {
      return this.#buildFrom(null, point, newest === undefined ? 'first' : 'configuration');
    }
    try {
      return await this.#buildFrom(newest, point, null);
    } catch (error) {
      if (!(error instanceof Damage) && !(error instanceof Refused)) throw error;
      const isDamage = error instanceof Damage;
      this.#parts.onEvent({ kind: isDamage ? 'Edition:Damage' : 'Edition:Refuse', message: error.message });
      return this.#buildFrom(null, point, isDamage ? 'damage' : 'refused');
    }
  }

  #buildFrom(parent: NewestEdition | null, point: Prefix, full: FullReason | null): Promise<() => Published> {
    const { db, onEvent } = this.#parts;
    if (full !== null) onEvent({ kind: 'Edition:Full', roots: countRoots(db), reason: full });
    const causes = this.#suspect === null ? null : [this.#suspect];
    // An edition from nothing holds the whole register: what was decided last is no likelier cause than the rest of it.
    return this.#build(parent, point, full === null || full === 'first' ? causes : []);
  }

  /** `uuids`: the submissions that may be the cause when this crashes; null: all that no head shows. */
  async #build(parent: NewestEdition | null, { decision, moment }: EditionPoint, uuids: Crash['uuids']): Promise<() => Published> {
    const { db, configuration, publisher, project, crashes } = this.#parts;
    const between = { parent, next: { decision, moment } };
    const crash: Crash = { step: 'publish', uuids };
    crashes.begin(crash);
    try {
      const changes = changesBetween(db, between, project);
      const activate = await publisher.build({ audience: 'public', configuration, moment, between, changes, anew: parent === null });
      crashes.end();
      return activate;
    } catch (error) {
      if (isOfProgram(error)) crashes.threw(crash);
      else crashes.end();
      throw error;
    }
  }

  /** Goes on reading the active edition; one that is damaged is made anew from the register. */
  async #verify(): Promise<void> {
    const damage = this.#stopping || this.#intake.busy ? null : this.#parts.publisher.verify();
    if (damage === null) return;
    this.#parts.onEvent({ kind: 'Edition:Damage', message: damage.message });
    this.#anew = 'damage';
    await this.#publish('damage');
  }

  /** Makes the newest head readable, also one that an earlier attempt or process made. */
  async #show(head: number | undefined): Promise<void> {
    if (head === undefined || head === this.#shown) return;
    await this.#parts.onHead(head);
    this.#shown = head;
  }

  /** The moment of the prefix, or the latest one since at which *now* changed and which has come. */
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

  /** Why the clock is not believed, or null: an edition that ran ahead with it could not be taken back. */
  #clockFault(): Fault | null {
    const { db, clock } = this.#parts;
    return clockFault(db, receivedOf(clock()));
  }

  /** Until *now* changes, if that is soon. */
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

/** Whether an error lies neither in the disk nor in what lies on it: the next attempt would throw it too. */
function isOfProgram(error: unknown): boolean {
  return !(explained(error, { step: 'Edition:Publish', path: '' }) instanceof Fault) && !isOfSystem(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
