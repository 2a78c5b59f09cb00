/**
 * Flaw remarks: what is wrong with a piece that is nearly right. Its flaws are looked at by themselves (one-flaw.ts), as check.ts
 * looks at the whole of it; in a large delivery most broken pieces are such, and need not be parsed.
 *
 * Not here: how the flaws are found (screen/), what the domain rules say.
 */
import type { Crs } from '../../schemas/crs.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { checkLinks } from './links.ts';
import type { CheckedLinks } from './links.ts';
import { isBackLink, ofFlaw } from './one-flaw.ts';
import type { Broken, Flaw, ToldOfFlaw, Words } from './one-flaw.ts';
import { remark } from './remark.ts';

/** What is said of an object of a piece, pointers from there. */
export interface Told extends Words {
  /** Its place in the order of objectsOf. */
  readonly object: number;
}

export interface Asked {
  readonly crs: Crs;
  /** The objects of the piece as findings name them, and with all their members. */
  readonly named: () => readonly ModelObject[];
  readonly whole: () => readonly ModelObject[];
  /** The one value that is not strict JSON, if there is one, of which nothing more is said: a JSON Pointer. */
  readonly stain?: string;
}

/** Before all fields of an object the schema asks for those it lacks, then for those it has too many. */
const LACKS = -2;
const HAS_TOO_MANY = -1;

const NO_LINKS: CheckedLinks = { outside: [], findings: [] };

/**
 * What is said of the flaws of a piece, in the order of check.ts, the domain rules apart; undefined when they are not enough
 * to judge it. `flaws`: in the order of the document, an absence after the members of its object.
 */
export function flawRemarks(flaws: readonly Flaw[], { stain, ...asked }: Asked): readonly Told[] | undefined {
  const stained = stain === undefined ? undefined : flaws.findIndex((flaw) => isIn(stain, flaw, asked.named()));
  if (stained === -1) return undefined;
  const all: ToldOfFlaw[] = [];
  for (const [index, flaw] of flaws.entries()) {
    const said = index === stained ? stain!.slice(asked.named()[flaw.object]!.pointer.length) : undefined;
    const told = ofFlaw(flaw, { ...asked, said });
    if (told === undefined) return undefined;
    all.push(told);
  }
  const byObject = all.length > 1 ? all.toSorted((one, other) => one.flaw.object - other.flaw.object) : all;
  const inSchema = all.length > 1 ? bySchema(all, asked.named()) : all;
  // Links that are right lead to the object above, by its id.
  const links = flaws.some(isBackLink) ? checkLinks(asked.named()) : NO_LINKS;
  const told: Told[] = [];
  add(told, inSchema, 'errors');
  add(told, all, 'notices');
  add(told, byObject, 'geometry');
  for (const finding of links.findings) told.push({ ...remark(finding), object: 0 });
  add(told, byObject, 'validity');
  // Of a root that may be accepted those to outside are still to be answered.
  return links.outside.length > 0 && !isRefused(told) ? undefined : told;
}

export function isRefused(broken: readonly Broken[]): boolean {
  return broken.some(({ severity }) => severity === 'error');
}

function add(told: Told[], all: readonly ToldOfFlaw[], level: 'errors' | 'notices' | 'geometry' | 'validity'): void {
  for (const one of all) for (const { rule, severity, say } of one[level]) told.push({ object: one.flaw.object, rule, severity, say });
}

/** In the order in which the schema comes to them: the fields and items that lead to the object, then its own. */
function bySchema(all: readonly ToldOfFlaw[], objects: readonly ModelObject[]): readonly ToldOfFlaw[] {
  const placed = all.map((told) => ({ told, place: [...pathOf(objects[told.flaw.object]!), fieldIndex(told.flaw)] }));
  return placed.sort((one, other) => inOrder(one.place, other.place)).map(({ told }) => told);
}

function fieldIndex(flaw: Flaw): number {
  return 'missing' in flaw ? LACKS : 'unknown' in flaw ? HAS_TOO_MANY : indexOf(flaw.type, flaw.field);
}

function pathOf({ parent, pointer }: ModelObject): readonly number[] {
  if (parent === undefined) return [];
  const [field = '', item = ''] = pointer.slice(parent.pointer.length + 1).split('/');
  return [...pathOf(parent), indexOf(parent.type, field), Number(item)];
}

function indexOf(type: string, field: string): number {
  return fieldsOf(type).findIndex(({ name }) => name === field);
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  return at === -1 ? 0 : one[at]! - (other[at] ?? LACKS - 1);
}

/** Whether a place in a root is where one of its flaws is. */
function isIn(place: string, flaw: Flaw, objects: readonly ModelObject[]): boolean {
  const around = 'field' in flaw ? `${objects[flaw.object]!.pointer}/${flaw.field}` : undefined;
  return around !== undefined && (place === around || place.startsWith(`${around}/`));
}
