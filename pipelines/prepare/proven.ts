/**
 * Proven: what a judge hands over of the pieces of a block that need not go the long way. Columns, for a good delivery has a
 * million of them.
 *
 * Such a piece is the document of a root of model 4.0, public if it is accepted; it has no links to outside, what is wrong with
 * it is told beside these columns, and it and all objects nested in it have a type of the model, and an id if it is not refused.
 * The ids are looked at until the end of the delivery: they lie in memory that is not used again.
 * Not here: how it is proven (screen/), the pieces that went the long way (judge.ts).
 */
export interface Proven {
  /**
   * For each piece of the block: 0, or one more than the place of its type among ROOT_TYPES when it is proven, with REFUSED
   * or without. NO_VALUE and STRAY stand by themselves; of a piece without value the columns below have nothing.
   */
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
  /** Ids in UTF-8, one after the other, and where each ends; empty for none. JSON escapes nothing in them. */
  readonly ids: Uint8Array;
  readonly idEnds: Uint32Array;
  /** The type that each STRAY piece says to be. */
  readonly strays: readonly string[];
}

/** Of a type of a piece that is refused: what is wrong with it is told (Screen.tell), and its geometries have no say. */
export const REFUSED = 0x80;

/** Instead of the type: the text of the piece has no value, which is told; it is refused. */
export const NO_VALUE = 0xff;

/** Instead of the type: the piece is one object of no root type, which is told; it is refused. */
export const STRAY = 0xfe;

export function hasId({ idEnds }: Pick<Proven, 'idEnds'>, object: number): boolean {
  return idEnds[object] !== (object === 0 ? 0 : idEnds[object - 1]);
}

/** Collects what is proven of a block of `pieces` pieces. */
export class ProvenRoots {
  readonly #types: Uint8Array;
  readonly #objects: Uint32Array;
  #roots = 0;
  /** The columns of objects: as long as each other, and filled so far. */
  #objectTypes: Uint8Array<ArrayBuffer>;
  #keys: Float64Array<ArrayBuffer>;
  #idEnds: Uint32Array<ArrayBuffer>;
  #filled = 0;
  #ids = new Uint8Array(1 << 16);
  readonly #strays: string[] = [];
  #idBytes = 0;

  constructor(pieces: number) {
    this.#types = new Uint8Array(pieces);
    this.#objects = new Uint32Array(pieces);
    const length = Math.max(1, 2 * pieces);
    this.#objectTypes = new Uint8Array(length);
    this.#keys = new Float64Array(length);
    this.#idEnds = new Uint32Array(length);
  }

  /** A piece is proven, `type` its place among ROOT_TYPES; `addObject` follows for each of its objects. */
  add(piece: number, type: number): void {
    this.#types[piece] = type + 1;
    this.#roots++;
  }

  /** The piece added last is refused all the same: what is wrong with it is counted. */
  refuse(piece: number): void {
    this.#types[piece]! |= REFUSED;
  }

  /** The text of a piece has no value. */
  addNoValue(piece: number): void {
    this.#types[piece] = NO_VALUE;
  }

  /** The piece is one object, of no root type. */
  addStray(piece: number, type: string, id: Uint8Array): void {
    this.add(piece, 0);
    this.#types[piece] = STRAY;
    this.#strays.push(type);
    this.addObject(0, { bytes: id, start: 0, end: id.length });
  }

  /** The next object of the piece added last: the place of its type among OBJECT_TYPES, its id. */
  addObject(type: number, id: { readonly bytes: Uint8Array; readonly start: number; readonly end: number }): void {
    const { bytes, start, end } = id;
    if (this.#filled === this.#keys.length) this.#growObjects();
    if (this.#idBytes + end - start > this.#ids.length) this.#growIds(end - start);
    this.#objects[this.#roots - 1]!++;
    this.#objectTypes[this.#filled] = type;
    const ids = this.#ids;
    let until = this.#idBytes;
    for (let at = start; at < end; at++) ids[until++] = bytes[at]!;
    this.#idBytes = this.#idEnds[this.#filled] = until;
    this.#filled++;
  }

  /** Of the geometry of an object of the piece added last, once all its objects are. */
  setKey(object: number, key: number): void {
    this.#keys[this.#filled - this.#objects[this.#roots - 1]! + object] = key;
  }

  columns(): Proven {
    return {
      types: this.#types, objects: this.#objects.slice(0, this.#roots), objectTypes: this.#objectTypes.slice(0, this.#filled),
      keys: this.#keys.slice(0, this.#filled), ids: this.#ids.slice(0, this.#idBytes), idEnds: this.#idEnds.slice(0, this.#filled),
      strays: this.#strays,
    };
  }

  #growObjects(): void {
    const length = 2 * this.#keys.length;
    this.#objectTypes = new Uint8Array(this.#objectTypes.buffer.transfer(length));
    this.#keys = new Float64Array(this.#keys.buffer.transfer(8 * length));
    this.#idEnds = new Uint32Array(this.#idEnds.buffer.transfer(4 * length));
  }

  #growIds(more: number): void {
    this.#ids = new Uint8Array(this.#ids.buffer.transfer(2 * (this.#ids.length + more)));
  }
}
