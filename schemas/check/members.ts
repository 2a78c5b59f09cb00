/**
 * Members: what is wrong with some members of the objects of a document, when all the others are known to be right.
 * It says what compile.ts and notices.ts say of the whole document, in the same order.
 */
import { ERRORS_PER_DOCUMENT_MAX, memberErrors } from './compile.ts';
import type { ErrorObject } from './compile.ts';
import { mistakesOf } from './explain.ts';
import type { Mistake } from './explain.ts';
import { own } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { fieldsByName, fieldsOf } from '../model/model.ts';
import type { ModelObject } from '../model/objects.ts';
import type { RootType } from '../names.ts';
import { noticesOf, noticesOfAbsent, noticesOfField } from './notices.ts';
import type { Notice } from './notices.ts';
import { missingIn, unknownIn } from './objects.ts';

/** A member of an object that may be wrong: the field that it is, or what is unknown or missing. */
export interface Doubt {
  readonly object: ModelObject;
  readonly what: string | typeof UNKNOWN | typeof MISSING;
}

export const UNKNOWN = Symbol('unknown');
export const MISSING = Symbol('missing');

/** The mistakes of the schema. `document`: of a root type, as are the objects of the types that they say. */
export function mistakesAmong(rootType: RootType, document: JsonObject, doubts: readonly Doubt[]): readonly Mistake[] {
  const places = [...doubts].map((doubt) => ({ doubt, place: placeOf(doubt) }));
  places.sort((one, other) => inOrder(one.place, other.place));
  return mistakesOf(rootType, document, places.flatMap(({ doubt }) => errorsOf(doubt)).slice(0, ERRORS_PER_DOCUMENT_MAX));
}

/** The notices, `doubts` being in the order of the document, an absence after the members of its object. */
export function noticesAmong(rootType: RootType, document: JsonObject, doubts: readonly Doubt[]): readonly Notice[] {
  const notices: Notice[] = [];
  for (const { object, what } of doubts) {
    if (what === MISSING) noticesOfAbsent(object, notices);
    else if (what !== UNKNOWN) noticesOfField(object, what, notices);
  }
  // So many are cut short, at a place that depends on the whole document.
  return notices.length < LIMITS.findingsPerRuleMax ? notices : noticesOf(rootType, document);
}

function errorsOf({ object, what }: Doubt): readonly ErrorObject[] {
  switch (what) {
    case MISSING: return missingIn(object);
    case UNKNOWN: return unknownIn(object);
    default: {
      const { type, data, pointer } = object;
      const field = fieldsByName(type)!.get(what)!;
      return memberErrors({ type, field, value: own(data, what) ?? null, pointer: `${pointer}/${what}` });
    }
  }
}

/** Where the validator comes to it: the fields and items that lead to the object, then what is missing, unknown, and the fields. */
function placeOf({ object, what }: Doubt): readonly number[] {
  const here = what === MISSING ? -2 : what === UNKNOWN ? -1 : indexOf(object.type, what);
  return [...pathOf(object), here];
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
  return at === -1 ? 0 : one[at]! - (other[at] ?? -3);
}
