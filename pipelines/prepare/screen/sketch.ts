/**
 * Sketch: what is known of the root that was read last without making its objects: which there are and of which types, where
 * their geometries lie, the texts they keep and the values of what is wrong. The domain rules that need no more are asked about
 * that (Rule.passesIn, Rule.looksNoFurther). Texts and values are told only when a rule may mind them, and objects are made only
 * when one may: most roots have none, and lie where no rule about places minds them.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import { emptyBox, grow } from '../../../schemas/geometry.ts';
import type { Box } from '../../../schemas/geometry.ts';
import type { Json } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { positionOf, textOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf, NESTED_IN, OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Told } from '../flaw-remarks.ts';
import type { Flaw } from '../one-flaw.ts';
import type { Placing } from '../open.ts';
import { ruleContext } from '../rules/context.ts';
import { concerns, findingOf, RULES_BY_TYPE } from '../rules/index.ts';
import { roughRd } from '../rules/rough-rd.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';
import type { FlawPlace } from './flaws.ts';
import { ID, MISSING, OBJECT_WORDS, SHAPE_WORDS, TEXTS, UNKNOWN } from './ops.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

/** An object, and which shape is its geometry. */
interface NamedObject extends ModelObject {
  readonly shape: number | undefined;
}

/** An object of which nothing is known but where it stands, which shape is its geometry and what was told. */
interface SketchedObject extends NamedObject {
  data: Record<string, Json>;
  id: string | undefined;
  rules: readonly Rule[];
  readonly parent: SketchedObject | undefined;
  shape: number | undefined;
  hasTexts: boolean;
}

/** Records (ops.ts) of the objects and shapes of the root, the positions of these, two numbers each, in the CRS, and its texts. */
export interface Records {
  readonly objects: Uint32Array;
  readonly shapes: Uint32Array;
  readonly positions: Float64Array;
  readonly textAt: (start: number, end: number) => string;
}

const TYPES = OBJECT_TYPES.map((type) => ({
  type, kind: kindOf(type), placed: (RULES_BY_TYPE.get(type) ?? []).filter(({ passesIn }) => passesIn !== undefined),
}));
/** The rules that are asked about an object of which something was told. */
const RULES_OF_TOLD = new Map([...RULES_BY_TYPE].map(([type, rules]) =>
  [type, rules.filter(({ passesIn, looksNoFurther }) => passesIn !== undefined || looksNoFurther === true)]));
/** Rules look at members with these names only. */
const NAMES: ReadonlySet<string> = new Set(OBJECT_TYPES.flatMap((type) => fieldsOf(type).map(({ name }) => name)));
const NOTHING_TOLD: Record<string, Json> = {};
const NONE: readonly Told[] = [];

export class Sketch {
  readonly #crs: Crs;
  readonly #records: Records;
  readonly #boxes: Float64Array;
  readonly #context: RuleContext;
  /** By their types, and those above. */
  readonly #plans = new Map<number, Plan>();
  #count = 0;
  #shapeCount = 0;
  /** Made when they are first asked for. */
  #made: readonly SketchedObject[] | undefined;

