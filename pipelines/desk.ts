/**
 * Desk: stores the requests of a server durably, and responds when their changes can be read. It implements the port `Desk`
 * (schemas/desk.ts), and owns the threads: accept, outcomes, own documents, conductor, preparations.
 *
 * Invariants:
 *  - This thread never calls SQLite or fsync, and never parses a payload.
 *  - A request with an error of levels 1 to 3 is answered at once and not stored.
 *  - An answer `settled` is given after the edition that shows the change can be read (`onHead` has resolved).
 *  - A thread that dies is started again; the submissions that it accepted are in the inbox.
 *  - While the conductor cannot start, nothing is accepted and no receipt is read: the folder may not be the one that was served. The
 *    start is retried with a growing delay until the cause is gone.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { OwnObject, OwnView } from '../publisher/read/types.ts';
import type { Retention } from '../publisher/write/retention.ts';
import { freeBytes } from '../publisher/free-bytes.ts';
import type { OwnAccount } from '../schemas/account.ts';
import type { AcceptedProposal, Desk, DeskAnswer, Rehearsal, ReportForm, RequestedAccount, StoredAnswer } from '../schemas/desk.ts';
import type { ChangedShape, Effects } from '../schemas/effects.ts';
import type { Finding, FindingPosition, Report } from '../schemas/finding.ts';
import { LIMITS } from '../schemas/limits.ts';
import type { Mode, NextBatch } from '../schemas/mode.ts';
import { transferInput, type TransferOrder, type UndoOrder } from '../schemas/orders.ts';
import type { Overview, Ruled, Ruling } from '../schemas/operation.ts';
import type { OwnPart, OwnRequest } from '../schemas/own-documents.ts';
import type { EndedProposal, HeldIds, ListedProposal, Proposal, ProposalListing, ReadProposal, TooManyProposals, UnknownCode } from '../schemas/proposal.ts';
import { isOrder, type ListedSubmission, type Listing, type Outcome, type Receipt, type SubmissionInput, type Writer } from '../schemas/submission.ts';
import { momentOf, type Moment } from '../schemas/time.ts';
import type { ConductorEvent } from './conductor/conductor.ts';
import { sourceFinding } from './prepare/read/index.ts';
import { changedShapes, csv, findingPositions, geojson, xlsx } from './prepare/report/index.ts';
import { checkedBy } from './prepare/rule-set.ts';
import { foldersOf } from './state/database/database.ts';
import { openedDatabases, requireOwnLogs, type OpenedDatabase } from './state/database/file-identity.ts';
import { DRIFT_LIMIT, type DriftLimit } from './state/decide/drift.ts';
import { refusesAtOnce } from './state/decide/levels.ts';
import type { SubmissionFigures } from './state/outcomes/figures.ts';
import type { AcceptCall, CompletePayload } from './workers/accept-thread.ts';
import type {
  ConductorCall, ConductorData, ConductorNote, ConductorOrder, ConductorRequest,
} from './workers/conductor-thread.ts';
import type { ReopenNote } from './workers/line.ts';
import { fromWire, startThread, type Thread } from './workers/line.ts';
import type { FoundOutcome, OutcomeAnswer, OutcomeCall, RunRecords } from './workers/outcomes-thread.ts';
import { OwnReads } from './workers/own-reads.ts';
import { Preparations } from './workers/preparations.ts';
import type { RehearsalCall, RehearsalData, RehearsedInput } from './workers/rehearsal-thread.ts';
import { sendParts } from './workers/upload-chunks.ts';

/** Delay from a failure to the next attempt. It doubles after each attempt, up to `last`. */
const RESTART_MS = { first: 1_000, last: 10_000 } as const;
/** Responses to writers per event-loop turn, so that reads do not wait for all writers of a batch. */
const RELEASED_AT_ONCE = 4;

