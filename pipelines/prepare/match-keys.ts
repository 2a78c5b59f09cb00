/**
 * Match keys: hashes that show that two objects may be one object of the real world. Such objects share their geometry, their name, their
 * BAG building or their address. A delivery compares the geometries of its own objects (prepare/rules/repeated-geometry.ts), the register
 * all keys (state/notes/duplicates.ts).
 *
 * Same geometry: the same type, CRS and positions, whatever the start and direction of a ring.
 * Same name: equal ids, or equal `namespace.lokaalID`, ignoring case.
 * Invariants:
 *  - Only roots and references have keys. Contours of different risk may share a shape.
 *  - Keys are 52-bit hashes. With a million objects and three keys each, a collision occurs in about one of a thousand registers.
 *    It causes a warning only.
 *  - The keys of a document depend on the document and its CRS alone, so they can always be made again.
 */
import { hasRings } from '../../publisher/validity/vertices.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { CrsCode } from '../../schemas/crs.ts';
import { isObject, own, type JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf, textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { nfc } from '../../schemas/normal-form.ts';
import type { MatchKey, MatchReason } from '../../schemas/submission.ts';

/** The geometry of an object, and the index of the object in its root. */
interface ObjectGeometry {
  readonly object: ModelObject;
  readonly index: number;
  readonly vertices: Vertices;
}

/** The key of a geometry, and the index of its object in the root. The object has an id. */
export type Shape = readonly [key: number, object: number];

/** The fields with a BAG id, by type. A pipeline system is left out: its address is its owner's. */
const BAG_FIELDS: ReadonlyMap<string, readonly (readonly [field: string, sameness: MatchReason])[]> = new Map([
  ['KwetsbaarGebouw', [['idPandBAG', 'building'], ['idAdresseerbaarobjectBAG', 'address']]],
  ['LocatieActiviteit', [['idNummeraanduidingBAG', 'address']]],
]);

/** The shapes of roots and references. */
export function shapesOf(geometries: readonly ObjectGeometry[], crs: CrsCode): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const { object, index, vertices } of geometries) {
    if (hasKeys(object)) shapes.push([shapeKey(`${object.type} ${crs}`, vertices), index]);
  }
  return shapes;
}

/** The match keys of one root. */
export function matchKeysOf(objects: readonly ModelObject[], shapes: readonly Shape[]): readonly MatchKey[] {
  const keys: MatchKey[] = shapes.map(([key, object]) => [key, object, 'geometry']);
  for (const [index, object] of objects.entries()) {
    if (!hasKeys(object)) continue;
    for (const name of namesOf(object)) keys.push([textKey(`name ${name}`), index, 'name']);
    for (const [field, sameness] of BAG_FIELDS.get(object.type) ?? []) {
      const value = textOf(object.data, field);
      if (value !== undefined) keys.push([textKey(`${object.type} ${field} ${value}`), index, sameness]);
    }
  }
  return keys;
}

/** The match keys of a document. */
export function matchKeysIn(document: JsonObject, crs: CrsCode): readonly MatchKey[] {
  const objects = objectsOf(document);
  const geometries = objects.flatMap((object, index) => {
    const vertices = hasKeys(object) ? flatten(geometryOf(object)?.value) : undefined;
    return vertices === undefined ? [] : [{ object, index, vertices }];
  });
  return matchKeysOf(objects, shapesOf(geometries, crs));
}

/** The match keys of a stored document; empty for a damaged one, which its checksum reports. */
export function matchKeysOfBody({ body, crs }: { readonly body: string; readonly crs: string }): readonly MatchKey[] {
  let document: JsonObject;
  try {
    document = JSON.parse(body) as JsonObject;
  } catch {
    return [];
  }
  return matchKeysIn(document, crs as CrsCode);
}

function hasKeys({ kind, id }: ModelObject): boolean {
  return (kind === 'root' || kind === 'reference') && id !== undefined;
}

/** The id and the name of an object, in lower case. */
function namesOf({ data, id = '' }: ModelObject): readonly string[] {
  const identificatie = own(data, 'identificatie');
  const names = [folded(id)];
  if (!isObject(identificatie)) return names;
  const name = folded(`${textOf(identificatie, 'namespace')}.${textOf(identificatie, 'lokaalID')}`);
  return name === names[0] ? names : [...names, name];
}

function folded(text: string): string {
  return nfc(text).toLowerCase();
}

/** Two multipliers of MurmurHash. */
const MIX = 0x85ebca6b;
const OTHER_MIX = 0xc2b2ae35;

/** A hash of a text, below 2^53. */
function textKey(text: string): number {
  let [one, other] = [text.length, ~text.length];
  for (let at = 0; at < text.length; at++) {
    one = mix(one, text.charCodeAt(at), MIX);
    other = mix(other, text.charCodeAt(at), OTHER_MIX);
  }
  return (one >>> 0) * 2 ** 20 + (other >>> 12);
}

/** A hash of all positions in any order. The last position of a ring repeats the first and is left out. */
function shapeKey(owner: string, { numbers, shape: { type, dimension, pathEnds } }: Vertices): number {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  const size = dimension * 2;
  const closing = hasRings(type) ? 1 : 0;
  let [one, other, from, count] = [0, 0, 0, 0];
  for (const end of pathEnds) {
    for (let at = from; at < end - closing; at++) {
      let [own, another] = [size, ~size];
      for (let word = at * size; word < (at + 1) * size; word++) {
        own = mix(own, words[word]!, MIX);
        another = mix(another, words[word]!, OTHER_MIX);
      }
      one = (one + mix(own, size, OTHER_MIX)) | 0;
      other = (other + mix(another, size, MIX)) | 0;
      count++;
    }
    from = end;
  }
  return textKey(`${owner} ${type} ${count} ${one} ${other}`);
}

/** One step of the hash. For a fixed state different words give different results, and for a fixed word different states do. */
function mix(state: number, word: number, by: number): number {
  const mixed = Math.imul(state ^ word, by);
  return mixed ^ (mixed >>> 15);
}
