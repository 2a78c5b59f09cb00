/**
 * History: decides how one incoming version of a root changes the current versions.
 *
 * There are two time axes. *Valid* time says when a fact holds in the world; *recorded* time says when the register had that fact.
 * Rule: equal `beginGeldigheid` replaces that version; a later one ends the current version there; an earlier one is inserted before and
 * ends at the next begin. A correction replaces the newest version with all of its period. A handover cuts the version of its day in two.
 * An undo restores the state before a decision.
 * So, for one root at one recorded moment, a version holds from its begin until its own end or the next begin, whichever comes first.
 * Invariants:
 *  - A version is never edited or removed. It is closed, and another one is opened unless the root is withdrawn.
 *  - Valid periods of one root never overlap at one recorded moment.
 *  - Deciding is pure, so the same history can be replayed and compared.
 * Not here: SQL (state/register/register.ts); existence, holders, links (state/decide/apply.ts).
 */
import type { Moment, Period, Received } from '../../../schemas/time.ts';

/** A current version. `valid` ends at the next begin at the latest; `ownUntil` is the end that the document itself states. */
export interface CurrentVersion {
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

interface Opening<Doc> {
  readonly kind: 'open';
  readonly doc: Doc;
  readonly valid: Period;
  readonly at: Received;
}

export type VersionChange = Closing | Opening<number | 'incoming'>;

/** A change that needs no new document. */
export type RestoringChange = Closing | Opening<number>;

/** Returns the changes that record `incoming` at `at`, all closings first; empty when this version is current already. */
export function decide(current: readonly CurrentVersion[], incoming: IncomingVersion, at: Received): readonly VersionChange[] {
  return replace(current, incoming, { replaced: current.find(({ valid }) => valid.from === incoming.from), at });
}

/**
 * Returns the changes that record `incoming` in place of the newest version. The caller has checked that `incoming` begins later than the
 * version before the newest.
 */
export function correct(current: readonly CurrentVersion[], incoming: IncomingVersion, at: Received): readonly VersionChange[] {
  return replace(current, incoming, { replaced: newestOf(current), at });
}

interface Replacing {
  readonly replaced: CurrentVersion | undefined;
  readonly at: Received;
}

function replace(current: readonly CurrentVersion[], incoming: IncomingVersion, { replaced, at }: Replacing): readonly VersionChange[] {
  if (replaced?.hash === incoming.hash && replaced.valid.from === incoming.from) return [];

  const kept = current.filter((version) => version !== replaced)
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

/** Returns the changes that withdraw a root: every current version ends in recorded time, none in valid time. */
export function withdraw(current: readonly CurrentVersion[], at: Received): readonly Closing[] {
  return current.map(({ version }) => ({ kind: 'close', version, at }));
}

/** A version that a handover replaces: the period that keeps its document, or null, and the period with the new code. */
export interface HandedOver {
  readonly version: CurrentVersion;
  readonly kept: Period | null;
  readonly handed: Period;
}

/** Returns the versions that a handover from `at` on replaces: those that have not ended by then. */
export function handOver(current: readonly CurrentVersion[], at: Moment): readonly HandedOver[] {
  return current.filter(({ valid: { until } }) => until === null || until > at).map((version) => {
    const { from, until } = version.valid;
    return from < at ? { version, kept: { from, until: at }, handed: { from: at, until } } : { version, kept: null, handed: version.valid };
  });
}

/** The newest version that has begun; undefined when none has. */
export function begunVersion(current: readonly CurrentVersion[], now: Moment): CurrentVersion | undefined {
  return byBegin(current).findLast(({ valid }) => valid.from <= now);
}

/** A version that is or was current, with the decision that opened it and the one that closed it. */
export interface RecordedVersion extends Pick<CurrentVersion, 'version' | 'doc' | 'hash' | 'valid'> {
  readonly decision: number;
  readonly closedBy: number | null;
}

/** Returns the versions that were current just before a decision. */
export function currentBefore(all: readonly RecordedVersion[], decision: number): readonly RecordedVersion[] {
  return all.filter((version) => version.decision < decision && (version.closedBy === null || version.closedBy >= decision));
}

/** Whether the current versions of a root differ from those just after a decision, in content or valid period. */
export function isChangedSince(all: readonly RecordedVersion[], decision: number): boolean {
  return keysOf(currentIn(all)).symmetricDifference(keysOf(currentBefore(all, decision + 1))).size > 0;
}

/**
 * Returns the changes that give a root its state of just before `decision`, all closings first; empty when it has that state. `all` has
 * every version of the root. Versions of that state that were closed are opened again, so that both states stay recorded.
 */
export function undo(all: readonly RecordedVersion[], decision: number, at: Received): readonly RestoringChange[] {
  const [now, before] = [currentIn(all), currentBefore(all, decision)];
  const [nowKeys, beforeKeys] = [keysOf(now), keysOf(before)];
  const closing = now.filter((version) => !beforeKeys.has(keyOf(version)));
  const opening = before.filter((version) => !nowKeys.has(keyOf(version)));
  return [
    ...closing.map(({ version }): RestoringChange => ({ kind: 'close', version, at })),
    ...opening.map(({ doc, valid }): RestoringChange => ({ kind: 'open', doc, valid, at })),
  ];
}

function currentIn(all: readonly RecordedVersion[]): readonly RecordedVersion[] {
  return all.filter(({ closedBy }) => closedBy === null);
}

function keysOf(versions: readonly RecordedVersion[]): ReadonlySet<string> {
  return new Set(versions.map(keyOf));
}

/** Text that is equal for versions with the same content and valid period. */
function keyOf({ hash, valid }: RecordedVersion): string {
  return `${valid.from} ${valid.until} ${hash}`;
}

/** The version with the latest begin. */
export function newestOf(current: readonly CurrentVersion[]): CurrentVersion | undefined {
  return byBegin(current).at(-1);
}

/** The version before the newest. */
export function beforeNewest(current: readonly CurrentVersion[]): CurrentVersion | undefined {
  return byBegin(current).at(-2);
}

/**
 * Returns the current version that an incoming one is compared with: the version that it corrects, else follows, else precedes.
 * An object that is equal in both keeps its `tijdstipRegistratie`.
 */
export function neighbourOf(current: readonly CurrentVersion[], from: Moment): CurrentVersion | undefined {
  const sorted = byBegin(current);
  return sorted.findLast(({ valid }) => valid.from <= from) ?? sorted[0];
}

function byBegin(current: readonly CurrentVersion[]): readonly CurrentVersion[] {
  return [...current].sort((a, b) => a.valid.from - b.valid.from);
}

function earliest(a: Moment | null, b: Moment | null): Moment | null {
  if (a === null) return b;
  return b === null || a < b ? a : b;
}
