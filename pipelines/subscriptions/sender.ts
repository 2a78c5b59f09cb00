/**
 * Sender: calls each subscriber for each publication, in order, at least once.
 *
 * Invariants:
 *  - A publication counts as sent when its receiver answered with a status of 200 to 299, and that is written down.
 *  - The next publication is not sent before that. A receiver that fails is called again, later each time, until it takes the call.
 *  - A receiver that is slow or fails delays no other.
 * Not here: the events (server/edition/publications.ts), one call (webhook.ts).
 */
import PQueue from 'p-queue';
import type { PublicationEvent, PublicationSource } from '../../schemas/publication-event.ts';
import { readSent, writeSent, type AllSent, type Sent } from './sent-file.ts';
import { watchSubscriptions, type Subscription } from './subscriptions-file.ts';
import { call } from './webhook.ts';

/** Calls at once. */
const CALLS_MAX = 8;
const CALL_MS_MAX = 15_000;
/** Delays until a failed call is made again; the last one repeats. */
const AGAIN_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];

export interface SenderOptions {
  readonly data: string;
  readonly publications: PublicationSource;
  readonly clock: () => Date;
  readonly print: (text: string, level?: 'warn') => void;
  readonly callMs?: number;
  readonly againMs?: readonly number[];
}

/** State of a subscription that is not stored. */
interface Attempt {
  readonly failures: number;
  /** Earliest moment of the next call. */
  readonly dueMs: number;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #subscriptions: () => readonly Subscription[];
  readonly #queue = new PQueue({ concurrency: CALLS_MAX });
  readonly #running = new Set<string>();
  readonly #attempts = new Map<string, Attempt>();
  #sent: AllSent;
  #isStopped = false;

  /** Throws a Fault when a file is damaged. */
  constructor(options: SenderOptions) {
    this.#options = options;
    this.#subscriptions = watchSubscriptions(options.data);
    this.#sent = readSent(options.data);
  }

  /** Starts calling all subscribers that are due. Throws a Fault when the file of subscriptions is damaged. */
  look(): void {
    const subscriptions = this.#subscriptions();
    this.#forgetAllBut(subscriptions);
    const nowMs = this.#options.clock().getTime();
    for (const subscription of subscriptions) {
      const { id } = subscription;
      const isDue = (this.#attempts.get(id)?.dueMs ?? 0) <= nowMs;
      if (this.#isStopped || !isDue || this.#running.has(id) || this.#stateOf(subscription).isGone) continue;
      this.#running.add(id);
      void this.#queue.add(() => this.#send(subscription)).finally(() => this.#running.delete(id));
    }
  }

  /** Resolves when no call is in progress. */
  async idle(): Promise<void> {
    await this.#queue.onIdle();
  }

  /** Makes no further call. Resolves when those in progress have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.idle();
  }

  #stateOf({ id, after }: Subscription): Sent {
    return this.#sent[id] ?? { last: after, failure: null, isGone: false };
  }

  /** Sends what is published since the last call. */
  async #send(subscription: Subscription): Promise<void> {
    try {
      const before = this.#stateOf(subscription).last;
      const { events, last } = await this.#options.publications(subscription.filters, before);
      for (const event of events) if (this.#isStopped || !await this.#call(subscription, event)) return;
      if (last !== this.#stateOf(subscription).last) this.#keep(subscription, { last, failure: null, isGone: false });
    } catch (error) {
      this.#fail(subscription, (error as Error).message);
    }
  }

  /** Returns whether the receiver took the event. */
  async #call(subscription: Subscription, event: PublicationEvent): Promise<boolean> {
    const { clock, callMs = CALL_MS_MAX, print } = this.#options;
    const result = await call(subscription, event, { now: clock(), callMs });
    if (typeof result === 'object') {
      this.#fail(subscription, result.failure);
      return false;
    }
    this.#attempts.delete(subscription.id);
    const last = result === 'taken' ? Number(event.id) : this.#stateOf(subscription).last;
    this.#keep(subscription, { last, failure: null, isGone: result === 'gone' });
    if (result === 'gone') print(`subscription ${subscription.id}: the receiver says that it is gone, and is not called any more`, 'warn');
    return result === 'taken';
  }

  #fail(subscription: Subscription, message: string): void {
    const { clock, print, againMs = AGAIN_MS } = this.#options;
    const now = clock();
    const failures = (this.#attempts.get(subscription.id)?.failures ?? 0) + 1;
    this.#attempts.set(subscription.id, { failures, dueMs: now.getTime() + againMs[Math.min(failures, againMs.length) - 1]! });
    const state = this.#stateOf(subscription);
    if (state.failure === null) print(`subscription ${subscription.id}: ${message}; it is called again later`, 'warn');
    this.#keep(subscription, { ...state, failure: { since: state.failure?.since ?? now.toISOString(), message } });
  }

  #keep({ id }: Subscription, sent: Sent): void {
    this.#sent = { ...this.#sent, [id]: sent };
    writeSent(this.#options.data, this.#sent);
  }

  /** A removed subscription leaves the file with the next write. */
  #forgetAllBut(subscriptions: readonly Subscription[]): void {
    const ids = new Set(subscriptions.map(({ id }) => id));
    this.#sent = Object.fromEntries(Object.entries(this.#sent).filter(([id]) => ids.has(id) || this.#running.has(id)));
  }
}
