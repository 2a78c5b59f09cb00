/**
 * Page of a search over everything: the form, and the objects found, page by page. "Nothing found" names the edition, the day and
 * the searched collections.
 */
import type { Activated } from '../../publisher/read/types.ts';
import type { Text } from '../../schemas/finding.ts';
import { html, type Content } from '../../schemas/html.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { hitPath, type Hit } from '../edition/hits.ts';
import { withQuery } from '../response/object-links.ts';
import { editionText } from './edition-text.ts';
import { pageLink } from './list-page.ts';
import { page, type PageRequest } from './page.ts';
import { searchForm } from './search-form.ts';

/** A search, with its edition and day. */
export interface SearchResult {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Number of this page, and the addresses of its neighbours. */
  readonly page: number;
  readonly prev: string | undefined;
  readonly next: string | undefined;
  /** Undefined: no edition existed yet at the requested moment. */
  readonly activated: Activated | undefined;
  /** The day of validity. */
  readonly day: string;
}

/** Returns the page; `searched`: null without words to search for. */
export function zoekenPage(searched: SearchResult | null, context: PageRequest): Buffer {
  const title: Text = { nl: 'Zoeken', en: 'Search' };
  return page({ ...context, title: title[context.language], isPageOnly: true }, html`
${searchForm(searched?.text ?? '', context)}
${searched === null ? '' : resultPart(searched, context)}`);
}

function resultPart(searched: SearchResult, context: PageRequest): Content {
  const { text, hits, page: number, prev, next } = searched;
  const say = (text: Text): string => text[context.language];
  const where = say(searchText(searched));
  if (hits.length === 0) {
    return html`<h2>${say({ nl: 'Niets gevonden', en: 'Nothing found' })}</h2><p>${number === 1 ? '' : say({ nl: 'Op deze bladzijde staat niets meer. ', en: 'There is nothing more on this page. ' })}${say({
      nl: `Gezocht naar ‘${text}’: ${where}.`, en: `Searched for ‘${text}’: ${where}.`,
    })}</p><p>${say({
      nl: 'Woorden moeten heel zijn, en alle in hetzelfde object staan. Zet een * aan het eind om ook langere woorden te vinden.',
      en: 'Words must be whole, and all in the same object. Put a * at the end to find longer words too.',
    })}</p>`;
  }
  const urlOf = (hit: Hit): string => withQuery(context.baseUrl + hitPath(hit), context.passedOn.ofObject);
  const rows = hits.map((hit) => html`<tr><td><a href="${urlOf(hit)}">${hit.name ?? hit.id}</a></td>
<td>${say(textOf(hit.collection).title)}</td><td>${hit.id}</td></tr>`);
  const more: Text = next === undefined
    ? { nl: 'Dit is de laatste bladzijde.', en: 'This is the last page.' } : { nl: 'Er zijn er meer, op de volgende bladzijde.', en: 'There are more, on the next page.' };
  return html`<h2>${say({ nl: 'Gevonden', en: 'Found' })}</h2>
<p>${say({ nl: `Bladzijde ${number}: ${hits.length} objecten met ‘${text}’, ${where}.`, en: `Page ${number}: ${hits.length} objects with ‘${text}’, ${where}.` })} ${say(more)}</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Object', en: 'Object' })}</th><th scope="col">${say({ nl: 'Soort', en: 'Kind' })}</th>
<th scope="col">id</th></tr></thead><tbody>${rows}</tbody></table></div>
<p class="paging">${pageLink(prev, 'prev', context.language)}${pageLink(next, 'next', context.language)}</p>`;
}

/** Returns the text about the search: its collections, edition and day. */
function searchText(searched: SearchResult): Text {
  return {
    nl: `in alle teksten, ids en codes van alle ${COLLECTIONS.length} soorten, ${editionText(searched, 'nl')}`,
    en: `in all texts, ids and codes of all ${COLLECTIONS.length} kinds, ${editionText(searched, 'en')}`,
  };
}
