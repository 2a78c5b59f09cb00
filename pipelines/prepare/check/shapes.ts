/**
 * Shapes: the geometries of a root by a key each, for the delivery to find the same one twice (rules/repeated-geometry.ts).
 *
 * Same means the same numbers in the same order, for one type and one source holder. Keys are 52 bits of a hash: of a
 * million different geometries two have one key in about one of ten thousand deliveries, and it is only a warning.
 */
import { textOf } from '../../../schemas/model/objects.ts';
import type { PlacedGeometry } from '../geometry/index.ts';

/** The key of a geometry, and the place of its object, which has an id, among those of the root. */
export type Shape = readonly [key: number, object: number];

/** The shapes of one root: of itself and its references; contours of different risk may well have one shape. */
export function shapesOf(geometries: readonly PlacedGeometry[]): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const { object: { data, type, kind, id }, index, vertices } of geometries) {
    if ((kind !== 'root' && kind !== 'reference') || id === undefined) continue;
    shapes.push([keyOf(`${type} ${textOf(data, 'bronhoudercode') ?? ''}`, vertices.numbers), index]);
  }
  return shapes;
}

/** Two multipliers of MurmurHash. */
const MIX = 0x85ebca6b;
const OTHER_MIX = 0xc2b2ae35;

/** A whole number below 2^53, equal for equal owners and numbers. */
function keyOf(owner: string, numbers: Float64Array): number {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  let [one, other] = [words.length, ~words.length];
  const add = (word: number): void => {
    one = mix(one, word, MIX);
    other = mix(other, word, OTHER_MIX);
  };
  for (let at = 0; at < owner.length; at++) add(owner.charCodeAt(at));
  for (let at = 0; at < words.length; at++) add(words[at]!);
  return (one >>> 0) * 2 ** 20 + (other >>> 12);
}

/** Of no two states or words that differ do the results agree, when the other is the same. */
function mix(state: number, word: number, by: number): number {
  const mixed = Math.imul(state ^ word, by);
  return mixed ^ (mixed >>> 15);
}
