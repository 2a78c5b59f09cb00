/**
 * Ids: those of a delivery seen so far, each with a number by which it can be named.
 *
 * Proven roots bring theirs in columns; they stay there, as bytes, for a million texts cost more than all else that
 * is done with them. Those of other roots are texts.
 * Invariants: exact, for equal hashes are not believed; nobody who delivers can make it slow, for the hash differs
 * each time, and what meets in one place all the same goes into a Map.
 */
import { randomInt } from 'node:crypto';
import type { Proven } from './proven.ts';

/** Ids that are texts have numbers from here on. */
const TEXTS = 2 ** 31;
/** The table begins with 2 to this power places. */
const PLACES_BITS = 12;
/** With half of its places empty no table of honest hashes comes near this many in a row. */
const PROBES_MAX = 256;

export type IdColumn = Pick<Proven, 'ids' | 'idEnds'>;
/** An id by itself, or by the number that it has in a column. */
type Named = string | number;
export type IdHash = (bytes: Uint8Array, from: number, until: number) => number;

export class Ids {
  /** How many there are. */
  size = 0;
  readonly #hash: IdHash;
  /** An open-addressed table: at each place a number, 0 when it is empty, and its hash. */
  #table = new Uint32Array(2 << PLACES_BITS);
  #shift = 32 - PLACES_BITS;
  readonly #crowded = new Map<string, number>();
  /** Columns, and the number of the first id of each. */
  readonly #columns: IdColumn[] = [];
  readonly #firsts: number[] = [];
  #next = 1;
  readonly #texts: string[] = [];

  constructor(hash: IdHash = seededHash()) {
    this.#hash = hash;
  }

  /** Takes a column of ids, which `add` adds one by one; the number of its first. */
  open(column: IdColumn): number {
    const first = this.#next;
    this.#columns.push(column);
    this.#firsts.push(first);
    this.#next += column.idEnds.length;
    return first;
  }

  /** Adds an id of the column opened last; false when it was there. */
  add(number: number): boolean {
    const column = this.#columns.at(-1)!;
    const place = number - this.#firsts.at(-1)!;
    const from = place === 0 ? 0 : column.idEnds[place - 1]!;
    return this.#put(this.#hash(column.ids, from, column.idEnds[place]!), number, number);
  }

  /** Adds an id; its number, or undefined when it was there. */
  addText(id: string): number | undefined {
    const number = TEXTS + this.#texts.length;
    if (!this.#put(this.#hashOf(id), number, id)) return undefined;
    this.#texts.push(id);
    return number;
  }

  has(id: string): boolean {
    return this.numberOf(id) !== undefined;
  }

  numberOf(id: string): number | undefined {
    const place = this.#find(this.#hashOf(id), id);
    const number = place === undefined ? 0 : this.#table[place]!;
    return number === 0 ? this.#crowded.get(id) : number;
  }

  /** The id of a number. */
  at(number: number): string {
    if (number >= TEXTS) return this.#texts[number - TEXTS]!;
    let [low, high] = [0, this.#firsts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#firsts[middle]! <= number) low = middle;
      else high = middle;
    }
    return idIn(this.#columns[low]!, number - this.#firsts[low]!);
  }

  #put(hash: number, number: number, id: Named): boolean {
    if (this.size * 4 >= this.#table.length) this.#grow();
    const place = this.#find(hash, id);
    if (place !== undefined && this.#table[place] !== 0) return false;
    if (this.#crowded.size > 0 && this.#crowded.has(this.#textOf(id))) return false;
    if (place === undefined) this.#crowded.set(this.#textOf(id), number);
    else this.#set(place, hash, number);
    this.size++;
    return true;
  }

  /** Where an id stands or may be put; undefined when neither is near. */
  #find(hash: number, id: Named): number | undefined {
    const table = this.#table;
    let place = this.#placeOf(hash);
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const number = table[place]!;
      if (number === 0 || (table[place + 1] === hash && this.at(number) === this.#textOf(id))) return place;
      place = (place + 2) & (table.length - 1);
    }
    return undefined;
  }

  /** Only asked when another id has this hash. */
  #textOf(id: Named): string {
    return typeof id === 'number' ? this.at(id) : id;
  }

  /** By the first bits of the hash, so that a table that grows is read and written from its start to its end. */
  #placeOf(hash: number): number {
    return (hash >>> this.#shift) << 1;
  }

  #set(place: number, hash: number, number: number): void {
    this.#table[place] = number;
    this.#table[place + 1] = hash;
  }

  #grow(): void {
    const table = this.#table;
    this.#table = new Uint32Array(table.length * 2);
    this.#shift--;
    for (let at = 0; at < table.length; at += 2) {
      if (table[at] === 0) continue;
      const hash = table[at + 1]!;
      let place = this.#placeOf(hash);
      while (this.#table[place] !== 0) place = (place + 2) & (this.#table.length - 1);
      this.#set(place, hash, table[at]!);
    }
  }

  #hashOf(id: string): number {
    const bytes = Buffer.from(id);
    return this.#hash(bytes, 0, bytes.length);
  }
}

/** The id at a place of a column. */
export function idIn({ ids, idEnds }: IdColumn, place: number): string {
  const from = place === 0 ? 0 : idEnds[place - 1]!;
  return Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength).toString('utf8', from, idEnds[place]);
}

/** FNV-1a from a start that nobody knows, its bits mixed once more. */
function seededHash(): IdHash {
  const seed = randomInt(2 ** 32);
  return (bytes, from, until) => {
    let hash = seed;
    for (let at = from; at < until; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  };
}
