/**
 * Upkeep: what editions need when they have been published: those that show what is hidden now are withdrawn at once; one that
 * lies in too many packs is repacked; those that are not kept any more are dropped, with the files that none needs. Payloads that no
 * submission names go with them. Nothing is removed while the data folder is not sound (publisher/sound.ts).
 *
 * A failure is told and tried again later: it never keeps an edition from being published. Nothing here changes what an
 * edition that is kept says.
 * Not here: how (publisher/write/), when there is nothing else to do (conductor/conductor.ts).
 */
import type { Audience, AudienceFolder } from '../../publisher/format/layout.ts';
import { numbersOf, standingOf, type PublishedState } from '../../publisher/read/heads.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { Collector } from '../../publisher/write/collect.ts';
import { repack, type Repacked } from '../../publisher/write/repack.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import { editionsThatShow, hasWithdrawn, purge, withdraw } from '../../publisher/write/withdraw.ts';
import type { State } from '../state/database/database.ts';
import { clockFault, receivedOf } from '../state/folder/clock.ts';
import { decisionBefore, editionsSince, hiddenSince } from '../state/register/hidden.ts';
import { recordHeads } from '../state/register/recorded-heads.ts';

/** Packs an edition may need before it is repacked when there is nothing else to do, and at once. */
const PACKS_MAX = { idle: 32, atOnce: 128 } as const;
const COLLECT_MS = 3_600_000;
const RETRY_MS = 60_000;
/** After the start, when it no longer keeps a first write waiting. */
const WHOLE_MS = 60_000;

export type UpkeepEvent =
  | ({ readonly kind: 'Edition:Repack'; readonly edition: number; readonly ms: number } & Repacked)
  | { readonly kind: 'Edition:Withdraw'; readonly editions: number }
  | { readonly kind: 'Edition:Collect'; readonly editions: number; readonly packs: number; readonly bytes: number }
  | { readonly kind: 'Upkeep:Fail'; readonly message: string };

export interface UpkeepParts {
  readonly store: EditionStore;
  readonly audience: Audience;
  readonly db: State;
  readonly retention: Retention;
  readonly clock: () => Date;
  readonly onEvent: (event: UpkeepEvent) => void;
  /** Runs work while nobody relies on editions that may be dropped; false: somebody does, and it was not run. */
  readonly collectable: (work: () => void) => boolean;
  /** Removes payloads that no submission names. */
  readonly sweepPayloads: (now: Date) => void;
}

