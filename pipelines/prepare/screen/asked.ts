/**
 * Asked: which domain rules have a say in a root without nested objects, by which members it has, and an object with
 * only the members that those rules read (Rule.fields, Rule.reads), made from where the reader saw them.
 */
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import type { RootType } from '../../../schemas/names.ts';
import { RULES_BY_TYPE } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** The value that stands from one address to another. */
export type Make = (start: number, end: number) => Json;

interface Plan {
  readonly rules: readonly Rule[];
  readonly members: readonly { readonly name: string; readonly index: number; readonly isGeometry: boolean }[];
}

/** Stands for a geometry: rules see that there is one, and ask the context about it. */
const PRESENT: Json = {};

export class Asked {
  readonly #type: RootType;
  /** What the reader saw last of this type: fields, a bit each, then start and end of each. */
  readonly #marks: Uint32Array;
  readonly #plans = new Map<number, Plan>();

  constructor(type: RootType, marks: Uint32Array) {
    this.#type = type;
    this.#marks = marks;
  }

  /** The rules about the root read last, and the object to ask them about. */
  ask(make: Make): { readonly rules: readonly Rule[]; readonly data: JsonObject } {
    const seen = this.#marks[0]! + 2 ** 32 * this.#marks[1]!;
    const plan = this.#plans.get(seen) ?? this.#plan(seen);
    const data: Record<string, Json> = {};
    for (const { name, index, isGeometry } of plan.members) {
      data[name] = isGeometry ? PRESENT : make(this.#marks[2 + 2 * index]!, this.#marks[3 + 2 * index]!);
    }
    return { rules: plan.rules, data };
  }

  #plan(seen: number): Plan {
    const present = fieldsOf(this.#type).map(({ name, kind }, index) => ({ name, index, isGeometry: kind === 'geometry' }))
      .filter(({ index }) => Math.floor(seen / 2 ** index) % 2 === 1);
    const rules = (RULES_BY_TYPE.get(this.#type) ?? []).filter(({ fields }) => present.some(({ name }) => fields.includes(name)));
    const read = new Set(['id', 'bronhoudercode', ...rules.flatMap(({ fields, reads = [] }) => [...fields, ...reads])]);
    const plan = { rules, members: present.filter(({ name }) => read.has(name)) };
    this.#plans.set(seen, plan);
    return plan;
  }
}
