/**
 * List form: the form with which a reader filters a list, made from its queryables, and the current conditions of the list.
 *
 * A plain GET form that works without script. It keeps the values of the list, those without an input as hidden inputs. The page then
 * redirects to the address that the inputs mean (parameters/filter-form.ts). Lists of whole documents have no parameter `filter`, so
 * their form has one value per field, and no distance.
 */
import { allowedValues } from '../../schemas/codelists.ts';
import { CRSS } from '../../schemas/crs.ts';
import { queryablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { capital } from '../../schemas/page-texts.ts';
import { pathWords } from '../description/field-words.ts';
import { LEADING_FIELDS } from '../description/leading-fields.ts';
import { BOUNDS, FORM_MARK, hasBounds, NEAR, readFilter, type FormFilter } from '../parameters/filter-form.ts';
import type { ListQuery } from '../parameters/list-query.ts';
import { withoutParameters } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { fieldAt, typeChoice } from './list-columns.ts';
import { codeText, unitOf } from './value.ts';

/** Parameters that have an input of their own, beside the queryables. */
const OWN_INPUTS: readonly string[] = ['zoek', 'geldigOp', 'bbox', 'bbox-crs', 'filter', 'filter-lang'];
/** Fields that are shown before the others are unfolded. */
const FIRST_FIELDS = 8;
const SIZES = [10, 20, 50, 100];

export interface ListFormOptions {
  readonly collection: string;
  /** Absolute URL of the list, without a query. */
  readonly url: string;
  readonly query: Pick<ListQuery, 'carried' | 'passedOn'>;
  /** Name of the parameter with the size of a page. */
  readonly size: 'limit' | 'paginaGrootte';
  readonly language: Language;
  /** The latest day that can be requested, YYYY-MM-DD. */
  readonly today: string;
}

const TEXTS = {
  nl: {
    title: 'Zoeken en filteren', words: 'Woorden', wordsHint: 'hele woorden; * staat voor elk aantal tekens', validOn: 'Geldig op',
    all: 'alles', yes: 'ja', no: 'nee', from: 'vanaf', until: 'tot en met', exactly: 'precies', more: 'Meer velden',
    near: 'Binnen een afstand van een punt', x: 'x in RD (meters)', y: 'y in RD (meters)', metres: 'afstand (meters)',
    box: 'Binnen een rechthoek', boxHint: 'west, zuid, oost, noord', boxCrs: 'coördinaatstelsel van de rechthoek', other: 'Eigen filter (CQL2)',
    size: 'Objecten per bladzijde', usual: 'standaard', send: 'Zoeken', clear: 'Voorwaarden wissen',
    json: 'Het adres heeft een filter in CQL2 JSON. Dit formulier kan dat filter niet tonen. Als u zoekt, vervalt het.',
    place: 'Waar',
  },
  en: {
    title: 'Search and filter', words: 'Words', wordsHint: 'whole words; * stands for any number of characters', validOn: 'Valid on',
    all: 'all', yes: 'yes', no: 'no', from: 'from', until: 'to', exactly: 'exactly', more: 'More fields',
    near: 'Within a distance of a point', x: 'x in RD (metres)', y: 'y in RD (metres)', metres: 'distance (metres)',
    box: 'Within a box', boxHint: 'west, south, east, north', boxCrs: 'coordinate system of the box', other: 'Own filter (CQL2)',
    size: 'Objects per page', usual: 'default', send: 'Search', clear: 'Clear conditions',
    json: 'The address has a filter in CQL2 JSON. This form cannot show it, and a search removes it.',
    place: 'Where',
  },
} as const;

/** Returns the form. */
export function listForm(options: ListFormOptions): Html {
  const { collection, url, query, size, language, today } = options;
  const given = new URLSearchParams(query.carried);
  const texts = TEXTS[language];
  const takesFilter = size === 'limit';
  const isJson = given.get('filter-lang') === 'cql2-json';
  const filter = filterOf(given, collection);
  const fields = orderedFields(collection);
  const inputs = fields.map((field) => (
    { input: fieldInput(field, filter, { ...options, given }), filled: isFilled(field, filter, given) }
  ));
  const [first, more] = [inputs.slice(0, FIRST_FIELDS), inputs.slice(FIRST_FIELDS)];
  const own = new Set([...OWN_INPUTS, size, ...fields.filter((field) => !isBounded(field, options)).map(({ name }) => name)]);
  const hasPlace = filter.near !== undefined || given.has('bbox') || filter.other !== '';
  const perPage = { name: size, label: texts.size, value: given.get(size) ?? '', none: texts.usual, options: sizes(given.get(size)) };
  const hidden = [...given].filter(([name]) => !own.has(name));
  return html`<form class="filter" method="get" action="${new URL(url).pathname}" aria-label="${texts.title}">
<input type="hidden" name="${FORM_MARK}" value="1">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="inputs">${textInput({ name: 'zoek', label: texts.words, hint: texts.wordsHint, value: given.get('zoek') ?? '', type: 'search' })}
${textInput({ name: 'geldigOp', label: texts.validOn, value: given.get('geldigOp') ?? '', type: 'date', max: today })}
${first.map(({ input }) => input)}</div>
<details${more.some(({ filled }) => filled) ? html` open` : ''}><summary>${texts.more} (${more.length})</summary><div class="inputs">${more.map(({ input }) => input)}</div></details>
<details${hasPlace ? html` open` : ''}><summary>${texts.place}${takesFilter ? ` · ${texts.other}` : ''}</summary>
${takesFilter ? nearInputs(filter, language) : ''}${boxInputs(given, language)}
${takesFilter ? html`<div class="inputs">${textInput({ name: 'filter', label: texts.other, value: filter.other, type: 'text' })}</div>` : ''}</details>
${isJson ? html`<p>${texts.json}</p>` : ''}
<div class="inputs">${select(perPage)}</div>
<p><button type="submit">${texts.send}</button> <a href="${withQuery(url, query.passedOn.text)}">${texts.clear}</a></p></form>`;
}

/** The filter of a list in the terms of the form. */
function filterOf(given: URLSearchParams, collection: string): FormFilter {
  const text = given.get('filter-lang') === 'cql2-json' ? '' : given.get('filter') ?? '';
  return readFilter(text, collection);
}

/** Returns the queryables, leading ones first. A field with one possible value is left out. */
function orderedFields(collection: string): readonly Queryable[] {
  const rank = (name: string): number => (LEADING_FIELDS.indexOf(name) + LEADING_FIELDS.length + 1) % (LEADING_FIELDS.length + 1);
  const choosable = queryablesOf(collection).filter(({ values }) => values === undefined || values.length > 1);
  return choosable.map((field, at) => ({ field, at }))
    .sort((one, other) => rank(one.field.name) - rank(other.field.name) || one.at - other.at).map(({ field }) => field);
}

/** Whether the form has bounds for a field. A list that takes no filter has one value for it. */
function isBounded(field: Queryable, { size }: ListFormOptions): boolean {
  return size === 'limit' && hasBounds(field);
}

function isFilled({ name }: Queryable, { bounds }: FormFilter, given: URLSearchParams): boolean {
  return given.has(name) || bounds.has(name);
}

function fieldInput(field: Queryable, { bounds }: FormFilter, options: ListFormOptions & { readonly given: URLSearchParams }): Html {
  const { given, language } = options;
  const { name, values, type } = field;
  const texts = TEXTS[language];
  const unit = unitOf(fieldAt(field.types, name));
  const label = `${capital(pathWords(name)[language])}${unit === undefined ? '' : ` (${unit})`}`;
  const value = given.get(name) ?? '';
  if (isBounded(field, options)) {
    const { from, until } = bounds.get(name) ?? { from: '', until: '' };
    const kind = field.format === undefined ? 'number' : 'date';
    return html`<fieldset><legend>${label} <code>${name}</code></legend>${
      textInput({ name: BOUNDS.from + name, label: texts.from, value: from, type: kind })}${
      textInput({ name: BOUNDS.until + name, label: texts.until, value: until, type: kind })}</fieldset>`;
  }
  if (type === 'boolean') return select({ name, label, value, none: texts.all, options: [['true', texts.yes], ['false', texts.no]] });
  if (values !== undefined) return select({ name, label, value, none: texts.all, options: choices(field, value, language) });
  return textInput({ name, label, value, type: 'text', hint: type === 'string' ? texts.exactly : undefined });
}

function choices({ name, values = [], codeLists }: Queryable, value: string, language: Language): readonly (readonly [string, string])[] {
  const list = codeLists.find((one) => allowedValues(one)?.includes(value || values[0]!) === true) ?? codeLists[0];
  const wordsOf = (code: string): string => (
    name === 'entityType' || list === undefined ? typeChoice(code, language) : codeText(code, list, language)
  );
  const known = values.map((code) => [code, wordsOf(code)] as const);
  return value === '' || values.includes(value) ? known : [...known, [value, value]];
}

function sizes(value: string | null): readonly (readonly [string, string])[] {
  const all = new Set([...SIZES.map(String), ...(value === null ? [] : [value])]);
  return [...all].map((size) => [size, size]);
}

function nearInputs({ near }: FormFilter, language: Language): Html {
  const { near: legend, x, y, metres } = TEXTS[language];
  const number = (name: string, label: string, value = ''): Html => textInput({ name, label, value, type: 'number' });
  return html`<fieldset><legend>${legend}</legend>${number(NEAR.x, x, near?.x)}${number(NEAR.y, y, near?.y)}${
    number(NEAR.metres, metres, near?.metres)}</fieldset>`;
}

function boxInputs(given: URLSearchParams, language: Language): Html {
  const { box, boxHint, boxCrs } = TEXTS[language];
  const options = (['28992', 'CRS84'] as const).map((code) => [CRSS[code].uri, CRSS[code].name] as const);
  const crs = given.get('bbox-crs') ?? (given.has('bbox') ? CRSS.CRS84.uri : CRSS['28992'].uri);
  const all = options.some(([uri]) => uri === crs) ? options : [...options, [crs, crs] as const];
  return html`<fieldset><legend>${box}</legend>${textInput({ name: 'bbox', label: boxHint, value: given.get('bbox') ?? '', type: 'text' })}${
    select({ name: 'bbox-crs', label: boxCrs, value: crs, options: all })}</fieldset>`;
}

interface Input {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

function textInput({ name, label, value, type, hint, max }: Input & {
  readonly type: 'text' | 'search' | 'date' | 'number'; readonly hint?: string | undefined; readonly max?: string;
}): Html {
  const about = hint === undefined ? '' : html` <small>${hint}</small>`;
  return html`<label><span>${label}${about}</span> <input type="${type}" name="${name}" value="${value}"${
    type === 'number' ? html` step="any"` : ''}${max === undefined ? '' : html` max="${max}"`}></label>`;
}

function select({ name, label, value, none, options }: Input & {
  /** Label of the choice for no value; absent: a value must be chosen. */
  readonly none?: string; readonly options: readonly (readonly [value: string, label: string])[];
}): Html {
  const choice = (own: string, words: string): Html => html`<option value="${own}"${own === value ? html` selected` : ''}>${words}</option>`;
  return html`<label><span>${label}</span> <select name="${name}">${none === undefined ? '' : choice('', none)}${
    options.map(([own, words]) => choice(own, words))}</select></label>`;
}

/** Parameters that are no conditions: they select nothing, or the frame of the page shows them. */
const NO_CONDITIONS: readonly string[] = ['limit', 'paginaGrootte', 'sorteer', 'fields', 'skipGeometry', 'crs', 'bbox-crs', 'filter-crs', 'filter-lang', 'lang', 'f', 'offset', 'pagina', 'cursor', 'geldigOp', 'beschikbaarOp', 'geometrieSoort'];

/** Returns the conditions of a list in words, each with the address of the list without it. */
export function conditionsOf(
  { collection, url, query: { carried }, language }: Pick<ListFormOptions, 'collection' | 'url' | 'query' | 'language'>,
): readonly Content[] {
  return [...new URLSearchParams(carried)].filter(([name]) => !NO_CONDITIONS.includes(name)).map(([name, value]) => (
    html`${conditionText(name, value, collection, language)} <a href="${withQuery(url, withoutParameters({ text: carried }, [name]))}">${REMOVE[language]}</a>`
  ));
}

const REMOVE = { nl: 'weghalen', en: 'remove' } as const;

function conditionText(name: string, value: string, collection: string, language: Language): Content {
  const field = queryablesOf(collection).find((one) => one.name === name);
  const words = PARAMETER_WORDS[name]?.[language] ?? (field === undefined ? name : pathWords(name)[language]);
  const shown = field?.codeLists[0] === undefined ? value : codeText(value, field.codeLists[0], language);
  return html`${words}: <code>${shown}</code>`;
}

const PARAMETER_WORDS: Readonly<Record<string, Text>> = {
  zoek: { nl: 'woorden', en: 'words' }, bbox: { nl: 'rechthoek', en: 'box' }, filter: { nl: 'filter', en: 'filter' },
  datetime: { nl: 'tijd', en: 'time' },
};
