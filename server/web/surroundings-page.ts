/**
 * Page of surroundings: a form for a place, and the objects there: counts, and a table of objects with distance, begin and holder. Works
 * without script.
 *
 * "Nothing found" is never bare: it names the edition, the day of validity and the searched distance.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import type { FoundObject } from '../../publisher/read/found-objects.ts';
import type { ChainedObject, ChainStep } from '../edition/chain.ts';
import type { Surroundings, SurroundingsSearch } from '../edition/surroundings.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { listPath, placePairs, RADIUS_DEFAULT, type Place } from '../parameters/surroundings-query.ts';
import { withQuery } from '../response/object-links.ts';
import { dayText } from './date-text.ts';
import { page, type PageRequest } from './page.ts';
import { partText, searchText, stepText, whereText } from './surroundings-text.ts';

export function surroundingsPage(search: SurroundingsSearch, context: PageRequest): Buffer {
  const { query: { place }, found } = search;
  return page({ ...context, title: TITLE[context.language] }, html`
${placeForm(search, context)}
${found === null || place === undefined ? '' : html`<section id="omgeving">${resultPart(found, place, { search, context })}</section>
${found.steps.map((step) => stepPart(step, { search, context }))}
${place.kind === 'geometry' ? '' : html`<p><a href="${mapUrl(place, context)}">${ON_MAP[context.language]}</a></p>`}`}`);
}

const ON_MAP: Text = { nl: 'Op de kaart', en: 'On the map' };
const TITLE: Text = { nl: 'Wat is hier?', en: 'What is here?' };

/** Returns the address of the map of a place. */
function mapUrl(place: Place, { baseUrl, passedOn }: PageRequest): string {
  const inRd: Place = place.kind === 'point' ? { ...place, given: null } : place;
  return withQuery(`${baseUrl}/kaart`, joinQueries(formatQuery(placePairs(inRd)), passedOn.text));
}

/** Returns the form for a place; it leads to the page of the surroundings. */
export function placeForm(
  { query: { place, collections, isSelective, passedOn } }: Pick<SurroundingsSearch, 'query'>, { baseUrl, language }: Pick<PageRequest, 'baseUrl' | 'language'>,
): Html {
  const point = place?.kind === 'point' ? place.point.join(',') : '';
  const radius = place?.kind === 'point' ? place.radius : RADIUS_DEFAULT;
  const { geldigOp = '', ...hidden } = Object.fromEntries(new URLSearchParams(passedOn.text));
  const isChosen = (collection: string): boolean => isSelective && collections.includes(collection);
  const field = (label: Text, control: Html): Html => html`<p><label>${label[language]} ${control}</label></p>`;
  return html`<form action="${new URL(baseUrl).pathname}/omgeving" method="get" class="filter">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({ nl: 'Punt in RD: x,y in meters', en: 'Point in RD: x,y in metres' },
    html`<input name="plaats" value="${point}" required inputmode="decimal" pattern="\\s*-?\\d+(\\.\\d+)?\\s*,\\s*-?\\d+(\\.\\d+)?\\s*" placeholder="155000,463000">`)}
${field({ nl: 'Afstand in meters', en: 'Distance in metres' },
    html`<input name="straal" type="number" min="0" max="${LIMITS.radiusMetresMax}" value="${radius}">`)}
${field({ nl: 'Geldig op (leeg: vandaag)', en: 'Valid on (empty: today)' }, html`<input name="geldigOp" type="date" value="${geldigOp}">`)}
${field({ nl: 'Soorten (geen gekozen: alle)', en: 'Kinds (none chosen: all)' }, html`<select name="collecties" multiple size="6">${COLLECTIONS.map((collection) => (
    html`<option value="${collection}"${isChosen(collection) ? html` selected` : ''}>${textOf(collection).title[language]}</option>`
  ))}</select>`)}
<p><button>${{ nl: 'Zoeken', en: 'Search' }[language]}</button></p></form>`;
}

interface Shown {
  readonly search: SurroundingsSearch;
  readonly context: PageRequest;
}

function resultPart(found: Surroundings, place: Place, { search, context }: Shown): Content {
  const { language } = context;
  const where = whereText(search.query, place)[language];
  const searched = searchText(search)[language];
  if (found.numberMatched === 0) {
    const nothing: Text = {
      nl: `Niets gevonden ${where}. Gezocht: ${searched}. Een leeg resultaat betekent niet dat het hier veilig is.`,
      en: `Nothing found ${where}. Searched: ${searched}. An empty result does not mean that it is safe here.`,
    };
    return html`<h2>${{ nl: 'Niets gevonden', en: 'Nothing found' }[language]}</h2><p>${nothing[language]}</p>`;
  }
  const many = { nl: found.numberMatched === 1 ? 'object' : 'objecten', en: found.numberMatched === 1 ? 'object' : 'objects' }[language];
  const some = `${found.numberMatched} ${many} ${where}, ${searched}.`;
  return html`<h2>${{ nl: 'Gevonden', en: 'Found' }[language]}</h2><p>${some}</p>
${countList(found, place, { search, context })}
${search.query.countsOnly ? '' : html`<p>${listedText(found)[language]}</p>${table(found.objects, { search, context })}`}`;
}

