/**
 * Suggest: the value that a person probably meant: written with a decimal comma or a unit, as a Dutch date, as yes or no, in small
 * letters, without the leading zero.
 *
 * Invariant: the field allows every suggestion; without such a value there is none.
 * Not here: dates and times (suggest-time.ts), words similar to one of a list (nearest.ts).
 */
import { allowedValues } from '../codelists.ts';
import type { Text } from '../finding.ts';
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { inLatin, describeForeignLetter } from '../lookalike.ts';
import type { Bounds, Shape, Value } from '../model/conventions.ts';
import { identificatieOf } from '../model/identificatie.ts';
import { NEN3610ID } from '../model/values.ts';
import type { Suggestion } from './suggestion.ts';
import { suggestList } from './suggest-list.ts';
import { suggestTime } from './suggest-time.ts';
import { codesWith } from './informal-codes.ts';

type TextValue = Value & { readonly kind: 'text' };
type NumberValue = Value & { readonly kind: 'number' | 'integer' };

export const DECIMAL_POINT: Text = {
  nl: 'Een getal heeft een decimale punt, niets tussen de duizendtallen en geen aanhalingstekens.',
  en: 'A number has a decimal point, nothing between the thousands and no quotes.',
};

export function suggest(value: Value, data: Json | undefined): Suggestion | undefined {
  const { kind } = value;
  if (typeof data !== 'string' && typeof data !== 'number') return undefined;
  const text = String(data);
  if (kind === 'links' || kind === 'array') {
    const item: Value = value.kind === 'array' ? value.items : { kind: 'link' };
    return typeof data === 'number' || text.length > LIST_CHARS_MAX ? undefined : suggestList(text, (one) => itemJson(item, one));
  }
  if (text.length > LIMITS.idCharsMax) return undefined;
  if (kind === 'boolean') return suggestBoolean(text);
  if (kind === 'link') return text.trim() === '' ? undefined : suggestLink(text.trim());
  if (kind === 'object' && value.shape.name === NEN3610ID.name) return suggestIdentificatie(text);
  if (kind === 'object') return value.shape.form === 'choice' && typeof data === 'number' ? suggestChoice(value.shape, data) : undefined;
  if (kind === 'number' || kind === 'integer') return typeof data === 'string' ? suggestNumber(value, text) : undefined;
  if (kind === 'moment' || kind === 'date') return suggestTime(kind, data);
  if (kind === 'codelist') return typeof data === 'number' ? suggestListCode(value.codelist, text) : undefined;
  return kind === 'text' && value.pattern !== undefined ? suggestCode(value, data) : undefined;
}

/** Most characters of a text that is read as a list; a longer suggestion would be unreadable. */
const LIST_CHARS_MAX = 1_000;

/** Returns an item of a list as JSON; undefined when the list does not allow it. */
function itemJson(item: Value, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (item.kind === 'text' && isWithin(item, trimmed.length) && (item.pattern === undefined || new RegExp(item.pattern, 'u').test(trimmed))) {
    return JSON.stringify(trimmed);
  }
  if (item.kind === 'codelist') return allowedValues(item.codelist)?.includes(trimmed) === false ? undefined : JSON.stringify(trimmed);
  return item.kind === 'object' && item.orText === true ? JSON.stringify(trimmed) : suggest(item, trimmed)?.json;
}

/** Suggests the code of a list for a number. */
function suggestListCode(list: string, text: string): Suggestion | undefined {
  const codes = codesWith(allowedValues(list) ?? [], text);
  const [code] = codes;
  return code === undefined || codes.length > 1 ? undefined : { text: code, json: JSON.stringify(code), hint: QUOTES };
}

function suggestLink(text: string): Suggestion {
  const json = `{"href": ${JSON.stringify(/^(?:#|https?:)/.test(text) ? text : `#${text}`)}}`;
  return { text: json, json, hint: { nl: 'Schrijf het precies zo.', en: 'Write it exactly so.' } };
}

/** Suggests the identificatie from which an id is made. */
export function suggestIdentificatie(id: string): Suggestion | undefined {
  const parts = identificatieOf(id.trim());
  if (parts === undefined) return undefined;
  const json = `{"namespace": ${JSON.stringify(parts.namespace)}, "lokaalID": ${JSON.stringify(parts.lokaalID)}}`;
  return { text: json, json, hint: { nl: 'Schrijf het precies zo.', en: 'Write it exactly so.' } };
}

/** Suggests the only alternative that allows a number such as this. */
function suggestChoice({ fields }: Shape, number: number): Suggestion | undefined {
  const fitting = fields.filter((field) => (field.kind === 'number' || field.kind === 'integer') && isWithin(field, number)
    && (field.kind === 'number' || Number.isInteger(number)));
  const [field] = fitting;
  if (field === undefined || fitting.length > 1) return undefined;
  const json = `{"${field.name}": ${number}}`;
  return { text: json, json, hint: { nl: 'Schrijf het precies zo.', en: 'Write it exactly so.' } };
}

const TRUE = /^(?:true|waar|ja|j|yes|y|1)$/i;
const FALSE = /^(?:false|onwaar|nee|neen|n|no|0)$/i;

