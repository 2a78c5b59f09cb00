/**
 * Named: the objects of a delivery by their namespace and lokaalID, to find two of one name under two ids.
 *
 * Most ids are that name (OPEN-id), and the delivery keeps all ids anyway. So only the other objects are kept here, by
 * name; memory grows with those alone.
 */
import { nfc, sameInNfc } from '../../../schemas/normal-form.ts';
import type { Identity } from '../check/index.ts';

/** An object whose name an earlier one has. */
export interface Namesake {
  /** Its place among the objects of its root. */
  readonly place: number;
  /** The id of the earlier object. */
  readonly other: string;
}

export class Named {
  /** All ids of the delivery so far, those of the root that is added included. */
  readonly #ids: Pick<ReadonlySet<string>, 'has'>;
  /** The id of the first object of each name, of those whose id is not their name. Names are in NFC. */
  readonly #byName = new Map<string, string>();
  /** The ids of all of these, in NFC. */
  readonly #unlike = new Set<string>();

  constructor(ids: Pick<ReadonlySet<string>, 'has'>) {
    this.#ids = ids;
  }

  /** Adds the objects of a root; gives those that have the name of an earlier one. */
  add(ids: readonly (string | null)[], identities: readonly Identity[]): readonly Namesake[] {
    if (identities.length + this.#byName.size === 0) return [];
    const names = new Map(identities.map(({ index, name }) => [index, name]));
    for (const place of names.keys()) this.#unlike.add(nfc(ids[place]!));
    return ids.flatMap((id, place) => {
      if (id === null) return [];
      const name = names.get(place);
      const other = name === undefined ? this.#byName.get(nfc(id)) : this.#otherOf(name);
      if (name !== undefined && other === undefined) this.#byName.set(name, id);
      return other === undefined || sameInNfc(other, id) ? [] : [{ place, other }];
    });
  }

  /** The id of the object that has this name already, be it as its id. */
  #otherOf(name: string): string | undefined {
    return this.#byName.get(name) ?? (this.#ids.has(name) && !this.#unlike.has(name) ? name : undefined);
  }
}
