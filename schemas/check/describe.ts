/** Describe: the allowed values of a field, in words (Dutch and English) and in a short notation; and a found value, cut to fit a line. */
import { allowedValues } from '../codelists.ts';
import type { Bounds, Value } from '../model/conventions.ts';
import { unreachable } from '../fault.ts';
import type { Language, Text } from '../finding.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import { isObject } from '../json.ts';
import type { Json } from '../json.ts';
import { bilingual, cut, oneLine, quoted } from '../shown-values.ts';
import { GDAL_UNCLEAR, isGdalList, UNQUOTE } from './suggest-list.ts';

/** Number of names shown of a longer list. */
export const NAMES_MAX = 12;
const ITEMS_MAX = 3;

/** Describes the allowed values, as the object of the verb 'Geef' / 'Give'. */
export function describe(value: Value): Text {
  const plain = describePlain(value);
  if (value.voidable !== true) return plain;
  return {
    nl: `${plain.nl}; of, als de waarde er niet is, ${WHY_NONE.nl}`,
    en: `${plain.en}; or, if there is no value, ${WHY_NONE.en}`,
  };
}

/** The values of the only open list, in words. */
export const USUAL_CODES: Text = {
  nl: 'een code van gm, pv, ws, mnre of so en 4 cijfers: gm1979', en: 'a code of gm, pv, ws, mnre or so and 4 digits: gm1979',
};

/** The void reasons, as the value of a voidable field. */
export const WHY_NONE: Text = {
  nl: '{"waarde": null, "geenWaardeReden": "waardeOnbekend"} (of "nietVanToepassing")',
  en: '{"waarde": null, "geenWaardeReden": "waardeOnbekend"} (or "nietVanToepassing")',
};

function describePlain(value: Value): Text {
  switch (value.kind) {
    case 'constant': return { nl: `"${value.constant}"`, en: `"${value.constant}"` };
    case 'text': return value.description ?? {
      nl: `een tekst${between(value, ' van', ' tot', ' tekens')}`,
      en: `a text${between(value, ' of', ' to', ' characters')}`,
    };
    case 'number': return {
      nl: `een getal${between(value, ' van', ' tot en met')}`,
      en: `a number${between(value, ' from', ' to')}`,
    };
    case 'integer': return {
      nl: `een geheel getal${between(value, ' van', ' tot en met')}`,
      en: `a whole number${between(value, ' from', ' to')}`,
    };
    case 'boolean': return {
      nl: 'true of false, zonder aanhalingstekens',
      en: 'true or false, without quotes',
    };
    case 'null': return { nl: 'null, zonder aanhalingstekens', en: 'null, without quotes' };
    case 'moment': return {
      nl: 'een bestaand tijdstip als JJJJ-MM-DDTuu:mm:ss, eventueel met één decimaal en Z of +01:00; zonder zone is het een tijd in Nederland (Europe/Amsterdam)',
      en: 'an existing time as YYYY-MM-DDThh:mm:ss, possibly with one decimal and Z or +01:00; without a zone it is a time in the Netherlands (Europe/Amsterdam)',
    };
    case 'date': return { nl: 'een bestaande datum als JJJJ-MM-DD', en: 'an existing date as YYYY-MM-DD' };
    case 'link': return { nl: 'een verwijzing als {"href": "#id"}', en: 'a link as {"href": "#id"}' };
    case 'links': return {
      nl: 'een lijst van een of meer verwijzingen als {"href": "#id"}',
      en: 'a list of one or more links as {"href": "#id"}',
    };
    case 'codelist': return allowedValues(value.codelist) === undefined ? USUAL_CODES : {
      nl: `een waarde uit de lijst ${value.codelist}`,
      en: `a value from the list ${value.codelist}`,
    };
    case 'geometry': return {
      nl: GEOMETRY_ALIASES[value.alias].join(' of '),
      en: GEOMETRY_ALIASES[value.alias].join(' or '),
    };
    case 'object': return describeObject(value);
    case 'array': return describeArray(value);
    case 'nested': return {
      nl: 'een lijst van een of meer verschillende objecten, elk met "entityType"',
      en: 'a list of one or more different objects, each with "entityType"',
    };
    default: return unreachable(value);
  }
}

