/**
 * Named: the objects of a delivery by their namespace and lokaalID, to find one name under two ids.
 *
 * Most ids equal the name (OPEN-id), and the delivery stores all ids anyway. Only objects whose id differs are stored here, by name.
 */
import { nfc, sameInNfc } from '../../../schemas/normal-form.ts';
import type { Identity } from '../check/index.ts';

/** An object whose name an earlier object has. */
export interface Namesake {
  /** Index of the object in its root. */
  readonly index: number;
  /** The id of the earlier object. */
  readonly other: string;
}

export class Named {
  /** All ids of the delivery so far, with those of the root that is being added. */
  readonly #ids: Pick<ReadonlySet<string>, 'has'>;
  /** The id of the first object of each name in NFC, for objects whose id is not their name. */
  readonly #byName = new Map<string, string>();
  /** The ids of these objects, in NFC. */
  readonly #unnamedIds = new Set<string>();

  constructor(ids: Pick<ReadonlySet<string>, 'has'>) {
    this.#ids = ids;
  }

  /** Adds the objects of a root. Returns those with the name of an earlier object. */
  add(ids: readonly (string | null)[], identities: readonly Identity[]): readonly Namesake[] {
    if (identities.length + this.#byName.size === 0) return [];
    const names = new Map(identities.map(({ index, name }) => [index, name]));
    for (const index of names.keys()) this.#unnamedIds.add(nfc(ids[index]!));
    return ids.flatMap((id, index) => {
      if (id === null) return [];
      const name = names.get(index);
      const other = name === undefined ? this.#byName.get(nfc(id)) : this.#otherOf(name);
      if (name !== undefined && other === undefined) this.#byName.set(name, id);
      return other === undefined || sameInNfc(other, id) ? [] : [{ index, other }];
    });
  }

  /** The id of the earlier object with this name, which may be its id. */
  #otherOf(name: string): string | undefined {
    return this.#byName.get(name) ?? (this.#ids.has(name) && !this.#unnamedIds.has(name) ? name : undefined);
  }
}
