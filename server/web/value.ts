/**
 * Value: shows any JSON value of an object in one language, by its field in the model. Codes have their words, numbers their unit,
 * and moments are as people write them; the reason of a missing value is in words. A value that the model does not describe is shown
 * by its JSON type. A geometry is only named, because the map draws it.
 */
import { describe } from '../../schemas/check/describe.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, linkTo, type Content, type Html } from '../../schemas/html.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { capital } from '../../schemas/page-texts.ts';
import { pathWords, spaced } from '../description/field-words.ts';
import { fullTypeWords, typeWords } from '../description/type-words.ts';
import type { Drawable } from './map.ts';
import { shownDay, shownMoment } from './date-text.ts';

/** How values are shown. */
export interface ShowOptions {
  readonly language: Language;
  /** Returns the address to which a link of the object leads; absent: its own. */
  readonly follow?: (href: string) => string;
}

/** Shows the members of an object as a list of terms; `fields`: their fields in the model. */
export function fieldList(members: Iterable<readonly [string, Json]>, fields: readonly Field[], options: ShowOptions): Html {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const rows = [...members].map(([name, value]) => (
    html`<dt>${fieldTerm(name, byName.get(name), options.language)}</dt><dd>${shownValue(value, byName.get(name), options)}</dd>`
  ));
  return html`<dl class="fields">${rows}</dl>`;
}

/** Shows a field by its path, with dots between names: its words, then the exact path that requests and deliveries use. */
export function fieldName(path: string, language: Language): Html {
  return html`${capital(pathWords(path)[language])} <code>${path}</code>`;
}

/** Shows the name of a field that unfolds to its meaning, by hand, touch or keyboard. The style sheet unfolds it under a pointer. */
function fieldTerm(name: string, field: Field | undefined, language: Language): Html {
  if (field === undefined) return fieldName(name, language);
  return html`<details class="meaning"><summary>${fieldName(name, language)}</summary><p>${describe(field)[language]}</p></details>`;
}

export function shownValue(value: Json, field: Value | undefined, options: ShowOptions): Html {
  if (isVoid(value)) return html`${voidText(value, options.language)}`;
  if (Array.isArray(value)) return list(value, field?.kind === 'array' ? field.items : field, options);
  if (!isObject(value)) return html`${scalarValue(value, field, options.language)}`;
  const geometry = asGeometry(value);
  if (geometry !== undefined) return html`${geometry.type}`;
  if (typeof value['href'] === 'string') return objectLink(value['href'], value['title'], options);
  if (typeof value['link'] === 'string') return linkTo(value['link'], text(value['naam']) ?? value['link']);
  return fieldList(Object.entries(value), field?.kind === 'object' ? field.shape.fields : [], options);
}

function list(values: readonly Json[], items: Value | undefined, options: ShowOptions): Html {
  const isFlat = values.every((value) => !isObject(value) && !Array.isArray(value));
  if (isFlat) return html`${values.map((value, at) => [at === 0 ? '' : '; ', scalarValue(value, items, options.language)])}`;
  return html`<ul>${values.map((value) => html`<li>${shownValue(value, items, options)}</li>`)}</ul>`;
}

function objectLink(href: string, title: Json | undefined, { language, follow = (own) => own }: ShowOptions): Html {
  const id = linkTarget(href, NONE) ?? href;
  const type = text(title);
  const label = type === undefined ? id : MODEL.has(type) ? html`${capital(typeWords(type)[language])} <code>${id}</code>` : type;
  return linkTo(follow(href), label);
}

const NONE: ReadonlySet<string> = new Set();

/** Shows a value without parts. */
export function scalarValue(value: Json | undefined, field: Value | undefined, language: Language): Content {
  if (value === null) return EMPTY[language];
  if (typeof value === 'boolean') return (value ? YES : NO)[language];
  if (typeof value === 'number') return amount(value, field, language);
  if (typeof value !== 'string') return '';
  switch (field?.kind) {
    case 'moment': return shownMoment(value, language);
    case 'date': return shownDay(value, language);
    case 'codelist': return shownCode(value, field.codelist, language);
    case 'constant': return typeText(value, language);
    case 'text': return field.format === 'uri' ? linkTo(value, value) : MODEL.has(value) ? typeText(value, language) : value;
    default: return value;
  }
}