function describeObject({ shape, orText }: Value & { readonly kind: 'object' }): Text {
  const all = shape.fields.map(({ name }) => `"${name}"`);
  const must = shape.fields.filter(({ required }) => required).map(({ name }) => `"${name}"`);
  const object = shape.form === 'choice'
    ? { nl: `een object met ${all.join(' of ')}`, en: `an object with ${all.join(' or ')}` }
    : { nl: `een object met ${must.join(' en ')}`, en: `an object with ${must.join(' and ')}` };
  return orText === true ? { nl: `een tekst of ${object.nl}`, en: `a text or ${object.en}` } : object;
}

function describeArray(value: Value & { readonly kind: 'array' }): Text {
  const item = describe(value.items);
  if (value.min === 1 && value.max === undefined) {
    return { nl: `een lijst van een of meer, elk ${item.nl}`, en: `a list of one or more, each ${item.en}` };
  }
  return {
    nl: `een lijst${between(value, ' van', ' tot', ' onderdelen')}, elk ${item.nl}`,
    en: `a list${between(value, ' of', ' to', ' items')}, each ${item.en}`,
  };
}

/** A number followed by text. */
const AMOUNT = /^\s*[+-]?\d[\d.,]*\s*\p{L}/u;

/** A list or an object that was written as text. */
export const JSON_IN_TEXT = /^\s*[[{]/;

/** Kinds of a value without parts. */
const ONE_VALUE: ReadonlySet<Value['kind']> = new Set(['constant', 'text', 'number', 'integer', 'boolean', 'moment', 'date', 'codelist']);

/** The hint about lost leading zeros: a spreadsheet drops them from a code of digits. */
const PERHAPS_ZERO: Text = {
  nl: ' Zet aanhalingstekens om de waarde. Begint zij met een nul? Die is dan weggevallen: zet haar er weer voor.',
  en: ' Put quotes around the value. If it begins with a zero, that was lost: put it back.',
};

/** Returns one more sentence about a value that is only written in the wrong form; empty for other values. */
export function notationHint(value: Value, data: Json | undefined): Text {
  const { kind } = value;
  if (kind === 'text' && typeof data === 'number') {
    return Number.isInteger(data) && data > 0 ? PERHAPS_ZERO : { nl: ' Zet aanhalingstekens om de waarde.', en: ' Put quotes around the value.' };
  }
  if (isObject(data) && value.voidable !== true && data['waarde'] === null) {
    return { nl: ' Dit veld kan niet zeggen waarom er geen waarde is.', en: ' This field cannot say why there is no value.' };
  }
  const takesList = kind === 'array' || kind === 'nested' || kind === 'links';
  if (takesList && typeof data === 'string' && isGdalList(data)) return { nl: ` ${GDAL_UNCLEAR.nl}`, en: ` ${GDAL_UNCLEAR.en}` };
  if (typeof data === 'string' && (takesList || kind === 'object' || kind === 'link') && JSON_IN_TEXT.test(data)) {
    return { nl: ` ${UNQUOTE.nl}`, en: ` ${UNQUOTE.en}` };
  }
  if (isObject(data) && (ONE_VALUE.has(kind) || (value.voidable !== true && Object.hasOwn(data, 'waarde')))) {
    return { nl: ' Geef de waarde zelf, niet in een object.', en: ' Give the value itself, not in an object.' };
  }
  if (Array.isArray(data) && !takesList) {
    return data.length === 1
      ? { nl: ' Haal [ en ] om de waarde weg.', en: ' Remove [ and ] around the value.' }
      : { nl: ' Dit veld neemt één waarde, geen lijst.', en: ' This field takes one value, no list.' };
  }
  if (takesList && data !== null && !Array.isArray(data)) {
    return { nl: ' Zet [ en ] om de waarde.', en: ' Put [ and ] around the value.' };
  }
  if ((kind === 'number' || kind === 'integer') && value.unit !== undefined && typeof data === 'string' && AMOUNT.test(data)) {
    return { nl: ` Reken het om naar ${value.unit} en laat de eenheid weg.`, en: ` Convert it to ${value.unit} and leave the unit out.` };
  }
  return { nl: '', en: '' };
}

/** Whether a value falls short of the bounds of its field. */
export function isBelowBounds(value: Value, data: Json | undefined): boolean {
  const min = lowerBoundOf(value);
  const size = typeof data === 'string' ? Array.from(data).length : Array.isArray(data) ? data.length : data;
  return min !== undefined && typeof size === 'number' && size < min;
}

/** The lower bound of a field. Lists of objects and of links have an implicit bound of 1. */
export function lowerBoundOf(value: Value): number | undefined {
  if (value.kind === 'nested' || value.kind === 'links') return 1;
  return 'min' in value ? value.min : undefined;
}

/**
 * Returns the short notation of the allowed values: `number 0..999`, `Polygon | MultiPolygon`, `BAG | BGT | …`. A pattern is shown as
 * words and an example.
 */
export function notation(value: Value): string {
  return bilingual({ nl: notationIn(value, 'nl'), en: notationIn(value, 'en') });
}

function notationIn(value: Value, lang: Language): string {
  const plain = plainNotation(value, lang);
  return value.voidable === true ? `${plain} | {"waarde": null, "geenWaardeReden": …}` : plain;
}

function plainNotation(value: Value, lang: Language): string {
  switch (value.kind) {
    case 'constant': return value.constant;
    case 'text': return value.description === undefined ? `text${range(value)}` : inWords(value.description[lang], value.example ?? '');
    case 'number': case 'integer': return `${value.kind}${range(value)}`;
    case 'boolean': return 'true | false';
    case 'null': return 'null';
    case 'moment': return 'YYYY-MM-DDThh:mm:ss';
    case 'date': return 'YYYY-MM-DD';
    case 'link': return '{"href": …}';
    case 'links': return '[{"href": …}]';
    case 'codelist': return firstNames(allowedValues(value.codelist) ?? [USUAL_CODES[lang]]);
    case 'geometry': return GEOMETRY_ALIASES[value.alias].join(' | ');
    case 'object': return notationOfObject(value);
    case 'array': return `[${notationIn(value.items, lang)}]${range(value)}`;
    case 'nested': return `[${firstNames(value.types)}]`;
    default: return unreachable(value);
  }
}

function notationOfObject({ shape: { form, fields }, orText }: Value & { readonly kind: 'object' }): string {
  const name = ({ name: field }: { readonly name: string }): string => `"${field}": …`;
  const object = form === 'choice'
    ? fields.map((field) => `{${name(field)}}`).join(' | ') : `{${fields.filter(({ required }) => required).map(name).join(', ')}}`;
  return orText === true ? `text | ${object}` : object;
}

/** The description of a pattern, followed by an example unless the description has one already. */
function inWords(words: string, example: string): string {
  return words.includes(example) ? words : `${words}: ${example}`;
}

/** Formats a found value as JSON, on one line, cut. */
export function show(data: Json | undefined): string {
  if (data === undefined) return '-';
  if (isObject(data)) return `{ ${oneLine(firstNames(Object.keys(data)))} }`;
  if (typeof data === 'object' && data !== null) return showList(data);
  return typeof data === 'string' ? quoted(data) : String(data);
}

/** Formats the first items of a list; nested lists and objects become `…`. */
function showList(items: readonly Json[]): string {
  const first = items.slice(0, ITEMS_MAX).map((item) => (typeof item === 'object' && item !== null ? '…' : show(item)));
  const all = items.length > ITEMS_MAX ? [...first, `… (${items.length})`] : first;
  return `[${cut(all.join(', '))}]`;
}

export function firstNames(names: readonly string[]): string {
  const first = names.slice(0, NAMES_MAX).join(' | ');
  return names.length > NAMES_MAX ? `${first} | … (${names.length})` : first;
}

function between({ min, max }: Bounds, from: string, to: string, unit = ''): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return ` (≥ ${min}${unit})`;
  return `${min === undefined ? '' : `${from} ${min}`}${to} ${max}${unit}`;
}

function range({ min, max }: Bounds): string {
  return min === undefined && max === undefined ? '' : ` ${min ?? ''}..${max ?? ''}`;
}
