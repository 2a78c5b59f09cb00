/**
 * A register on a data folder of its own, with a conductor in this thread and a publisher that records every request, so that a test
 * can compare a request with earlier ones.
 */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { Conductor, type ConductorEvent, type EditionRequest, type NewestEdition, type Publisher } from '../../../pipelines/conductor/conductor.ts';
import type { Prepare } from '../../../pipelines/prepare/preparation-job.ts';
import { openInbox, openState } from '../../../pipelines/state/database/database.ts';
import { newestSeq } from '../../../pipelines/state/inbox/batches.ts';
import { callBatch } from '../../../pipelines/state/inbox/called.ts';
import { Crashes } from '../../../pipelines/state/inbox/crashes.ts';
import { insertEntries } from '../../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../../pipelines/state/inbox/payload.ts';
import { outcomeOf } from '../../../pipelines/state/outcomes/outcomes.ts';
import type { Configuration } from '../../../publisher/format/manifest.ts';
import type { RootState } from '../../../publisher/write/input.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { Mode } from '../../../schemas/mode.ts';
import type { RootType } from '../../../schemas/names.ts';
import { orderPayload } from '../../../schemas/orders.ts';
import type { Outcome, SubmissionMethod } from '../../../schemas/submission.ts';
import { submissionPath } from '../../../schemas/target.ts';
import type { Moment, Received } from '../../../schemas/time.ts';
import { SOUND } from '../../always-sound.ts';
import { payloadOf, prepareSmall } from './small-roots.ts';

export const CONFIGURATION: Configuration = { baseUrl: 'http://127.0.0.1/v1', grids: 'g', model: 'm', codeLists: 'c' };
export const START_US = Date.parse('2026-01-01T00:00:00Z') * 1000;

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ev-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let empty: string | undefined;

/** Returns a data folder with an empty register. Its tables are made once and copied, because making them takes longer than most tests. */
function emptyRegister(): string {
  if (empty === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'ev-empty-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    openState(made).close();
    empty = made;
  }
  const data = temporaryFolder();
  cpSync(empty, data, { recursive: true });
  return data;
}

/** Holds the states of all roots; complains when `before` is not what it holds. */
export class RememberingPublisher implements Publisher {
  readonly audience = 'public';
  readonly states = new Map<string, string>();
  readonly requests: Omit<EditionRequest, 'changes'>[] = [];
  touched = 0;
  /** Ids in the changes of the last publication. */
  changed: string[] = [];
  fail: Error | null = null;
  #newest: NewestEdition | undefined;

  newest(): NewestEdition | undefined {
    return this.#newest;
  }

  build(request: EditionRequest): ReturnType<Publisher['build']> {
    return this.fail === null ? Promise.resolve(() => this.#publish(request)) : Promise.reject(this.fail);
  }

  #publish({ changes, ...request }: EditionRequest): ReturnType<Awaited<ReturnType<Publisher['build']>>> {
    this.changed = [];
    for (const { before, after } of changes) {
      const id = (before ?? after)?.id ?? '';
      if (this.#newest !== undefined && this.states.get(id) !== textOf(before)) {
        throw new Error(`before of ${id} is not what was published`);
      }
      const text = textOf(after);
      if (text === undefined) this.states.delete(id);
      else this.states.set(id, text);
      this.touched += 1;
      this.changed.push(id);
    }
    this.requests.push(request);
    this.#newest = { ...request.between.next, head: this.requests.length, rolledBackTo: null, sameConfiguration: true };
    return { edition: this.requests.length, head: this.requests.length, objects: this.states.size, seconds: {} };
  }

  verify(): null {
    return null;
  }

  headsAfter(): readonly [] {
    return [];
  }

  get contentId(): string {
    return createHash('sha256').update(JSON.stringify([...this.states].map(String).sort())).digest('hex');
  }
}

function textOf(state: RootState | null): string | undefined {
  if (state === null) return undefined;
  return JSON.stringify([state.id, state.type, state.versions.map(({ valid, document, registered, targets }) =>
    [valid, document, { ...registered }, { ...targets }])]);
}

