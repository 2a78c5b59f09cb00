/**
 * Object page: one object for people, as a feature, a whole document, or an object nested in a document. The page
 * describes the object and its present state, then shows its map with everything around it, and its fields as the model groups them.
 * Its parts, its parent, its history and the addresses for programs follow. Bytes are in RD.
 * Not here: reading (handlers/object-views.ts); the parts of the page (field-groups.ts, object-map.ts, time-line.ts).
 */
import type { Language } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Field } from '../../schemas/model/conventions.ts';
import { featureFieldsOf } from '../../schemas/model/feature-fields.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { BACK_LINKS, NESTING_FIELDS } from '../../schemas/names.ts';
import type { Profile } from '../../schemas/profile.ts';
import { capital } from '../../schemas/page-texts.ts';
import { HERKOMST } from '../description/herkomst.ts';
import { fieldWords } from '../description/field-words.ts';
import { nameIn } from '../../publisher/read/object-name.ts';
import { offeredCrss } from '../parameters/crs.ts';
import { formatQuery, joinQueries, withoutParameters } from '../parameters/query.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Form } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { groupsOf } from './field-groups.ts';
import { sentenceOf, titleOf } from './object-sentence.ts';
import { objectMap } from './object-map.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { validityText } from './date-text.ts';
import type { ObjectView } from './object-view.ts';
import { timeLine } from './time-line.ts';
import { fieldList, fieldName, shownValue, text, type ShowOptions } from './value.ts';

export function objectPage(view: ObjectView, profile: Profile): Buffer {
  const { object, id, context, addresses: { passedOn }, trail } = view;
  const { baseUrl, language } = context;
  const words = WORDS[language];
  const options: ShowOptions = { language, follow: (href) => followed(href, baseUrl, passedOn) };
  const title = nameIn(object) === null ? `${titleOf(object, language)} ${id}` : titleOf(object, language);
  return page({ ...context, title, trail }, html`
${standingText(view, language)}
<p class="lead">${sentenceOf(object, language)}</p>
<p>${words.id}: <code>${id}</code>${typeLink(object, context)}</p>
${objectMap(view)}
<h2>${words.fields}</h2>
${groupsHtml(object, options, 'h3')}
${relations(view, options)}
${historyHtml(view, context)}
${programs(view, { profile, language })}`);
}

const WORDS = {
  nl: {
    id: 'Kenmerk', fields: 'Gegevens', empty: 'Niet ingevuld', belongs: 'Hoort bij', parts: 'Onderdelen', noParts: 'Geen.',
    history: 'Geschiedenis', all: (count: number) => `Alle versies (${count})`, ofRoot: 'Geschiedenis van het hele object', provenance: 'Herkomst',
    programs: 'Voor programma’s', permalink: 'Vast adres van precies deze versie', meaning: 'Wat de velden betekenen',
    future: 'Dit object is nog niet geldig.', ended: 'Dit object is niet meer geldig.', until: 'Het was geldig tot', last: 'Dit is de laatst bekende versie.',
    gone: 'Dit object staat nu niet meer in het register.', endedSince: 'Dit object is nu niet meer geldig.', present: 'Bekijk het object zoals het nu is',
  },
  en: {
    id: 'Identifier', fields: 'Data', empty: 'Not filled in', belongs: 'Belongs to', parts: 'Parts', noParts: 'None.',
    history: 'History', all: (count: number) => `All versions (${count})`, ofRoot: 'History of the whole object', provenance: 'Provenance',
    programs: 'For programs', permalink: 'Permanent address of exactly this version', meaning: 'Meaning of the fields',
    future: 'This object is not valid yet.', ended: 'This object is no longer valid.', until: 'It was valid until', last: 'This is the last known version.',
    gone: 'This object is no longer in the register.', endedSince: 'This object is no longer valid now.', present: 'Show the object as it is now',
  },
} as const;