export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #of: AudienceFolder;
  readonly #collector: Collector;
  /** The decision up to which it is known what is hidden. */
  #checked: number;
  /** When all is looked at once more, whatever was done about it before the start. */
  #wholeAtMs: number;
  /** The first pack in which what is withdrawn may lie, as far as known. */
  #purgeFrom = 1;
  /** Whether something may wait: at the start, and after a publication. */
  #isDue = true;
  #collectAtMs = 0;
  #retryAtMs = 0;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#of = { folder: parts.store.folder, audience: parts.audience };
    this.#collector = new Collector(parts.store, parts.audience);
    // The last process may have ended before it saw to its last edition, but not to one before.
    this.#checked = decisionBefore(parts.db, parts.audience);
    this.#wholeAtMs = parts.clock().getTime() + WHOLE_MS;
  }

  /** What does not wait, after the prefix up to this decision was published. */
  published(decision: number): void {
    this.#isDue = true;
    this.#try(() => {
      this.#withdrawHidden(decision);
      const standing = this.#standing();
      if (standing !== undefined && standing.packs > PACKS_MAX.atOnce) this.#repack(standing);
    });
  }

  /**
   * One thing that waited until there is nothing else to do; whether there may be more. `decision`: the newest that is published;
   * `isClockRight`: whether what is old may be dropped.
   */
  idle(decision: number, isClockRight: () => boolean): boolean {
    const nowMs = this.#parts.clock().getTime();
    if (nowMs < this.#retryAtMs || !this.#isDue && nowMs < Math.min(this.#collectAtMs, this.#wholeAtMs)) return false;
    return this.#try(() => {
      if (nowMs >= this.#wholeAtMs) this.#checked = 0;
      if (this.#checked < decision) this.#withdrawHidden(decision);
      if (nowMs >= this.#wholeAtMs) this.#wholeAtMs = Infinity;
      const standing = this.#standing();
      // First what makes room: the others need some.
      if (standing !== undefined && nowMs >= this.#collectAtMs) this.#collect(isClockRight());
      else if (hasWithdrawn(this.#of)) this.#purge();
      else if (standing !== undefined && standing.packs > PACKS_MAX.idle) this.#repack(standing);
      else return this.#isDue = false;
      return true;
    }) ?? false;
  }

  #standing(): PublishedState | undefined {
    const head = this.#parts.store.newestHead(this.#of.audience);
    return head === undefined ? undefined : standingOf(this.#of, head);
  }

  #withdrawHidden(decision: number): void {
    const { db, store, onEvent } = this.#parts;
    const { audience } = this.#of;
    const hidden = hiddenSince(db, this.#checked);
    const since = hidden === null ? [] : editionsSince(db, audience, hidden.first);
    const there = new Set(since.length === 0 ? [] : numbersOf(this.#of, 'manifests'));
    const shown = editionsThatShow(this.#of, since.filter((edition) => there.has(edition)), hidden?.ids ?? []);
    if (shown.length > 0) {
      const standing = this.#standing()!;
      // A roll-back to one of them ends here.
      if (shown.includes(standing.edition)) activate(store, { audience, edition: standing.newest, now: this.#timeAfter(standing) });
      this.#purgeFrom = hasWithdrawn(this.#of) ? Math.min(this.#purgeFrom, since[0]!) : since[0]!;
      withdraw(this.#of, shown, store.sound);
      onEvent({ kind: 'Edition:Withdraw', editions: shown.length });
    }
    this.#checked = decision;
  }

  /** What may not be shown is withdrawn though the clock is not believed: then the head follows at once on the one before. */
  #timeAfter({ activated }: PublishedState): Date {
    const { db, clock } = this.#parts;
    return clockFault(db, receivedOf(clock())) === null ? clock() : activated;
  }

  /** Packs that nobody needs then are collected next. */
  #purge(): void {
    purge(this.#parts.store, { audience: this.#of.audience, from: this.#purgeFrom });
    this.#purgeFrom = 1;
    this.#collectAtMs = 0;
  }

  #repack({ newest }: PublishedState): void {
    const { store, onEvent, clock } = this.#parts;
    const startedMs = clock().getTime();
    const repacked = repack(store, { audience: this.#of.audience, editions: [newest] });
    onEvent({ kind: 'Edition:Repack', edition: newest, ms: clock().getTime() - startedMs, ...repacked });
  }

  #collect(isClockRight: boolean): void {
    const { db, clock, retention, onEvent, collectable, sweepPayloads } = this.#parts;
    const now = clock();
    // When it fails the others have their turn before it comes again.
    this.#collectAtMs = now.getTime() + 2 * RETRY_MS;
    const isDone = isClockRight && collectable(() => {
      sweepPayloads(now);
      const { editions, packs, bytes, damage } = this.#collector.collect(now, retention, (heads) => recordHeads(db, heads));
      if (editions.length > 0 || packs > 0) onEvent({ kind: 'Edition:Collect', editions: editions.length, packs, bytes });
      if (damage !== null) onEvent({ kind: 'Upkeep:Fail', message: damage.message });
    });
    this.#collectAtMs = now.getTime() + (isDone ? COLLECT_MS : RETRY_MS);
  }

  #try<Result>(work: () => Result): Result | undefined {
    const { clock, onEvent } = this.#parts;
    try {
      return work();
    } catch (error) {
      this.#retryAtMs = clock().getTime() + RETRY_MS;
      onEvent({ kind: 'Upkeep:Fail', message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }
}