  constructor(crs: Crs, records: Records) {
    this.#crs = crs;
    this.#records = records;
    const { shapes } = records;
    this.#boxes = new Float64Array(shapes.buffer, shapes.byteOffset, shapes.length / 2);
    this.#context = {
      crs, boxOf: (object) => this.#boxOf(object as SketchedObject), positionOf: (object) => this.#positionOf(object as SketchedObject),
    };
  }

  /** Takes the root that was read last, with so many objects and shapes, and forgets the one before. */
  take(objects: number, shapes: number): void {
    this.#count = objects;
    this.#shapeCount = shapes;
    this.#made = undefined;
  }

  /** Whether rules that are asked here never look at what is wrong, whatever it is. */
  ignores({ object, what }: FlawPlace): boolean {
    const { type } = this.#objects[object]!;
    return what === MISSING || (what !== UNKNOWN && !this.#planOf(object).sketched.has(fieldsOf(type)[what]!.name));
  }

  /** Tells what is wrong with an object; false when rules may look at it that are not asked here. */
  tell(flaw: Flaw): boolean {
    if ('missing' in flaw) return true;
    if ('unknown' in flaw) return !NAMES.has(flaw.unknown);
    const { sketched, tested } = this.#planOf(flaw.object);
    if (!sketched.has(flaw.field)) return true;
    if (tested.has(flaw.field)) this.#tellTexts(flaw.object);
    const object = this.#told(flaw.object);
    object.data[flaw.field] = flaw.value;
    object.id = textOf(object.data, 'id');
    return true;
  }

  /** Tells the texts of all objects, before what is wrong with any. */
  tellTexts(): void {
    for (const index of this.#objects.keys()) this.#tellTexts(index);
  }

  /** What the rules say that need no more than was told. */
  broken(): readonly Told[] {
    if (this.#made === undefined && this.#liesWell()) return NONE;
    let broken: Told[] | undefined;
    for (const [index, object] of this.#objects.entries()) {
      if (object.shape === undefined && object.data === NOTHING_TOLD) continue;
      for (const rule of object.rules) {
        if (rule.looksNoFurther === true && !concerns(rule, object.data)) continue;
        for (const breach of rule.check(object, this.#context)) {
          const say = (): Finding => findingOf(rule, breach);
          (broken ??= []).push({ rule: rule.id, severity: rule.severity, object: index, say });
        }
      }
    }
    return broken ?? NONE;
  }

  /** What all rules may ask about the same root, made: where the reader read a geometry it need not be read again. */
  contextOf(objects: readonly ModelObject[]): RuleContext {
    const context = ruleContext(this.#crs);
    if (objects.length !== this.#count) return context;
    const sketched = new Map(objects.map((object, index) => [object, this.#objects[index]!]));
    const boxOf = (object: ModelObject): Box | undefined => {
      const read = sketched.get(object);
      return read?.shape === undefined ? context.boxOf(object) : this.#boxOf(read);
    };
    return { ...context, boxOf };
  }

  /** Where the objects stand and lie, as findings tell it, `flaws` being what is wrong with them. */
  placing(flaws: readonly Flaw[]): Omit<Placing, 'root'> {
    const { objects, textAt } = this.#records;
    const parts = new Map<ModelObject, number>();
    const named: NamedObject[] = [];
    for (const [index, { type, kind, shape }] of this.#objects.entries()) {
      const parent = index === 0 ? undefined : named[objects[OBJECT_WORDS * index + 1]!];
      const place = parent === undefined ? 0 : parts.get(parent) ?? 0;
      if (parent !== undefined) parts.set(parent, place + 1);
      const at = OBJECT_WORDS * index + TEXTS + 2 * ID;
      const id = objects[at] === 0 ? undefined : textAt(objects[at]!, objects[at + 1]!);
      const data: Record<string, Json> = {};
      for (const flaw of flaws) if (flaw.object === index && 'field' in flaw) data[flaw.field] = flaw.value;
      named.push({
        data, id, type, kind, parent, shape,
        pointer: parent === undefined ? '' : `${parent.pointer}/${NESTED_IN[kind!]}/${place}`,
      });
    }
    const positionAt = (object: ModelObject) => this.#positionOf(object as NamedObject);
    return { objects: named, crs: this.#crs, positionOf: positionAt };
  }

  /** Whether no rule about places minds anything where the root lies, of which nothing is told. */
  #liesWell(): boolean {
    const box = this.#rootBox();
    if (box === undefined) return false;
    const { shapes, objects } = this.#records;
    for (let shape = 0; shape < this.#shapeCount; shape++) {
      const { placed } = TYPES[objects[OBJECT_WORDS * shapes[SHAPE_WORDS * shape + 4]!]!]!;
      for (const { passesIn } of placed) if (!passesIn!(box)) return false;
    }
    return true;
  }

  /** Around all shapes. */
  #rootBox(): Box | undefined {
    const around = emptyBox();
    for (let shape = 0; shape < this.#shapeCount; shape++) {
      const box = this.#shapeBox(shape);
      if (box === undefined) return undefined;
      grow(around, box[0], box[1]);
      grow(around, box[2], box[3]);
    }
    return around;
  }

  get #objects(): readonly SketchedObject[] {
    return this.#made ??= this.#make();
  }

  #make(): readonly SketchedObject[] {
    const { objects, shapes } = this.#records;
    const made: SketchedObject[] = [];
    for (let index = 0; index < this.#count; index++) {
      const { type, kind, placed } = TYPES[objects[OBJECT_WORDS * index]!]!;
      const parent = index === 0 ? undefined : made[objects[OBJECT_WORDS * index + 1]!];
      made.push({
        data: NOTHING_TOLD, id: undefined, type, kind, pointer: '', parent, rules: placed, shape: undefined, hasTexts: false,
      });
    }
    for (let shape = 0; shape < this.#shapeCount; shape++) made[shapes[SHAPE_WORDS * shape + 4]!]!.shape = shape;
    return made;
  }

  #planOf(index: number): Plan {
    const { type, parent } = this.#objects[index]!;
    const { objects } = this.#records;
    const above = parent === undefined ? 0 : 1 + objects[OBJECT_WORDS * objects[OBJECT_WORDS * index + 1]!]!;
    const key = objects[OBJECT_WORDS * index]! + OBJECT_TYPES.length * above;
    const plan = this.#plans.get(key) ?? planOf(type, parent?.type);
    this.#plans.set(key, plan);
    return plan;
  }

  #tellTexts(index: number): void {
    const object = this.#told(index);
    if (object.hasTexts) return;
    object.hasTexts = true;
    for (const [path, slot] of this.#planOf(index).slots) {
      const at = OBJECT_WORDS * index + TEXTS + 2 * slot;
      const [start, end] = [this.#records.objects[at]!, this.#records.objects[at + 1]!];
      if (start !== 0) put(object.data, path, this.#records.textAt(start, end));
    }
    object.id = textOf(object.data, 'id');
  }

  /** An object of which something is told. */
  #told(index: number): SketchedObject {
    const object = this.#objects[index]!;
    if (object.data === NOTHING_TOLD) {
      object.data = {};
      object.rules = RULES_OF_TOLD.get(object.type) ?? [];
    }
    return object;
  }

  #positionOf(object: NamedObject): readonly [number, number] | undefined {
    if (object.shape === undefined) return positionOf(object);
    const first = this.#records.shapes[SHAPE_WORDS * object.shape + 2]!;
    return [this.#records.positions[2 * first]!, this.#records.positions[2 * first + 1]!];
  }

  /** As ruleContext has it. */
  #boxOf(object: SketchedObject): Box | undefined {
    if (object.shape === undefined) return object.data === NOTHING_TOLD ? undefined : ruleContext(this.#crs).boxOf(object);
    return this.#shapeBox(object.shape);
  }

  #shapeBox(shape: number): Box | undefined {
    return this.#crs.derivation === 'rd' ? this.#readBox(shape) : this.#roughBox(shape);
  }

  /** The box that the reader found, which is in the CRS. */
  #readBox(shape: number): Box {
    const at = (SHAPE_WORDS / 2) * shape + 3;
    return [this.#boxes[at]!, this.#boxes[at + 1]!, this.#boxes[at + 2]!, this.#boxes[at + 3]!];
  }

  #roughBox(shape: number): Box | undefined {
    const first = this.#records.shapes[SHAPE_WORDS * shape + 2]!;
    const count = this.#records.shapes[SHAPE_WORDS * shape + 3]!;
    const box = emptyBox();
    for (let at = 2 * first; at < 2 * (first + count); at += 2) {
      const spot = roughRd(this.#crs, this.#records.positions[at]!, this.#records.positions[at + 1]!);
      if (spot === undefined) return undefined;
      grow(box, spot[0], spot[1]);
    }
    return box;
  }
}

/** Puts a text where a path leads. */
function put(data: Record<string, Json>, path: string, text: string): void {
  const slash = path.indexOf('/');
  if (slash === -1) data[path] = text;
  else put((data[path.slice(0, slash)] ??= {}) as Record<string, Json>, path.slice(slash + 1), text);
}