export interface SubmitOptions {
  readonly method?: SubmissionMethod;
  readonly holder?: string;
  readonly strict?: boolean;
  readonly target?: string;
  readonly ifMatch?: string;
  readonly full?: readonly RootType[];
  readonly correct?: boolean;
}

export class Bench {
  readonly data: string;
  readonly db: DatabaseSync;
  /** Submissions come over a connection of their own, as they do in life. */
  readonly entrance: DatabaseSync;
  readonly events: ConductorEvent[] = [];
  readonly publisher: RememberingPublisher;
  readonly conductor: Conductor;
  readonly crashes: Crashes;
  /** Name of the process: all benches are conductors of one. */
  readonly life = 'bench';
  nowUs = START_US;
  /** No limit on the objects that one submission may end. */
  readonly drift = { shareMax: 1, rootsMin: 1 };
  /** Whose answers could be given. */
  readonly answered: string[] = [];
  prepare: Prepare = prepareSmall;
  onEvent: (event: ConductorEvent) => void = () => {};
  /** Makes a head readable. */
  onHead: (head: number) => Promise<void> = () => Promise.resolve();

  constructor(
    data: string = emptyRegister(), publisher: RememberingPublisher = new RememberingPublisher(), mode: Mode = 'direct',
  ) {
    this.data = data;
    this.db = openState(data);
    this.entrance = openInbox(data);
    this.publisher = publisher;
    onTestFinished(() => this.close());
    this.crashes = new Crashes(data, this.life);
    this.conductor = new Conductor({
      data, crashes: this.crashes, db: this.db, configuration: CONFIGURATION, publisher, upkeep: { published: () => {}, idle: () => false },
      drift: this.drift, mode, project: () => new Map(), prepare: (job) => this.prepare(job), requireHeld: () => {}, sound: SOUND,
      clock: () => new Date(this.nowUs / 1000),
      onEvent: (event) => {
        this.events.push(event);
        this.onEvent(event);
      },
      onHead: (head) => this.onHead(head), onSettled: (uuids) => { this.answered.push(...uuids); },
    });
  }

  /** Stores a submission, one second after the one before; its uuid. */
  submit(documents: readonly JsonObject[] | Buffer, options: SubmitOptions = {}): string {
    const payload = Buffer.isBuffer(documents) ? documents : payloadOf(...documents);
    const uuid = randomUUID();
    this.nowUs += 1_000_000;
    insertEntries(this.entrance, [{
      uuid, payload, bytes: payload.length, sha256: sha256Of(payload),
      input: {
        holder: options.holder ?? 'AB12', method: options.method ?? 'LEVERING', target: options.target ?? 'test.json', crs: null,
        mediaType: 'application/json', ifMatch: options.ifMatch ?? null, strict: options.strict ?? false, full: options.full ?? [], correct: options.correct ?? false,
      },
    }], () => this.nowUs as Received);
    return uuid;
  }

  async deliver(documents: readonly JsonObject[] | Buffer, options: SubmitOptions = {}): Promise<Outcome> {
    const uuid = this.submit(documents, options);
    await this.conductor.drain();
    return this.outcome(uuid);
  }

  /** Undoes a submission, for the holder of `options`. */
  async undo(uuid: string, { force = false, ...options }: SubmitOptions & { readonly force?: boolean } = {}): Promise<Outcome> {
    return await this.deliver(orderPayload({ method: 'HERROEPING', undoes: uuid, force }), { ...options, method: 'HERROEPING', target: submissionPath(uuid) });
  }

  /** Calls for a batch of all that is pending. */
  call(): void {
    callBatch(this.data, newestSeq(this.db), () => new Date(this.nowUs / 1000));
  }

  close(): void {
    this.crashes.close();
    for (const db of [this.db, this.entrance]) if (db.isOpen) db.close();
  }

  outcome(uuid: string): Outcome {
    const outcome = outcomeOf(this.db, uuid);
    if (outcome === undefined) throw new Error(`no submission ${uuid}`);
    return outcome;
  }

  /** Rules of the findings, in order. */
  rules(outcome: Outcome): readonly string[] {
    return outcome.report?.findings.map(({ rule }) => rule) ?? [];
  }
}

export function momentOf(text: string): Moment {
  return Date.parse(text) as Moment;
}
