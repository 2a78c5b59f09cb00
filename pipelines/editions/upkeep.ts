/**
 * Upkeep: maintenance of published editions. Editions with roots that are hidden now, or with personal data that are withheld now, are
 * withdrawn at once; an edition in too many packs is repacked; editions beyond retention are dropped, with unused files and with payloads
 * that no submission names. Nothing is removed while the data folder is not sound (publisher/sound.ts).
 *
 * A failure is reported and retried later; it never prevents a publication. Upkeep never changes the content of a remaining edition.
 * Not here: the work itself (publisher/write/), the time for it (conductor/conductor.ts).
 */
import type { Audience, AudienceFolder } from '../../publisher/format/layout.ts';
import { numbersOf, standingOf, type PublishedState } from '../../publisher/read/heads.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { Collector } from '../../publisher/write/collect.ts';
import { repack, type Repacked } from '../../publisher/write/repack.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import { documentsShow, editionsThatShow, hasWithdrawn, purge, showsProperties, withdraw } from '../../publisher/write/withdraw.ts';
import { seriesOf } from '../../schemas/names.ts';
import type { State } from '../state/database/database.ts';
import { clockFault, receivedOf } from '../state/folder/clock.ts';
import { showsPersonalData } from '../state/redact/personal-data.ts';
import { decisionBefore, editionsSince, exposedSince, hiddenSince, type HiddenIn } from '../state/register/hidden.ts';
import { pointOf } from '../state/register/edition-points.ts';
import { recordHeads } from '../state/register/recorded-heads.ts';

/** Number of packs of an edition above which it is repacked: when idle, and at once. */
const PACKS_MAX = { idle: 32, atOnce: 128 } as const;
/** The collection of the only type with `privacyGevoelig`. */
const SENSITIVE_SERIES = seriesOf('LocatieActiviteit');
const COLLECT_MS = 3_600_000;
const RETRY_MS = 60_000;
/** Delay of the full check after the start, so that a first write does not wait for it. */
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
  /** Runs `work`, which drops editions, unless a process relies on them. Returns whether it ran. */
  readonly collectable: (work: () => void) => boolean;
  /** Removes payloads that no submission names. */
  readonly sweepPayloads: (now: Date) => void;
}

