/**
 * Field texts: converts texts in the properties of one Feature to the types of their fields. A GIS sends such texts, because it takes a
 * field without values for a text field.
 *
 * Invariants:
 *  - A text is converted only when its field does not allow it, and only when it has exactly one reading. Other texts are unchanged and
 *    get the finding of the schema.
 *  - An empty text is no value, as null is.
 * Not here: the requests that are read so (workers/preparation-thread.ts, requests/merged.ts), suggestions for files (schemas/check/suggest.ts).
 */
import { suggestTime } from '../../../schemas/check/suggest-time.ts';
import { suggest } from '../../../schemas/check/suggest.ts';
import { suggestVoidReason } from '../../../schemas/check/void-reasons.ts';
import { allowedValues, codeList } from '../../../schemas/codelists.ts';
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import type { Field } from '../../../schemas/model/conventions.ts';
import { plainMoment } from '../../../schemas/model/feature.ts';
import { identificatieOf } from '../../../schemas/model/identificatie.ts';
import { fieldsByName } from '../../../schemas/model/model.ts';
import { clockChangeAt, dateMs, parseMoment } from '../../../schemas/time.ts';
import { parseStrict } from '../../strict-json/index.ts';

/** A text that was converted. */
export interface ReadText {
  readonly field: string;
  readonly text: string;
  /** The value of the text; null for no value. */
  readonly value: Json;
}

/** Returns the Feature with texts converted to values of the fields of its type. `entityType` is the type of a Feature that names none. */
export function withReadTexts(
  feature: JsonObject, entityType?: string,
): { readonly feature: JsonObject; readonly texts: readonly ReadText[] } {
  const properties = own(feature, 'properties');
  if (!isObject(properties)) return { feature, texts: [] };
  const given = own(properties, 'entityType');
  const fields = fieldsByName((typeof given === 'string' && given !== '' ? given : entityType) ?? '');
  const texts = Object.entries(properties).flatMap(([name, text]): ReadText[] => {
    const value = typeof text === 'string' ? readingOf(text, fields?.get(name)) : undefined;
    return value === undefined ? [] : [{ field: name, text: text as string, value }];
  });
  if (texts.length === 0) return { feature, texts };
  const read = Object.fromEntries(texts.map(({ field, value }) => [field, value]));
  return { feature: { ...feature, properties: { ...properties, ...read } }, texts };
}

/** The value of a text in a field; undefined when the text stays, or has no certain reading. */
function readingOf(text: string, field: Field | undefined): Json | undefined {
  if (text === '') return null;
  if (field === undefined) return undefined;
  switch (field.kind) {
    case 'boolean': return inJson(field, text);
    case 'number': case 'integer': return numberIn(field, text);
    case 'moment': return momentIn(text, field.name);
    case 'date': return dateIn(text) ?? structureIn(field, text);
    case 'codelist': return codeIn(field.codelist, text);
    case 'array': return listIn(field, text);
    case 'link': return structureIn(field, text) ?? linkIn(text);
    case 'links': return structureIn(field, text) ?? inList(linkIn(text));
    case 'object': case 'nested': return structureIn(field, text);
    default: return undefined;
  }
}

/** The suggested value of a text; undefined with several suggestions, or none. */
function inJson(field: Field, text: string): Json | undefined {
  const found = suggest(field, text);
  return found === undefined || found.alternative !== undefined ? undefined : JSON.parse(found.json) as Json;
}

type NumberField = Field & { readonly kind: 'number' | 'integer' };

/** Digits without a unit. */
const DIGITS = /^[+-]?[\d., ]*\d\.?(?:e[+-]?\d+)?$/i;
/** Thousands in English, three decimals in Dutch. */
const THOUSAND = /^[+-]?[1-9]\d{0,2},\d{3}$/;

function numberIn(field: NumberField, text: string): Json | undefined {
  const digits = text.trim();
  if (!DIGITS.test(digits)) return undefined;
  const { min = -Infinity, max = Infinity } = field;
  const thousands = THOUSAND.test(digits) ? Number(digits.replace(',', '')) : undefined;
  return thousands !== undefined && thousands >= min && thousands <= max ? undefined : inJson(field, text);
}

