/**
 * Places: asks the domain rules that look only at which objects there are and where their geometries lie (Rule.isAboutPlaces)
 * about the root that was read last, without making its objects.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Box } from '../../../schemas/geometry.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf, OBJECT_TYPES } from '../../../schemas/names.ts';
import { ruleContext } from '../rules/context.ts';
import { RULES_BY_TYPE } from '../rules/index.ts';
import { roughRd } from '../rules/rough-rd.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';
import { SHAPE_BYTES } from './ops.ts';

const SHAPE_WORDS = SHAPE_BYTES / 4;

/** An object of which nothing is known but where it stands and which shape is its geometry. */
interface PlacedObject extends ModelObject {
  readonly rules: readonly Rule[];
  shape: number | undefined;
}

const TYPES = OBJECT_TYPES.map((type) =>
  ({ type, kind: kindOf(type), rules: (RULES_BY_TYPE.get(type) ?? []).filter(({ isAboutPlaces }) => isAboutPlaces === true) }));
const NO_DATA = {};

export class Places {
  readonly #crs: Crs;
  readonly #positions: Float64Array;
  readonly #shapes: Uint32Array;
  readonly #boxes: Float64Array;
  readonly #context: RuleContext;
  #objects: PlacedObject[] = [];

  /** `shapes`: records (ops.ts), and their `positions`, two numbers each, in the CRS. */
  constructor(crs: Crs, positions: Float64Array, shapes: Uint32Array) {
    this.#crs = crs;
    this.#positions = positions;
    this.#shapes = shapes;
    this.#boxes = new Float64Array(shapes.buffer, shapes.byteOffset, shapes.length / 2);
    this.#context = {
      crs, boxOf: (object) => this.#boxOf(object as PlacedObject), positionOf: (object) => this.#positionOf(object as PlacedObject),
    };
  }

  /** Forgets the root before. */
  clear(): void {
    this.#objects = [];
  }

  /** The next object of the root: place of its type among OBJECT_TYPES, and of the object above it; undefined above the root. */
  add(place: number, above: number | undefined): void {
    const { type, kind, rules } = TYPES[place]!;
    const parent = above === undefined ? undefined : this.#objects[above];
    this.#objects.push({ data: NO_DATA, id: undefined, type, kind, pointer: '', parent, rules, shape: undefined });
  }

  /** The next shape of the root, after all of its objects. */
  addShape(shape: number): void {
    this.#objects[this.#shapes[SHAPE_WORDS * shape + 4]!]!.shape = shape;
  }

  /** Whether no rule has anything to say. */
  pass(): boolean {
    for (const object of this.#objects) {
      if (object.shape === undefined) continue;
      for (const rule of object.rules) if (rule.check(object, this.#context).length > 0) return false;
    }
    return true;
  }

  /** What all rules may ask about the same root, made: where the reader read a geometry it need not be read again. */
  contextOf(objects: readonly ModelObject[]): RuleContext {
    const context = ruleContext(this.#crs);
    if (objects.length !== this.#objects.length) return context;
    const placed = new Map(objects.map((object, index) => [object, this.#objects[index]!]));
    const boxOf = (object: ModelObject): Box | undefined => {
      const read = placed.get(object);
      return read?.shape === undefined ? context.boxOf(object) : this.#boxOf(read);
    };
    return { ...context, boxOf };
  }

  #positionOf({ shape }: PlacedObject): readonly [number, number] | undefined {
    if (shape === undefined) return undefined;
    const first = this.#shapes[SHAPE_WORDS * shape + 2]!;
    return [this.#positions[2 * first]!, this.#positions[2 * first + 1]!];
  }

  /** As ruleContext has it. */
  #boxOf({ shape }: PlacedObject): Box | undefined {
    if (shape === undefined) return undefined;
    return this.#crs.derivation === 'rd' ? this.#readBox(shape) : this.#roughBox(shape);
  }

  /** The box that the reader found, which is in the CRS. */
  #readBox(shape: number): Box {
    const at = (SHAPE_WORDS / 2) * shape + 3;
    return [this.#boxes[at]!, this.#boxes[at + 1]!, this.#boxes[at + 2]!, this.#boxes[at + 3]!];
  }

  #roughBox(shape: number): Box | undefined {
    const first = this.#shapes[SHAPE_WORDS * shape + 2]!;
    const count = this.#shapes[SHAPE_WORDS * shape + 3]!;
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 2 * first; at < 2 * (first + count); at += 2) {
      const spot = roughRd(this.#crs, this.#positions[at]!, this.#positions[at + 1]!);
      if (spot === undefined) return undefined;
      box[0] = Math.min(box[0], spot[0]);
      box[1] = Math.min(box[1], spot[1]);
      box[2] = Math.max(box[2], spot[0]);
      box[3] = Math.max(box[3], spot[1]);
    }
    return box;
  }
}
