/**
 * Screen: proves of most roots of a good delivery, where they lie in the bytes, that no check has anything to say.
 *
 * Sound, not complete: what it proves, the long way (judge.ts) accepts without one finding. What it does not prove it tells what
 * is wrong with, when all else is right (flaw-remarks.ts) or the text is no JSON (strict.ts), as the long way would.
 * How: the reader (assembly/) proves levels 1 to 3 in one pass over the bytes, that links lead to the object above (4), and
 * that what the domain rules (5) look at is what they never mind (plan.ts). Here the rules about places are asked, and of what
 * they may mind those that look no further (sketch.ts); where others may mind something, the root is parsed and all are asked.
 */
import { isUtf8 } from 'node:buffer';
import { flatten } from '../../../schemas/check/flatten.ts';
import type { Crs } from '../../../schemas/crs.ts';
import { isObject } from '../../../schemas/json.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf, OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Cap } from '../findings.ts';
import { flawRemarks, isRefused } from '../flaw-remarks.ts';
import type { Asked, Told } from '../flaw-remarks.ts';
import type { Broken, Flaw } from '../one-flaw.ts';
import type { Placing } from '../open.ts';
import type { ProvenRoots } from '../proven.ts';
import { remark } from '../remark.ts';
import { geometryKey, isCompared, ownedKey, ownerAt, ownerOf } from '../rules/repeated-geometry.ts';
import { ruleFindings } from '../rules/index.ts';
import { strayIn } from '../stray.ts';
import { decoded, loneFlawOf } from '../strict.ts';
import type { NamedFlaw } from '../strict.ts';
import { MARK_30 } from '../upgrade.ts';
import { ReadFlaws } from './flaws.ts';
import { ASK_ALL, ASK_TEXTS, HOLDER, ID, OBJECT_WORDS, OBJECTS_MAX, POSITIONS_MAX, SHAPE_WORDS, SHAPES_MAX, TEXTS } from './ops.ts';
import { Program } from './program.ts';
import { BEYOND } from './reader.ts';
import { Sketch } from './sketch.ts';

/** Larger blocks hold a root that is very large, and go the long way. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;
/** Types of objects whose geometry is compared with others. */
const COMPARED: readonly boolean[] = OBJECT_TYPES.map((type) => isCompared({ kind: kindOf(type) }));

/** What is wrong with a root: with its text, and with what stands in it. */
export interface ToldOfRoot {
  readonly stain: Broken & NamedFlaw | undefined;
  readonly told: readonly Told[];
}

export class Screen {
  readonly #program: Program;
  readonly #input: number;
  readonly #bytes: Uint8Array;
  readonly #shapes: Uint32Array;
  readonly #objects: Uint32Array;
  readonly #flaws: ReadFlaws;
  readonly #sketch: Sketch;
  readonly #asked: Asked;
  #block: Buffer = Buffer.alloc(0);
  /** Where the root at hand stands in the block, and whether it is ASCII. */
  #place = { start: 0, end: 0 };
  #isRootAscii = true;
  /** How many objects it has, of which all is right but the flaws; 0 when that is not certain. */
  #known = 0;
  /** What these are; undefined when they cannot be told. */
  #values: readonly Flaw[] | undefined;
  /** Where its objects stand and lie, once that was asked. */
  #placing: Omit<Placing, 'root'> | undefined;
  /** What the domain rules say of it, once all that may have been asked. */
  #found: readonly Told[] | undefined;

  /** `crs`: of all geometry. Screens model 4.0. */
  constructor(crs: Crs) {
    this.#asked = { crs, named: () => this.placing.objects, whole: () => this.#parse() };
    this.#program = new Program(crs);
    const { reader } = this.#program;
    this.#input = reader.allocate(INPUT_BYTES_MAX + BEYOND);
    // Nothing is allocated after this, so the memory stays where it is.
    const { buffer } = this.#bytes = reader.bytes;
    const positions = new Float64Array(buffer, reader.exports.positionsAt(), 2 * POSITIONS_MAX);
    this.#shapes = new Uint32Array(buffer, reader.exports.shapesAt(), SHAPE_WORDS * SHAPES_MAX);
    this.#objects = new Uint32Array(buffer, reader.exports.objectsAt(), OBJECT_WORDS * OBJECTS_MAX);
    this.#flaws = new ReadFlaws(reader, this.#objects);
    this.#sketch = new Sketch(crs, { objects: this.#objects, shapes: this.#shapes, positions, textAt: this.#textAt });
  }