export interface DeskOptions {
  readonly data: string;
  readonly baseUrl: string;
  /** Epoch of coordinates in ITRF2014, as a decimal year; without one there are none. */
  readonly epoch?: number | undefined;
  /** Returns the path of DuckDB's spatial extension (prepare/spatial-extension.ts). */
  readonly spatialPath: () => Promise<string>;
  /** Makes a new head readable, for example `editions.refresh()`; answers wait for it. */
  readonly onHead: (head: number) => void | Promise<void>;
  readonly onEvent: (event: ConductorEvent) => void;
  /** Threads that check requests and deliveries, and that derive rows when there are many. */
  readonly threads: number;
  /** Whether there are editions for the full audience; none when absent. */
  readonly fullAudience?: boolean;
  /** Editions to keep; all when absent. */
  readonly retention?: Retention | undefined;
  /** Limit on the roots of its holder that one submission may end; the default limit when absent. */
  readonly drift?: DriftLimit | undefined;
  /** Whether the desk also opens while the conductor cannot start, because an edition can be read; false when absent. */
  readonly mayWait?: boolean;
  /** When submissions take effect; at once when absent. */
  readonly mode?: Mode;
  /** Time of the next planned batch in mode scheduled; none is planned when absent. */
  readonly nextBatch?: NextBatch;
  /** Path of the file that `nextBatch` and other processes read; no file when absent. */
  readonly pipelines?: string;
  readonly clock: () => Date;
  /** Module that prepares submissions; the real one when absent. */
  readonly preparation?: URL;
}

export interface DeskFigures extends Omit<SubmissionFigures, 'depth'> {
  /** Number of submissions without a decision, parked ones included. */
  readonly undecided: number;
  /** When the oldest undecided submission was received, or its batch was due (mode scheduled). Null when no decision is due. */
  readonly dueSince: Moment | null;
}

export interface DeskHandle extends Desk {
  /**
   * Starts the threads; earlier calls wait for them. Rejects with a Fault when the conductor cannot start and `mayWait` is false, for
   * example because another process conducts this folder.
   */
  open(): Promise<void>;
  /** Resolves when the first write will take no longer than later ones. Never rejects. */
  warmUp(): Promise<void>;
  /** Whether the thread that decides and publishes is alive, or is being started for the first time. */
  readonly isConducting: boolean;
  /** Rejects with the Fault that keeps requests from being accepted, such as a file that was removed or replaced. */
  requireAccepting(): Promise<void>;
  /** Number of times that the thread that decides and publishes was started again. */
  readonly conductorRestarts: number;
  /** Returns a root for its holder (OwnViews in publisher/read/types.ts). */
  ownView(requested: OwnObject): Promise<OwnView | undefined>;
  /** Number of submissions in each state, and since when a decision on the oldest one is due. */
  figures(): Promise<DeskFigures>;
  /** Records of the runs of these pipelines, and of backups. */
  runRecords(pipelines: readonly string[]): Promise<RunRecords>;
  /** Lets the current batch end and stops all threads. Pending submissions stay pending. */
  close(): Promise<void>;
}

/** Returns a desk without threads; call `open` next. */
export function makeDesk(options: DeskOptions): DeskHandle {
  return new ThreadedDesk(options);
}

/** Returns an open desk. Rejects as `open` does. */
export async function openDesk(options: DeskOptions): Promise<DeskHandle> {
  const desk = makeDesk(options);
  try {
    await desk.open();
    return desk;
  } catch (error) {
    await desk.close();
    throw error;
  }
}