function suggestBoolean(text: string): Suggestion | undefined {
  const word = text.trim();
  const suggestion = TRUE.test(word) ? 'true' : FALSE.test(word) ? 'false' : undefined;
  return suggestion && { text: suggestion, json: suggestion, hint: { nl: 'Schrijf het precies zo.', en: 'Write it exactly so.' } };
}

/** A number followed by its unit. */
const WITH_UNIT = /^(?<amount>[+-]?\d[\d., ]*?)\s*(?<unit>\p{L}[\p{L}\d/²³%]{0,11}|%)\.?$/u;
/** Units as people write them, one pattern per unit. */
const UNITS: readonly RegExp[] = [/^m(?:tr|eters?)?$/i, /^s(?:ec|econden)?$/i];

function suggestNumber(value: NumberValue, text: string): Suggestion | undefined {
  const { amount, unit } = POINTED.test(text.trim()) ? {} : WITH_UNIT.exec(text.trim())?.groups ?? {};
  if (unit !== undefined && !isUnit(unit, value.unit)) return undefined;
  const written = (amount ?? text).trim();
  const readings = [plainNumber(written), THOUSAND.test(written) ? written.replace('.', '') : undefined]
    .filter((reading) => reading !== undefined && isWithin(value, Number(reading))
      && (value.kind === 'number' || Number.isInteger(Number(reading)))) as readonly string[];
  const [first, or] = readings;
  if (first === undefined) return undefined;
  const suggestion = value.kind === 'integer' ? String(Number(first)) : first;
  const isQuoted = readings.length === 1 && first === text.trim();
  const how = isQuoted ? { nl: 'Haal de aanhalingstekens weg.', en: 'Remove the quotes.' } : unit === undefined ? DECIMAL_POINT : NO_UNIT;
  return { text: suggestion, json: suggestion, hint: how, ...(or === undefined ? {} : { alternative: or }) };
}

/** Whether a unit may be that of a field. The model has no unit for most fields. */
function isUnit(unit: string, ofField: string | undefined): boolean {
  return ofField === undefined || unit.toLowerCase() === ofField.toLowerCase()
    || UNITS.some((names) => names.test(unit) && names.test(ofField));
}

const NO_UNIT: Text = {
  nl: 'Een getal staat zonder eenheid en zonder aanhalingstekens, met een decimale punt.',
  en: 'Write a number without its unit and without quotes, with a decimal point.',
};

