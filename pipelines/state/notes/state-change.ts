/**
 * State change: compares the current versions of a root before and after an order (schemas/orders.ts), which brings no document.
 * Not here: whether the root ends (decide/drift.ts), the fields that differ (effects.ts).
 */
import type { Moment } from '../../../schemas/time.ts';
import { newestOf, type CurrentVersion } from '../register/history.ts';

export interface StateChange {
  /** A root that is valid again, or a change of past versions only. Undefined for other changes, which each kind of order names itself. */
  readonly effect: 'revived' | 'onlyPast' | undefined;
  /** The newest version that the other state does not have; else the newest version. */
  readonly before: CurrentVersion | undefined;
  readonly after: CurrentVersion | undefined;
}

/** Compares two states of a root. States without any difference have no effect: such a root only gets another holder. */
export function stateChange(before: readonly CurrentVersion[], after: readonly CurrentVersion[], now: Moment): StateChange {
  const [gone, made] = [without(before, after), without(after, before)];
  const pair = { before: newestOf(gone) ?? newestOf(before), after: newestOf(made) ?? newestOf(after) };
  if (gone.length + made.length === 0) return { effect: undefined, ...pair };
  const [aheadBefore, aheadAfter] = [aheadOf(before, now), aheadOf(after, now)];
  if (aheadBefore.length === 0 && aheadAfter.length > 0) return { effect: 'revived', ...pair };
  return { effect: String(aheadBefore) === String(aheadAfter) ? 'onlyPast' : undefined, ...pair };
}

function without(some: readonly CurrentVersion[], others: readonly CurrentVersion[]): readonly CurrentVersion[] {
  const known = new Set(others.map(({ version }) => version));
  return some.filter(({ version }) => !known.has(version));
}

/** Returns the content and the period of each version from now on, in order of begin. */
function aheadOf(versions: readonly CurrentVersion[], now: Moment): readonly string[] {
  return versions.filter(({ valid: { until } }) => until === null || until > now)
    .map(({ hash, valid: { from, until } }) => `${Math.max(from, now)} ${until} ${hash}`);
}