class ThreadedDesk implements DeskHandle {
  readonly #options: DeskOptions;
  #preparations: Preparations | null = null;
  /** Outcomes that a request waits for, by the uuid of its submission. */
  readonly #waiting = new Map<string, PromiseWithResolvers<OutcomeAnswer>>();
  /** Identifies this process to its conductors. */
  readonly #life = randomUUID();
  #accept: Thread | null = null;
  #outcomes: Thread | null = null;
  readonly #ownReads: OwnReads;
  /** The rehearsal that runs, and its thread once the delivery is complete. */
  #rehearsal: { thread: Thread | null } | null = null;
  #conductor: Thread | null = null;
  #conductorRestarts = 0;
  /** Why the conductor could not start; null when it did. */
  #refusal: Error | null = null;
  /** Databases of the newest conductor; empty before the first one. */
  #opened: readonly OpenedDatabase[] = [];
  /** Whether an edition of the folder was read in this process. */
  #wasRead: boolean;
  #closing = false;
  /** Resolves when the first start of the conductor succeeded or failed. */
  readonly #opening = Promise.withResolvers<undefined>();
  #isOpening = true;
  /** The first start of the conductor; null before it. */
  #firstStart: Promise<void> | null = null;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#ownReads = new OwnReads({ data: options.data, baseUrl: options.baseUrl, epoch: options.epoch });
    this.#wasRead = options.mayWait === true;
  }

  async open(): Promise<void> {
    try {
      await this.#provide();
      this.#firstStart = this.#startConductor();
      await this.#firstStart;
    } catch (error) {
      if (this.#options.mayWait !== true) throw error;
      if (!this.#closing) void this.#restartConductor(error as Error);
    }
    if (this.#closing) return;
    this.#startAccept();
    this.#startOutcomes();
    this.#isOpening = false;
    this.#opening.resolve(undefined);
  }

  async warmUp(): Promise<void> {
    // The first write meets the same error and reports it.
    await this.#conductor?.line.call('warm-up' satisfies ConductorRequest).catch(() => undefined);
  }

  async submit(input: SubmissionInput, body: Buffer, { wait }: { readonly wait: boolean }): Promise<DeskAnswer> {
    await this.#requireConductor();
    const uuid = randomUUID();
    if (input.method !== 'DELETE' && !isOrder(input.method)) {
      const findings = await this.#check(uuid, input, body);
      if (findings !== null) return { kind: 'refused', findings };
    }
    return await this.#enter({ kind: 'accept', uuid, input, body }, wait);
  }

  async deliver(
    input: SubmissionInput, body: AsyncIterable<Uint8Array>, { wait }: { readonly wait: boolean },
  ): Promise<DeskAnswer> {
    await this.#requireConductor();
    const uuid = randomUUID();
    const fault = await sendParts(uuid, body, (call) => this.#ask(call));
    if (fault !== undefined) return { kind: 'refused', findings: [sourceFinding(fault)] };
    return await this.#enter({ kind: 'store', uuid, input }, wait);
  }

  async rehearse(input: SubmissionInput, body: AsyncIterable<Uint8Array>): Promise<Rehearsal> {
    const uuid = randomUUID();
    return await this.#rehearseNow(async (foreseen) => {
      try {
        const fault = await sendParts(uuid, body, (call) => this.#ask(call));
        if (fault !== undefined) return { kind: 'refused', findings: [sourceFinding(fault)] };
        const { sha256, ...payload } = await this.#ask<CompletePayload>({ kind: 'complete', uuid });
        return { kind: 'foreseen', report: { ...await foreseen({ input, payload }), sha256 } };
      } finally {
        await this.#ask({ kind: 'drop', uuid }).catch(() => undefined);
      }
    });
  }

  async rehearseTransfer(order: TransferOrder): Promise<Rehearsal> {
    return await this.#rehearseNow(async (foreseen) => ({ kind: 'foreseen', report: await foreseen({ input: transferInput(order), order }) }));
  }

  async rehearseUndo(input: SubmissionInput, order: UndoOrder): Promise<Exclude<Rehearsal, { kind: 'refused' }>> {
    return await this.#rehearseNow(async (foreseen) => ({ kind: 'foreseen', report: await foreseen({ input, order }) }));
  }

  /** Runs a rehearsal when no other one runs. `foreseen` decides it in a thread of its own. */
  async #rehearseNow<Kind extends Rehearsal>(
    work: (foreseen: (call: RehearsedInput) => Promise<Report>) => Promise<Kind>,
  ): Promise<Kind | Extract<Rehearsal, { kind: 'busy' }>> {
    await this.#requireConductor();
    if (this.#rehearsal !== null) return { kind: 'busy' };
    const rehearsal: { thread: Thread | null } = this.#rehearsal = { thread: null };
    try {
      return await work(async (call) => {
        if (this.#closing) throw new Error('the desk is being closed');
        const { data, drift = DRIFT_LIMIT, spatialPath } = this.#options;
        const workerData: RehearsalData = { data, spatialPath: await spatialPath() };
        const thread = rehearsal.thread = startThread(new URL('./workers/rehearsal-thread.ts', import.meta.url), { workerData }, 'rehearsal');
        return await thread.line.call<Report>({ ...call, drift, now: this.#now() } satisfies RehearsalCall);
      });
    } finally {
      await rehearsal.thread?.worker.terminate();
      this.#rehearsal = null;
    }
  }

  async propose(order: TransferOrder, by: Writer): Promise<Proposal | UnknownCode | TooManyProposals> {
    await this.#requireConductor();
    return await this.#ask({ kind: 'propose', order, by });
  }

  async acceptProposal(uuid: string, by: Writer, { wait }: { readonly wait: boolean }): Promise<AcceptedProposal> {
    await this.#requireConductor();
    // Checked before the transfer: its report goes to the other holder, and must not reveal a secret object of this one.
    const heldIds = await this.#askOutcomes<HeldIds | undefined>({ kind: 'held-ids', uuid, receiver: by.holder });
    if (heldIds !== undefined) return heldIds;
    const submission = randomUUID();
    const ending = Promise.withResolvers<EndedProposal>();
    const answer = await this.#answerTo(submission, {
      store: async () => {
        const ended = await this.#ask<EndedProposal>({ kind: 'end-proposal', uuid, by, submission });
        ending.resolve(ended);
        return ended.kind === 'ended' ? ended.receipt : undefined;
      },
      wait,
    });
    const ended = await ending.promise;
    if (ended.kind !== 'ended') return ended;
    if (answer === undefined) throw new Error(`the acceptance of proposal ${uuid} has no submission`);
    return { kind: 'accepted', proposal: ended.proposal, answer };
  }

  async endProposal(uuid: string, by: Writer): Promise<EndedProposal> {
    await this.#requireConductor();
    return await this.#ask({ kind: 'end-proposal', uuid, by, submission: null });
  }

  proposal(uuid: string): Promise<ReadProposal | undefined> {
    return this.#askOutcomes({ kind: 'proposal', uuid });
  }

  proposals(listing: ProposalListing): Promise<readonly ListedProposal[]> {
    return this.#askOutcomes({ kind: 'proposals', listing });
  }

  async outcome(uuid: string): Promise<Outcome | undefined> {
    const [answer] = await this.#answers([uuid]);
    const found = foundIn(answer!);
    const isPlanned = this.#isScheduled && found?.isCalled === false && found.outcome.state === 'pending' && found.outcome.waitsFor === undefined;
    return isPlanned ? { ...found.outcome, nextBatch: this.#nextBatch(this.#now()) } : found?.outcome;
  }

  list(listing: Listing): Promise<readonly ListedSubmission[]> {
    return this.#askOutcomes({ kind: 'list', listing });
  }

  async own(request: OwnRequest): Promise<OwnPart> {
    await this.#requireConductor();
    return await this.#ownReads.read(request);
  }

  async ownView(requested: OwnObject): Promise<OwnView | undefined> {
    await this.#requireConductor();
    return await this.#ownReads.root({ ...requested, now: this.#now() });
  }

  account(requested: RequestedAccount): Promise<OwnAccount | undefined> {
    return this.#askOutcomes({ kind: 'account', ...requested, now: this.#now() });
  }

  async overview(): Promise<Overview> {
    const [seen, diskFreeBytes] = await Promise.all([
      this.#askOutcomes<Omit<Overview, 'diskFreeBytes'>>({ kind: 'overview' }), freeBytes(this.#options.data),
    ]);
    return { ...seen, diskFreeBytes };
  }

  async rule(uuid: string, ruling: Ruling): Promise<Ruled> {
    await this.#requireConductor();
    const ruled = await this.#ask<Ruled>({ kind: 'rule', uuid, ruling });
    if (ruled.kind === 'ruled') this.#order('poke');
    return ruled;
  }

  get isConducting(): boolean {
    return this.#isOpening || this.#refusal === null && this.#conductor?.line.isBroken === false && !this.#closing;
  }

  async requireAccepting(): Promise<void> {
    if (this.#isOpening) throw new Error('the service is still starting');
    await this.#requireConductor();
    await this.#ask({ kind: 'hold' });
  }

  get conductorRestarts(): number {
    return this.#conductorRestarts;
  }

  async figures(): Promise<DeskFigures> {
    const { depth: { pending: undecided, oldest }, ...figures } = await this.#askOutcomes<SubmissionFigures>({ kind: 'figures' });
    if (oldest === null) return { ...figures, undecided, dueSince: null };
    const received = momentOf(oldest);
    const due = this.#isScheduled ? this.#nextBatch(received) : received;
    return { ...figures, undecided, dueSince: due !== null && due <= this.#now() ? due : null };
  }

  runRecords(pipelines: readonly string[]): Promise<RunRecords> {
    return this.#askOutcomes({ kind: 'runs', pipelines });
  }

  async report(report: Report, form: ReportForm): Promise<Buffer> {
    return form === 'xlsx' ? await xlsx(report) : Buffer.from(form === 'csv' ? csv(report) : geojson(report));
  }

  changedShapes(effects: Effects): Promise<readonly ChangedShape[]> {
    return Promise.resolve(changedShapes(effects));
  }

  findingPositions(findings: readonly Finding[]): Promise<readonly FindingPosition[]> {
    return Promise.resolve(findingPositions(findings));
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    // A thread that is still starting would miss the order to stop.
    await this.#firstStart?.catch(() => undefined);
    await this.#rehearsal?.thread?.worker.terminate();
    this.#order('stop');
    await this.#conductor?.ended;
    await this.#accept?.line.call({ kind: 'close' } satisfies AcceptCall).catch(() => undefined);
    await this.#accept?.worker.terminate();
    await this.#outcomes?.worker.terminate();
    await this.#ownReads.close();
    await this.#preparations?.close();
  }

  async #enter(call: Extract<AcceptCall, { kind: 'accept' | 'store' }>, wait: boolean): Promise<StoredAnswer> {
    return await this.#answerTo<never>(call.uuid, { store: () => this.#ask<Receipt>(call), wait });
  }

  /** Stores a submission and, with `wait`, waits until its changes can be read. Undefined when `store` stored none. */
  async #answerTo<None extends undefined>(
    uuid: string, { store, wait }: { readonly store: () => Promise<Receipt | None>; readonly wait: boolean },
  ): Promise<StoredAnswer | None> {
    const settled = Promise.withResolvers<OutcomeAnswer>();
    this.#waiting.set(uuid, settled);
    // The promise may reject before anything awaits it.
    settled.promise.catch(() => undefined);
    try {
      const receipt = await store();
      if (receipt === undefined) return receipt;
      this.#order('poke');
      const isHeard = !this.#isScheduled && wait && await within(settled.promise, LIMITS.answerDirectMs);
      const nextBatch = this.#isScheduled ? { nextBatch: this.#nextBatch(this.#now()) } : {};
      if (!isHeard) return { kind: 'pending', receipt, checkedBy: checkedBy(), ...nextBatch };
    } finally {
      this.#waiting.delete(uuid);
    }
    const found = foundIn(await settled.promise);
    if (found === undefined) throw new Error(`submission ${uuid} is not in the inbox`);
    return { kind: 'settled', outcome: found.outcome };
  }

  get #isScheduled(): boolean {
    return this.#options.mode === 'scheduled';
  }

  #nextBatch(after: Moment): Moment | null {
    return this.#options.nextBatch?.(after) ?? null;
  }

  #now(): Moment {
    return this.#options.clock().getTime() as Moment;
  }

  /** Returns the findings that refuse the request before it is stored, or null. */
  async #check(uuid: string, input: SubmissionInput, body: Buffer): Promise<readonly Finding[] | null> {
    const { holder, method, target, crs, model = null, bronregistratie = null } = input;
    const result = await this.#preparations!.prepare({
      data: this.#options.data, uuid, holder, method, target, crs, model, strict: true, bronregistratie, payload: { bytes: body },
      now: this.#now(), wantsReport: true,
    });
    const report = result.kind === 'prepared' ? result.report : null;
    return report !== null && refusesAtOnce(report) ? report.findings : null;
  }

  /** Resolves once the desk is open. Rejects with the error that keeps the conductor from starting. */
  async #requireConductor(): Promise<void> {
    await this.#opening.promise;
    if (this.#refusal !== null) throw this.#refusal;
  }

  #ask<T>(call: AcceptCall): Promise<T> {
    if (this.#accept === null) return Promise.reject(new Error('the desk is not open'));
    return this.#accept.line.call<T>(call);
  }

  #answers(uuids: readonly string[]): Promise<readonly OutcomeAnswer[]> {
    return this.#askOutcomes({ kind: 'outcomes', uuids });
  }

  async #askOutcomes<T>(call: OutcomeCall): Promise<T> {
    await this.#requireConductor();
    if (this.#outcomes === null) throw new Error('the desk is not open');
    return await this.#outcomes.line.call<T>(call);
  }

  #order(order: ConductorOrder): void {
    this.#conductor?.line.note(order);
  }

  #startAccept(): void {
    const { data } = this.#options;
    const module = new URL('./workers/accept-thread.ts', import.meta.url);
    this.#accept = startThread(module, { workerData: { data } }, 'accepting');
    void this.#accept.ended.then(() => {
      if (!this.#closing) setTimeout(() => this.#startAccept(), RESTART_MS.first);
    });
  }

  #startOutcomes(): void {
    const { data } = this.#options;
    const module = new URL('./workers/outcomes-thread.ts', import.meta.url);
    this.#outcomes = startThread(module, { workerData: { data } }, 'outcomes');
    void this.#outcomes.ended.then(() => {
      if (!this.#closing) setTimeout(() => this.#startOutcomes(), RESTART_MS.first);
    });
  }

  async #startConductor(): Promise<void> {
    await this.#provide();
    const { data, baseUrl, epoch, threads, retention, drift, mode = 'direct', pipelines = null, fullAudience = false } = this.#options;
    const workerData: ConductorData = {
      data, baseUrl, epoch, threads, drift, retention, mode, fullAudience, pipelines, life: this.#life, isAgain: this.#wasRead,
    };
    const module = new URL('./workers/conductor-thread.ts', import.meta.url);
    const handlers = {
      onCall: (call: ConductorCall) => this.#serveConductor(call),
      onNote: (note: ConductorNote) => this.#onConductorNote(note),
    };
    let started = false;
    const conductor = this.#conductor = startThread(module, { workerData, handlers }, 'conductor');
    void conductor.ended.then((error) => {
      if (started && !this.#closing) void this.#restartConductor(error);
    });
    try {
      requireOwnLogs(this.#opened);
      await conductor.line.call('start' satisfies ConductorRequest);
    } catch (error) {
      // Each attempt has its own thread, which would live on.
      await conductor.worker.terminate();
      this.#refusal = error as Error;
      throw error;
    }
    const { inbox, register } = foldersOf(data);
    this.#opened = openedDatabases([inbox, register]);
    this.#refusal = null;
    started = true;
  }

  /** Makes the preparations, once the spatial extension is available. Rejects with the Fault of providing the extension. */
  async #provide(): Promise<void> {
    if (this.#preparations !== null) return;
    const { spatialPath, threads, preparation } = this.#options;
    try {
      this.#preparations = new Preparations({ spatialPath: await spatialPath(), threads, worker: preparation });
    } catch (error) {
      this.#refusal = error as Error;
      throw error;
    }
    if (this.#closing) throw new Error('the desk is being closed');
  }

  async #restartConductor(error: Error): Promise<void> {
    let cause = error;
    for (let retryMs: number = RESTART_MS.first; ; retryMs = Math.min(retryMs * 2, RESTART_MS.last)) {
      this.#options.onEvent({ kind: 'Conductor:Fail', message: cause.message, retryMs });
      await sleep(retryMs, undefined, { ref: false });
      if (this.#closing) return;
      this.#conductorRestarts += 1;
      try {
        await this.#startConductor();
        break;
      } catch (again) {
        cause = again instanceof Error ? again : new Error(String(again));
      }
    }
    // The databases may have been replaced meanwhile.
    this.#accept?.line.note('reopen' satisfies ReopenNote);
    this.#outcomes?.line.note('reopen' satisfies ReopenNote);
    this.#ownReads.reopen();
  }

  async #serveConductor(call: ConductorCall): Promise<unknown> {
    if (call.kind === 'prepare') {
      return this.#preparations!.prepare(call.job);
    }
    await this.#options.onHead(call.head);
    this.#wasRead = true;
    return undefined;
  }

  #onConductorNote(note: ConductorNote): void {
    if (note.kind === 'event') this.#options.onEvent(note.event);
    else void this.#release(note.uuids);
  }

  /** Resolves the waiting requests of these submissions with their outcomes. */
  async #release(uuids: readonly string[]): Promise<void> {
    const waiting = uuids.flatMap((uuid) => {
      const settled = this.#waiting.get(uuid);
      return settled === undefined ? [] : [{ uuid, settled }];
    });
    if (waiting.length === 0) return;
    try {
      const answers = await this.#answers(waiting.map(({ uuid }) => uuid));
      for (const [index, { settled }] of waiting.entries()) {
        settled.resolve(answers[index]!);
        if (index % RELEASED_AT_ONCE === RELEASED_AT_ONCE - 1) await setImmediate();
      }
    } catch (error) {
      for (const { settled } of waiting) settled.reject(error);
    }
  }
}

/** Returns the outcome, or undefined when the inbox has no such submission. Throws the error that kept the outcome from being read. */
function foundIn(answer: OutcomeAnswer): FoundOutcome | undefined {
  if ('error' in answer) throw fromWire(answer.error);
  return answer.found;
}

/** Whether the promise resolves within the time; the timer never keeps the process alive. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), ms);
  timer.unref();
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
