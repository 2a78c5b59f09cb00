/**
 * List page: form, counts, map, table and paging of a list, for people. It has at most `ROWS_MAX` rows, whatever the limit, because a page
 * is for reading. It names the edition, the day and the conditions of the search, so that an empty list never looks like
 * safety.
 * The response to a POST has no address, so it has no form and no links to other orders.
 * Not here: the rows (items-page.ts, resources-page.ts), the form (list-form.ts), the columns (list-columns.ts).
 */
import type { Counts } from '../../publisher/read/types.ts';
import type { Language } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { dayOf } from '../../schemas/time.ts';
import { textOf } from '../description/collections.ts';
import { unknownCodes, type UnknownCode } from '../description/unknown-codes.ts';
import type { Listing } from '../edition/listing.ts';
import { FORM_PARAMETER, formatQuery, joinQueries, withoutParameters } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import type { NumberedPages } from '../response/paged-response.ts';
import { cellsOf, columnHeads, columnMeanings, columnsOf } from './list-columns.ts';
import { conditionsOf, listForm } from './list-form.ts';
import { map, type Drawable } from './map.ts';
import { page, textUrl, type PageRequest, type Trail } from './page.ts';
import { editionText } from './edition-text.ts';
import { dayOfValidity } from '../parameters/passed-on.ts';

export const ROWS_MAX = 100;

/** An object in the list. */
export interface ListedObject {
  readonly id: string;
  readonly properties: JsonObject;
  /** Geometries in RD. */
  readonly geometries: readonly Drawable[];
}

export interface ListPageOptions {
  readonly context: PageRequest;
  readonly objects: readonly ListedObject[];
  readonly counts: Counts;
  readonly trail: Trail;
  readonly paging: Content;
  readonly size: 'limit' | 'paginaGrootte';
  /** Media type of the list for programs. */
  readonly mediaType: string;
  readonly now: Date;
  /** The forms of the list for programs, each with its query, with as many objects as one response has; absent: it has one form. */
  readonly forms?: readonly (readonly [name: string, query: string])[];
  /** Text above the form. */
  readonly hint?: Content;
}

export function listPage(listing: Listing, options: ListPageOptions): Buffer {
  const { collection, query, url } = listing;
  const { context, objects, counts, trail, paging, size, now, hint = '' } = options;
  const { language } = context;
  const { title, description } = textOf(collection);
  const list = `${context.baseUrl}/${size === 'limit' ? `collections/${collection}/items` : collection}`;
  const linkOf = (id: string): string => withQuery(`${list}/${encodeURIComponent(id)}`, query.ofPage.ofObject);
  const drawn = objects.flatMap(({ id, geometries }) => (
    geometries.map((geometry) => ({ geometry, label: id, href: linkOf(id) }))
  ));
  const form = { collection, url, query, size, language, today: dayOf(now) };
  return page({ ...context, title: title[language], trail }, html`
<p class="lead">${description[language]}</p>${hint}
${context.address === undefined ? '' : listForm(form)}
<section aria-labelledby="gevonden"><h2 id="gevonden">${FOUND[language]}</h2>
${searchedText(listing, conditionsOf(form), options)}
${unknownCodes(query.question.filter, collection).map((code) => unknownCodeText(code, context))}
<p><strong>${countText(counts, query.question.position, language)}</strong> ${drawnText(objects, language)}</p>
${drawn.length === 0 ? '' : map(drawn, language)}
${table(listing, options, linkOf)}
<p class="paging">${paging}</p></section>
${context.address === undefined ? '' : addresses(listing, options)}`);
}

const FOUND = { nl: 'Gevonden', en: 'Found' } as const;

/** Returns the text about the search: its edition, day and conditions. */
function searchedText(
  { activated, query: { question: { at, during }, beschikbaarOp } }: Listing, conditions: readonly Content[],
  { context: { language, address, isSite }, now }: ListPageOptions,
): Html {
  const words = {
    nl: { searched: 'Gezocht', with: 'Met', free: 'Zonder voorwaarden: alles in deze lijst.', body: 'Met de voorwaarden uit de vraag zelf.' },
    en: { searched: 'Searched', with: 'With', free: 'Without conditions: everything in this list.', body: 'With the conditions of the body.' },
  }[language];
  const day = during !== null ? null : dayOfValidity({ at, beschikbaarOp }, now);
  const availableAt = beschikbaarOp === null ? undefined : new Date(beschikbaarOp);
  const where = `${words.searched} ${editionText({ activated, availableAt, day }, language)}.`;
  const none = address === undefined && !isSite ? words.body : words.free;
  const filters = conditions.length === 0 ? html` ${none}` : html` ${words.with}:</p><ul class="conditions">${conditions.map((one) => html`<li>${one}</li>`)}</ul><p>`;
  return html`<p>${where}${filters}</p>`;
}

