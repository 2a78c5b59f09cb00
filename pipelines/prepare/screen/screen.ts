/**
 * Screen: proves of most roots of a good delivery, where they lie in the bytes, that no check has anything to say.
 *
 * Sound, not complete: what it proves, the long way (judge.ts) accepts without one finding; what it does not prove
 * means nothing.
 * How: the reader (assembly/) proves levels 1 to 3 in one pass over the bytes, and that links lead to the object above
 * (4); here rings are proven simple and the domain rules (5) themselves are asked. Of a root without nested objects
 * they get an object that has only the members that they read; a root with nested objects is parsed for them.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Crs } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { objectsOf, textOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { ROOT_TYPES } from '../../../schemas/names.ts';
import type { ProvenRoots } from '../proven.ts';
import { isSimpleRing } from '../ring.ts';
import { isCompared, wordsKey } from '../rules/repeated-geometry.ts';
import { ruleFindings } from '../rules/index.ts';
import type { RuleContext } from '../rules/rule.ts';
import { Asked } from './asked.ts';
import type { Make } from './asked.ts';
import { OBJECT_BYTES, POLYGON, POSITIONS_MAX, SHAPE_BYTES, SHAPES_MAX, OBJECTS_MAX } from './ops.ts';
import { Program } from './program.ts';
import { BEYOND } from './reader.ts';

const SHAPE_WORDS = SHAPE_BYTES / 4;
const OBJECT_WORDS = OBJECT_BYTES / 4;
/** Larger blocks hold a root that is very large, and go the long way. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;
const QUOTE = 0x22;

export class Screen {
  readonly #crs: Crs;
  readonly #program: Program;
  readonly #input: number;
  readonly #bytes: Uint8Array;
  readonly #positions: Float64Array;
  readonly #words: Uint32Array;
  readonly #shapes: Uint32Array;
  readonly #objects: Uint32Array;
  readonly #asked: readonly Asked[];
  readonly #context: RuleContext;
  readonly #make: Make;
  /** The block at hand, and whether all of it is ASCII. */
  #block: Buffer = Buffer.alloc(0);
  #isAscii = true;
  /** The same, a character for each byte: the text of what is ASCII. */
  #latin1 = '';
  /** Whether the root at hand is ASCII. */
  #isRootAscii = true;

  /** `crs`: of all geometry. Screens model 4.0. */
  constructor(crs: Crs) {
    this.#crs = crs;
    this.#program = new Program(crs);
    const { reader } = this.#program;
    this.#input = reader.allocate(INPUT_BYTES_MAX + BEYOND);
    // Nothing is allocated after this, so the memory stays where it is.
    const { buffer } = this.#bytes = reader.bytes;
    this.#positions = new Float64Array(buffer, reader.exports.positionsAt(), 2 * POSITIONS_MAX);
    this.#words = new Uint32Array(buffer, reader.exports.positionsAt(), 4 * POSITIONS_MAX);
    this.#shapes = new Uint32Array(buffer, reader.exports.shapesAt(), SHAPE_WORDS * SHAPES_MAX);
    this.#objects = new Uint32Array(buffer, reader.exports.objectsAt(), OBJECT_WORDS * OBJECTS_MAX);
    this.#asked = ROOT_TYPES.map((type) =>
      new Asked(type, new Uint32Array(buffer, this.#program.marks.get(type), 2 + 2 * fieldsOf(type).length)));
    this.#context = {
      crs, positionOf: () => [this.#positions[0]!, this.#positions[1]!],
      boxOf: () => { throw new Error('a rule about a root asks for the box of its geometry'); },
    };
    // A text that was let through holds no escapes.
    this.#make = (start, end) => (this.#bytes[start] === QUOTE
      ? this.#textAt(start + 1, end - 1) : JSON.parse(this.#textAt(start, end)) as Json);
  }

  /** Takes a block to read roots from; whether it can. */
  take(block: Buffer): boolean {
    if (block.length > INPUT_BYTES_MAX) return false;
    this.#bytes.set(block, this.#input);
    this.#bytes.fill(0, this.#input + block.length, this.#input + block.length + BEYOND);
    this.#block = block;
    this.#isAscii = isAscii(block);
    this.#latin1 = block.toString('latin1');
    return true;
  }

  /** Whether the root that stands from `start` to `end` in the block is proven; if so it is added to `proven`. */
  prove(piece: number, { start, end }: { readonly start: number; readonly end: number }, proven: ProvenRoots): boolean {
    const { exports } = this.#program.reader;
    const count = exports.prove(this.#program.roots, this.#input + start, this.#input + end);
    if (count === 0 || !this.#hasSimpleRings()) return false;
    const root = this.#isAscii ? undefined : this.#block.subarray(start, end);
    this.#isRootAscii = root === undefined || isAscii(root);
    if (!this.#isRootAscii && !isUtf8(root!)) return false;
    return count === 1 ? this.#proveFlat(piece, proven) : this.#proveNested(piece, { start, end, count }, proven);
  }

  #proveFlat(piece: number, proven: ProvenRoots): boolean {
    const place = this.#objects[0]!;
    const { rules, data } = this.#asked[place]!.ask(this.#make);
    const type = ROOT_TYPES[place]!;
    const object = { data, id: data['id'] as string, type, kind: 'root', pointer: '', parent: undefined } as const;
    for (const rule of rules) if (rule.check(object, this.#context).length > 0) return false;
    proven.add(piece, place);
    this.#addObject(0, this.#program.reader.exports.shapeCount() === 0 ? 0 : this.#keyOf(0, object), proven);
    return true;
  }

  /** A root with nested objects: rules may look at any of them, so all are made. */
  #proveNested(piece: number, { start, end, count }: { start: number; end: number; count: number }, proven: ProvenRoots): boolean {
    const objects = objectsOf(JSON.parse(this.#textAt(this.#input + start, this.#input + end)) as JsonObject);
    // Ids that differ make nested objects that differ, as lists of them must.
    if (new Set(objects.map(({ id }) => id)).size < count || ruleFindings(objects, this.#crs).length > 0) return false;
    const keys = new Float64Array(count);
    for (let shape = 0; shape < this.#program.reader.exports.shapeCount(); shape++) {
      const index = this.#shapes[SHAPE_WORDS * shape + 3]!;
      if (isCompared(objects[index]!)) keys[index] = this.#keyOf(shape, objects[index]!);
    }
    proven.add(piece, this.#objects[0]!);
    for (const [index, key] of keys.entries()) this.#addObject(index, key, proven);
    return true;
  }

  #hasSimpleRings(): boolean {
    for (let shape = 0; shape < this.#program.reader.exports.shapeCount(); shape++) {
      if (this.#shapes[SHAPE_WORDS * shape] !== POLYGON) continue;
      const first = this.#shapes[SHAPE_WORDS * shape + 1]!;
      const ring = first === 0 ? this.#positions : this.#positions.subarray(2 * first);
      if (!isSimpleRing(ring, this.#shapes[SHAPE_WORDS * shape + 2]!)) return false;
    }
    return true;
  }

  #keyOf(shape: number, { type, data }: ModelObject): number {
    const first = this.#shapes[SHAPE_WORDS * shape + 1]!;
    const words = first === 0 ? this.#words : this.#words.subarray(4 * first);
    return wordsKey({ type, holder: textOf(data, 'bronhoudercode') ?? '' }, words, 4 * this.#shapes[SHAPE_WORDS * shape + 2]!);
  }

  #addObject(index: number, key: number, proven: ProvenRoots): void {
    const at = OBJECT_WORDS * index;
    proven.addObject(this.#objects[at]!, key, { bytes: this.#bytes, start: this.#objects[at + 1]!, end: this.#objects[at + 2]! });
  }

  #textAt(start: number, end: number): string {
    return this.#isRootAscii
      ? this.#latin1.slice(start - this.#input, end - this.#input) : this.#block.toString('utf8', start - this.#input, end - this.#input);
  }
}
