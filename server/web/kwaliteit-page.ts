/** Pages of the measured quality: all source holders, and one of them. */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';
import { LEVEL_WORDS, RULE_TABLE, SEVERITY_WORDS } from '../../schemas/rule-table.ts';
import { textOf } from '../description/collections.ts';
import type { Kwaliteit, KwaliteitOfHolder } from '../edition/kwaliteit.ts';
import { dayText, momentText } from './date-text.ts';
import { numberText } from './number-text.ts';
import { page, textUrl, type PageRequest } from './page.ts';

interface Shown {
  readonly context: PageRequest;
  /** Number of the active edition. */
  readonly active: number;
}

const TITLE: Text = { nl: 'Kwaliteit', en: 'Quality' };

export function kwaliteitPage(quality: Kwaliteit, { context, active }: Shown): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  return page({ ...context, title: say(TITLE), trail: [[say(TITLE), textUrl(context, '/kwaliteit')]] }, html`
<p class="lead">${say({
    nl: 'Hoe volledig, oud en juist is wat elke bronhouder in dit register heeft.', en: 'How complete, old and sound the objects of each source holder in this register are.',
  })}</p>
${measuredHtml(quality, { context, active })}
${table(say({ nl: 'Bronhouders', en: 'Source holders' }), [HOLDER, ...FIGURES].map(say), quality.bronhouders.map((one) => [
    linkTo(textUrl(context, `/kwaliteit/${encodeURIComponent(one.bronhoudercode)}`), one.bronhoudercode), ...figuresOf(one, language),
  ]))}`);
}

export function kwaliteitPageOfHolder(quality: KwaliteitOfHolder, { context, active }: Shown): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const { bronhoudercode, collecties, bevindingen, dubbeleIds, dubbeleGeometrie, verloop } = quality;
  return page({
    ...context, title: `${say(TITLE)}: ${bronhoudercode}`,
    trail: [[say(TITLE), textUrl(context, '/kwaliteit')], [bronhoudercode, textUrl(context, `/kwaliteit/${encodeURIComponent(bronhoudercode)}`)]],
  }, html`
${measuredHtml(quality, { context, active })}
${table(say({ nl: 'Objecten', en: 'Objects' }), COLLECTION_HEADS.map(say), collecties.map((one) => collectionRow(one, language)))}
${bevindingen.length === 0 ? html`<h2>${say(FINDINGS)}</h2><p>${say({
    nl: 'De regels vinden niets in wat gepubliceerd is.', en: 'The rules find nothing in what is published.',
  })}</p>` : table(say(FINDINGS), FINDING_HEADS.map(say), bevindingen.map(({ regel, ernst, aantal }) => [
    linkTo(textUrl(context, `/fouten/ev/regel/${regel}`), regel), say(SEVERITY_WORDS[ernst]), say(LEVEL_WORDS[levelOf(regel)]), numberText(aantal, language),
  ]))}
<h2>${say({ nl: 'Wat op elkaar lijkt', en: 'What looks alike' })}</h2>
<p>${say({
    nl: `${dubbeleIds.aantal} groepen van id’s die alleen in hoofdletters of tekenvorm verschillen; ${dubbeleGeometrie.aantal} groepen objecten van één soort met dezelfde geometrie.`,
    en: `${dubbeleIds.aantal} groups of ids that differ in case or form of characters only; ${dubbeleGeometrie.aantal} groups of objects of one kind with the same geometry.`,
  })}</p>
<ul>${[...dubbeleIds.groepen, ...dubbeleGeometrie.groepen.map(({ ids }) => ids)].map((ids) => html`<li>${ids.join(', ')}</li>`)}</ul>
${collecties.map((one) => table(
    `${say({ nl: 'Velden van', en: 'Fields of' })} ${textOf(one.collectie).title[language]}`, FIELD_HEADS.map(say),
    one.velden.map(({ veld, ...counts }) => (
      [html`<code>${veld}</code>`, ...[counts.gevuld, counts.onbekend, counts.leeg].map((number) => numberText(number, language))]
    )),
  ))}
${table(say({ nl: 'Verloop', en: 'Trend' }), [EDITION, ...FIGURES].map(say), verloop.map((one) => [
    linkTo(textUrl(context, `/edities/${one.editie}`), numberText(one.editie, language)), ...figuresOf(one, language),
  ]))}`);
}