/** Shows a value in the cell of a table: without its unit and without the name of its code, which stand elsewhere on the page. */
export function cellValue(value: Json, field: Value | undefined, language: Language): Content {
  if (isVoid(value)) return voidText(value, language);
  if (Array.isArray(value)) {
    const items = field?.kind === 'array' ? field.items : field;
    return value.map((entry: Json, at) => [at === 0 ? '' : '; ', cellValue(entry, items, language)]);
  }
  if (isObject(value)) return '';
  if (typeof value === 'number') return NUMBERS[language].format(value);
  if (typeof value === 'string' && field?.kind === 'codelist') return shownWords(value, field.codelist, language);
  if (typeof value === 'string' && MODEL.has(value)) return capital(fullTypeWords(value)[language]);
  return scalarValue(value, field, language);
}

/** Returns the words of a code. English has no words of its own for codes, so there it is the code. */
export function codeWords(code: string, listName: string, language: Language): string {
  const { values = [], labels } = CODE_LISTS.get(listName) ?? {};
  const at = values.indexOf(code);
  return labels?.[at] ?? (language === 'nl' && at >= 0 && /^[a-z0-9]/.test(code) ? spaced(code) : code);
}

/** Shows the words of a code. They are Dutch in every language, so that other pages mark them as Dutch for screen readers. */
function shownWords(code: string, listName: string, language: Language): Content {
  const words = codeWords(code, listName, 'nl');
  return language === 'nl' || words === code ? words : html`<span lang="nl">${words}</span>`;
}

/** Shows a code with its words, as `codeText` does. */
function shownCode(code: string, listName: string, language: Language): Content {
  const words = shownWords(code, listName, language);
  return words === code ? code : html`${words} (${code})`;
}

/** Returns a code with its words, where these say more: `zeerKwetsbaar` is `zeer kwetsbaar (zeerKwetsbaar)`. */
export function codeText(code: string, listName: string, language: Language): string {
  const words = codeWords(code, listName, language);
  return words === code ? code : `${words} (${code})`;
}

/** Returns a type with its words. */
export function typeText(entityType: string, language: Language): string {
  const words = fullTypeWords(entityType)[language];
  return words === entityType ? entityType : `${capital(words)} (${entityType})`;
}

/** Returns a number as people write it, with the unit of its field. */
export function amount(value: number, field: Value | undefined, language: Language): string {
  const unit = unitOf(field);
  return `${NUMBERS[language].format(value)}${unit === undefined ? '' : ` ${unit}`}`;
}

const DIGITS: Intl.NumberFormatOptions = { maximumFractionDigits: 15 };
const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  nl: new Intl.NumberFormat('nl-NL', DIGITS), en: new Intl.NumberFormat('en-GB', DIGITS),
};

/** Returns the unit of a field; undefined where no source names one. */
export function unitOf(field: Value | undefined): string | undefined {
  return field?.kind === 'number' || field?.kind === 'integer' ? field.unit : undefined;
}

const EMPTY: Text = { nl: 'leeg', en: 'empty' };
const YES: Text = { nl: 'ja', en: 'yes' };
const NO: Text = { nl: 'nee', en: 'no' };

/** Whether a value is the reason of a missing value. */
export function isVoid(value: Json | undefined): value is JsonObject {
  return isObject(value) && value['waarde'] === null && typeof value['geenWaardeReden'] === 'string';
}

function voidText({ geenWaardeReden: reason }: JsonObject, language: Language): string {
  const known = VOID_WORDS.find(([name]) => name === reason)?.[1][language] ?? text(reason);
  return language === 'nl' ? `geen waarde: ${known}` : `no value: ${known}`;
}

const VOID_WORDS: readonly (readonly [reason: string, words: Text])[] = [
  ['waardeOnbekend', { nl: 'onbekend', en: 'unknown' }], ['nietVanToepassing', { nl: 'niet van toepassing', en: 'not applicable' }],
];

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asGeometry(value: Json | undefined): Drawable | undefined {
  if (!isObject(value) || !Array.isArray(value['coordinates']) || typeof value['type'] !== 'string') return undefined;
  return { type: value['type'], coordinates: value['coordinates'] };
}

/** Returns all geometries inside a value, each with the `id` of the object around it. */
export function geometriesIn(value: Json | undefined, id = ''): readonly { geometry: Drawable; label: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry: Json) => geometriesIn(entry, id));
  if (!isObject(value)) return [];
  const geometry = asGeometry(value);
  if (geometry !== undefined) return [{ geometry, label: id }];
  const own = typeof value['id'] === 'string' ? value['id'] : id;
  return Object.values(value).flatMap((entry) => geometriesIn(entry, own));
}
