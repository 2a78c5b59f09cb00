/**
 * Repeated: which of the objects of a root with an id that another object has are told of. An object that was copied with
 * all that is in it is one mistake, so it is told of the outermost.
 */
import type { FindingText } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { DELIVERY_WORDS, SAME_OBJECT } from '../../../schemas/rule-words/delivery.ts';
import { withRemark } from '../../../schemas/shown-values.ts';

export interface Repeated {
  /** Its place among the objects of the root. */
  readonly place: number;
  /** How many of the objects in it have the id of another too. */
  readonly inside: number;
}

/** `places`: of all objects of the root with a repeated id, in order; `objects` gives those of the root when they are needed. */
export function outermostOf(places: readonly number[], objects: () => readonly ModelObject[]): readonly Repeated[] {
  const [first = 0] = places;
  // All objects of a root are in the root itself.
  if (places.length <= 1 || first === 0) return [{ place: first, inside: places.length - 1 }];
  const all = objects();
  const inside = new Map<ModelObject, number>();
  const outermost: number[] = [];
  for (const place of places) {
    const around = ancestorIn(inside, all[place]);
    if (around === undefined) outermost.push(place);
    inside.set(around ?? all[place]!, around === undefined ? 0 : inside.get(around)! + 1);
  }
  return outermost.map((place) => ({ place, inside: inside.get(all[place]!)! }));
}

/** The object around this one that is among those in the map. */
function ancestorIn(known: ReadonlyMap<ModelObject, number>, object: ModelObject | undefined): ModelObject | undefined {
  let at = object?.parent;
  while (at !== undefined && !known.has(at)) at = at.parent;
  return at;
}

/** What is said of an object of which the id is an earlier one's, and so the ids of so many objects in it; `isSame`: they are equal. */
export function repeatedWords({ inside, isSame }: { readonly inside: number; readonly isSame: boolean }): FindingText {
  if (isSame) return SAME_OBJECT;
  const words = DELIVERY_WORDS['id.dubbel'];
  if (inside === 0) return words;
  const remark = inside === 1
    ? { nl: '; zo ook één id in dit object', en: '; so it is with one id in this object' }
    : { nl: `; zo ook ${inside} id’s in dit object`, en: `; so it is with ${inside} ids in this object` };
  return { ...words, message: withRemark(words.message, remark) };
}
