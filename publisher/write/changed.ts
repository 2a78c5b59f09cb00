/**
 * Changed: how many objects of each series an edition adds, changes and ends against its parent, told by which rows come
 * and go. An object is added when it is valid now and was not, ended when it was and is not; any other difference, in what
 * was or will be valid too, is a change.
 */
import { SERIES } from '../../schemas/names.ts';
import type { ChangeCounts, Changed } from '../format/manifest.ts';
import type { DerivedRow } from './input.ts';

/** What came to *now* or went from it. */
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