export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #of: AudienceFolder;
  readonly #collector: Collector;
  /** The decision up to which hidden roots are withdrawn. */
  #checked: number;
  /** When all decisions are checked once more, from the first. */
  #wholeAtMs: number;
  /** The first pack that may have withdrawn content, as far as known. */
  #purgeFrom = 1;
  /** Whether there may be work: at the start, and after a publication. */
  #isDue = true;
  #collectAtMs = 0;
  #retryAtMs = 0;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#of = { folder: parts.store.folder, audience: parts.audience };
    this.#collector = new Collector(parts.store, parts.audience);
    // The last process may have ended before the upkeep of its last edition, but not of earlier ones.
    this.#checked = decisionBefore(parts.db, parts.audience);
    this.#wholeAtMs = parts.clock().getTime() + WHOLE_MS;
  }

  /** Does the urgent work after the publication of this decision. */
  published(decision: number): void {
    this.#isDue = true;
    this.#try(() => {
      this.#withdrawHidden(decision);
      const standing = this.#standing();
      if (standing !== undefined && standing.packs > PACKS_MAX.atOnce) this.#repack(standing);
    });
  }

  /**
   * Does one unit of work that waited for idle time; returns whether there may be more. `decision`: the newest published decision;
   * `isClockRight`: whether the clock is trusted, so that old editions may be dropped.
   */
  idle(decision: number, isClockRight: () => boolean): boolean {
    const nowMs = this.#parts.clock().getTime();
    if (nowMs < this.#retryAtMs || !this.#isDue && nowMs < Math.min(this.#collectAtMs, this.#wholeAtMs)) return false;
    return this.#try(() => {
      if (nowMs >= this.#wholeAtMs) this.#checked = 0;
      if (this.#checked < decision) this.#withdrawHidden(decision);
      if (nowMs >= this.#wholeAtMs) this.#wholeAtMs = Infinity;
      const standing = this.#standing();
      // Collection comes first: it makes room on disk, which the other work needs.
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

  /** Withdraws the editions of the public that show what is hidden now. The full audience sees all, so its editions stay. */
  #withdrawHidden(decision: number): void {
    const { db, store, onEvent } = this.#parts;
    if (this.#of.audience === 'full') {
      this.#checked = decision;
      return;
    }
    const { audience } = this.#of;
    const hidden = hiddenSince(db, this.#checked);
    const first = hidden.reduce((least, one) => Math.min(least, one.first), Infinity);
    const since = hidden.length === 0 ? [] : editionsSince(db, audience, first);
    const there = new Set(since.length === 0 ? [] : numbersOf(this.#of, 'manifests'));
    const withHidden = this.#showing(since.filter((edition) => there.has(edition)), hidden);
    const shown = [...new Set([...withHidden, ...this.#exposing()])].sort((one, other) => one - other);
    if (shown.length > 0) {
      const standing = this.#standing()!;
      // A roll-back to a withdrawn edition ends here.
      if (shown.includes(standing.edition)) activate(store, { audience, edition: standing.newest, now: this.#timeAfter(standing) });
      const from = Math.min(since[0] ?? Infinity, shown[0]!);
      this.#purgeFrom = hasWithdrawn(this.#of) ? Math.min(this.#purgeFrom, from) : from;
      withdraw(this.#of, shown, store.sound);
      onEvent({ kind: 'Edition:Withdraw', editions: shown.length });
    }
    this.#checked = decision;
  }

  /** Returns those of these editions that show something hidden, and not a public object with its id. */
  #showing(editions: readonly number[], hidden: readonly HiddenIn[]): readonly number[] {
    const { db } = this.#parts;
    const idsAt = new Map<string, { readonly ids: readonly string[]; readonly editions: number[] }>();
    for (const edition of editions) {
      const point = pointOf(db, { audience: this.#of.audience, edition });
      const ids = hidden.flatMap((one) => (point === undefined ? one.ids : one.shownAfter(point.decision)));
      const key = JSON.stringify(ids);
      const same = idsAt.get(key);
      if (same === undefined) idsAt.set(key, { ids, editions: [edition] });
      else same.editions.push(edition);
    }
    const named = [...idsAt.values()].filter(({ ids }) => ids.length > 0);
    const shown = new Set(named.flatMap((one) => editionsThatShow(this.#of, one.editions, one.ids)));
    const parts = hidden.filter(({ root, ids }) => ids[0] !== root);
    for (const edition of parts.length === 0 ? [] : editions) {
      if (shown.has(edition)) continue;
      const isShown = parts.some(({ root, type, ids }) => documentsShow(this.#of, edition, { series: seriesOf(type), root, ids }));
      if (isShown) shown.add(edition);
    }
    return [...shown];
  }

  /** Returns the editions with personal data of roots that are sensitive now. A rebuilt edition lacks these data. */
  #exposing(): readonly number[] {
    const { db } = this.#parts;
    const exposed = exposedSince(db, this.#checked);
    if (exposed.length === 0) return [];
    return numbersOf(this.#of, 'manifests').filter((edition) => {
      const point = pointOf(db, { audience: this.#of.audience, edition });
      return point !== undefined && exposed.some(({ id, isExposedAfter }) => isExposedAfter(point.decision)
        && showsProperties(this.#of, edition, { series: SENSITIVE_SERIES, id, isSuch: showsPersonalData }));
    });
  }

  /** Returns the time for the new head. Withdrawal never waits for a trusted clock: with a wrong one the head gets the time of the last head. */
  #timeAfter({ activated }: PublishedState): Date {
    const { db, clock } = this.#parts;
    return clockFault(db, receivedOf(clock())) === null ? clock() : activated;
  }

  /** Purges withdrawn content. Packs that become unused are collected next. */
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
    // After a failure the other work has its turn before the next attempt.
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