/** A date whose day and month may be exchanged. */
const TWO_NUMBERS = /^\s*(?<first>\d{1,2})[-/. ](?<second>\d{1,2})[-/. ]\d{4}/;

/** Whether day and month are ambiguous, as in 3-4-2021. */
function isDoubtful(text: string): boolean {
  const { first = '', second = '' } = TWO_NUMBERS.exec(text)?.groups ?? {};
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

const HAS_TIME = /\d:\d{2}/;
/** A time with more than tenths of a second. */
const FINER = /:\d{2}[.,]\d\d*[1-9]/;
/** The field in which a day means its first moment. In an end field, a day leaves open whether it is included. */
const FROM = 'beginGeldigheid';

function momentIn(text: string, name: string): string | undefined {
  if (parseMoment(plainMoment(text)) !== undefined || isDoubtful(text) || FINER.test(text)) return undefined;
  if (!HAS_TIME.test(text) && name !== FROM) return undefined;
  const moment = suggestTime('moment', text)?.text;
  return moment === undefined || parseMoment(moment) === undefined || clockChangeAt(moment) !== undefined ? undefined : moment;
}

/** Midnight without a zone, which adds nothing to the day. */
const MIDNIGHT = /(?<![T ])[T ]+00:00(?::00(?:[.,]0+)?)?$/;

function dateIn(text: string): string | undefined {
  const day = text.trim().replace(MIDNIGHT, '');
  if (dateMs(text) !== undefined || isDoubtful(day) || HAS_TIME.test(day)) return undefined;
  const date = suggestTime('date', day)?.text;
  return date === undefined || dateMs(date) === undefined ? undefined : date;
}

/** The only code that a text names, ignoring case: by the code, its part before the colon, or its label. */
function codeIn(list: string, text: string): string | undefined {
  const values = allowedValues(list) ?? [];
  if (values.includes(text)) return undefined;
  const { labels = [] } = codeList(list);
  const word = text.trim().toLowerCase();
  const codes = values.filter((value, at) => [value, value.split(':', 1)[0]!, labels[at]].some((name) => name?.toLowerCase() === word));
  return codes.length === 1 ? codes[0] : undefined;
}

/** The end of a list that may be cut short. */
const CUT = /[;|,]\s*$/;

/** A list that is written as JSON, or a list of the text as its only item. */
function listIn(field: Field, text: string): Json | undefined {
  const structure = structureIn(field, text);
  if (structure !== undefined || STRUCTURE.test(text) || CUT.test(text) || suggestVoidReason(text) !== undefined) return structure;
  const list = inJson(field, text);
  // An item that differs from the text would be a guess.
  return Array.isArray(list) && list.every((item) => typeof item === 'string' && text.includes(item)) ? list : undefined;
}

const ADDRESS = /^(?:#|https?:)\S+$/;
const SEVERAL = /[;|]|,\s*(?:#|https?:|NL\.IMEV\.)/;

function linkIn(text: string): JsonObject | undefined {
  const name = text.trim();
  if (SEVERAL.test(name)) return undefined;
  if (ADDRESS.test(name)) return { href: name };
  return identificatieOf(name) === undefined ? undefined : { href: `#${name}` };
}

function inList(item: Json | undefined): Json | undefined {
  return item === undefined ? undefined : [item];
}

const STRUCTURE = /^\s*[[{]/;

/** The list or object that a text has as strict JSON, when the field allows one. */
function structureIn({ kind, voidable }: Field, text: string): Json | undefined {
  // An escape may hide a forbidden character from the check of the message.
  if (!STRUCTURE.test(text) || text.includes(String.raw`\u`)) return undefined;
  const { value, defects } = parseStrict(Buffer.from(text));
  if (value === undefined || defects.length > 0) return undefined;
  if (isObject(value)) return kind === 'object' || kind === 'link' || voidable === true ? value : undefined;
  return LISTS.has(kind) ? value : undefined;
}

const LISTS: ReadonlySet<string> = new Set(['array', 'links', 'nested']);
