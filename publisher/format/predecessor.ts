/**
 * Predecessor: the version with which a later version is compared to list its changed fields. It follows from the periods of the versions
 * alone, so writers and readers agree without storing it.
 */
import type { VersionKey } from './version-nodes.ts';

/** The periods of a version, as VersionEntry has them. */
export type VersionPeriods = Pick<VersionKey, 'recordedFrom' | 'validFrom'> & { readonly recordedUntil: number };

/**
 * Candidates are the versions current just before this one was recorded, or the last ones when none was. Returns the candidate that this
 * version corrects (the same begin), else the one that it follows, else the one that it precedes. Undefined for the first version.
 */
export function predecessorOf<Version extends VersionPeriods>(version: VersionPeriods, all: readonly Version[]): Version | undefined {
  const { recordedFrom, validFrom } = version;
  const earlier = all.filter((one) => one.recordedFrom < recordedFrom);
  const last = earlier.reduce((moment, { recordedUntil }) => Math.max(moment, Math.min(recordedUntil, recordedFrom)), -Infinity);
  const current = earlier.filter(({ recordedUntil }) => recordedUntil >= last).sort((left, right) => left.validFrom - right.validFrom);
  return current.findLast((one) => one.validFrom <= validFrom) ?? current[0];
}
