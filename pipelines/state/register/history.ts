/**
 * History: decides how one incoming version of a root changes the versions we hold.
 *
 * Two clocks. *Valid* says when a fact holds in the world; *recorded* says when we held it to be so.
 * Rule: equal `beginGeldigheid` replaces that version; a later one ends the current version there; an earlier one
 * is inserted before and ends at the next begin. A correction replaces the newest version with all of its period.
 * So, for one root at one recorded moment, a version holds from its begin until its own end or the next begin,
 * whichever comes first.
 * Invariants:
 *  - A version is never edited or removed; it is closed and another is opened, or none when the root is withdrawn.
 *  - Valid periods of one root never overlap at one recorded moment.
 *  - Deciding is pure, so the same history can be replayed and compared.
 * Not here: SQL (state/register/register.ts); existence, holders, links (state/decide/apply.ts).
 */
import type { Moment, Period, Received } from '../../../schemas/time.ts';

/** A currently recorded version. `valid` is cut at the next begin; `ownUntil` is its document's own end. */
export interface HeldVersion {
  readonly version: number;
  readonly doc: number;
  readonly hash: string;
  readonly valid: Period;
  readonly ownUntil: Moment | null;
}

export interface IncomingVersion {
  readonly hash: string;
  readonly from: Moment;
  /** Later than `from`, or null. */
  readonly ownUntil: Moment | null;
}

export interface Closing {
  readonly kind: 'close';
  readonly version: number;
  readonly at: Received;
}

export type VersionChange =
  | Closing
  | { readonly kind: 'open'; readonly doc: number | 'incoming'; readonly valid: Period; readonly at: Received };

/** The changes that record `incoming` at `at`: all closings first; none when it is current already. */
export function decide(held: readonly HeldVersion[], incoming: IncomingVersion, at: Received): readonly VersionChange[] {
  return replace(held, incoming, { replaced: held.find(({ valid }) => valid.from === incoming.from), at });
}

/**
 * The changes that record `incoming` in place of the newest version, whatever its begin. That must be later than the begin of the
 * version before the newest: so the newest stays the newest.
 */
export function correct(held: readonly HeldVersion[], incoming: IncomingVersion, at: Received): readonly VersionChange[] {
  return replace(held, incoming, { replaced: newestOf(held), at });
}

interface Replacing {
  readonly replaced: HeldVersion | undefined;
  readonly at: Received;
}

function replace(held: readonly HeldVersion[], incoming: IncomingVersion, { replaced, at }: Replacing): readonly VersionChange[] {
  if (replaced?.hash === incoming.hash && replaced.valid.from === incoming.from) return [];

  const kept = held.filter((version) => version !== replaced)
    .map(({ version, doc, valid, ownUntil }) => ({ version, doc, valid, ownUntil, from: valid.from }));
  const target = [...kept, { version: null, doc: 'incoming' as const, valid: null, ...incoming }]
    .sort((a, b) => a.from - b.from);

  const close: VersionChange[] = replaced === undefined ? [] : [{ kind: 'close', version: replaced.version, at }];
  const open: VersionChange[] = [];
  target.forEach(({ version, doc, valid, from, ownUntil }, index) => {
    const until = earliest(ownUntil, target[index + 1]?.from ?? null);
    if (valid !== null && valid.until === until) return;
    if (version !== null) close.push({ kind: 'close', version, at });
    open.push({ kind: 'open', doc, valid: { from, until }, at });
  });
  return [...close, ...open];
}

/** The changes that withdraw a root: every version that is held ends in the recorded time, none in the valid time. */
export function withdraw(held: readonly HeldVersion[], at: Received): readonly Closing[] {
  return held.map(({ version }) => ({ kind: 'close', version, at }));
}

/** The version with the latest begin. */
export function newestOf(held: readonly HeldVersion[]): HeldVersion | undefined {
  return byBegin(held).at(-1);
}

/** The version before the newest. */
export function beforeNewest(held: readonly HeldVersion[]): HeldVersion | undefined {
  return byBegin(held).at(-2);
}

/**
 * The held version with which an incoming one is compared object by object: the one it corrects, else the
 * one it follows, else the one it precedes. An object equal there keeps its `tijdstipRegistratie`.
 */
export function neighbourOf(held: readonly HeldVersion[], from: Moment): HeldVersion | undefined {
  const sorted = byBegin(held);
  return sorted.findLast(({ valid }) => valid.from <= from) ?? sorted[0];
}

function byBegin(held: readonly HeldVersion[]): readonly HeldVersion[] {
  return [...held].sort((a, b) => a.valid.from - b.valid.from);
}

function earliest(a: Moment | null, b: Moment | null): Moment | null {
  if (a === null) return b;
  return b === null || a < b ? a : b;
}
