/**
 * Fitting field: finds the fields in which the value of an unknown field belongs: a BAG number, a code of a list, a geometry, a distance.
 *
 * Invariant: a field is named only for a telling value. A text that any field allows fits none, nor does true or a moment, which would
 * make an object secret or end it. A number or a date fits only an expected field, or the only one of its kind.
 * Not here: similar names (misnamed.ts), fields of another object (misplaced.ts).
 */
import { allowedValues, codeList, hasUsualShape } from '../codelists.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Field, Value } from '../model/conventions.ts';
import { dateMs } from '../time.ts';
import { suggest } from './suggest.ts';

/** Most fields that are named; more say little. */
const FIELDS_MAX = 3;

export interface FittingField {
  readonly field: string;
  /** The value as JSON in the form of the field, when that differs. */
  readonly json?: string;
}

/** Returns the absent fields in which a value belongs; none when more than three fit. */
export function fittingFields(value: Json, fields: ReadonlyMap<string, Field>, data: JsonObject): readonly FittingField[] {
  const numbers = [...fields.values()].filter(isNumber).length;
  const isTelling = (field: Field): boolean => field.required || field.expected || !(isNumber(field) && numbers > 1 || field.kind === 'date');
  const absent = [...fields.values()].filter((field) => field.readOnly !== true && isTelling(field) && !Object.hasOwn(data, field.name));
  const fitting = absent.flatMap((field) => {
    const form = formIn(value, field);
    return form === undefined ? [] : [{ field: field.name, ...(form === AS_IT_IS ? {} : { json: form }) }];
  });
  return fitting.length > FIELDS_MAX ? [] : fitting;
}

/** Returns the field of an object that has this value already. */
export function fieldWith(value: Json, fields: ReadonlyMap<string, Field>, data: JsonObject): string | undefined {
  return [...fields.values()].find((field) => {
    const there = own(data, field.name);
    return formIn(value, field) !== undefined && (there === value || Array.isArray(there) && (there as readonly Json[]).includes(value));
  })?.name;
}

function isNumber({ kind }: Field): boolean {
  return kind === 'number' || kind === 'integer';
}

const AS_IT_IS = '';
/** Digits of a register number. A text without them may as well be a name. */
const TELLING_DIGITS = /\d{4}/;

/** Returns the form of a value in a field: unchanged, or as other JSON; undefined when it does not belong there. */
function formIn(value: Json, field: Value): string | undefined {
  switch (field.kind) {
    case 'text': return numberForm(value, field);
    case 'codelist': return isCode(value, field.codelist) ? AS_IT_IS : undefined;
    case 'number': case 'integer': return typeof value === 'number' && isWithin(value, field) ? AS_IT_IS : undefined;
    case 'date': return typeof value === 'string' && dateMs(value) !== undefined ? AS_IT_IS : undefined;
    case 'geometry': return isGeometry(value, field) ? AS_IT_IS : undefined;
    case 'link': return isLink(value) ? AS_IT_IS : undefined;
    case 'links': return isLink(value) ? '[{"href": …}]' : Array.isArray(value) && value.length > 0 && value.every(isLink) ? AS_IT_IS : undefined;
    case 'object': return choiceForm(value, field);
    case 'array': {
      const item = Array.isArray(value) ? undefined : formIn(value, field.items);
      return item === undefined ? undefined : `[${item === AS_IT_IS ? JSON.stringify(value) : item}]`;
    }
    default: return undefined;
  }
}

/** The form of a register number, such as a BAG number, in a field with a pattern. */
function numberForm(value: Json, field: Value & { readonly kind: 'text' }): string | undefined {
  if (field.pattern === undefined || field.format !== undefined || typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (!TELLING_DIGITS.test(String(value))) return undefined;
  const pattern = new RegExp(field.pattern, 'u');
  if (pattern.test('x')) return undefined;
  if (typeof value === 'string' && pattern.test(value)) return AS_IT_IS;
  return typeof value === 'number' ? suggest(field, value)?.json : undefined;
}

function isCode(value: Json, list: string): boolean {
  if (typeof value !== 'string') return false;
  return codeList(list).shape === undefined ? allowedValues(list)!.includes(value) : hasUsualShape(list, value);
}

function isWithin(number: number, { min = -Infinity, max = Infinity, kind }: Value & { readonly kind: 'number' | 'integer' }): boolean {
  return number >= min && number <= max && (kind === 'number' || Number.isInteger(number));
}

function isGeometry(value: Json, { alias }: Value & { readonly kind: 'geometry' }): boolean {
  return isObject(value) && Object.hasOwn(value, 'coordinates') && (GEOMETRY_ALIASES[alias] as readonly unknown[]).includes(value['type']);
}

function isLink(value: Json): boolean {
  return isObject(value) && typeof own(value, 'href') === 'string';
}

/** The form of a value in the one alternative of a choice that allows it: a distance in `afstandOfGeometrie`. */
function choiceForm(value: Json, field: Value & { readonly kind: 'object' }): string | undefined {
  if (field.shape.form !== 'choice') return undefined;
  const taking = field.shape.fields.filter((alternative) => formIn(value, alternative) === AS_IT_IS);
  return taking.length === 1 ? `{"${taking[0]!.name}": ${typeof value === 'number' ? value : '…'}}` : undefined;
}
