/**
 * History: decides how one incoming version of a root changes the versions we hold.
 *
 * Two clocks. *Valid* says when a fact holds in the world; *recorded* says when we held it to be so.
 * Rule (design 7): equal `beginGeldigheid` is a correction; a later one ends the held version there; an
 * earlier one is inserted before and ends at the next begin. So, for one root at one recorded moment, a
 * version holds from its begin until its own end or the next begin, whichever comes first.
 * Invariants:
 *  - A version is never edited or removed; it is closed and another is opened, or none when the root is withdrawn.
 *  - Valid periods of one root never overlap at one recorded moment.
 *  - Deciding is pure, so the same history can be replayed and compared.
 * Not here: SQL (state/register.ts); existence, holders, links (state/apply.ts).
 */
import type { Moment, Period, Received } from '../schemas/time.ts';

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

/** The changes that record `incoming` at `at`: all closings first; none when it is what we hold already. */
export function decide(
  held: readonly HeldVersion[], incoming: IncomingVersion, at: Received,
): readonly VersionChange[] {
  const corrected = held.find(({ valid }) => valid.from === incoming.from);
  if (corrected?.hash === incoming.hash) return [];

  const kept = held.filter((version) => version !== corrected)
    .map(({ version, doc, valid, ownUntil }) => ({ version, doc, valid, ownUntil, from: valid.from }));
  const target = [...kept, { version: null, doc: 'incoming' as const, valid: null, ...incoming }]
    .sort((a, b) => a.from - b.from);

  const close: VersionChange[] = corrected === undefined ? [] : [{ kind: 'close', version: corrected.version, at }];
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

/**
 * The held version with which an incoming one is compared object by object: the one it corrects, else the
 * one it follows, else the one it precedes. An object equal there keeps its `tijdstipRegistratie`.
 */
export function neighbourOf(held: readonly HeldVersion[], from: Moment): HeldVersion | undefined {
  const byBegin = [...held].sort((a, b) => a.valid.from - b.valid.from);
  return byBegin.findLast(({ valid }) => valid.from <= from) ?? byBegin[0];
}

function earliest(a: Moment | null, b: Moment | null): Moment | null {
  if (a === null) return b;
  return b === null || a < b ? a : b;
}