/** Shows a value of the filter that no object can have, with similar values and the code lists of the field. */
function unknownCodeText({ field: { name, codeLists }, value, suggested }: UnknownCode, context: PageRequest): Html {
  const words = {
    nl: { not: 'is geen waarde van', none: 'Geen object heeft deze waarde. Dat zegt niets over risico.', perhaps: 'Bedoeld is misschien', list: 'Waardelijst' },
    en: { not: 'is no value of', none: 'No object has this value. That says nothing about risk.', perhaps: 'Perhaps this is meant:', list: 'Code list' },
  }[context.language];
  const similar = suggested.length === 0 ? '' : html` ${words.perhaps} ${suggested.map((one, at) => html`${at === 0 ? '' : ', '}<code>${one}</code>`)}.`;
  const lists = codeLists.map((list) => html` ${words.list}: <a href="${textUrl(context, `/waardelijsten/${list}`)}">${list}</a>.`);
  return html`<p class="amber"><code>${value}</code> ${words.not} <code>${name}</code>. ${words.none}${similar}${lists}</p>`;
}

function countText({ numberReturned, numberMatched }: Counts, position: number, language: Language): string {
  if (numberReturned === 0 && numberMatched > 0) {
    return { nl: `Op deze bladzijde staat niets meer; er zijn ${numberMatched} objecten.`, en: `There is nothing more on this page; there are ${numberMatched} objects.` }[language];
  }
  if (numberReturned === 0) return { nl: 'Geen objecten gevonden.', en: 'No objects found.' }[language];
  const [first, last] = [position + 1, position + numberReturned];
  return language === 'nl'
    ? `Objecten ${first} tot en met ${last} van ${numberMatched}.` : `Objects ${first} to ${last} of ${numberMatched}.`;
}

function drawnText(objects: readonly ListedObject[], language: Language): string {
  if (objects.length === 0) return '';
  const drawn = objects.filter(({ geometries }) => geometries.length > 0).length;
  return language === 'nl'
    ? `Op de kaart: ${drawn}; zonder ligging: ${objects.length - drawn}.` : `On the map: ${drawn}; without geometry: ${objects.length - drawn}.`;
}

type Rel = 'first' | 'prev' | 'next' | 'last';

/** Returns a link to another page; nothing without an address. */
export function pageLink(href: string | undefined, rel: Rel, language: Language): Content {
  return href === undefined ? '' : html`<a href="${href}" rel="${rel}">${PAGE_NAMES[language][rel]}</a>\n`;
}

/** Returns the links to the pages around a numbered page; nothing when there is one page. */
export function pagingOf({ first, prev, next, last, count }: NumberedPages, language: Language): Content {
  const link = (href: string | undefined, rel: Rel): Content => pageLink(href, rel, language);
  return [
    count === 1 ? '' : [link(prev === undefined ? undefined : first, 'first'), link(prev, 'prev'), link(next, 'next')],
    next === undefined ? '' : link(last, 'last'),
  ];
}

const PAGE_NAMES = {
  nl: { first: 'Eerste bladzijde', prev: 'Vorige bladzijde', next: 'Volgende bladzijde', last: 'Laatste bladzijde' },
  en: { first: 'First page', prev: 'Previous page', next: 'Next page', last: 'Last page' },
} as const;

function table({ collection, query, url }: Listing, { objects, context }: ListPageOptions, linkOf: (id: string) => string): Content {
  const { language } = context;
  if (objects.length === 0) return '';
  const selected = query.fields?.selection === undefined ? undefined : Object.keys(query.fields.selection);
  const columns = columnsOf(objects.map(({ properties }) => properties), collection, selected);
  const rows = objects.map(({ id, properties }) => (
    html`<tr><td><a href="${linkOf(id)}">${id}</a></td>${cellsOf(columns, properties, language)}</tr>`
  ));
  const sortedBy = context.address === undefined ? undefined : (sorteer: string): string => (
    withQuery(url, joinQueries(formatQuery([['sorteer', sorteer]]), withoutParameters({ text: query.carried }, ['sorteer'])))
  );
  const heads = columnHeads(columns, { sorted: query.question.order, sortedBy, language });
  return html`<div class="scroll"><table class="list"><thead>${heads}</thead><tbody>${rows}</tbody></table></div>
${columnMeanings(columns, language)}`;
}

/** Shows the address of the list, and the command that requests it. Its objects have no language. */
function addresses({ url, query }: Listing, { mediaType, forms, context: { language } }: ListPageOptions): Html {
  const address = withQuery(url, withoutParameters({ text: query.canonical }, [FORM_PARAMETER, 'lang'])).replaceAll("'", '%27');
  const words = language === 'nl'
    ? { title: 'Deze lijst voor programma’s', own: 'Adres', ask: 'Opvragen', forms: 'Als bestand, hoogstens 10.000 objecten' }
    : { title: 'This list for programs', own: 'Address', ask: 'Request', forms: 'As a file, at most 10,000 objects' };
  return html`<section aria-labelledby="adres"><h2 id="adres">${words.title}</h2>
<p>${words.own}: <a href="${withQuery(url, query.canonical)}"><code>${address}</code></a></p>
<p>${words.ask}:</p><pre tabindex="0"><code>curl -H 'Accept: ${mediaType}' '${address}'</code></pre>${forms === undefined ? '' : html`
<p>${words.forms}: ${forms.map(([name, query], at) => html`${at === 0 ? '' : ' · '}<a href="${withQuery(url, query)}">${name}</a>`)}</p>`}</section>`;
}
