/**
 * Predecessor: the version that a later one is compared with, and what it changed is told of. It follows from the periods of
 * the versions alone, so who writes and who reads need not agree otherwise.
 */
import type { VersionKey } from './versions.ts';

/** The periods of a version, as VersionEntry has them. */
export type VersionPeriods = Pick<VersionKey, 'recordedFrom' | 'validFrom'> & { readonly recordedUntil: number };

/**
 * Of the versions that were recorded just before a version was, or that were last when none was: the one that it corrects (the
 * same begin), else the one that it follows, else the one that it precedes. Undefined: it is the first.
 */
export function predecessorOf<Version extends VersionPeriods>(version: VersionPeriods, all: readonly Version[]): Version | undefined {
  const { recordedFrom, validFrom } = version;
  const earlier = all.filter((one) => one.recordedFrom < recordedFrom);
  const last = earlier.reduce((moment, { recordedUntil }) => Math.max(moment, Math.min(recordedUntil, recordedFrom)), -Infinity);
  const held = earlier.filter(({ recordedUntil }) => recordedUntil >= last).sort((left, right) => left.validFrom - right.validFrom);
  return held.findLast((one) => one.validFrom <= validFrom) ?? held[0];
}