/** Says plainly when the object is not valid now. */
function standingText({ standing, sinceThen, addresses: { url, passedOn } }: ObjectView, language: Language): Content {
  const words = WORDS[language];
  const since = sinceThen === undefined ? '' : html`<strong>${sinceThen === 'gone' ? words.gone : words.endedSince}</strong> `;
  const present = sinceThen === 'gone' ? '' : html`<a class="present" href="${withQuery(url, passedOn.ofTexts)}">${words.present}</a>`;
  const changed = sinceThen === undefined ? '' : html`<p class="amber">${since}${present}</p>`;
  switch (standing.kind) {
    case 'now': return changed;
    case 'future': return html`<p class="amber"><strong>${words.future}</strong></p>${changed}`;
    case 'then': return html`<p class="amber">${since}${present}</p>`;
    default: {
      const end = standing.end === undefined ? '' : ` ${words.until} ${validityText(standing.end, language)}.`;
      return html`<p class="amber"><strong>${words.ended}</strong>${end} ${words.last}</p>${sinceThen === 'gone' ? changed : ''}`;
    }
  }
}

/** Adds the moment of the page to an address of ours. */
function followed(href: string, baseUrl: string, { ofFeatures, ofObject }: PassedOn): string {
  if (!href.startsWith(`${baseUrl}/`) || href.includes('?')) return href;
  return withQuery(href, href.startsWith(`${baseUrl}/collections/`) ? ofFeatures : ofObject);
}

/** Returns a link to the description of the fields of the object's type. */
function typeLink(object: JsonObject, context: PageRequest): Content {
  const type = text(object['entityType']);
  if (type === undefined || !MODEL.has(type)) return '';
  return html` · <code>${type}</code> · <a href="${textUrl(context, `/schemas/${type}`)}">${WORDS[context.language].meaning}</a>`;
}

function groupsHtml(object: JsonObject, options: ShowOptions, heading: 'h3' | 'h4'): Html {
  const { language } = options;
  const fields: readonly Field[] = featureFieldsOf(text(object['entityType']) ?? '');
  const groups = groupsOf(object).filter(({ members }) => members.length > 0);
  const empty = groupsOf(object).flatMap((group) => group.empty);
  const headed = (title: string): Html => (heading === 'h3' ? html`<h3>${capital(title)}</h3>` : html`<h4>${capital(title)}</h4>`);
  return html`${groups.map(({ title, members }) => html`${headed(title[language])}${fieldList(members, fields, options)}`)}
${empty.length === 0 ? '' : html`<p class="soft">${WORDS[language].empty}: ${empty.map((name, at) => [at === 0 ? '' : ', ', fieldWords(name)[language]])}.</p>`}`;
}

/** The parent and the parts of the object, as links; parts of a document also with their fields. */
function relations({ object, partUrl, others }: ObjectView, options: ShowOptions): Html {
  const { language } = options;
  const words = WORDS[language];
  const parents = Object.values(BACK_LINKS).flatMap((name) => linksIn(object[name]));
  const parts = NESTING_FIELDS.flatMap((name) => {
    const value = object[name];
    return Array.isArray(value) && value.length > 0 ? [{ name, values: value as readonly Json[] }] : [];
  });
  return html`${parents.length === 0 ? '' : html`<h2>${words.belongs}</h2>
<ul>${parents.map((link) => html`<li>${shownValue(link, undefined, options)}</li>`)}</ul>`}
${parts.length === 0 ? '' : html`<h2>${words.parts}</h2>${parts.map(({ name, values }) => html`<h3>${fieldName(name, language)}</h3>
${partList(values, { partUrl, options })}`)}`}
${others.length === 0 ? '' : html`<ul>${others.map(([label, href]) => html`<li><a href="${href}">${label}</a></li>`)}</ul>`}`;
}

/** Returns the links in a value: one or a list. A list of whole objects has none. */
function linksIn(value: Json | undefined): readonly Json[] {
  const all = Array.isArray(value) ? value as readonly Json[] : value === undefined ? [] : [value];
  return all.filter((entry) => isObject(entry) && typeof entry['href'] === 'string');
}

