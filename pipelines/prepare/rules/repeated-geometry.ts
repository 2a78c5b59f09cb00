/**
 * The same geometry twice for one type and one source holder, anywhere in a delivery: often one object that was
 * delivered twice, under two ids.
 *
 * Same means the same numbers in the same order, in the CRS of the delivery. Of contours it says nothing: two of
 * different risk or substance may well have one shape.
 * Invariant: a geometry costs 32 to 64 bytes. Keys are 52 bits of a hash: of a
 * million different geometries two have one key in about one of ten thousand deliveries, and it is only a warning.
 */
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import type { RuleText } from './rule.ts';

export const REPEATED_GEOMETRY: RuleText = {
  id: 'regel.zelfde-geometrie',
  severity: 'warning',
  message: {
    nl: 'Een ander object van dit type en deze bronhouder heeft precies dezelfde geometrie.',
    en: 'Another object of this type and this source holder has exactly the same geometry.',
  },
  mend: {
    nl: 'Ga na of het één object is dat twee keer geleverd wordt; lever het dan één keer.',
    en: 'Find out whether it is one object delivered twice; then deliver it once.',
  },
  source: 'IM Base type: an object has one id and one identificatie',
  example: { wrong: [square('g1', 155_000), square('g2', 155_000)], right: [square('g1', 155_000), square('g2', 155_020)] },
};

function square(id: string, x: number): JsonObject {
  const ring = [[x, 463_000], [x + 10, 463_000], [x + 10, 463_010], [x, 463_000]];
  return { entityType: 'KwetsbaarGebouw', id, bronhoudercode: 'AB12', geometrie: { type: 'Polygon', coordinates: [ring] } };
}

/** The geometry of an object that is compared with others. */
export interface Shape {
  readonly key: number;
  readonly id: string;
  /** JSON Pointer of the geometry in the document. */
  readonly pointer: string;
}

/** The shapes of one root: of itself and its references. `geometries` are those that may be judged. */
export function shapesOf(
  objects: readonly ModelObject[], geometries: readonly { readonly pointer: string; readonly vertices: Vertices }[],
): readonly Shape[] {
  const byPointer = new Map(geometries.map(({ pointer, vertices }) => [pointer, vertices]));
  return objects.filter(isCompared).flatMap(({ data, type, id, pointer: at }) => {
    const pointer = `${at}/geometrie`;
    const vertices = byPointer.get(pointer);
    if (vertices === undefined || id === undefined) return [];
    const owner = { type, holder: textOf(data, 'bronhoudercode') ?? '' };
    return [{ key: geometryKey(ownerOf(owner), vertices.numbers), id, pointer }];
  });
}

/** Whether the geometry of an object is compared with others; that of a contour is not. */
export function isCompared({ kind }: Pick<ModelObject, 'kind'>): boolean {
  return kind === 'root' || kind === 'reference';
}

/** A positive whole number below 2^53, equal for equal owners (ownerOf) and numbers. */
export function geometryKey(owner: number, numbers: Float64Array): number {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  let [a, b, c, d] = [words.length, words.length, words.length, words.length];
  // Four words at a time, of which the bits also go from each to the one before; after the last stand zeros.
  for (let at = 0; at < words.length; at += 4) {
    a = Math.imul(a ^ words[at]!, MIX);
    b = Math.imul(b ^ words[at + 1]!, MIX);
    c = Math.imul(c ^ (words[at + 2] ?? 0), MIX);
    d = Math.imul(d ^ (words[at + 3] ?? 0), MIX);
    const first = a;
    a ^= b >>> 15;
    b ^= c >>> 15;
    c ^= d >>> 15;
    d ^= first >>> 15;
  }
  return ownedKey(owner, mix(mix(mix(a, b), c), d), mix(mix(mix(d, c), b), a));
}

/** The same of numbers that the screen has read: it keeps two words of hash (assembly/shapes.ts). */
export function ownedKey(owner: number, low: number, high: number): number {
  const one = mix(low, owner);
  const other = mix(high, one);
  return (mix(other, owner) >>> 0) * 2 ** 20 + (mix(one, other) >>> 12) + 1;
}

/** Of a geometry: the type of its object, and its bronhoudercode. */
export interface Owner {
  readonly type: string;
  readonly holder: string;
}

/** Equal for equal types and holders. */
export function ownerOf({ type, holder }: Owner): number {
  return mixText(typeHash(type), holder);
}

/** The same of a holder that stands in bytes; undefined when it is not ASCII. */
export function ownerAt(
  type: string, { bytes, start, end }: { readonly bytes: Uint8Array; readonly start: number; readonly end: number },
): number | undefined {
  let hash = mix(typeHash(type), end - start);
  for (let index = start; index < end; index++) {
    if (bytes[index]! >= 0x80) return undefined;
    hash = mix(hash, bytes[index]!);
  }
  return hash;
}

const typeHashes = new Map<string, number>();

/** Types are few, and come again and again. */
function typeHash(type: string): number {
  let hash = typeHashes.get(type);
  if (hash === undefined) typeHashes.set(type, hash = mixText(0, type));
  return hash;
}

function mixText(seed: number, text: string): number {
  let hash = mix(seed, text.length);
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/** Of MurmurHash. */
const MIX = 0x85ebca6b;

/** Of no two states or words that differ do the results agree, when the other is the same. */
function mix(state: number, word: number): number {
  const mixed = Math.imul(state ^ word, MIX);
  return mixed ^ (mixed >>> 15);
}

const KEY_BITS = 52;
/** With half of its places empty no table of honest keys comes near this many in a row. */
const PROBES_MAX = 256;

/**
 * Keys seen so far, in an open-addressed table: at each place a key, 0 when it is empty, and the first object that had
 * it. Keys made to meet in one place are forgotten after PROBES_MAX of them, so that nobody can make it slow.
 */
export class RepeatedGeometries {
  #table = new Float64Array(2 << 10);
  #count = 0;

  /** The first that had this key, when that is another object; else this one is remembered. Objects are numbers. */
  add(key: number, object: number): number | undefined {
    if (this.#count * 4 >= this.#table.length) this.#grow();
    const place = this.#placeOf(key);
    if (place === undefined) return undefined;
    if (this.#table[place] === key) {
      const first = this.#table[place + 1];
      return first === object ? undefined : first;
    }
    this.#set(place, key, object);
    this.#count++;
    return undefined;
  }

  /** Where a key stands or may be put. */
  #placeOf(key: number): number | undefined {
    const table = this.#table;
    // By the first bits of the key, so that a table that grows is read and written from its start to its end.
    let place = 2 * Math.trunc(key * (table.length / 2 ** (KEY_BITS + 1)));
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const there = table[place]!;
      if (there === 0 || there === key) return place;
      place = (place + 2) & (table.length - 1);
    }
    return undefined;
  }

  #set(place: number, key: number, object: number): void {
    this.#table[place] = key;
    this.#table[place + 1] = object;
  }

  #grow(): void {
    const table = this.#table;
    this.#table = new Float64Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      const key = table[at]!;
      const place = key === 0 ? undefined : this.#placeOf(key);
      if (place !== undefined) this.#set(place, key, table[at + 1]!);
    }
  }
}