function listedText({ objects, numberMatched, listedWithin }: Surroundings): Text {
  if (objects.length === numberMatched) return { nl: 'Hieronder staan ze allemaal.', en: 'All of them are below.' };
  if (listedWithin !== null) {
    return {
      nl: `Hieronder staan alle ${objects.length} objecten binnen ${listedWithin} m. De andere zijn wel geteld; de lijsten hierboven hebben ze allemaal.`,
      en: `Below are all ${objects.length} objects within ${listedWithin} m. The others are counted; the lists above have them all.`,
    };
  }
  return {
    nl: `Hieronder staan de eerste ${objects.length}. De andere zijn wel geteld; de lijsten hierboven hebben ze allemaal.`,
    en: `Below are the first ${objects.length}. The others are counted; the lists above have them all.`,
  };
}

function countList({ counts }: Surroundings, place: Place, { search: { query }, context: { baseUrl, language } }: Shown): Html {
  const passed = [...new URLSearchParams(query.passedOn.text)];
  const relation = query.steps.length === 0 ? query.relation : 'raakt';
  return html`<ul>${counts.filter(([, count]) => count > 0).map(([collection, count]) => {
    const path = listPath(collection, place, { relation, passed });
    const title = textOf(collection).title[language];
    return html`<li>${path === undefined ? title : html`<a href="${baseUrl + path}" rel="items">${title}</a>`}: ${count}</li>`;
  })}</ul>`;
}

/** Shows a step of a chain: what was looked for, counts, and the objects with those that they were found by. */
function stepPart(step: ChainStep, { search: { query: { countsOnly, passedOn } }, context: { baseUrl, language } }: Shown): Html {
  const hrefOf = (collection: string, id: string): string => (
    withQuery(`${baseUrl}/collections/${collection}/items/${encodeURIComponent(id)}`, passedOn.ofObject)
  );
  const links = (via: ChainedObject['via']): Content => via.map(({ collection, id }, at) => (
    html`${at === 0 ? '' : ', '}<a href="${hrefOf(collection, id)}">${id}</a>`
  ));
  const rows = step.objects.map(({ collection, id, name, holder, via }) => html`<tr><td>${textOf(collection).title[language]}</td>
<td><a href="${hrefOf(collection, id)}">${name ?? id}</a></td><td>${links(via)}</td><td>${holder}</td></tr>`);
  const heads: readonly Text[] = [
    { nl: 'Soort', en: 'Kind' }, { nl: 'Object', en: 'Object' }, { nl: 'Gevonden door', en: 'Found by' }, { nl: 'Bronhouder', en: 'Source holder' },
  ];
  const part = partText(step)?.[language];
  const counts = step.counts.filter(([, count]) => count > 0);
  const table = html`${part === undefined ? '' : html`<p>${part}</p>`}<div class="scroll"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head[language]}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return html`<section><h2>${{ nl: 'Daarbij', en: 'With these' }[language]}</h2><p>${stepText(step)[language]}</p>
<ul>${counts.map(([collection, count]) => html`<li>${textOf(collection).title[language]}: ${count}</li>`)}</ul>
${countsOnly || rows.length === 0 ? '' : table}</section>`;
}

function table(objects: readonly FoundObject[], { search, context: { baseUrl, language } }: Shown): Html {
  const isPoint = search.query.place?.kind === 'point';
  const heads: readonly Text[] = [
    { nl: 'Soort', en: 'Kind' }, { nl: 'Object', en: 'Object' }, ...isPoint ? [{ nl: 'Afstand', en: 'Distance' }] : [],
    { nl: 'Geldig sinds', en: 'Valid since' }, { nl: 'Bronhouder', en: 'Source holder' },
  ];
  const rows = objects.map((object) => {
    const href = withQuery(`${baseUrl}/collections/${object.collection}/items/${encodeURIComponent(object.id)}`, search.query.passedOn.ofObject);
    return html`<tr><td>${textOf(object.collection).title[language]}${object.isDerived ? ` (${DERIVED[language]})` : ''}</td>
<td><a href="${href}">${object.name ?? object.id}</a></td>${isPoint ? html`<td class="number">${distanceText(object.distance, language)}</td>` : ''}
<td>${dayText(object.since, language)}</td><td>${object.holder}</td></tr>`;
  });
  return html`<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head[language]}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

const DERIVED: Text = { nl: 'afgeleid', en: 'derived' };

function distanceText(metres: number | null, language: Language): string {
  if (metres === null) return '';
  return metres === 0 ? { nl: 'hier', en: 'here' }[language] : `${Math.round(metres)} m`;
}
