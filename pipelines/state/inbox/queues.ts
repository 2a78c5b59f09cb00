/**
 * Queues: one queue for each holder, with its pending submissions in order of arrival, and the state of each. In mode scheduled only the
 * submissions of the running batch: those called for when the batch began. Later calls belong to the next batch, so that no batch grows
 * without end.
 *
 * Invariants: a queue has no gap; at most AHEAD submissions of each queue are in memory. In mode direct no queue waits for another. In mode
 * scheduled nothing is handed out until everything in memory is ready, so that a slow preparation does not split the batch.
 * Not here: preparing and deciding submissions (intake.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import type { Mode } from '../../../schemas/mode.ts';
import type { State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { allDecided } from './batches.ts';
import { calledUpTo } from './called.ts';
import { holdersIn, isPending, pendingOf, type Submission } from './inbox.ts';
import { isParked } from './parked.ts';

const AHEAD = 256;

/** Number of small submissions that are prepared in parallel, and of large ones; never two large ones of one holder. */
const SMALL_MAX = 64;
const LARGE_MAX = 8;

export interface Slot {
  readonly submission: Submission;
  /** `parked`: this submission and later ones of the holder wait for the operator. */
  state: 'waiting' | 'running' | 'ready' | 'parked';
  crashes: number;
  /** Whether the submission may have killed a thread or the process: it is then prepared alone. */
  isSuspect: boolean;
  /** Why the submission is set aside, or null. */
  aside: string | null;
  /** Number of the current document that the preparation used; null: it used that there was none; undefined: it used none. */
  currentDoc: number | null | undefined;
  /** Id of the parent that the body of the request names, once it was read. */
  parent: string | undefined;
}

interface Queue {
  slots: readonly Slot[];
  /** Number of the last submission that was read. */
  seen: number;
  /** Whether there may be later submissions. */
  hasMore: boolean;
}

export class Queues {
  readonly #db: State;
  readonly #mode: Mode;
  readonly #isSuspect: (uuid: string) => boolean;
  readonly #byHolder = new Map<string, Queue>();
  /** Number of the last submission known to any queue. */
  #seen: number;
  #dataVersion = -1;
  /** Number of the last submission that may take effect. */
  #upTo = 0;

  /** `isSuspect`: whether earlier processes died while this submission was prepared. */
  constructor(db: State, { mode, isSuspect }: { readonly mode: Mode; readonly isSuspect: (uuid: string) => boolean }) {
    this.#db = db;
    this.#mode = mode;
    this.#isSuspect = isSuspect;
    this.#seen = allDecided(db);
  }