interface ShownParts {
  readonly partUrl: ObjectView['partUrl'];
  readonly options: ShowOptions;
}

function partList(values: readonly Json[], { partUrl, options }: ShownParts): Html {
  return html`<ul>${values.map((value) => html`<li>${
    isObject(value) && typeof value['href'] !== 'string' ? nestedPart(value, { partUrl, options }) : shownValue(value, undefined, options)
  }</li>`)}</ul>`;
}

/** A nested object: its sentence as the summary, its fields and parts when unfolded. */
function nestedPart(object: JsonObject, shown: ShownParts): Html {
  const { partUrl, options } = shown;
  const [id, type] = [text(object['id']) ?? '', text(object['entityType']) ?? ''];
  const href = partUrl?.(id, type);
  const below = NESTING_FIELDS.map((name) => object[name])
    .flatMap((value) => (Array.isArray(value) && linksIn(value).length === 0 ? value as readonly Json[] : []));
  return html`${href === undefined ? html`<code>${id}</code>` : html`<a href="${href}">${titleOf(object, options.language)}</a> <code>${id}</code>`}
<details><summary>${WORDS[options.language].fields}</summary>${groupsHtml(object, options, 'h4')}</details>
${below.length === 0 ? '' : partList(below, shown)}`;
}

function historyHtml({ root, id, history, addresses: { passedOn } }: ObjectView, { language, isSite }: PageRequest): Html {
  const words = WORDS[language];
  const available = passedOn.beschikbaarOp === null ? '' : formatQuery([['beschikbaarOp', new Date(passedOn.beschikbaarOp).toISOString()]]);
  const address = withQuery(`${root.url}/versies`, joinQueries(available, passedOn.ofTexts));
  const provenance = html` · <a href="${withQuery(root.url + HERKOMST, passedOn.ofTexts)}">${words.provenance}</a>`;
  if (history === undefined) {
    if (isSite) return html``;
    return html`<h2>${words.history}</h2><p><a href="${address}">${words.ofRoot}</a> <code>${root.id === id ? '' : root.id}</code>${provenance}</p>`;
  }
  const { versies, total, documentOf } = history;
  return html`<h2>${words.history}</h2>
${timeLine(versies, { documentOf, language })}
${isSite ? '' : html`<p><a href="${address}">${words.all(total)}</a>${provenance}</p>`}`;
}

/** The addresses for programs: each form in each CRS, and the permanent address. */
function programs({ context: { isSite }, addresses: { url, carried }, permalink, forms, offer }: ObjectView, { profile, language }: {
  readonly profile: Profile; readonly language: Language;
}): Html {
  const words = WORDS[language];
  const others = withoutParameters({ text: carried.slice(1) }, ['crs', 'f']);
  const address = (crs: string, form: Form): string => withQuery(url, joinQueries(formatQuery([['crs', crs], ['f', form]]), others));
  if (isSite) return html`<p><a href="${withQuery(url, formatQuery([['f', forms[0]!]]))}">${FORM_NAMES[forms[0]!]}</a></p>`;
  return html`<h2>${words.programs}</h2>
<p>${words.permalink}: <a href="${permalink}"><code>${withoutLanguage(permalink)}</code></a></p>
<ul>${offeredCrss(profile, offer).map(({ name, uri }) => html`<li>${name}: ${forms.map((form, at) => [
    at === 0 ? '' : ', ', html`<a href="${address(uri, form)}">${FORM_NAMES[form] ?? form}</a>`,
  ])}</li>`)}</ul>`;
}

/** Returns an address without the language of the page. */
function withoutLanguage(address: string): string {
  const [url = '', query = ''] = address.split('?', 2);
  return withQuery(url, withoutParameters({ text: query }, ['lang']));
}

const FORM_NAMES: Readonly<Partial<Record<Form, string>>> = { json: 'JSON', geojson: 'GeoJSON', hal: 'HAL' };
