/**
 * The report as one HTML file for people: without script or external files, readable on paper, on a phone and by a screen reader.
 *
 * The page is in Dutch with English beside it, or in one of the two.
 * In order: the verdict, the figures by type, what changes, what is new since the previous delivery, the findings by rule, a map, and then
 * each rule with its findings.
 * The html tag (schemas/html.ts) escapes all text; `clean` makes control characters visible. The page's Content-Security-Policy allows its
 * own style only.
 * Not here: the style (style.ts), the map (map.ts), the grouping of findings (groups.ts).
 */
import { createHash } from 'node:crypto';
import type { Change, Finding, Language, Report, TypeCount } from '../../../schemas/finding.ts';
import { html, Html, type Content } from '../../../schemas/html.ts';
import { endingOf } from '../../../schemas/report-ending.ts';
import { verdictFigures } from '../../../schemas/report-figures.ts';
import { SEVERITY_WORDS } from '../../../schemas/rule-table.ts';
import { comparisonSection } from '../../../publisher/difference/comparison-section.ts';
import { effectsSection } from '../../../publisher/difference/effects-section.ts';
import { changedShapes } from './effect-geometries.ts';
import { clockOf, earlierOf, groupsOf, readingOf, UNKNOWN, verdictOf } from './groups.ts';
import { GLOSSARY } from './glossary.ts';
import { locate, type Located, type LocatedGroup } from './located.ts';
import { crowdsOf, map, type Marker } from './map.ts';
import { clean, pageTextsOf, type PageTexts } from '../../../schemas/page-texts.ts';
import { STYLE } from './style.ts';
import { UNREPORTED, unreportedRoots } from './unreported.ts';

/** Maximum number of findings for each rule, and of changes, on the page. The JSON and CSV reports have more. */
const FINDINGS_MAX = 250;
const CHANGES_MAX = 1_000;
/** Maximum number of detail maps, for markers that are too close together on the main map. */
const DETAILS_MAX = 4;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The report as a page; `lang` null is both languages. */
export function htmlReport(report: Report, lang: Language | null = null): string {
  const pageTexts = pageTextsOf(lang);
  const groups = locate(groupsOf(report));
  const { errors, refused, objects } = report.counts;
  const ending = endingOf(report);
  const verdictClass = errors > 0 || refused > 0 || objects === 0 ? 'bad' : ending === undefined ? 'fine' : 'amber';
  const whole = html`<!doctype html>
<html lang="${pageTexts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'">
<title>${pageTexts.one('Controlerapport', 'Report')} ${clean(report.source)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${pageTexts.one('Controlerapport van', 'Report of')} <span class="source">${clean(report.source)}</span></h1>
${ending === undefined ? '' : html`<p class="verdict amber"><strong>${pageTexts.both(ending)}</strong></p>
`}<p class="verdict ${verdictClass}">${pageTexts.both(verdictOf(report))}</p>
${facts(report, pageTexts)}
${typesSection(report.counts.types, pageTexts)}
${effectsSection(report, changedShapes(report.effects), pageTexts)}
${comparisonSection(report, pageTexts)}
${foundSection(groups, pageTexts)}
${mapSection(groups, pageTexts)}
${joined(groups.map((group, index) => groupSection(group, index, pageTexts)), '\n')}
${unreportedSection(report, groups, pageTexts)}
${changesSection(report.changes, pageTexts)}
${groups.length === 0 ? '' : glossarySection(pageTexts)}
</main>
</body>
</html>
`;
  return whole.text;
}

