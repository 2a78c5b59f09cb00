/**
 * Places: asks the domain rules that look only at which objects there are and where their geometries lie (Rule.isAboutPlaces)
 * about the root that was read last, without making its objects.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Box } from '../../../schemas/geometry.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf, OBJECT_TYPES } from '../../../schemas/names.ts';
import { RULES_BY_TYPE } from '../rules/index.ts';
import { roughRd } from '../rules/rough-rd.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';

/** An object of which nothing is known but where it stands and its shape: place among the positions, and how many it has. */
interface PlacedObject extends ModelObject {
  readonly rules: readonly Rule[];
  first: number;
  count: number;
}

const TYPES = OBJECT_TYPES.map((type) =>
  ({ type, kind: kindOf(type), rules: (RULES_BY_TYPE.get(type) ?? []).filter(({ isAboutPlaces }) => isAboutPlaces === true) }));
const NO_DATA = {};

export class Places {
  readonly #crs: Crs;
  readonly #positions: Float64Array;
  readonly #context: RuleContext;
  #objects: PlacedObject[] = [];

  /** `positions`: of the shapes, two numbers each, in the CRS. */
  constructor(crs: Crs, positions: Float64Array) {
    this.#crs = crs;
    this.#positions = positions;
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
    this.#objects.push({ data: NO_DATA, id: undefined, type, kind, pointer: '', parent, rules, first: 0, count: 0 });
  }

  addShape(object: number, first: number, count: number): void {
    const placed = this.#objects[object]!;
    placed.first = first;
    placed.count = count;
  }

  /** Whether no rule has anything to say. */
  pass(): boolean {
    for (const object of this.#objects) {
      if (object.count === 0) continue;
      for (const rule of object.rules) if (rule.check(object, this.#context).length > 0) return false;
    }
    return true;
  }

  #positionOf({ first, count }: PlacedObject): readonly [number, number] | undefined {
    return count === 0 ? undefined : [this.#positions[2 * first]!, this.#positions[2 * first + 1]!];
  }

  /** As ruleContext has it. */
  #boxOf({ first, count }: PlacedObject): Box | undefined {
    if (count === 0) return undefined;
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
