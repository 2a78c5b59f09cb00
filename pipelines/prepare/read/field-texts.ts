/**
 * Field texts: texts in the properties of one Feature that stand for a value of another type, as a GIS sends them that knows a field
 * without values as a text field.
 *
 * Invariants:
 *  - A text is read only where its field takes no such text, and only when it has exactly one reading. Any other text stays as it is,
 *    with the finding of the schema.
 *  - An empty text is no value, as null is.
 * Not here: which requests are read so (workers/preparation-thread.ts, requests/merged.ts), suggestions for files (schemas/check/suggest.ts).
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

/** A text that was read. */
export interface ReadText {
  readonly field: string;
  readonly text: string;
  /** The value that it stands for; null: none. */
  readonly value: Json;
}

/** The Feature with its texts read as fields of its type; `entityType`: of a Feature that names none. */
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

/** The value that a text stands for in a field; undefined: the text itself, or none that is sure. */
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

/** The value that the register suggests for a text; undefined where it has several, or none. */
function inJson(field: Field, text: string): Json | undefined {
  const found = suggest(field, text);
  return found === undefined || found.alternative !== undefined ? undefined : JSON.parse(found.json) as Json;
}

type NumberField = Field & { readonly kind: 'number' | 'integer' };

/** Digits without a unit. */
const DIGITS = /^[+-]?[\d., ]*\d\.?(?:e[+-]?\d+)?$/i;
/** In English a thousand and more, in Dutch a number with three decimals. */
const THOUSAND = /^[+-]?[1-9]\d{0,2},\d{3}$/;

function numberIn(field: NumberField, text: string): Json | undefined {
  const digits = text.trim();
  if (!DIGITS.test(digits)) return undefined;
  const { min = -Infinity, max = Infinity } = field;
  const thousands = THOUSAND.test(digits) ? Number(digits.replace(',', '')) : undefined;
  return thousands !== undefined && thousands >= min && thousands <= max ? undefined : inJson(field, text);
}

/** A day and a month that may be exchanged. */
const TWO_NUMBERS = /^\s*(?<first>\d{1,2})[-/. ](?<second>\d{1,2})[-/. ]\d{4}/;

/** Whether the day of a date may be its month, as in 3-4-2021. */
function isDoubtful(text: string): boolean {
  const { first = '', second = '' } = TWO_NUMBERS.exec(text)?.groups ?? {};
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

const HAS_TIME = /\d:\d{2}/;
/** More than a tenth of a second. */
const FINER = /:\d{2}[.,]\d\d*[1-9]/;
/** The field in which a day is its first moment. That a day ends something leaves open whether it counts itself. */
const FROM = 'beginGeldigheid';

function momentIn(text: string, name: string): string | undefined {
  if (parseMoment(plainMoment(text)) !== undefined || isDoubtful(text) || FINER.test(text)) return undefined;
  if (!HAS_TIME.test(text) && name !== FROM) return undefined;
  const moment = suggestTime('moment', text)?.text;
  return moment === undefined || parseMoment(moment) === undefined || clockChangeAt(moment) !== undefined ? undefined : moment;
}

/** Midnight without a zone, behind a day: it says no more than the day. */
const MIDNIGHT = /[T ]+00:00(?::00(?:[.,]0+)?)?$/;

function dateIn(text: string): string | undefined {
  const day = text.trim().replace(MIDNIGHT, '');
  if (dateMs(text) !== undefined || isDoubtful(day) || HAS_TIME.test(day)) return undefined;
  const date = suggestTime('date', day)?.text;
  return date === undefined || dateMs(date) === undefined ? undefined : date;
}

/** The only code that a text names whole, but for capitals: as it is, before its colon, or by its label. */
function codeIn(list: string, text: string): string | undefined {
  const values = allowedValues(list) ?? [];
  if (values.includes(text)) return undefined;
  const { labels = [] } = codeList(list);
  const word = text.trim().toLowerCase();
  const codes = values.filter((value, at) => [value, value.split(':', 1)[0]!, labels[at]].some((name) => name?.toLowerCase() === word));
  return codes.length === 1 ? codes[0] : undefined;
}

/** The end of a list of which something may be lost. */
const CUT = /[;|,]\s*$/;

/** A list that stands in a text as JSON, or the only item of one. */
function listIn(field: Field, text: string): Json | undefined {
  const structure = structureIn(field, text);
  if (structure !== undefined || STRUCTURE.test(text) || CUT.test(text) || suggestVoidReason(text) !== undefined) return structure;
  const list = inJson(field, text);
  // An item that was mended is a guess.
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

/** The list or object that stands in a text as strict JSON, where the field takes one. */
function structureIn({ kind, voidable }: Field, text: string): Json | undefined {
  // An escape may hide a forbidden character from the check of the message.
  if (!STRUCTURE.test(text) || text.includes(String.raw`\u`)) return undefined;
  const { value, defects } = parseStrict(Buffer.from(text));
  if (value === undefined || defects.length > 0) return undefined;
  if (isObject(value)) return kind === 'object' || kind === 'link' || voidable === true ? value : undefined;
  return LISTS.has(kind) ? value : undefined;
}

const LISTS: ReadonlySet<string> = new Set(['array', 'links', 'nested']);
