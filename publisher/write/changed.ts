/**
 * Changed: counts per series the objects that an edition adds, changes and ends, compared with its parent, by the rows that are added and
 * removed. An object is added when it is valid now and was not before, ended when it was and is not. Any other difference is a change,
 * also in past or future validity.
 */
import { SERIES } from '../../schemas/names.ts';
import type { ChangeCounts, Changed } from '../format/manifest.ts';
import type { DerivedRow } from './input.ts';

/** Flags of an object: a row was added to the series of what is valid now, or removed from that series. */
const CAME = 1;
const WENT = 2;

export class ChangeCounter {
  /** Per series, by id. */
  readonly #objects = SERIES.map(() => new Map<string, number>());

  add({ target, order: { id } }: Pick<DerivedRow, 'target' | 'order'>, isRemoval: boolean): void {
    const objects = this.#objects[target >> 1]!;
    const isNow = (target & 1) === 0;
    objects.set(id, (objects.get(id) ?? 0) | (isNow ? isRemoval ? WENT : CAME : 0));
  }

  counts(): Changed {
    return Object.fromEntries(SERIES.flatMap((name, index) => {
      const objects = this.#objects[index]!;
      return objects.size === 0 ? [] : [[name, countsOf(objects)]];
    }));
  }
}

function countsOf(objects: ReadonlyMap<string, number>): ChangeCounts {
  let [added, changed, ended] = [0, 0, 0];
  for (const seen of objects.values()) {
    if (seen === CAME) added += 1;
    else if (seen === WENT) ended += 1;
    else changed += 1;
  }
  return [added, changed, ended];
}