/** A number of a thousand and more in a Dutch spreadsheet. A computer reads it as less than a thousand with three decimals. */
const THOUSAND = /^-?[1-9]\d{0,2}\.\d{3}$/;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** `1.234,56`, `1 234,5`, `35,0`, `1.234.567`: a comma before the decimals, points or spaces between the thousands. */
const WITH_COMMA = /^[+-]?(?:\d{1,3}(?:[. ]\d{3})+,\d+|\d+,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
const ENGLISH_THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;
const POINTED = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns a number in the notation of JSON, from a text that a person reads as a number. */
function plainNumber(text: string): string | undefined {
  const trimmed = text.trim();
  const pointed = WITH_COMMA.test(trimmed) ? trimmed.replaceAll(/[. ]/g, '').replace(',', '.')
    : ENGLISH_THOUSANDS.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (JSON_NUMBER.test(pointed)) return pointed;
  return POINTED.test(pointed) && Number.isFinite(Number(pointed)) ? String(Number(pointed)) : undefined;
}

function isWithin({ min = -Infinity, max = Infinity }: Bounds, number: number): boolean {
  return number >= min && number <= max;
}

const ONLY_DIGITS = /^\^\[0-9\]\{[\d,]+\}\$$/;
/** Most leading zeros that are restored; a number that lacks more is probably another number. */
const LOST_ZEROS_MAX = 3;

const NO_SPACES: Text = { nl: 'Haal de spaties weg.', en: 'Remove the spaces.' };
const CAPITALS: Text = { nl: 'Schrijf hoofdletters.', en: 'Write capitals.' };
const ONLY_CODE: Text = { nl: 'Laat alleen het nummer staan.', en: 'Leave only the number.' };
const HYPHENS: Text = { nl: 'Zet de streepjes erin.', en: 'Put the hyphens in.' };
const LOST_ZERO: Text = {
  nl: 'De nul vooraan is weggevallen, zoals in een spreadsheet gebeurt.',
  en: 'The zero in front was lost, as happens in a spreadsheet.',
};
const QUOTES: Text = { nl: 'Zet aanhalingstekens om de waarde.', en: 'Put quotes around the value.' };

/** A number after a prefix, `UN1965`. */
const PREFIXED = /^[A-Z]{2,4}[-:.]?\d+$/i;

/** Suggests a code with a pattern, such as a bronhoudercode or a BAG number. */
function suggestCode(value: TextValue, data: string | number): Suggestion | undefined {
  const dense = String(data).replaceAll(/\s/g, '').replace(/^(\d+)\.0$/, '$1');
  const zeroHow = typeof data === 'string' ? LOST_ZERO : { nl: `${QUOTES.nl} ${LOST_ZERO.nl}`, en: `${QUOTES.en} ${LOST_ZERO.en}` };
  // Only all leading zeros are lost together, so a number that begins with a zero lost none.
  const zeros = ONLY_DIGITS.test(value.pattern ?? '') && /^[1-9]\d*$/.test(dense)
    ? Array.from({ length: LOST_ZEROS_MAX }, (_, lost) => [dense.padStart(dense.length + lost + 1, '0'), zeroHow] as const) : [];
  const keyboard = describeForeignLetter(dense);
  const foreign = keyboard === undefined ? [] : [[inLatin(dense), keyboard] as const];
  const candidates: readonly (readonly [string, Text])[] = typeof data === 'number'
    ? [[dense, QUOTES], ...zeros] : [[data.trim(), NO_SPACES], [dense, NO_SPACES], [dense.toUpperCase(), CAPITALS], ...zeros, ...foreign,
      ...(PREFIXED.test(dense) ? [[dense.replace(/^\D+/, ''), ONLY_CODE] as const] : []),
      [dense.replace(/^(\d{2,7})(\d{2})(\d)$/, '$1-$2-$3'), HYPHENS]];
  const pattern = new RegExp(value.pattern ?? '', 'u');
  const [suggestion, how] = candidates.find(([text]) => text !== data && isWithin(value, text.length) && pattern.test(text)) ?? [];
  return suggestion === undefined || how === undefined ? undefined : { text: suggestion, json: JSON.stringify(suggestion), hint: how };
}

/** Joins the texts before and after a decimal comma in a file: `35,0` is `35.0`, `1.234,56` is `1234.56`. */
export function joinAtComma(before: string, behind: string): string | undefined {
  const whole = /(?<![\d.])-?\d+(?:\.\d{3})*$/.exec(before)?.[0];
  const decimals = /^\d+/.exec(behind)?.[0];
  return whole === undefined || decimals === undefined ? undefined : `${whole.replaceAll('.', '')}.${decimals}`;
}

/** Suggests a position for numbers as texts, as one text or as members of an object, or for numbers that a decimal comma split. */
export function suggestPosition(data: Json | undefined): Suggestion | undefined {
  const items = isObject(data) ? namedCoordinates(data) : typeof data === 'string' ? coordinatesInText(data) : data;
  if (!isList(items)) return undefined;
  const isNumbers = Array.isArray(data) && items.every((item) => typeof item === 'number');
  const numbers = isNumbers ? joinedDecimals(items) : items.length > 3 ? [] : items.map(coordinate);
  if (numbers.length < 2 || numbers.length > 3 || numbers.includes(undefined)) return undefined;
  const json = `[${numbers.join(', ')}]`;
  return { text: json, json, hint: isObject(data) ? { nl: 'Een coördinaat heeft geen namen.', en: 'A position has no names.' } : DECIMAL_POINT };
}

/** The numbers of a position with named members: x and y, or lon and lat in the order of GeoJSON. */
function namedCoordinates(data: JsonObject): Json | undefined {
  const pair = NAMES.find((names) => names.every((name) => Object.hasOwn(data, name)));
  return pair?.map((name) => data[name]!);
}

const NAMES: readonly (readonly string[])[] = [['x', 'y', 'z'], ['x', 'y'], ['lon', 'lat'], ['lng', 'lat'], ['longitude', 'latitude']];

function isList(data: Json | undefined): data is readonly Json[] {
  return Array.isArray(data);
}

/** The numbers of a position in one text, separated by a comma, a semicolon or white space. */
function coordinatesInText(text: string): readonly string[] | undefined {
  return text.length > LIMITS.idCharsMax ? undefined : text.trim().split(/\s*[;,]\s+|\s*;\s*|\s+|(?<=\.\d*),/);
}

function coordinate(item: Json): string | undefined {
  if (typeof item === 'number') return String(item);
  return typeof item === 'string' && item.length <= LIMITS.idCharsMax ? plainNumber(item) : undefined;
}

/** A number below this, after a coordinate in metres, may be its decimals. A larger number may be a coordinate itself. */
const METRES_DECIMALS_BELOW = 10_000;
/** A coordinate below this is in degrees, so that the number after it may be its decimals whatever its size. */
const DEGREES_BELOW = 1_000;

/** Joins split numbers: 155000, 5, 463000, 25 is 155000.5 and 463000.25. */
function joinedDecimals(items: readonly Json[]): readonly (string | undefined)[] {
  if (items.length !== 4 && items.length !== 6) return [];
  return Array.from({ length: items.length / 2 }, (_, at) => {
    const [whole, decimals] = [Number(items[2 * at]), Number(items[2 * at + 1])];
    const below = Math.abs(whole) < DEGREES_BELOW ? Number.MAX_SAFE_INTEGER : METRES_DECIMALS_BELOW;
    return Number.isSafeInteger(whole) && Number.isInteger(decimals) && decimals >= 0 && decimals < below ? `${whole}.${decimals}` : undefined;
  });
}
