/**
 * Shadowed objects: hidden objects that the full audience does not see either, because another object has their id. An edition has one
 * object with an id: the public one, or else the one that had the id first. The holder of a shadowed object still reads it.
 * Not here: what is hidden (hidden-objects.ts), which ids are free (object-lookup.ts).
 */
import type { Reader } from '../database/database.ts';
import { hides, NOTHING, type HiddenObjects, type HiddenPart, type StateDocument } from './hidden-objects.ts';
import { firstWith, namesakesOf, type Namesake } from './namesakes.ts';

/** Returns what the full audience does not see of a root. `documents`: those of its state, when they are known. */
export function shadowedIn(
  db: Reader, hidden: HiddenObjects,
  { root, documents }: { readonly root: number; readonly documents?: readonly Pick<StateDocument, 'hidden' | 'links'>[] },
): HiddenPart {
  const part = documents === undefined ? hidden.of(root) : hidden.ofState(root, documents);
  if (part === NOTHING) return NOTHING;
  const first = (one: number, id: string): number => firstWith(db, one, { id, decision: hidden.at }) ?? Infinity;
  const comesFirst = ({ id, root: other }: Namesake): boolean => (
    hides(hidden.withGone(other), id) ? first(other, id) < first(root, id) : first(other, id) !== Infinity
  );
  const ids = namesakesOf(db, root).filter((other) => hides(part, other.id) && comesFirst(other)).map(({ id }) => id);
  return ids.length === 0 ? NOTHING : hidden.without(root, ids);
}
