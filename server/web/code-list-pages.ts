/** Pages of code lists: all of them, and one with its values and the fields that use it. */
import { CODE_LIST_USES } from '../../schemas/derived/code-list-uses.ts';
import { CODE_LISTS, type CodeList } from '../../schemas/codelists.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

/** Returns the name of a list in words: `TypeBrand` is `Type brand`. */
export function titleOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return words.map((word, at) => (at === 0 || /^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase())).join(' ');
}

export function codeListsPage(baseUrl: string): Buffer {
  const rows = [...CODE_LISTS].map(([name, { values, version, shape }]) => html`<tr>
<td><a href="${baseUrl}/waardelijsten/${name}">${titleOf(name)}</a></td>
<td class="number">${shape === undefined ? values.length : 'open'}</td><td lang="en">${version}</td></tr>`);
  return page({ baseUrl, title: 'Waardelijsten' }, html`
${bilingual({
    nl: 'Sommige velden nemen hun waarde uit een vaste lijst. Waarden worden letter voor letter vergeleken.',
    en: 'Some fields take their value from a fixed list. Values are compared letter for letter.',
  })}
<div class="scroll"><table><thead><tr><th scope="col">Lijst <span lang="en">list</span></th>
<th scope="col" class="number">Waarden <span lang="en">values</span></th>
<th scope="col">Versie <span lang="en">version</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>`);
}

export function codeListPage(name: string, list: CodeList, baseUrl: string): Buffer {
  const { version, source, note } = list;
  return page({ baseUrl, title: titleOf(name), trail: [['Waardelijsten', `${baseUrl}/waardelijsten`]] }, html`
<dl><dt>Naam <span lang="en">name</span></dt><dd><code>${name}</code></dd>
<dt>Versie <span lang="en">version</span></dt><dd lang="en">${version}</dd>
<dt>Bron <span lang="en">source</span></dt><dd lang="en">${source}</dd>
${note === undefined ? '' : html`<dt>Opmerking <span lang="en">note</span></dt><dd lang="en">${note}</dd>`}</dl>
${valuesOf(list)}
${legacyValuesOf(list)}
${usesOf(name, baseUrl)}`);
}

function valuesOf({ values, labels, shape }: CodeList) {
  if (shape !== undefined) {
    return html`<h2>Waarden <span lang="en">Values</span></h2>${bilingual({
      nl: 'Deze lijst is open: elke tekst mag, een tekst van een andere vorm geeft een waarschuwing.',
      en: 'This list is open: any text is allowed, one of another shape gives a warning.',
    })}<p>Gewone vorm <span lang="en">usual shape</span>: <code>${shape}</code></p>`;
  }
  const label = labels === undefined ? '' : html`<th scope="col">Omschrijving <span lang="en">description</span></th>`;
  return html`<h2>Waarden <span lang="en">Values</span></h2>
<div class="scroll"><table><thead><tr><th scope="col">Waarde <span lang="en">value</span></th>${label}</tr></thead>
<tbody>${values.map((value, at) => html`<tr><td><code>${value}</code></td>${
  labels === undefined ? '' : html`<td>${labels[at]}</td>`}</tr>`)}</tbody></table></div>`;
}

function legacyValuesOf({ legacy }: CodeList) {
  if (legacy === undefined) return '';
  return html`<h2>Vervallen <span lang="en">No longer allowed</span></h2>
<p>Deze waarden staan alleen in versie <span lang="en">${legacy.version}</span>.
<span lang="en">These values are in that older version only.</span></p>
<ul>${legacy.values.map((value) => html`<li><code>${value}</code></li>`)}</ul>`;
}

/** Returns one line per field name, with the types that have the field. */
function usesOf(name: string, baseUrl: string) {
  const byField = Map.groupBy(CODE_LIST_USES.get(name) ?? [], ({ field }) => field);
  if (byField.size === 0) return '';
  const typeLink = (type: string) => (
    MODEL.has(type) ? html`<a href="${baseUrl}/schemas/${type}">${type}</a>` : type
  );
  const fields = [...byField].map(([field, uses]) => html`<dt><code>${field}</code></dt>
<dd>${uses.map(({ type }, at) => [at === 0 ? '' : ', ', typeLink(type)])}</dd>`);
  return html`<h2>Gebruikt in <span lang="en">Used in</span></h2><dl>${fields}</dl>`;
}
