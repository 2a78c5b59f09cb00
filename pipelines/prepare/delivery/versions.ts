/**
 * Versions: the roots of a delivery that have one id and one type. Each is a version of the object, told apart by its
 * `beginGeldigheid`, whatever their order in the file.
 *
 * Memory: a begin and a sum for each root; more only for objects that have several versions.
 */
import type { Earlier, Finding, ObjectVerdict, Text } from '../../../schemas/finding.ts';
import { inFeature } from '../../../schemas/model/feature.ts';
import { kindOf } from '../../../schemas/names.ts';
import { DELIVERY_WORDS } from '../../../schemas/rule-words/delivery.ts';
import { shownId, withRemark } from '../../../schemas/shown.ts';
import type { Moment } from '../../../schemas/time.ts';

/** Of versions of one object that begin at the same moment. */
export const SAME_BEGIN = 'id.zelfde-begin';

export interface Version {
  /** Number of the root among those of the delivery. */
  readonly root: number;
  readonly line: number;
  /** Undefined: it has none that can be read, so it is refused anyway. */
  readonly begin: Moment | undefined;
  /** Equal for roots of the same content. */
  readonly sum: number;
}

/** What a root is beside the versions of its object before it. */
export interface Beside {
  /** Whether there is any version before it. */
  readonly isVersion: boolean;
  /** The version of which it is a copy. */
  readonly copied: Version | undefined;
  /** The versions with another content that begin at the same moment. */
  readonly rivals: readonly Version[];
}

const ALONE: Beside = { isVersion: false, copied: undefined, rivals: [] };

export class Versions {
  /** Begin and sum, by turns, of each root; NaN: no begin. */
  readonly #facts: number[] = [];
  /** By the number of the first root of an object: all its versions, when they are several. */
  readonly #several = new Map<number, Version[]>();

  /** Adds a root; `first`: number and line of the first root of its id and type, undefined when it is that itself. */
  add(version: Version, first: Pick<Version, 'root' | 'line'> | undefined): Beside {
    this.#facts[2 * version.root] = version.begin ?? NaN;
    this.#facts[2 * version.root + 1] = version.sum;
    if (first === undefined) return ALONE;
    const before = this.#several.get(first.root) ?? [this.#versionOf(first)];
    this.#several.set(first.root, [...before, version]);
    const same = version.begin === undefined ? [] : before.filter(({ begin }) => begin === version.begin);
    const rivals = same.filter(({ sum }) => sum !== version.sum);
    return { isVersion: true, copied: rivals.length > 0 ? undefined : same[0], rivals };
  }

  /** All versions of the objects that have several. */
  get several(): readonly Version[] {
    return [...this.#several.values()].flat();
  }

  #versionOf({ root, line }: Pick<Version, 'root' | 'line'>): Version {
    const [begin, sum] = [this.#facts[2 * root]!, this.#facts[2 * root + 1]!];
    return { root, line, begin: Number.isNaN(begin) ? undefined : begin as Moment, sum };
  }
}

/** The finding of a root that is followed by a version of its object with the same begin; `other`: where that stands. */
export function sameBegin({ id, entityType, pointer, isFeature = false }: ObjectVerdict, other: Pick<Earlier, 'line' | 'pointer'>): Finding {
  const { message, mend } = DELIVERY_WORDS[SAME_BEGIN];
  const [type, ids] = [entityType ?? '', id === null ? {} : { objectId: shownId(id), rootId: shownId(id) }];
  return {
    rule: SAME_BEGIN, severity: 'error', pointer: pointer + (isFeature ? inFeature('/beginGeldigheid', type) : '/beginGeldigheid'), ...ids,
    ...(kindOf(type) === undefined ? {} : { objectType: type }), message: withRemark(message, otherAt(other)), mend,
  };
}

/** Where the other version stands, in words. */
export function otherAt({ line, pointer }: Pick<Earlier, 'line' | 'pointer'>): Text {
  const place = [line, ...(pointer === '' ? [] : [pointer])].join(', ');
  return { nl: `; de andere staat op regel ${place}`, en: `; the other is on line ${place}` };
}
