/** Page of publications: their moments and changes. */
import type { Language, Text } from '../../schemas/finding.ts';
import type { Editie } from '../edition/editie.ts';
import type { NumberedPages } from '../response/paged-response.ts';
import { withQuery } from '../response/object-links.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { textOf } from '../description/collections.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { momentText } from './date-text.ts';
import { pagingOf } from './list-page.ts';
import { numberText } from './number-text.ts';
import { page, textUrl, type PageRequest } from './page.ts';

export function editiesPage(
  edities: readonly Editie[], { context, pages, total }: { context: PageRequest; pages: NumberedPages; total: number },
): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const rows = edities.map((editie) => html`<tr><td class="number">${numberOf(editie, context)}</td><td>${sinceOf(editie, context)}</td><td>${untilOf(editie, language)}</td>
<td class="number">${editie.aantal === undefined ? '' : numberText(editie.aantal, language)}</td><td>${changesOf(editie, context)}</td></tr>`);
  return page({ ...context, title: say({ nl: 'Edities', en: 'Editions' }) }, html`
<p class="lead">${say({
    nl: 'Elke publicatie van dit register, nieuwste eerst. Een tijdstip leidt naar het register zoals het toen was (parameter beschikbaarOp). Tijden zijn die van Nederland (Europe/Amsterdam).',
    en: 'Every publication of this register, newest first. A moment leads to the register as it was then (parameter beschikbaarOp). Times are those of the Netherlands (Europe/Amsterdam).',
  })}</p>
<p>${numberText(total, language)} ${say(total === 1 ? { nl: 'editie', en: 'edition' } : { nl: 'edities', en: 'editions' })}</p>
<div class="scroll"><table><thead><tr><th scope="col" class="number">${say({ nl: 'Nummer', en: 'Number' })}</th>
<th scope="col">${say(SINCE)}</th><th scope="col">${say(UNTIL)}</th>
<th scope="col" class="number">${say({ nl: 'Objecten', en: 'Objects' })}</th><th scope="col">${say({ nl: 'Wijzigingen', en: 'Changes' })}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="paging">${pagingOf(pages, language)}</p>`);
}

/** Returns the page of one publication. */
export function editiePage(editie: Editie, context: PageRequest): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const title = say({ nl: `Editie ${editie.nummer}`, en: `Edition ${editie.nummer}` });
  const rows = Object.entries(editie.aantallen ?? {}).map(([name, count]) => html`<tr><th scope="row">${textOf(name).title[language]}</th>
<td class="number">${numberText(count, language)}</td></tr>`);
  return page({ ...context, title, trail: [[say({ nl: 'Edities', en: 'Editions' }), textUrl(context, '/edities')]] }, html`
<p class="lead">${say({ nl: 'Eén publicatie van dit register.', en: 'One publication of this register.' })}</p>
<dl><dt>${say(SINCE)}</dt><dd>${sinceOf(editie, context)}</dd><dt>${say(UNTIL)}</dt><dd>${untilOf(editie, language)}</dd>
<dt>${say({ nl: 'Wijzigingen', en: 'Changes' })}</dt><dd>${changesOf(editie, context)}</dd></dl>
<h2>${say({ nl: 'Objecten die dan gelden', en: 'Objects valid then' })}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Soort', en: 'Kind' })}</th>
<th scope="col" class="number">${say({ nl: 'Objecten', en: 'Objects' })}</th></tr></thead><tbody>${rows}</tbody></table></div>`);
}

const SINCE: Text = { nl: 'Beschikbaar vanaf', en: 'Available from' };
const UNTIL: Text = { nl: 'Tot', en: 'Until' };

function numberOf({ nummer, _links }: Editie, context: PageRequest): Content {
  if (nummer === undefined) return UNKNOWN[context.language];
  return _links === undefined ? String(nummer) : html`<a href="${textUrl(context, `/edities/${nummer}`)}">${nummer}</a>`;
}

const UNKNOWN: Text = { nl: 'onbekend', en: 'unknown' };

/** Returns the begin, as a link to the register of that moment while its edition is kept. */
function sinceOf({ beschikbaarVanaf, bewaard, beschadigd }: Editie, context: PageRequest): Content {
  if (beschikbaarVanaf === undefined) return UNKNOWN[context.language];
  const shown = moment(beschikbaarVanaf, context.language);
  if (bewaard !== true || beschadigd === true) return shown;
  const query = joinQueries(formatQuery([['beschikbaarOp', beschikbaarVanaf]]), context.passedOn.ofTexts);
  return html`<a href="${withQuery(context.baseUrl, query)}">${shown}</a>`;
}

function moment(text: string, language: Language): Html {
  return html`<time datetime="${text}">${momentText(new Date(text), language)}</time>`;
}

function untilOf({ beschikbaarTot, beschikbaarTotOnbekend, bewaard }: Editie, language: Language): Content {
  if (beschikbaarTotOnbekend === true || bewaard === undefined) return UNKNOWN[language];
  if (!bewaard) return { nl: 'wordt niet meer bewaard', en: 'no longer kept' }[language];
  return beschikbaarTot === undefined ? { nl: 'nu', en: 'now' }[language] : moment(beschikbaarTot, language);
}

function changesOf({ beschadigd, teruggedraaid, nummer, wijzigingen, _links }: Editie, { language, passedOn }: PageRequest): Content {
  if (beschadigd === true) return { nl: 'beschadigd: meer is er nu niet van te zeggen', en: 'damaged: nothing else is known now' }[language];
  if (teruggedraaid === true) return { nl: `teruggedraaid naar editie ${nummer}`, en: `rolled back to edition ${nummer}` }[language];
  const count = (value: number): string => numberText(value, language);
  const counts = Object.entries(wijzigingen?.collecties ?? {}).map(([name, { toegevoegd, gewijzigd, beeindigd }]) => {
    const counts: Text = {
      nl: `${count(toegevoegd)} toegevoegd, ${count(gewijzigd)} gewijzigd, ${count(beeindigd)} beëindigd`,
      en: `${count(toegevoegd)} added, ${count(gewijzigd)} changed, ${count(beeindigd)} ended`,
    };
    return html`<div>${textOf(name).title[language]}: ${counts[language]}</div>`;
  });
  if (_links?.verschillen === undefined) return counts;
  const href = joinQueries(_links.verschillen.href, passedOn.ofTexts);
  return html`${counts}<div><a href="${href}">${{ nl: 'Alle verschillen met de vorige', en: 'All differences with the one before' }[language]}</a></div>`;
}
