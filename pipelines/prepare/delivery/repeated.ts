/**
 * Repeated: selects the objects of a root whose repeated id is reported. An object that was copied with its nested objects is one mistake,
 * so only the outermost object is reported.
 */
import type { FindingText } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { DELIVERY_WORDS, SAME_OBJECT } from '../../../schemas/rule-words/delivery.ts';
import { withRemark } from '../../../schemas/shown-values.ts';

export interface Repeated {
  /** Index of the object in its root. */
  readonly index: number;
  /** Number of its nested objects with a repeated id. */
  readonly inside: number;
}

/** Selects the outermost objects. `indexes` has all objects with a repeated id, in order; `objects` gives the root's objects on demand. */
export function outermostOf(indexes: readonly number[], objects: () => readonly ModelObject[]): readonly Repeated[] {
  const [first = 0] = indexes;
  // The root contains all its objects.
  if (indexes.length <= 1 || first === 0) return [{ index: first, inside: indexes.length - 1 }];
  const all = objects();
  const inside = new Map<ModelObject, number>();
  const outermost: number[] = [];
  for (const index of indexes) {
    const ancestor = ancestorIn(inside, all[index]);
    if (ancestor === undefined) outermost.push(index);
    inside.set(ancestor ?? all[index]!, ancestor === undefined ? 0 : inside.get(ancestor)! + 1);
  }
  return outermost.map((index) => ({ index, inside: inside.get(all[index]!)! }));
}

/** The nearest ancestor that the map has. */
function ancestorIn(candidates: ReadonlyMap<ModelObject, number>, object: ModelObject | undefined): ModelObject | undefined {
  let at = object?.parent;
  while (at !== undefined && !candidates.has(at)) at = at.parent;
  return at;
}

/** The words for an object with a repeated id, and `inside` nested objects with repeated ids; `isSame`: the objects are equal. */
export function repeatedWords({ inside, isSame }: { readonly inside: number; readonly isSame: boolean }): FindingText {
  if (isSame) return SAME_OBJECT;
  const words = DELIVERY_WORDS['id.dubbel'];
  if (inside === 0) return words;
  const remark = inside === 1
    ? { nl: '; zo ook één id in dit object', en: '; one id in this object is repeated too' }
    : { nl: `; zo ook ${inside} id’s in dit object`, en: `; ${inside} ids in this object are repeated too` };
  return { ...words, message: withRemark(words.message, remark) };
}
