/** Pages of code lists: all of them, and one with its values and the fields that use it. */
import { CODE_LIST_USES } from '../../schemas/derived/code-list-uses.ts';
import { CODE_LISTS, type CodeList } from '../../schemas/codelists.ts';
import type { Text } from '../../schemas/finding.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { html, type Content } from '../../schemas/html.ts';
import { capital } from '../../schemas/page-texts.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { codeWords } from './value.ts';

const TITLE: Text = { nl: 'Waardelijsten', en: 'Code lists' };

/** Returns the name of a list in words: `TypeBrand` is `Type brand`. */
export function titleOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return words.map((word, at) => (at === 0 || /^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase())).join(' ');
}

export function codeListsPage(context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const rows = [...CODE_LISTS].map(([name, { values, version, shape }]) => html`<tr>
<td><a href="${textUrl(context, `/waardelijsten/${name}`)}">${titleOf(name)}</a></td>
<td class="number">${shape === undefined ? values.length : 'open'}</td><td lang="en">${version}</td></tr>`);
  return page({ ...context, title: say(TITLE) }, html`
<p class="lead">${say({
    nl: 'Sommige velden nemen hun waarde uit een vaste lijst. Waarden worden letter voor letter vergeleken.',
    en: 'Some fields take their value from a fixed list. Values are compared letter for letter.',
  })}</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Lijst', en: 'List' })}</th>
<th scope="col" class="number">${say(VALUES)}</th><th scope="col">${say(VERSION)}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`);
}

const VALUES: Text = { nl: 'Waarden', en: 'Values' };
const VERSION: Text = { nl: 'Versie', en: 'Version' };

export function codeListPage(name: string, list: CodeList, context: PageRequest): Buffer {
  const { version, source, note } = list;
  const say = (text: Text): string => text[context.language];
  return page({ ...context, title: titleOf(name), trail: [[say(TITLE), textUrl(context, '/waardelijsten')]] }, html`
<dl><dt>${say({ nl: 'Naam', en: 'Name' })}</dt><dd><code>${name}</code></dd>
<dt>${say(VERSION)}</dt><dd lang="en">${version}</dd>
<dt>${say({ nl: 'Bron', en: 'Source' })}</dt><dd lang="en">${source}</dd>
${note === undefined ? '' : html`<dt>${say({ nl: 'Opmerking', en: 'Note' })}</dt><dd lang="en">${note}</dd>`}</dl>
${valuesOf(name, list, context)}
${legacyValuesOf(list, say)}
${usesOf(name, context, say)}`);
}

type Say = (text: Text) => string;

function valuesOf(name: string, { values, labels, shape }: CodeList, { language }: PageRequest): Content {
  const say = (text: Text): string => text[language];
  if (shape !== undefined) {
    return html`<h2>${say(VALUES)}</h2><p class="lead">${say({
      nl: 'Deze lijst is open: elke tekst mag, maar een tekst van een andere vorm geeft een waarschuwing.',
      en: 'This list is open: any text is allowed, but a text of another shape gives a warning.',
    })}</p><p>${say({ nl: 'Gewone vorm', en: 'Usual shape' })}: <code>${shape}</code></p>`;
  }
  const words = values.map((value) => codeWords(value, name, 'nl'));
  const hasWords = words.some((word, at) => word !== values[at]);
  const heading = labels === undefined ? { nl: 'In woorden', en: 'In words' } : { nl: 'Omschrijving', en: 'Description' };
  const label = hasWords ? html`<th scope="col">${say(heading)}</th>` : '';
  return html`<h2>${say(VALUES)}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Waarde', en: 'Value' })}</th>${label}</tr></thead>
<tbody>${values.map((value, at) => html`<tr><td><code>${value}</code></td>${
  hasWords ? html`<td lang="nl">${capital(words[at]!)}</td>` : ''}</tr>`)}</tbody></table></div>`;
}

function legacyValuesOf({ legacy }: CodeList, say: Say): Content {
  if (legacy === undefined) return '';
  return html`<h2>${say({ nl: 'Vervallen', en: 'No longer allowed' })}</h2>
<p>${say({ nl: 'Deze waarden staan alleen in versie', en: 'These values are only in version' })} <span lang="en">${legacy.version}</span>.</p>
<ul>${legacy.values.map((value) => html`<li><code>${value}</code></li>`)}</ul>`;
}

/** Returns one line per field name, with the types that have the field. */
function usesOf(name: string, context: PageRequest, say: Say): Content {
  const byField = Map.groupBy(CODE_LIST_USES.get(name) ?? [], ({ field }) => field);
  if (byField.size === 0) return '';
  const typeLink = (type: string) => (
    MODEL.has(type) ? html`<a href="${textUrl(context, `/schemas/${type}`)}">${type}</a>` : type
  );
  const fields = [...byField].map(([field, uses]) => html`<dt><code>${field}</code></dt>
<dd>${uses.map(({ type }, at) => [at === 0 ? '' : ', ', typeLink(type)])}</dd>`);
  return html`<h2>${say({ nl: 'Gebruikt in', en: 'Used in' })}</h2><dl>${fields}</dl>`;
}