  /** Takes a block to read roots from; whether it can. */
  take(block: Buffer): boolean {
    if (block.length > INPUT_BYTES_MAX) return false;
    this.#bytes.set(block, this.#input);
    this.#bytes.fill(0, this.#input + block.length, this.#input + block.length + BEYOND);
    this.#block = block;
    return true;
  }

  /** Whether the root that stands from `start` to `end` in the block is proven; if so it is added to `proven`. */
  prove(piece: number, place: { readonly start: number; readonly end: number }, proven: ProvenRoots): boolean {
    const { exports } = this.#program.reader;
    const { start, end } = this.#place = place;
    const count = exports.prove(this.#program.roots, this.#input + start, this.#input + end);
    this.#placing = undefined;
    this.#known = count > 0 && this.#isText(start, end) ? count : 0;
    if (this.#known === 0) return false;
    this.#values = this.#isInDoubt ? undefined : this.#flaws.values(this.#textAt);
    this.#sketch.take(count, exports.shapeCount());
    this.#found = this.#askSketch();
    if (this.#flaws.length > 0 || (this.#found ??= this.#askRules()).length > 0) return false;
    this.#add(piece, proven, false);
    return true;
  }

  /**
   * What is wrong with the root that was not proven last, if that can be told, or is nothing: then it is added to `proven`.
   * `cap`: says what must be put in words.
   */
  tell(piece: number, cap: Cap, proven: ProvenRoots): ToldOfRoot | undefined {
    const isStrict = this.#known > 0 && !this.#isInDoubt;
    const flaw = isStrict ? null : loneFlawOf(this.#root);
    if (flaw === undefined) return undefined;
    // What is escaped is another text than its bytes.
    if (flaw === null && !isStrict && this.#root.includes('\\')) return undefined;
    const stain = flaw === null ? undefined : { ...flaw, severity: 'error' as const };
    if (flaw !== null && flaw.pointer === undefined) {
      proven.addNoValue(piece);
      return { stain, told: [] };
    }
    if (this.#known === 0) return flaw === null ? this.#tellStray(piece, proven) : undefined;
    const told = flaw === null ? this.#ofFlaws(cap) : this.#ofStained(cap, flaw.pointer!);
    if (told === undefined) return undefined;
    this.#add(piece, proven, stain !== undefined || isRefused(told));
    return { stain, told };
  }

  /** Of one object by itself that is no root, by its type. */
  #tellStray(piece: number, proven: ProvenRoots): ToldOfRoot | undefined {
    const { crs } = this.#asked;
    const text = decoded(this.#root);
    const document = JSON.parse(text) as Json;
    const stray = isObject(document) ? strayIn(document, text, crs) : undefined;
    if (stray === undefined) return undefined;
    const { object, id, remarks } = stray;
    this.#placing = { objects: [object], crs };
    proven.addStray(piece, object.type, Buffer.from(id));
    return { stain: undefined, told: remarks.map((one) => ({ ...one, object: 0 })) };
  }

  /** Where the objects stand and lie of which something was told. */
  get placing(): Omit<Placing, 'root'> {
    return this.#placing ??= this.#sketch.placing(this.#values ?? []);
  }

  /** What is said of the flaws of the root, and by the domain rules. */
  #ofFlaws(cap: Cap): readonly Told[] | undefined {
    const flaws = this.#values ??= this.#flaws.values(this.#textAt);
    const remarks = flaws && flawRemarks(flaws, this.#asked);
    return remarks && withWords([...remarks, ...this.#found ??= this.#askRules()], cap);
  }

  /** The same where one value is not strict JSON, of which nothing more is said. A mark of model 3.0 may stand where JSON.parse leaves it out. */
  #ofStained(cap: Cap, stain: string): readonly Told[] | undefined {
    this.#values = this.#root.includes(MARK_30) ? undefined : this.#flaws.values(this.#textAt);
    const remarks = this.#values && flawRemarks(this.#values, { ...this.#asked, stain });
    if (remarks === undefined) return undefined;
    // Of a name that stands twice the reader held the first against the texts of others.
    this.#sketch.tellTexts();
    this.#found ??= this.#askSketch();
    const rules = this.#found?.length === 0 ? [] : this.#askRules().filter(({ say }) => say!().pointer !== stain);
    return withWords([...remarks, ...rules], cap);
  }

  get #isInDoubt(): boolean {
    return this.#program.reader.exports.isInDoubt() === 1;
  }

  get #root(): Buffer {
    return this.#block.subarray(this.#place.start, this.#place.end);
  }

  #isText(start: number, end: number): boolean {
    this.#isRootAscii = this.#program.reader.exports.isAscii(this.#input + start, this.#input + end) === 1;
    return this.#isRootAscii || isUtf8(this.#block.subarray(start, end));
  }

  /** What the rules say; undefined when some may mind what cannot be told here. */
  #askSketch(): readonly Told[] | undefined {
    const asks = this.#program.reader.exports.mustAsk();
    if (asks === ASK_TEXTS) this.#sketch.tellTexts();
    return asks === ASK_ALL || !this.#tellFlaws() ? undefined : this.#sketch.broken();
  }

  #tellFlaws(): boolean {
    if (this.#values === undefined) return this.#flaws.places().every((flaw) => this.#sketch.ignores(flaw));
    for (const flaw of this.#values) if (!this.#sketch.tell(flaw)) return false;
    return true;
  }

  #askRules(): readonly Told[] {
    const objects = this.#parse();
    return ruleFindings(objects, this.#sketch.contextOf(objects)).map((finding) => ({ ...remark(finding), object: 0 }));
  }

  #parse(): readonly ModelObject[] {
    return objectsOf(JSON.parse(this.#textAt(this.#input + this.#place.start, this.#input + this.#place.end)) as JsonObject);
  }

  #add(piece: number, proven: ProvenRoots, isRefused: boolean): void {
    proven.add(piece, this.#objects[0]!);
    for (let at = 0; at < OBJECT_WORDS * this.#known; at += OBJECT_WORDS) {
      proven.addObject(this.#objects[at]!, this.#text(at + TEXTS + 2 * ID));
    }
    if (isRefused) proven.refuse(piece);
    else this.#setKeys(proven);
  }

  /** Of the geometries that the reader read, and of others that are right all the same. */
  #setKeys(proven: ProvenRoots): void {
    const shapes = this.#program.reader.exports.shapeCount();
    for (let at = 0; at < SHAPE_WORDS * shapes; at += SHAPE_WORDS) {
      const object = this.#shapes[at + 4]!;
      if (this.#isCompared(object)) proven.setKey(object, ownedKey(this.#ownerOf(object), this.#shapes[at]!, this.#shapes[at + 1]!));
    }
    for (const flaw of this.#values ?? []) {
      const vertices = 'value' in flaw && flaw.field === 'geometrie' && this.#isCompared(flaw.object) ? flatten(flaw.value) : undefined;
      if (vertices !== undefined) proven.setKey(flaw.object, geometryKey(this.#ownerOf(flaw.object), vertices.numbers));
    }
  }

  #isCompared(object: number): boolean {
    return COMPARED[this.#objects[OBJECT_WORDS * object]!]!;
  }

  /** As ownerOf has it. */
  #ownerOf(object: number): number {
    const type = OBJECT_TYPES[this.#objects[OBJECT_WORDS * object]!]!;
    const holder = this.#text(OBJECT_WORDS * object + TEXTS + 2 * HOLDER);
    return ownerAt(type, holder) ?? ownerOf({ type, holder: this.#textAt(holder.start, holder.end) });
  }

  /** A text that an object keeps, from its word on; an empty one when there is none. */
  #text(word: number): { readonly bytes: Uint8Array; readonly start: number; readonly end: number } {
    return { bytes: this.#bytes, start: this.#objects[word]!, end: this.#objects[word + 1]! };
  }

  readonly #textAt = (start: number, end: number): string =>
    this.#block.toString(this.#isRootAscii ? 'latin1' : 'utf8', start - this.#input, end - this.#input);
}

/** `told`, if all of it can be put in words that must be. */
function withWords(told: readonly Told[], cap: Cap): readonly Told[] | undefined {
  return told.some((one) => one.say === undefined && cap.wants(one)) ? undefined : told;
}