function collectionRow(one: KwaliteitOfHolder['collecties'][number], language: Language): readonly string[] {
  const counts = [one.aantal, one.zonderGeometrie, one.legeGeometrie, one.verlopen].map((number) => numberText(number, language));
  const age = one.leeftijdDagen === null ? '' : numberText(one.leeftijdDagen, language);
  const [oldest, newest] = [one.oudste, one.nieuwste].map((moment) => (moment === null ? '' : dayText(moment, language)));
  return [textOf(one.collectie).title[language], ...counts, oldest!, newest!, age];
}

const HOLDER: Text = { nl: 'Bronhouder', en: 'Source holder' };
const EDITION: Text = { nl: 'Editie', en: 'Edition' };
const FINDINGS: Text = { nl: 'Bevindingen van de regels', en: 'Findings of the rules' };
const FIGURES: readonly Text[] = [
  { nl: 'Objecten', en: 'Objects' }, { nl: 'Velden ingevuld', en: 'Fields filled' }, { nl: 'Zonder geometrie', en: 'Without geometry' },
  { nl: 'Verlopen', en: 'Expired' }, { nl: 'Lijken op een ander', en: 'Alike' }, { nl: 'Bevindingen', en: 'Findings' },
];
const COLLECTION_HEADS: readonly Text[] = [
  { nl: 'Collectie', en: 'Collection' }, FIGURES[0]!, FIGURES[2]!, { nl: 'Lege geometrie', en: 'Empty geometry' }, FIGURES[3]!,
  { nl: 'Oudste begin', en: 'Oldest begin' }, { nl: 'Nieuwste begin', en: 'Newest begin' },
  { nl: 'Dagen sinds de laatste wijziging (middelste)', en: 'Days since the last change (median)' },
];
const FIELD_HEADS: readonly Text[] = [
  { nl: 'Veld', en: 'Field' }, { nl: 'Ingevuld', en: 'Filled' }, { nl: 'Met reden onbekend', en: 'Unknown, with a reason' }, { nl: 'Leeg', en: 'Empty' },
];
const FINDING_HEADS: readonly Text[] = [
  { nl: 'Regel', en: 'Rule' }, { nl: 'Ernst', en: 'Severity' }, { nl: 'Over', en: 'About' }, { nl: 'Aantal', en: 'Number' },
];

function levelOf(rule: KwaliteitOfHolder['bevindingen'][number]['regel']): keyof typeof LEVEL_WORDS {
  return RULE_TABLE.find((row) => row.rule === rule)!.level;
}

type Figures = Omit<KwaliteitOfHolder['verloop'][number], 'editie' | 'moment' | 'gemeten'>;

function figuresOf(
  { aantal, gevuld, waarden, zonderGeometrie, verlopen, dubbel, bevindingen }: Figures, language: Language,
): readonly string[] {
  const share = waarden === 0 ? '' : `${numberText(Math.round(100 * gevuld / waarden), language)} %`;
  const [count, ...others] = [aantal, zonderGeometrie, verlopen, dubbel, bevindingen].map((number) => numberText(number, language));
  return [count!, share, ...others];
}

/** Says of which edition the figures are, and that a later one is active. */
function measuredHtml({ editie, gemeten }: Pick<Kwaliteit, 'editie' | 'gemeten'>, { context, active }: Shown): Html {
  const { language } = context;
  const moment = momentText(new Date(gemeten), language);
  const [of, later] = {
    nl: [`Gemeten op ${moment} in editie`, ` Sindsdien is editie ${active} gepubliceerd, die nog niet gemeten is.`],
    en: [`Measured on ${moment} in edition`, ` Since then edition ${active} was published, which has not been measured yet.`],
  }[language] as [string, string];
  return html`<p>${of} ${linkTo(textUrl(context, `/edities/${editie}`), numberText(editie, language))}.${active === editie ? '' : later}</p>`;
}

function table(title: string, heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  const head = heads.map((text) => html`<th scope="col">${text}</th>`);
  const body = rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<h2>${title}</h2><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
