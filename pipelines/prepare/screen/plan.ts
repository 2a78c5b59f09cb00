/**
 * Plan: what the reader must see in an object of a type for the domain rules to have nothing to say of it (Rule.passes).
 * Rules about places are always asked (sketch.ts).
 */
import { geometryPathOf } from '../../../schemas/model/model.ts';
import { RULES_BY_TYPE } from '../rules/index.ts';
import type { Pass, Rule } from '../rules/rule.ts';
import { AFTER, AS_ABOVE, ASK_ALL, ASK_TEXTS, HOLDER, ID, JOINED, NOT_BEFORE, SLOTS_MAX, THERE } from './ops.ts';

const KINDS = { 'as-above': AS_ABOVE, 'there': THERE, 'not-before': NOT_BEFORE, 'after': AFTER } as const;

/** A pass that a value by itself is or is not. */
export type PlainPass = Exclude<Pass, { readonly joined: unknown } | { readonly is: unknown }>;

export interface Plan {
  /** By path from the object: of each of these lists the value there is one, else the rules must be asked. */
  readonly passes: ReadonlyMap<string, readonly (readonly PlainPass[])[]>;
  /** Texts that the object keeps, by path: their slots. */
  readonly slots: ReadonlyMap<string, number>;
  /** Kind, what to ask and four slots each (ops.ts). */
  readonly tests: readonly (readonly number[])[];
  /** Fields about which the rules must be asked. */
  readonly asked: ReadonlySet<string>;
  /** Fields of this object that rules look at beside others, whichever object they are about. */
  readonly minded: ReadonlySet<string>;
  /** Fields that rules look at which sketch.ts asks. */
  readonly sketched: ReadonlySet<string>;
  /** Those of them that are held against texts kept. */
  readonly tested: ReadonlySet<string>;
  /** Those of which no value passes, so that any is told. */
  readonly told: ReadonlySet<string>;
}

/** Those that pass by where an object stands, too. */
const PLACED = rulesWhere(({ passes }) => passes !== undefined && passes.length > 1);

const plans = new Map<string, Plan>();

/** The plan of an object of a type in one of another, or of a root when `above` is undefined; the same plan wherever it says the same. */
export function planOf(type: string, above: string | undefined): Plan {
  const key = JSON.stringify([type, ...(PLACED.get(type) ?? []).map(({ passes }) => passes!(type, above) ?? null)], functionsToo);
  const known = plans.get(key);
  if (known !== undefined) return known;
  const plan = new PlanMaker();
  for (const rule of RULES_BY_TYPE.get(type) ?? []) plan.add(rule, rule.passes?.(type, above));
  // Objects in it are held against these.
  for (const path of ['bronhoudercode', ...geometryPathOf(type)?.slice(0, 1) ?? []]) plan.sketched.add(path);
  plans.set(key, plan);
  return plan;
}

class PlanMaker implements Plan {
  readonly passes = new Map<string, (readonly PlainPass[])[]>();
  readonly slots = new Map([['id', ID], ['bronhoudercode', HOLDER]]);
  readonly tests: (readonly number[])[] = [];
  readonly asked = new Set<string>();
  readonly minded = new Set<string>();
  readonly sketched = new Set<string>();
  readonly tested = new Set<string>();
  readonly told = new Set<string>();

  add({ fields, passesIn, looksNoFurther }: Rule, passes: ReturnType<NonNullable<Rule['passes']>>): void {
    const minded = passesIn !== undefined || looksNoFurther === true ? this.sketched : this.minded;
    if (passes === undefined) {
      for (const field of fields) minded.add(field);
      if (passesIn === undefined) for (const field of fields) this.asked.add(field);
      return;
    }
    for (const [path, list] of Object.entries(passes)) {
      const test = testOf(path, list);
      for (const looked of test?.paths ?? [path]) minded.add(rootOf(looked));
      for (const looked of test?.paths ?? []) this.tested.add(rootOf(looked));
      if (looksNoFurther === true && list.length === 0) this.told.add(path);
      else if (test === undefined) this.passes.set(path, [...this.passes.get(path) ?? [], list as readonly PlainPass[]]);
      else this.tests.push([test.kind, looksNoFurther === true ? ASK_TEXTS : ASK_ALL, ...this.#slots(test.paths)]);
    }
  }

  #slots(paths: readonly string[]): readonly number[] {
    return Array.from({ length: 4 }, (_, index) => (index < paths.length ? this.#slot(paths[index]!) : 0));
  }

  #slot(path: string): number {
    const slot = this.slots.get(path) ?? this.slots.size;
    if (slot >= SLOTS_MAX) throw new Error(`no slot for ${path}`);
    this.slots.set(path, slot);
    return slot;
  }
}

/** The test that a pass is of texts at these paths; undefined when it is of a value by itself. */
function testOf(path: string, [pass]: readonly Pass[]): { readonly kind: number; readonly paths: readonly string[] } | undefined {
  if (typeof pass !== 'object' || !('joined' in pass || 'is' in pass)) return undefined;
  if ('joined' in pass) return { kind: JOINED, paths: [path, ...pass.joined] };
  return { kind: KINDS[pass.is], paths: 'other' in pass ? [path, pass.other] : [path] };
}

function rootOf(path: string): string {
  return path.split('/')[0]!;
}

function rulesWhere(is: (rule: Rule) => boolean): ReadonlyMap<string, readonly Rule[]> {
  return new Map([...RULES_BY_TYPE].map(([type, rules]) => [type, rules.filter(is)]));
}

function functionsToo(_: string, value: unknown): unknown {
  return typeof value === 'function' ? String(value) : value;
}
