/** Values: from what the model says of a field to a reader of it. What cannot be proven here is NO. */
import { allowedValues, hasUsualShape } from '../../../schemas/codelists.ts';
import type { Bounds, Field, Shape, Value } from '../../../schemas/model/conventions.ts';
import { GEOMETRY_ALIASES } from '../../../schemas/geometry.ts';
import type { Json } from '../../../schemas/json.ts';
import { VOID } from '../../../schemas/model/values.ts';
import { CLOSE_ARRAY, COMMA, equalAt, NO, numberEnd, OPEN_ARRAY, QUOTE, readNumber, space, sliceOf } from './bytes.ts';
import type { Reader, Source } from './bytes.ts';
import { members } from './members.ts';
import type { Member } from './members.ts';
import { charsText, checkedText, date, knownText, moment, text } from './texts.ts';

/** Reads the geometries of an alias. */
export type GeometryReader = (alias: keyof typeof GEOMETRY_ALIASES) => Reader;

const ANY = { min: 0, max: Infinity };
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

const never: Reader = () => NO;

function valueReader(value: Value, geometry: GeometryReader): Reader {
  const bare = bareReader(value, geometry);
  const plain = value.nullable === true ? either(literal(NULL), bare) : bare;
  return value.voidable === true ? either(shapeReader(VOID, geometry), plain) : plain;
}

function bareReader(value: Value, geometry: GeometryReader): Reader {
  switch (value.kind) {
    case 'constant': return knownText([value.constant]);
    case 'text': return textReader(value);
    case 'number':
    case 'integer': return numberReader(value, value.kind === 'integer');
    case 'boolean': return either(literal(TRUE), literal(FALSE));
    case 'null': return literal(NULL);
    case 'moment': return moment;
    case 'date': return date;
    case 'codelist': return codeReader(value.codelist);
    case 'geometry': return geometry(value.alias);
    case 'object': return value.orText === true ? never : shapeReader(value.shape, geometry);
    case 'array': return value.unique === true ? oneItem(value, geometry) : arrayReader(value, geometry);
    default: return never;
  }
}

function shapeReader({ form, fields }: Shape, geometry: GeometryReader): Reader {
  const count = form === 'choice' ? { min: 1, max: 1 } : ANY;
  return members(fields.map((field) => memberOf(field, geometry)), count).read;
}

/** A member without a maker. An activity field whose absence is worth a warning counts as required. */
export function memberOf(field: Field, geometry: GeometryReader): Member {
  return { name: field.name, required: field.required || field.expected, read: valueReader(field, geometry) };
}

/** A member that can be made again: a value object of its members, anything else from its text. */
export function madeMember(field: Field, geometry: GeometryReader): Member {
  const { name } = field;
  const required = field.required || field.expected;
  if (field.kind === 'object' && field.shape.form === 'open' && field.voidable !== true && field.nullable !== true) {
    const { read, make } = members(field.shape.fields.map((inner) => madeMember(inner, geometry)), ANY);
    return { name, required, read, make };
  }
  return { name, required, read: valueReader(field, geometry), make: madeFromText };
}

function madeFromText(source: Source, start: number, end: number): Json {
  // A text that was let through holds no escapes.
  return source.bytes[start] === QUOTE
    ? sliceOf(source, start + 1, end - 1) : JSON.parse(sliceOf(source, start, end)) as Json;
}

function textReader({ pattern, min, max }: Value & { readonly kind: 'text' }): Reader {
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  if (pattern === undefined) return text(bounds);
  const ofClass = classText(pattern, { min: min ?? 0, max: max ?? Infinity });
  if (ofClass !== undefined) return ofClass;
  const expression = new RegExp(pattern, 'u');
  return checkedText((found) => found.length >= (min ?? 0) && found.length <= (max ?? Infinity) && isPlain(found)
    && expression.test(found));
}

/** The reader of a pattern that only says of which characters a text is made, and how many; undefined for others. */
function classText(pattern: string, bounds: { readonly min: number; readonly max: number }): Reader | undefined {
  const match = /^\^(\[[^\]]+\])(?:\*|\{(\d+)(?:,(\d+))?\})\$$/.exec(pattern);
  if (match === null) return undefined;
  const [, ofClass, least = '0', most = match[2] ?? 'Infinity'] = match;
  const one = new RegExp(`^${ofClass!}$`, 'u');
  const allowed = Uint8Array.from({ length: 256 }, (_, code) =>
    (code >= 0x20 && code < 0x7f && one.test(String.fromCharCode(code)) ? 1 : 0));
  return charsText(allowed, Math.max(Number(least), bounds.min), Math.min(Number(most), bounds.max));
}

function isPlain(found: string): boolean {
  for (let i = 0; i < found.length; i++) if (found.charCodeAt(i) >= 0x7f) return false;
  return true;
}

function codeReader(list: string): Reader {
  const values = allowedValues(list, false);
  if (values !== undefined) return knownText(values);
  return checkedText((found) => isPlain(found) && found !== '' && hasUsualShape(list, found));
}

function numberReader({ min = -Infinity, max = Infinity }: Bounds, whole: boolean): Reader {
  return (bytes, at) => {
    const end = numberEnd(bytes, at);
    const number = readNumber[0]!;
    return end !== NO && number >= min && number <= max && (!whole || Number.isInteger(number)) ? end : NO;
  };
}

function arrayReader({ items, min = 0, max = Infinity }: Value & { readonly kind: 'array' }, geometry: GeometryReader): Reader {
  const read = valueReader(items, geometry);
  return (bytes, start) => {
    if (bytes[start] !== OPEN_ARRAY) return NO;
    let at = space(bytes, start + 1);
    if (bytes[at] === CLOSE_ARRAY) return min === 0 ? at + 1 : NO;
    for (let count = 1; ; count++) {
      at = read(bytes, at);
      if (at === NO) return NO;
      at = space(bytes, at);
      if (bytes[at] === CLOSE_ARRAY) return count >= min && count <= max ? at + 1 : NO;
      if (bytes[at] !== COMMA) return NO;
      at = space(bytes, at + 1);
    }
  };
}

/** A list whose items must differ: proven when there is one. */
function oneItem(value: Value & { readonly kind: 'array' }, geometry: GeometryReader): Reader {
  return arrayReader({ ...value, max: Math.min(1, value.max ?? 1) }, geometry);
}

function either(one: Reader, other: Reader): Reader {
  return (bytes, at) => {
    const end = one(bytes, at);
    return end === NO ? other(bytes, at) : end;
  };
}

function literal(word: Uint8Array): Reader {
  return (bytes, at) => (equalAt(bytes, at, word) ? at + word.length : NO);
}

export const literalFalse: Reader = literal(FALSE);
