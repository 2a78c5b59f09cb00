/**
 * Versions: roots of a delivery with equal id and type are versions of one object. Their `beginGeldigheid` distinguishes them, whatever
 * their order in the file.
 *
 * Memory: a begin and a checksum for each root; more only for objects with several versions.
 */
import type { EarlierObject, Finding, ObjectVerdict, Text } from '../../../schemas/finding.ts';
import { inFeature } from '../../../schemas/model/feature.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { kindOf } from '../../../schemas/names.ts';
import { DELIVERY_WORDS } from '../../../schemas/rule-words/delivery.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { shownId, withRemark } from '../../../schemas/shown-values.ts';
import type { Moment } from '../../../schemas/time.ts';

/** The rule on versions of one object that begin at the same moment. */
export const SAME_BEGIN = 'id.zelfde-begin';
/** The rule on a version beyond the limit. */
export const TOO_MANY_VERSIONS = 'id.te-veel-versies';

export interface Version {
  /** Number of the root in the delivery. */
  readonly root: number;
  readonly line: number;
  /** The `beginGeldigheid`; undefined when absent or malformed, which refuses the root anyway. */
  readonly begin: Moment | undefined;
  /** A checksum of the content. */
  readonly sum: number;
}

/** The comparison of a root with earlier versions of its object. */
export interface VersionComparison {
  /** Whether there is an earlier version. */
  readonly isVersion: boolean;
  /** The version that the root copies. */
  readonly copied: Version | undefined;
  /** The first version with the same begin but other content. */
  readonly rival: Version | undefined;
  /** The earlier versions with the same begin, when this root is the first of them with other content. */
  readonly contested: readonly Version[];
  /** Whether the delivery has the maximum number of versions of the object already. */
  readonly isBeyond: boolean;
}

const ALONE: VersionComparison = { isVersion: false, copied: undefined, rival: undefined, contested: [], isBeyond: false };

/** The versions of an object that begin at one moment. */
interface SameBegin {
  readonly all: Version[];
  /** The first version whose content differs from that of the first one. */
  other: Version | undefined;
}

export class Versions {
  /** Begin and checksum of each root, alternating; NaN without a begin. */
  readonly #facts: number[] = [];
  /** The versions of each object with several, by begin. The key is the number of the object's first root. */
  readonly #several = new Map<number, Map<Moment | undefined, SameBegin>>();

  /** Adds a root. `first` has number and line of the first root with its id and type; undefined when the root is the first. */
  add(version: Version, first: Pick<Version, 'root' | 'line'> | undefined): VersionComparison {
    this.#facts[2 * version.root] = version.begin ?? NaN;
    this.#facts[2 * version.root + 1] = version.sum;
    if (first === undefined) return ALONE;
    const versions = this.#versionsAfter(first);
    const sameBegin = versions.get(version.begin);
    if (sameBegin !== undefined) return { isVersion: true, isBeyond: false, ...compared(sameBegin, version) };
    const isBeyond = versions.size >= LIMITS.versionsPerObjectMax;
    if (!isBeyond) versions.set(version.begin, { all: [version], other: undefined });
    return { isVersion: true, isBeyond, copied: undefined, rival: undefined, contested: [] };
  }

  /** All versions of the objects that have several. */
  get several(): readonly Version[] {
    return [...this.#several.values()].flatMap((versions) => [...versions.values()].flatMap(({ all }) => all));
  }

  /** The versions of the object with this first root. */
  #versionsAfter(root: Pick<Version, 'root' | 'line'>): Map<Moment | undefined, SameBegin> {
    const existing = this.#several.get(root.root);
    if (existing !== undefined) return existing;
    const first = this.#versionOf(root);
    const versions = new Map<Moment | undefined, SameBegin>([[first.begin, { all: [first], other: undefined }]]);
    this.#several.set(root.root, versions);
    return versions;
  }

  #versionOf({ root, line }: Pick<Version, 'root' | 'line'>): Version {
    const [begin, sum] = [this.#facts[2 * root]!, this.#facts[2 * root + 1]!];
    return { root, line, begin: Number.isNaN(begin) ? undefined : begin as Moment, sum };
  }
}

/** Adds a version to those with the same begin, which may be a million in an export with one id for all objects. */
function compared(sameBegin: SameBegin, version: Version): Omit<VersionComparison, 'isVersion' | 'isBeyond'> {
  const { all, other } = sameBegin;
  const first = all[0]!;
  const rival = version.begin === undefined ? undefined : first.sum === version.sum ? other : first;
  const contested = other === undefined && rival !== undefined ? [...all] : [];
  if (contested.length > 0) sameBegin.other = version;
  all.push(version);
  return { copied: version.begin === undefined || rival !== undefined ? undefined : first, rival, contested };
}

/** The finding on a root that a later version with the same begin contests; `other` is the location of the later version. */
export function contestedFinding(
  { id, entityType, pointer, isFeature = false }: ObjectVerdict, other: Pick<EarlierObject, 'line' | 'pointer'>,
): Finding {
  const { message, mend } = DELIVERY_WORDS[SAME_BEGIN];
  const [type, ids] = [entityType ?? '', id === null ? {} : { objectId: shownId(id), rootId: shownId(id) }];
  return {
    ...ofRule(SAME_BEGIN), pointer: pointer + (isFeature ? inFeature('/beginGeldigheid', type) : '/beginGeldigheid'), ...ids,
    ...(kindOf(type) === undefined ? {} : { objectType: type }), message: withRemark(message, otherAt(other)), mend,
  };
}

/** The location of the other version, in words. */
export function otherAt({ line, pointer }: Pick<EarlierObject, 'line' | 'pointer'>): Text {
  const location = [line, ...(pointer === '' ? [] : [pointer])].join(', ');
  return { nl: `; de andere staat op regel ${location}`, en: `; the other is on line ${location}` };
}