function facts(report: Report, { label, one }: PageTexts): Html {
  const { holder, received, uuid, checkedBy, checkedAt, sha256, counts } = report;
  const { objects, ended, endedParts = 0, errors, warnings } = counts;
  const figures = verdictFigures(counts);
  const rows: readonly (readonly [Html, Html | string | undefined])[] = [
    [label('Objecten', 'objects'), one(`${objects}: ${figures.nl}`, `${objects}: ${figures.en}`)],
    [label(uuid === undefined ? 'Zou eindigen' : 'Beëindigd', uuid === undefined ? 'would end' : 'ended'), ended === undefined ? undefined : one(
      `${ended} ${ended === 1 ? 'object' : 'objecten'}, ${endedParts} ${endedParts === 1 ? 'onderdeel' : 'onderdelen'}`,
      `${ended} ${ended === 1 ? 'object' : 'objects'}, ${endedParts} nested ${endedParts === 1 ? 'object' : 'objects'}`,
    )],
    [label('Gevonden', 'found'), one(
      `${errors} ${errors === 1 ? 'fout' : 'fouten'}, ${warnings} ${warnings === 1 ? 'waarschuwing' : 'waarschuwingen'}`,
      `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    )],
    [label('Gelezen als', 'read as'), clean(readingOf(report))],
    [label('Bronhouder', 'source holder'), holder], [label('Ontvangen', 'received'), received && clockOf(received)],
    [label('Ontvangstbewijs', 'receipt'), uuid],
    [label('Gecontroleerd', 'checked'), checkedAt && clockOf(checkedAt)],
    [label('Programma', 'program'), checkedBy && clean(`${checkedBy.program} ${checkedBy.version}`)],
    [label('Regels', 'rules'), checkedBy && clean(checkedBy.ruleSet)],
    [label('Bestand', 'file'), sha256 === undefined ? undefined : html`SHA-256 <code>${clean(sha256)}</code>`],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => (value === undefined ? '' : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl>`;
}

function typesSection(types: readonly TypeCount[], pageTexts: PageTexts): Html | undefined {
  const { label, one } = pageTexts;
  if (types.length === 0) return undefined;
  const part = (nested: boolean, title: Html): Html | undefined => {
    const rows = types.filter((type) => type.nested === nested);
    return rows.length === 0 ? undefined : html`<tbody><tr><th colspan="5" scope="rowgroup">${title}</th></tr>${rows.map((row) => typeRow(row, pageTexts))}</tbody>`;
  };
  const columns = [
    one('Soort', 'Type'), one('Objecten', 'Objects'), one('Aanvaard', 'Accepted'), one('Geweigerd', 'Refused'), one('Ongewijzigd', 'Unchanged'),
  ];
  return html`<section aria-labelledby="soorten"><h2 id="soorten">${label('Per soort object', 'by type')}</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="soorten"><table class="figures types"><thead><tr>
${columns.map((column) => html`<th scope="col">${column}</th>`)}
</tr></thead>${part(false, label('Objecten op zichzelf', 'roots'))}${part(true, label('Onderdelen daarvan', 'nested in them'))}</table></div></section>`;
}

function typeRow(type: TypeCount, { label }: PageTexts): Html {
  const figures = [type.objects, type.accepted, type.refused, type.unchanged];
  return html`<tr><th scope="row">${type.entityType === null ? label(UNKNOWN.nl, UNKNOWN.en) : clean(type.entityType)}</th>${figures.map((figure) => html`<td>${figure}</td>`)}</tr>`;
}

function foundSection(groups: readonly LocatedGroup[], pageTexts: PageTexts): Html | undefined {
  const { both, label, one } = pageTexts;
  if (groups.length === 0) return undefined;
  const rows = groups.map(({ severity, title, count }, index) =>
    html`<tr><td>${tag(severity, pageTexts)}</td><td><a href="#g${index + 1}">${both(title)}</a></td><td class="count">${count}</td></tr>`);
  return html`<section aria-labelledby="gevonden"><h2 id="gevonden">${label('Wat er gevonden is', 'what was found')}</h2>
<table><thead><tr><th scope="col">${one('Soort', 'Severity')}</th><th scope="col">${one('Wat', 'What')}</th><th scope="col" class="count">${one('Aantal', 'Count')}</th></tr></thead>
<tbody>${joined(rows, '\n')}</tbody></table></section>`;
}

function mapSection(groups: readonly LocatedGroup[], pageTexts: PageTexts): Html | undefined {
  const { both, label, one } = pageTexts;
  const markers = groups.flatMap(markersOf);
  if (markers.length === 0) return undefined;
  const details = crowdsOf(markers).slice(0, DETAILS_MAX).map((crowd) => map(crowd, {
    pageTexts, title: one(
      `Detailkaart rond bevinding ${crowd[0]?.number ?? ''}, ${crowd.length} bevindingen`,
      `Map around finding ${crowd[0]?.number ?? ''}, ${crowd.length} findings`,
    ),
  }));
  const title = one(
    `Kaart in het RD-stelsel van ${markers.length} ${markers.length === 1 ? 'bevinding' : 'bevindingen'}`,
    `Map in RD of ${markers.length} ${markers.length === 1 ? 'finding' : 'findings'}`,
  );
  return html`<section aria-labelledby="waar"><h2 id="waar">${label('Waar het ligt', 'where it lies')}</h2>
${map(markers, { title, pageTexts })}
${details.length === 0 ? '' : html`<div class="details">${joined(details, '\n')}</div>`}
<p class="note">${both(MAP_NOTE)}</p></section>`;
}

const MAP_NOTE = {
  nl: 'De nummers zijn die van de bevindingen hieronder; +n: nog n daar vlakbij. De omtrek van het land is een schets.',
  en: 'The numbers are those of the findings below; +n: n more close to it. The outline is a sketch.',
};

function markersOf({ located }: LocatedGroup): readonly Marker[] {
  return located.slice(0, FINDINGS_MAX).flatMap(({ number, finding: { severity }, rd }) =>
    (rd === undefined ? [] : [{ number, severity, rd }]));
}

function groupSection(group: LocatedGroup, index: number, pageTexts: PageTexts): Html {
  const { lang, both, label, aside } = pageTexts;
  const { rule, severity, title, message, mend, located, count } = group;
  const id = `g${index + 1}`;
  const shown = located.slice(0, FINDINGS_MAX);
  const translated = aside(title.en);
  return html`<section aria-labelledby="${id}">
<h2 id="${id}" class="rule ${severity}">${tag(severity, pageTexts)} ${clean(title[lang])}</h2>
<p class="lead">${translated}${translated === undefined ? '' : ' · '}<code>${clean(rule)}</code> · ${count}×</p>
${message === undefined || isTitle(title[lang], message[lang]) ? '' : html`<p>${both(message)}</p>`}
${mend === undefined ? '' : html`<p class="mend"><strong>${label('Wat te doen', 'what to do')}</strong><br>${both(mend)}</p>`}
<ol class="findings">
${joined(shown.map((item) => findingItem(item, group, pageTexts)), '\n')}
</ol>
${count > shown.length ? html`<p class="note">${label(
    `${count - shown.length} meer: ${located.length > shown.length ? 'zie het CSV- of JSON-rapport' : 'zie de opmerking onderaan'}.`,
    `${count - shown.length} more.`,
  )}</p>` : ''}
</section>`;
}

/** Whether a message equals the title. */
function isTitle(title: string, message: string): boolean {
  return message === title || message === `${title}.`;
}

function findingItem({ number, finding }: Located, { message, mend }: LocatedGroup, pageTexts: PageTexts): Html {
  const { both, label, one } = pageTexts;
  const { line, pointer, objectId, objectType } = finding;
  const where = joined([
    line === undefined ? '' : `${one('regel', 'line')} ${line}`,
    objectId === undefined ? '' : html`<span class="object">${clean(objectId)}</span>`,
    objectType === undefined ? '' : clean(objectType),
  ].filter((part) => part !== ''), ' · ');
  return html`<li id="b${number}"><p class="where"><span class="number">${number}</span> ${where}</p>
${message === undefined ? html`<p>${both(finding.message)}</p>` : ''}
<dl>${pointer === '' ? '' : html`<dt>${label('Plaats', 'place')}</dt><dd><code>${clean(pointer)}</code></dd>`}${details(finding, pageTexts)}</dl>
${mend === undefined ? html`<p class="mend">${both(finding.mend)}</p>` : ''}</li>`;
}

/** The refused roots without an error in the sections above. */
function unreportedSection(report: Report, groups: readonly LocatedGroup[], pageTexts: PageTexts): Html | undefined {
  const { label, both, one } = pageTexts;
  const { count, first } = unreportedRoots(report, groups, FINDINGS_MAX);
  if (count === 0) return undefined;
  const items = first.map(({ rule, title, line, pointer, objectId }) => {
    const where = [line === undefined ? '' : `${one('regel', 'line')} ${line}`, clean(objectId ?? '')].filter((part) => part !== '').join(' · ');
    return html`<li><p class="where">${where}</p><p>${title === undefined ? '' : html`${both(title)} `}<code>${clean(rule)}</code></p>
<dl>${pointer === '' ? '' : html`<dt>${label('Plaats', 'place')}</dt><dd><code>${clean(pointer)}</code></dd>`}</dl></li>`;
  });
  const more = count - items.length;
  return html`<section aria-labelledby="ook"><h2 id="ook" class="rule error">${label(UNREPORTED.nl, UNREPORTED.en)} (${count}×)</h2>
<ol class="findings">
${joined(items, '\n')}
</ol>
${more > 0 ? html`<p class="note">${label(`${more} meer: zie het JSON-rapport.`, `${more} more: see the JSON report.`)}</p>` : ''}</section>`;
}

function details({ place, found, expected, suggestions, earlier }: Finding, { label, one, value: shownAs }: PageTexts): readonly Content[] {
  const first = earlier && earlierOf(earlier);
  const rows: readonly (readonly [Html, string | undefined])[] = [
    [label('Coördinaat', 'position'), place?.coordinates.join(', ')],
    [label('Gevonden', 'found'), found === place?.coordinates.join(', ') ? undefined : found],
    [label('Verwacht', 'expected'), expected],
    [label('Eerder', 'before'), first && one(first.nl, first.en)],
    [label('Bedoeld?', 'meant?'), suggestions?.join(' · ')],
  ];
  return rows.map(([name, value]) =>
    (value === undefined || value === '' ? '' : html`<dt>${name}</dt><dd>${clean(shownAs(value))}</dd>`));
}

function changesSection(changes: readonly Change[], pageTexts: PageTexts): Html | undefined {
  const { label } = pageTexts;
  if (changes.length === 0) return undefined;
  const more = changes.length - CHANGES_MAX;
  const title = label(`Aangepast aan model 4.0.0 (${changes.length}×)`, 'upgraded to model 4.0.0');
  return html`<section aria-labelledby="aangepast">
<h2 id="aangepast" class="rule">${title}</h2>
<ol class="findings">
${joined(changes.slice(0, CHANGES_MAX).map((change) => changeItem(change, pageTexts)), '\n')}
</ol>
${more > 0 ? html`<p class="note">${label(`${more} meer: zie het JSON-rapport.`, `${more} more: see the JSON report.`)}</p>` : ''}</section>`;
}

function changeItem({ objectId, pointer, before, after, reason }: Change, { both, label }: PageTexts): Html {
  return html`<li><p class="where"><span class="object">${clean(objectId ?? '')}</span></p>
<dl><dt>${label('Plaats', 'place')}</dt><dd><code>${clean(pointer)}</code></dd><dt>${label('Was', 'was')}</dt><dd>${clean(before ?? '-')}</dd>
<dt>${label('Werd', 'became')}</dt><dd>${clean(after ?? '-')}</dd></dl><p>${both(reason)}</p></li>`;
}

function glossarySection({ both, label, one }: PageTexts): Html {
  const rows = GLOSSARY.map(([word, meaning]) => html`<dt>${one(word.nl, word.en)}</dt><dd>${both(meaning)}</dd>`);
  return html`<section aria-labelledby="woorden"><h2 id="woorden" class="rule">${label('Uitleg van woorden', 'words explained')}</h2>
<dl>${joined(rows, '\n')}</dl></section>`;
}

function tag(severity: Finding['severity'], { lang }: PageTexts): Html {
  return html`<span class="tag ${severity}">${SEVERITY_WORDS[severity][lang]}</span>`;
}

function joined(parts: readonly Content[], separator: string): readonly Content[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}
