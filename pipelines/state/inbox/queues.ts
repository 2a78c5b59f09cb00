/**
 * Queues: the pending submissions of each holder in order of arrival, as far as looked, and how far each of them is. In mode scheduled
 * those of the batch at work: all for which a batch was called when it began. A call that comes meanwhile is the next batch's, so that no
 * batch grows without end.
 *
 * Invariants: a queue has no gap; of each at most AHEAD submissions are in memory, however many wait. In mode direct no queue waits for
 * another. In mode scheduled nothing is handed out while anything in memory is not ready, so that what is slow to prepare does not
 * part the batch.
 * Not here: what is done with them (intake.ts).
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

/** How many small submissions are prepared side by side, and how many large ones: of one holder never two. */
const SMALL_MAX = 64;
const LARGE_MAX = 8;

export interface Slot {
  readonly submission: Submission;
  /** `parked`: it and those behind it wait until the operator releases it. */
  state: 'waiting' | 'running' | 'ready' | 'parked';
  crashes: number;
  /** Whether it may be what took a thread or the whole process down: then it is prepared alone. */
  isSuspect: boolean;
  /** Why it is set aside, or null. */
  aside: string | null;
  /** Number of the held document that what was prepared depends on; null: on there being none; undefined: on none. */
  held: number | null | undefined;
  /** Id of the object that the request itself names to stand in, when it must be asked and was. */
  place: string | undefined;
}

interface Queue {
  slots: readonly Slot[];
  /** Number of the last submission that was looked at. */
  seen: number;
  /** Whether there may be more behind it. */
  hasMore: boolean;
}

export class Queues {
  readonly #db: State;
  readonly #mode: Mode;
  readonly #isSuspect: (uuid: string) => boolean;
  readonly #byHolder = new Map<string, Queue>();
  /** Number of the last submission that any queue knows of. */
  #seen: number;
  #dataVersion = -1;
  /** Number of the last submission that may take effect. */
  #upTo = 0;

  /** `isSuspect` says of a uuid whether earlier processes died while it was prepared. */
  constructor(db: State, { mode, isSuspect }: { readonly mode: Mode; readonly isSuspect: (uuid: string) => boolean }) {
    this.#db = db;
    this.#mode = mode;
    this.#isSuspect = isSuspect;
    this.#seen = allDecided(db);
  }

  /** Whether nothing can be done: what is there is parked, or waits for that. */
  get isIdle(): boolean {
    return [...this.#byHolder.values()].every(isHeldUp);
  }

  /** Reads the inbox if it changed or if there is room for more of it. */
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

  /** Of the queues that are not held up. */
  movingSlots(): readonly Slot[] {
    return [...this.#byHolder.values()].filter((queue) => !isHeldUp(queue)).flatMap(({ slots }) => slots);
  }

  slotOf({ holder, seq }: Submission): Slot | undefined {
    return this.#byHolder.get(holder)?.slots.find(({ submission }) => submission.seq === seq);
  }

  /** Submissions that can be handed out of the front of each queue, in order of arrival. */
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

  /** What was parked is released, or refused. */
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
      submission, state, crashes: 0, isSuspect: this.#isSuspect(submission.uuid), aside: null, held: undefined, place: undefined,
    };
  }
}

/**
 * Which of the slots are to be prepared now: the first of each holder before the second of any. A suspect is prepared alone, so that
 * the next crash is its own and not that of a neighbour in the same thread or process.
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

/** Its payload has a file of its own. */
function isLarge({ submission }: Slot): boolean {
  return submission.bytes > LIMITS.inlinePayloadBytesMax;
}

function isHeldUp({ slots: [first] }: Queue): boolean {
  return first?.state === 'parked';
}
