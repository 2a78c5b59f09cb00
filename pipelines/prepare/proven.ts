/**
 * Proven: what a judge hands over of the pieces of a block of which nothing need be said. Columns, for a good delivery
 * has a million of them.
 *
 * Such a piece is the document of a root of model 4.0, accepted and public; it has no findings and no links to
 * outside, and it and all objects nested in it have an id and a type of the model.
 * The ids are looked at until the end of the delivery: they lie in memory that is not used again.
 * Not here: how it is proven (screen/), the pieces that went the long way (judge.ts).
 */
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
  readonly #idEnds: number[] = [];
  #ids = new Uint8Array(1 << 16);
  #idBytes = 0;

  constructor(pieces: number) {
    this.#types = new Uint8Array(pieces);
  }

  /** A piece is proven, `type` its place among ROOT_TYPES; `addObject` follows for each of its objects. */
  add(piece: number, type: number): void {
    this.#types[piece] = type + 1;
    this.#objects.push(0);
  }

  /** The next object of the piece added last: the place of its type among OBJECT_TYPES, the key of its geometry, its id. */
  addObject(type: number, key: number, id: { readonly bytes: Uint8Array; readonly start: number; readonly end: number }): void {
    this.#objects[this.#objects.length - 1]! += 1;
    this.#objectTypes.push(type);
    this.#keys.push(key);
    const { bytes, start, end } = id;
    if (this.#idBytes + end - start > this.#ids.length) this.#grow(end - start);
    for (let at = start; at < end; at++) this.#ids[this.#idBytes++] = bytes[at]!;
    this.#idEnds.push(this.#idBytes);
  }

  columns(): Proven {
    return {
      types: this.#types, objects: Uint32Array.from(this.#objects), objectTypes: Uint8Array.from(this.#objectTypes),
      keys: Float64Array.from(this.#keys), ids: this.#ids.slice(0, this.#idBytes), idEnds: Uint32Array.from(this.#idEnds),
    };
  }

  #grow(more: number): void {
    const before = this.#ids;
    this.#ids = new Uint8Array(2 * (before.length + more));
    this.#ids.set(before);
  }
}
