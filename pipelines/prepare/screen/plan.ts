/**
 * Plan: what the reader must see in an object of a type for the domain rules to have nothing to say of it (Rule.passes).
 * Rules about places are not here: they are always asked (places.ts).
 */
import { fieldsOf } from '../../../schemas/model/model.ts';
import { RULES_BY_TYPE } from '../rules/index.ts';
import type { Pass, Rule } from '../rules/rule.ts';
import { AFTER, AS_ABOVE, HOLDER, ID, JOINED, NOT_BEFORE, SLOTS_MAX, THERE } from './ops.ts';

const KINDS = { 'as-above': AS_ABOVE, 'there': THERE, 'not-before': NOT_BEFORE, 'after': AFTER } as const;

/** A pass that a value by itself is or is not. */
export type PlainPass = Exclude<Pass, { readonly joined: unknown } | { readonly is: unknown }>;

export interface Plan {
  /** By path from the object: of each of these lists the value there is one, else the rules must be asked. */
  readonly passes: ReadonlyMap<string, readonly (readonly PlainPass[])[]>;
  /** Texts that the object keeps, by path: their slots. */
  readonly slots: ReadonlyMap<string, number>;
  /** Kind and four slots each (ops.ts). */
  readonly tests: readonly (readonly number[])[];
  /** Fields about which the rules must be asked. */
  readonly asked: ReadonlySet<string>;
  /** Fields of this object that rules look at, whichever object they are about; its geometry is for places.ts. */
  readonly minded: ReadonlySet<string>;
}

const RULES = rulesWhere(({ isAboutPlaces }) => isAboutPlaces !== true);
/** Those that pass by where an object stands, too. */
const PLACED = rulesWhere(({ passes }) => passes !== undefined && passes.length > 1);

const plans = new Map<string, Plan>();

/** The plan of an object of a type in one of another, or of a root when `above` is undefined; the same plan wherever it says the same. */
export function planOf(type: string, above: string | undefined): Plan {
  const rules = RULES.get(type) ?? [];
  const key = JSON.stringify([type, ...(PLACED.get(type) ?? []).map(({ passes }) => passes!(type, above) ?? null)], functionsToo);
  const known = plans.get(key);
  if (known !== undefined) return known;
  const plan = new PlanMaker();
  for (const rule of rules) plan.add(rule, rule.passes?.(type, above));
  for (const path of [...plan.passes.keys(), ...plan.tested, ...plan.asked]) plan.minded.add(path.split('/')[0]!);
  // Objects in it are held against it.
  if (fieldsOf(type).some(({ kind }) => kind === 'nested')) plan.minded.add('bronhoudercode');
  plans.set(key, plan);
  return plan;
}

class PlanMaker implements Plan {
  readonly passes = new Map<string, (readonly PlainPass[])[]>();
  readonly slots = new Map([['id', ID], ['bronhoudercode', HOLDER]]);
  readonly tests: (readonly number[])[] = [];
  readonly asked = new Set<string>();
  readonly minded = new Set<string>();
  readonly tested = new Set<string>();

  add({ fields }: Rule, passes: ReturnType<NonNullable<Rule['passes']>>): void {
    if (passes === undefined) {
      for (const field of fields) this.asked.add(field);
      return;
    }
    for (const [path, list] of Object.entries(passes)) {
      const [first] = list;
      if (typeof first === 'object' && 'joined' in first) this.#test(JOINED, [path, ...first.joined]);
      else if (typeof first === 'object' && 'is' in first) this.#test(KINDS[first.is], 'other' in first ? [path, first.other] : [path]);
      else this.passes.set(path, [...this.passes.get(path) ?? [], list as readonly PlainPass[]]);
    }
  }

  #test(kind: number, paths: readonly string[]): void {
    // Of two in order the second does not matter without the first.
    for (const path of kind === NOT_BEFORE || kind === AFTER ? paths.slice(0, 1) : paths) this.tested.add(path);
    const slots = paths.map((path) => this.#slot(path));
    this.tests.push([kind, ...slots, ...Array.from({ length: 4 - slots.length }, () => 0)]);
  }

  #slot(path: string): number {
    const slot = this.slots.get(path) ?? this.slots.size;
    if (slot >= SLOTS_MAX) throw new Error(`no slot for ${path}`);
    this.slots.set(path, slot);
    return slot;
  }
}

function rulesWhere(is: (rule: Rule) => boolean): ReadonlyMap<string, readonly Rule[]> {
  return new Map([...RULES_BY_TYPE].map(([type, rules]) => [type, rules.filter(is)]));
}

function functionsToo(_: string, value: unknown): unknown {
  return typeof value === 'function' ? String(value) : value;
}
