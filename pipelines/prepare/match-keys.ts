/**
 * Match keys: by what two objects may be one object of the real world: the same geometry, the same name, the same BAG building or
 * address. A delivery compares the geometries of its own objects (prepare/rules/repeated-geometry.ts), the register all keys
 * (state/notes/duplicates.ts).
 *
 * Same geometry: the same positions in the same CRS for one type, wherever a ring begins and whichever way it runs.
 * Same name: equal ids, or `namespace.lokaalID`, but for capitals.
 * Invariants:
 *  - Only roots and references have keys. Contours of different risk may well have one shape.
 *  - Keys are 52 bits of a hash: of a million objects with three keys each, two unlike ones share a key in about one of a thousand
 *    registers, and it is only a warning.
 *  - The keys of a document depend on the document and its CRS alone, so that they can be made again at any time.
 */
import { hasRings } from '../../publisher/validity/vertices.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { CrsCode } from '../../schemas/crs.ts';
import { isObject, own, type JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf, textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { nfc } from '../../schemas/normal-form.ts';
import type { MatchKey, Sameness } from '../../schemas/submission.ts';

/** The geometry of an object, and the place of the object among those of its root. */
interface ObjectGeometry {
  readonly object: ModelObject;
  readonly index: number;
  readonly vertices: Vertices;
}

/** The key of a geometry, and the place of its object, which has an id, among those of the root. */
export type Shape = readonly [key: number, object: number];

/** The fields with an identification of the BAG, by type. The address of a pipeline system is that of its owner. */
const BAG_FIELDS: ReadonlyMap<string, readonly (readonly [field: string, sameness: Sameness])[]> = new Map([
  ['KwetsbaarGebouw', [['idPandBAG', 'building'], ['idAdresseerbaarobjectBAG', 'address']]],
  ['LocatieActiviteit', [['idNummeraanduidingBAG', 'address']]],
]);

/** The shapes of the roots and references among these geometries. */
export function shapesOf(geometries: readonly ObjectGeometry[], crs: CrsCode): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const { object, index, vertices } of geometries) {
    if (hasKeys(object)) shapes.push([shapeKey(`${object.type} ${crs}`, vertices), index]);
  }
  return shapes;
}

/** The match keys of a root with these objects and shapes. */
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

/** The match keys of a document with geometry in this CRS. */
export function matchKeysIn(document: JsonObject, crs: CrsCode): readonly MatchKey[] {
  const objects = objectsOf(document);
  const geometries = objects.flatMap((object, index) => {
    const vertices = hasKeys(object) ? flatten(geometryOf(object)?.value) : undefined;
    return vertices === undefined ? [] : [{ object, index, vertices }];
  });
  return matchKeysOf(objects, shapesOf(geometries, crs));
}

/** The match keys of a document as it is stored; none of one that is damaged, which its checksum shows. */
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

/** The id and the name of an object, without capitals. */
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

/** A whole number below 2^53, equal for equal texts. */
function textKey(text: string): number {
  let [one, other] = [text.length, ~text.length];
  for (let at = 0; at < text.length; at++) {
    one = mix(one, text.charCodeAt(at), MIX);
    other = mix(other, text.charCodeAt(at), OTHER_MIX);
  }
  return (one >>> 0) * 2 ** 20 + (other >>> 12);
}

/** The key of all positions together, in any order. The last position of a ring repeats its first, so it does not count. */
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

/** Of no two states or words that differ do the results agree, when the other is the same. */
function mix(state: number, word: number, by: number): number {
  const mixed = Math.imul(state ^ word, by);
  return mixed ^ (mixed >>> 15);
}
