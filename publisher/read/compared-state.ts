/**
 * Compared state: the state of the register at one end of a comparison: an edition, or the empty register before the first.
 * Not here: finding the differences (differences.ts), the words for an end that is not stored any more.
 */
import type { Moment } from '../../schemas/time.ts';
import type { Activated, Edition } from './types.ts';

/** Names an end: an edition by its number, 0 for the empty register; or the edition that was active at a moment. */
export type ComparedEnd = { readonly number: number } | { readonly moment: Moment };

export interface ComparedState {
  /** Number of the edition; 0: before the first edition. */
  readonly number: number;
  /** When its edition became available; null: before the first edition. */
  readonly since: Date | null;
  readonly edition: Edition | null;
}

export const EMPTY_REGISTER: ComparedState = { number: 0, since: null, edition: null };

export function stateOf({ edition, activated }: Pick<Activated, 'edition' | 'activated'>): ComparedState {
  return { number: edition.number, since: activated, edition };
}

/** Returns how the second state relates to the first: equal in content, earlier, or later. */
export function relationOf(before: ComparedState, after: ComparedState): 'same' | 'earlier' | 'later' {
  if (before.edition?.contentId === after.edition?.contentId) return 'same';
  return (before.since?.getTime() ?? 0) > (after.since?.getTime() ?? 0) ? 'earlier' : 'later';
}
