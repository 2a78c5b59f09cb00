/** Page of differences between two editions: counts, a map with before and after, and the fields that differ of each object. */
import { fieldsIn, shownIn } from '../../publisher/difference/feature-fields.ts';
import type { ComparedState } from '../../publisher/read/compared-state.ts';
import type { FeatureDifference } from '../../publisher/read/types.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { textOf } from '../description/collections.ts';
import type { ShownDifferences } from '../edition/verschil.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { momentText } from './date-text.ts';
import { map, type Drawable, type Drawn } from './map.ts';
import { numberText } from './number-text.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { differenceText } from './time-line.ts';

const WORDS = {
  nl: {
    title: 'Verschillen', added: 'toegevoegd', changed: 'gewijzigd', ended: 'beëindigd', kind: 'Soort', none: 'Geen verschillen.', noneFound: 'Geen verschillen die bij deze filters horen.', filters: 'Alleen objecten met', next: 'Volgende bladzijde',
    between: 'Wat er anders is in', than: 'dan in', start: 'het lege register voor de eerste editie', edition: 'editie', since: 'beschikbaar vanaf',
    map: 'Kaart', onMap: 'Dikke lijnen: de ligging na. Dunne lijnen: de ligging ervoor.', fields: 'Verschillen per object', compare: 'Vergelijk',
    van: 'Van (nummer of tijdstip)', tot: 'Tot (leeg: nu)', numbers: 'Nummers van edities', same: 'Alleen wat niet in velden staat is anders.',
  },
  en: {
    title: 'Differences', added: 'added', changed: 'changed', ended: 'ended', kind: 'Kind', none: 'No differences.', noneFound: 'No differences that match these filters.', filters: 'Only objects with', next: 'Next page',
    between: 'What is different in', than: 'compared with', start: 'the empty register before the first edition', edition: 'edition', since: 'available from',
    map: 'Map', onMap: 'Thick lines: the geometry after. Thin lines: the geometry before.', fields: 'Differences by object', compare: 'Compare',
    van: 'From (number or moment)', tot: 'Until (empty: now)', numbers: 'Numbers of editions', same: 'Only what no field shows is different.',
  },
} as const;

export function verschillenPage(shown: ShownDifferences, context: PageRequest): Buffer {
  const { before, after, remark, filters, differences, next } = shown;
  const { language, passedOn } = context;
  const words = WORDS[language];
  const drawn = differences.flatMap((one) => drawnIn(one, context));
  const list = differences.map((one) => html`<li>${differenceItem(one, shown, context)}</li>`);
  return page({ ...context, title: words.title }, html`
<p class="lead">${words.between} ${stateText(after, context)} ${words.than} ${stateText(before, context)}.</p>
${filters.length === 0 ? '' : html`<p>${words.filters} ${filters.map(([name, value]) => html`<code>${name}=${value}</code> `)}</p>`}
${remark === undefined ? '' : html`<p class="amber">${remark[language]}</p>`}
<form action="${new URL(context.baseUrl).pathname}/verschillen" rel="nofollow"><p><label>${words.van} <input name="van" value="${before.number}" required></label>
<label>${words.tot} <input name="tot" value="${after.number}"></label>
${filters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${passedOn.lang === undefined ? '' : html`<input type="hidden" name="lang" value="${passedOn.lang}">`}<button>${words.compare}</button>
<a href="${textUrl(context, '/edities')}">${words.numbers}</a></p></form>
${countsTable(shown, language)}
${drawn.length === 0 ? '' : html`<h2>${words.map}</h2>${map(drawn, language)}<p>${words.onMap}</p>`}
${differences.length === 0 ? '' : html`<h2>${words.fields}</h2><ul>${list}</ul>`}
<p class="paging">${next === undefined ? '' : html`<a href="${next}" rel="next">${words.next}</a>`}</p>`);
}

function stateText({ number, since }: ComparedState, context: PageRequest): Content {
  const words = WORDS[context.language];
  if (since === null) return words.start;
  return html`<a href="${textUrl(context, `/edities/${number}`)}">${words.edition} ${number}</a> (${words.since} ${momentText(since, context.language)})`;
}

function countsTable({ counts, filters }: ShownDifferences, language: Language): Html {
  const words = WORDS[language];
  const some = [...counts].filter(([, { added, changed, ended }]) => added + changed + ended > 0);
  if (some.length === 0) return html`<p>${filters.length === 0 ? words.none : words.noneFound}</p>`;
  const cell = (count: number): Html => html`<td class="number">${numberText(count, language)}</td>`;
  const rows = some.map(([name, { added, changed, ended }]) => (
    html`<tr><th scope="row">${textOf(name).title[language]}</th>${cell(added)}${cell(changed)}${cell(ended)}</tr>`
  ));
  return html`<div class="scroll"><table><thead><tr><th scope="col">${words.kind}</th><th scope="col" class="number">${words.added}</th>
<th scope="col" class="number">${words.changed}</th><th scope="col" class="number">${words.ended}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Returns the address of the object in the later edition that has it, at the moment from which that edition was available. */
function objectLink({ position: { series, id }, after }: FeatureDifference, states: States, { baseUrl, passedOn }: PageRequest): Content {
  const { since } = after === null ? states.before : states.after;
  if (since === null) return html`<strong>${id}</strong>`;
  const moment = formatQuery([['beschikbaarOp', since.toISOString()]]);
  return html`<a href="${withQuery(`${baseUrl}/collections/${series}/items/${encodeURIComponent(id)}`, joinQueries(moment, passedOn.ofTexts))}">${id}</a>`;
}

type States = Pick<ShownDifferences, 'before' | 'after'>;

function differenceItem(one: FeatureDifference, states: States, context: PageRequest): Html {
  const { language } = context;
  const words = WORDS[language];
  const title: Text = textOf(one.position.series).title;
  const head = html`${objectLink(one, states, context)} (${title[language]}): ${words[one.kind]}`;
  if (one.kind !== 'changed') return head;
  const fields = fieldsIn(one);
  return html`${head}${fields.length === 0 ? html`. ${words.same}` : html`<ul>${fields.map((field) => html`<li>${differenceText(field, language)}</li>`)}</ul>`}`;
}

function drawnIn(one: FeatureDifference, { language }: PageRequest): readonly Drawn[] {
  const geometryOf = (bytes: readonly Buffer[] | null): readonly Drawable[] => {
    const geometry = bytes === null ? undefined : shownIn(bytes.at(-1)!)['geometrie'];
    return geometry === undefined ? [] : [geometry as unknown as Drawable];
  };
  const label = `${one.position.id}: ${WORDS[language][one.kind]}`;
  return [
    ...geometryOf(one.before).map((geometry): Drawn => ({ geometry, label, look: one.after === null ? 'own' : 'around' })),
    ...geometryOf(one.after).map((geometry): Drawn => ({ geometry, label, look: 'own' })),
  ];
}
