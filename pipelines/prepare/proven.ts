/**
 * Proven: what a judge hands over of the pieces of a block of which nothing need be said. Columns, for a good delivery
 * has a million of them.
 *
 * Such a piece is the document of a root of model 4.0, accepted and public; it has no findings and no links to
 * outside, and it and all objects nested in it have an id and a type of the model.
 * Not here: how it is proven (screen/), the pieces that went the long way (judge.ts).
 */
import { OBJECT_TYPES, ROOT_TYPES } from '../../schemas/names.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';

export interface Proven {
  /** For each piece of the block: 0, or one more than the place of its type among ROOT_TYPES when it is proven. */
  readonly types: Uint8Array;
  /**
   * For each proven piece how many objects it has, itself included. The columns below have a place for each of these,
   * in the order of objectsOf.
   */
  readonly objects: Uint32Array;
  /** Places among OBJECT_TYPES. */
  readonly objectTypes: Uint8Array;
  /** Of the geometry (repeated-geometry.ts); 0 without one, or when it is not compared with others. */
  readonly keys: Float64Array;
  /** Ids in UTF-8, one after the other, and where each ends. JSON escapes nothing in them. */
  readonly ids: Uint8Array;
  readonly idEnds: Uint32Array;
}

/** Collects what is proven of a block of `pieces` pieces. */
export class ProvenRoots {
  readonly #types: Uint8Array;
  readonly #objects: number[] = [];
  readonly #objectTypes: number[] = [];
  readonly #keys: number[] = [];
  readonly #ids: Buffer[] = [];
  readonly #idEnds: number[] = [];
  #idBytes = 0;

  constructor(pieces: number) {
    this.#types = new Uint8Array(pieces);
  }

  /** A piece is proven; `addObject` follows for each of its objects. */
  add(piece: number, type: RootType): void {
    this.#types[piece] = ROOT_TYPES.indexOf(type) + 1;
    this.#objects.push(0);
  }

  /** The next object of the piece added last. */
  addObject(type: EntityType, { id, key }: { readonly id: string; readonly key: number }): void {
    this.#objects[this.#objects.length - 1]! += 1;
    this.#objectTypes.push(OBJECT_TYPES.indexOf(type));
    this.#keys.push(key);
    const bytes = Buffer.from(id);
    this.#ids.push(bytes);
    this.#idEnds.push(this.#idBytes += bytes.length);
  }

  columns(): Proven {
    return {
      types: this.#types, objects: Uint32Array.from(this.#objects), objectTypes: Uint8Array.from(this.#objectTypes),
      keys: Float64Array.from(this.#keys), ids: Buffer.concat(this.#ids), idEnds: Uint32Array.from(this.#idEnds),
    };
  }
}
