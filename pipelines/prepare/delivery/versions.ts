/**
 * Versions: the roots of a delivery that have one id and one type. Each is a version of the object, told apart by its
 * `beginGeldigheid`, whatever their order in the file.
 *
 * Memory: a begin and a sum for each root; more only for objects that have several versions.
 */
import type { EarlierObject, Finding, ObjectVerdict, Text } from '../../../schemas/finding.ts';
import { inFeature } from '../../../schemas/model/feature.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { kindOf } from '../../../schemas/names.ts';
import { DELIVERY_WORDS } from '../../../schemas/rule-words/delivery.ts';
import { shownId, withRemark } from '../../../schemas/shown-values.ts';
import type { Moment } from '../../../schemas/time.ts';

/** The rule on versions of one object that begin at the same moment. */
export const SAME_BEGIN = 'id.zelfde-begin';
/** The rule on a version beyond the limit. */
export const TOO_MANY_VERSIONS = 'id.te-veel-versies';

export interface Version {
  /** Number of the root among those of the delivery. */
  readonly root: number;
  readonly line: number;
  /** Undefined: it has none that can be read, so it is refused anyway. */
  readonly begin: Moment | undefined;
  /** Equal for roots of the same content. */
  readonly sum: number;
}

/** How a root compares with the versions of its object before it. */
export interface Beside {
  /** Whether there is any version before it. */
  readonly isVersion: boolean;
  /** The version of which it is a copy. */
  readonly copied: Version | undefined;
  /** The first version with another content that begins at the same moment. */
  readonly rival: Version | undefined;
  /** The versions that have a rival now, and had none before. */
  readonly contested: readonly Version[];
  /** Whether the delivery has as many versions of the object already as it may. */
  readonly isBeyond: boolean;
}

const ALONE: Beside = { isVersion: false, copied: undefined, rival: undefined, contested: [], isBeyond: false };

/** The versions of an object that begin at one moment. */
interface Begun {
  readonly all: Version[];
  /** The first whose content is not that of the first of all. */
  other: Version | undefined;
}

export class Versions {
  /** Begin and sum, by turns, of each root; NaN: no begin. */
  readonly #facts: number[] = [];
  /** By the number of the first root of an object: all its versions, by their begin, when they are several. */
  readonly #several = new Map<number, Map<Moment | undefined, Begun>>();

  /** Adds a root; `first`: number and line of the first root of its id and type, undefined when it is that itself. */
  add(version: Version, first: Pick<Version, 'root' | 'line'> | undefined): Beside {
    this.#facts[2 * version.root] = version.begin ?? NaN;
    this.#facts[2 * version.root + 1] = version.sum;
    if (first === undefined) return ALONE;
    const versions = this.#versionsAfter(first);
    const begun = versions.get(version.begin);
    if (begun !== undefined) return { isVersion: true, isBeyond: false, ...besideThose(begun, version) };
    const isBeyond = versions.size >= LIMITS.versionsPerObjectMax;
    if (!isBeyond) versions.set(version.begin, { all: [version], other: undefined });
    return { isVersion: true, isBeyond, copied: undefined, rival: undefined, contested: [] };
  }

  /** All versions of the objects that have several. */
  get several(): readonly Version[] {
    return [...this.#several.values()].flatMap((versions) => [...versions.values()].flatMap(({ all }) => all));
  }

  /** The versions of the object of which this is the first root. */
  #versionsAfter(root: Pick<Version, 'root' | 'line'>): Map<Moment | undefined, Begun> {
    const known = this.#several.get(root.root);
    if (known !== undefined) return known;
    const first = this.#versionOf(root);
    const versions = new Map<Moment | undefined, Begun>([[first.begin, { all: [first], other: undefined }]]);
    this.#several.set(root.root, versions);
    return versions;
  }

  #versionOf({ root, line }: Pick<Version, 'root' | 'line'>): Version {
    const [begin, sum] = [this.#facts[2 * root]!, this.#facts[2 * root + 1]!];
    return { root, line, begin: Number.isNaN(begin) ? undefined : begin as Moment, sum };
  }
}

/** Adds a version to those that begin when it does. An export that gives one id to all its objects has a million of them. */
function besideThose(begun: Begun, version: Version): Omit<Beside, 'isVersion' | 'isBeyond'> {
  const { all, other } = begun;
  const first = all[0]!;
  const rival = version.begin === undefined ? undefined : first.sum === version.sum ? other : first;
  const contested = other === undefined && rival !== undefined ? [...all] : [];
  if (contested.length > 0) begun.other = version;
  all.push(version);
  return { copied: version.begin === undefined || rival !== undefined ? undefined : first, rival, contested };
}

/** The finding of a root that is followed by a version of its object with the same begin; `other`: where that stands. */
export function sameBegin({ id, entityType, pointer, isFeature = false }: ObjectVerdict, other: Pick<EarlierObject, 'line' | 'pointer'>): Finding {
  const { message, mend } = DELIVERY_WORDS[SAME_BEGIN];
  const [type, ids] = [entityType ?? '', id === null ? {} : { objectId: shownId(id), rootId: shownId(id) }];
  return {
    rule: SAME_BEGIN, severity: 'error', pointer: pointer + (isFeature ? inFeature('/beginGeldigheid', type) : '/beginGeldigheid'), ...ids,
    ...(kindOf(type) === undefined ? {} : { objectType: type }), message: withRemark(message, otherAt(other)), mend,
  };
}

/** Where the other version stands, in words. */
export function otherAt({ line, pointer }: Pick<EarlierObject, 'line' | 'pointer'>): Text {
  const place = [line, ...(pointer === '' ? [] : [pointer])].join(', ');
  return { nl: `; de andere staat op regel ${place}`, en: `; the other is on line ${place}` };
}