  /** Whether all submissions are parked or wait for a parked one. */
  get isIdle(): boolean {
    return [...this.#byHolder.values()].every(isHeldUp);
  }

  /** Reads the inbox if it changed or if there is room for more submissions. */
  look(): void {
    const { data_version: version } = statement(this.#db, 'PRAGMA inbox.data_version').get() as { data_version: number };
    const upTo = this.#nextUpTo();
    if (version !== this.#dataVersion || upTo !== this.#upTo) {
      this.#upTo = upTo;
      const { holders, last } = holdersIn(this.#db, { after: this.#seen, upTo });
      for (const holder of holders) {
        const queue = this.#byHolder.get(holder);
        if (queue === undefined) this.#byHolder.set(holder, { slots: [], seen: this.#seen, hasMore: true });
        else queue.hasMore = true;
      }
      this.#seen = last;
      this.#dataVersion = version;
      this.#hearRulings();
    }
    for (const [holder, queue] of this.#byHolder) this.#fill(holder, queue);
  }

  slots(): readonly Slot[] {
    return [...this.#byHolder.values()].flatMap(({ slots }) => slots);
  }

  /** Returns the submissions of the queues that do not wait for a parked one. */
  movingSlots(): readonly Slot[] {
    return [...this.#byHolder.values()].filter((queue) => !isHeldUp(queue)).flatMap(({ slots }) => slots);
  }

  slotOf({ holder, seq }: Submission): Slot | undefined {
    return this.#byHolder.get(holder)?.slots.find(({ submission }) => submission.seq === seq);
  }

  /** Returns the ready submissions at the front of each queue, in order of arrival. */
  ready(): readonly Slot[] {
    if (this.#mode === 'scheduled' && this.movingSlots().some(({ state }) => state === 'waiting' || state === 'running')) return [];
    const fronts = [...this.#byHolder.values()].flatMap(({ slots }) => {
      const end = slots.findIndex(({ state }) => state !== 'ready');
      return end < 0 ? slots : slots.slice(0, end);
    });
    return fronts.sort((one, other) => one.submission.seq - other.submission.seq);
  }

  remove(submissions: readonly Submission[]): void {
    const gone = new Set(submissions.map(({ seq }) => seq));
    for (const holder of new Set(submissions.map((submission) => submission.holder))) {
      const queue = this.#byHolder.get(holder);
      if (queue === undefined) continue;
      queue.slots = queue.slots.filter(({ submission }) => !gone.has(submission.seq));
      if (queue.slots.length === 0 && !queue.hasMore) this.#byHolder.delete(holder);
    }
  }

  #nextUpTo(): number {
    if (this.#mode === 'direct') return Number.MAX_SAFE_INTEGER;
    return this.isIdle ? calledUpTo(this.#db) : this.#upTo;
  }

  /** Applies rulings on parked submissions. */
  #hearRulings(): void {
    const ruled = this.slots().filter(({ state, submission }) => state === 'parked' && !isParked(this.#db, submission.seq));
    for (const slot of ruled) slot.state = 'waiting';
    this.remove(ruled.map(({ submission }) => submission).filter(({ uuid }) => !isPending(this.#db, uuid)));
  }

  #fill(holder: string, queue: Queue): void {
    const room = AHEAD - queue.slots.length;
    if (!queue.hasMore || room <= 0) return;
    const found = pendingOf(this.#db, holder, { after: queue.seen, upTo: this.#upTo, limit: room });
    queue.slots = [...queue.slots, ...found.map((submission) => this.#slot(submission))];
    queue.seen = found.at(-1)?.seq ?? queue.seen;
    queue.hasMore = found.length === room;
    if (queue.slots.length === 0) this.#byHolder.delete(holder);
  }

  #slot(submission: Submission): Slot {
    const state = isParked(this.#db, submission.seq) ? 'parked' : 'waiting';
    return {
      submission, state, crashes: 0, isSuspect: this.#isSuspect(submission.uuid), aside: null, currentDoc: undefined, parent: undefined,
    };
  }
}

/**
 * Returns the slots to prepare now: the first of each holder before the second of any. A suspect is prepared alone, so that the next crash
 * is due to the suspect and not to another submission in the same thread or process.
 */
export function dueOf(slots: readonly Slot[]): readonly Slot[] {
  const waiting = slots.filter(({ state }) => state === 'waiting');
  const running = slots.filter(({ state }) => state === 'running');
  const suspect = waiting.find(({ isSuspect }) => isSuspect);
  if (suspect !== undefined) return running.length === 0 ? [suspect] : [];
  if (running.some(({ isSuspect }) => isSuspect)) return [];
  const holders = new Set(running.filter(isLarge).map(({ submission }) => submission.holder));
  let small = running.length - holders.size;
  return roundRobin(waiting).filter((slot) => {
    const { holder } = slot.submission;
    if (!isLarge(slot)) return small++ < SMALL_MAX;
    const isDue = holders.size < LARGE_MAX && !holders.has(holder);
    if (isDue) holders.add(holder);
    return isDue;
  });
}

function roundRobin(slots: readonly Slot[]): readonly Slot[] {
  const byHolder = [...Map.groupBy(slots, ({ submission }) => submission.holder).values()];
  const rounds = Math.max(0, ...byHolder.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, turn) => byHolder.flatMap((own) => own.slice(turn, turn + 1))).flat();
}

/** Whether the payload is a file. */
function isLarge({ submission }: Slot): boolean {
  return submission.bytes > LIMITS.inlinePayloadBytesMax;
}

function isHeldUp({ slots: [first] }: Queue): boolean {
  return first?.state === 'parked';
}
