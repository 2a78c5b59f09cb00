/**
 * The report as one HTML file for people: no script, nothing loaded, readable on paper, on a phone and aloud.
 *
 * In order: the verdict, what became of each type, what was found, where, and then each rule with its findings.
 * Everything that came from the delivery is escaped; the page's own policy allows nothing but its style.
 * Not here: the style (style.ts), the map (map.ts), which findings go together (groups.ts).
 */
import { createHash } from 'node:crypto';
import type { Change, Finding, Report, TypeCount } from '../../../schemas/finding.ts';
import { groupsOf, readingOf, SEVERITY_WORDS, typeName, verdictOf } from './groups.ts';
import { GLOSSARY } from './glossary.ts';
import { locate, type Located, type LocatedGroup } from './located.ts';
import { crowdsOf, map, type Marker } from './map.ts';
import { both, escape, label } from './markup.ts';
import { STYLE } from './style.ts';

/** Findings a rule, and changes, on the page; the JSON and CSV reports have more. */
const FINDINGS_MAX = 250;
const CHANGES_MAX = 1_000;
/** Maps of places that lie too close together on the map of all. */
const DETAILS_MAX = 4;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export function html(report: Report): string {
  const groups = locate(groupsOf(report));
  const { errors, refused, objects } = report.counts;
  const mood = errors > 0 || refused > 0 || objects === 0 ? 'bad' : 'fine';
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'">
<title>Controlerapport ${escape(report.source)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Controlerapport van <span class="source">${escape(report.source)}</span></h1>
<p class="verdict ${mood}">${both(verdictOf(report))}</p>
${facts(report)}
${typesSection(report.counts.types)}
${foundSection(groups)}
${mapSection(groups)}
${groups.map(groupSection).join('\n')}
${changesSection(report.changes)}
${groups.length === 0 ? '' : GLOSSARY_SECTION}
</main>
</body>
</html>
`;
}

function facts(report: Report): string {
  const { holder, received, uuid, counts: { objects, accepted, refused, unchanged, errors, warnings } } = report;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [label('Objecten', 'objects'), `${objects}: ${accepted} aanvaard, ${refused} geweigerd, ${unchanged} ongewijzigd`],
    [label('Gevonden', 'found'), `${errors} ${errors === 1 ? 'fout' : 'fouten'}, ${warnings} ${warnings === 1 ? 'waarschuwing' : 'waarschuwingen'}`],
    [label('Gelezen als', 'read as'), escape(readingOf(report))],
    [label('Bronhouder', 'source holder'), holder], [label('Ontvangen', 'received'), received],
    [label('Ontvangstbewijs', 'receipt'), uuid],
  ];
  return `<dl class="facts">${rows.map(([name, value]) => (value === undefined ? '' : `<dt>${name}</dt><dd>${value}</dd>`)).join('')}</dl>`;
}

function typesSection(types: readonly TypeCount[]): string {
  if (types.length === 0) return '';
  const part = (nested: boolean, title: string): string => {
    const rows = types.filter((type) => type.nested === nested);
    return rows.length === 0 ? '' : `<tbody><tr><th colspan="5" scope="rowgroup">${title}</th></tr>${rows.map(typeRow).join('')}</tbody>`;
  };
  return `<section aria-labelledby="soorten"><h2 id="soorten">${label('Per soort object', 'by type')}</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="soorten"><table class="figures"><thead><tr>
<th scope="col">Soort</th><th scope="col">Objecten</th><th scope="col">Aanvaard</th><th scope="col">Geweigerd</th><th scope="col">Ongewijzigd</th>
</tr></thead>${part(false, label('Objecten op zichzelf', 'roots'))}${part(true, label('Onderdelen daarvan', 'nested in them'))}</table></div></section>`;
}

function typeRow(type: TypeCount): string {
  const figures = [type.objects, type.accepted, type.refused, type.unchanged];
  return `<tr><th scope="row">${escape(typeName(type))}</th>${figures.map((figure) => `<td>${figure}</td>`).join('')}</tr>`;
}

function foundSection(groups: readonly LocatedGroup[]): string {
  if (groups.length === 0) return '';
  const rows = groups.map(({ severity, title, count }, index) =>
    `<tr><td>${tag(severity)}</td><td><a href="#g${index + 1}">${escape(title.nl)}</a><br><span lang="en">${escape(title.en)}</span></td><td class="count">${count}</td></tr>`);
  return `<section aria-labelledby="gevonden"><h2 id="gevonden">${label('Wat er gevonden is', 'what was found')}</h2>
<table><thead><tr><th scope="col">Soort</th><th scope="col">Wat</th><th scope="col" class="count">Aantal</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>`;
}

function mapSection(groups: readonly LocatedGroup[]): string {
  const markers = groups.flatMap(markersOf);
  if (markers.length === 0) return '';
  const details = crowdsOf(markers).slice(0, DETAILS_MAX).map((crowd, index) => map(crowd, {
    id: `kaart${index + 1}`, title: `Detailkaart rond bevinding ${crowd[0]?.number ?? ''}, ${crowd.length} bevindingen`,
  }));
  return `<section aria-labelledby="waar"><h2 id="waar">${label('Waar het ligt', 'where it lies')}</h2>
${map(markers, { id: 'kaart', title: `Kaart in het RD-stelsel van ${markers.length} ${markers.length === 1 ? 'bevinding' : 'bevindingen'}` })}
${details.length === 0 ? '' : `<div class="details">${details.join('\n')}</div>`}
<p class="note">De nummers zijn die van de bevindingen hieronder; +n: nog n daar vlakbij. De omtrek van het land is een schets.<br>
<span lang="en">The numbers are those of the findings below; +n: n more close to it. The outline is a sketch.</span></p></section>`;
}

function markersOf({ located }: LocatedGroup): readonly Marker[] {
  return located.slice(0, FINDINGS_MAX).flatMap(({ number, finding: { severity }, rd }) =>
    (rd === undefined ? [] : [{ number, severity, rd }]));
}

function groupSection(group: LocatedGroup, index: number): string {
  const { rule, severity, title, message, mend, located, count } = group;
  const id = `g${index + 1}`;
  const shown = located.slice(0, FINDINGS_MAX);
  return `<section aria-labelledby="${id}">
<h2 id="${id}" class="rule ${severity}">${tag(severity)} ${escape(title.nl)}</h2>
<p class="lead"><span lang="en">${escape(title.en)}</span> · <code>${escape(rule)}</code> · ${count}×</p>
${message === undefined || message.nl.startsWith(title.nl) ? '' : `<p>${both(message)}</p>`}
${mend === undefined ? '' : `<p class="mend"><strong>${label('Wat te doen', 'what to do')}</strong><br>${both(mend)}</p>`}
<ol class="findings">
${shown.map((one) => findingItem(one, group)).join('\n')}
</ol>
${count > shown.length ? `<p class="note">${count - shown.length} meer: ${located.length > shown.length ? 'zie het CSV- of JSON-rapport' : 'zie de opmerking onderaan'}. <span lang="en">${count - shown.length} more.</span></p>` : ''}
</section>`;
}

function findingItem({ number, finding }: Located, { message, mend }: LocatedGroup): string {
  const { line, pointer, objectId, objectType } = finding;
  const where = [
    line === undefined ? '' : `regel ${line}`,
    objectId === undefined ? '' : `<span class="object">${escape(objectId)}</span>`,
    objectType === undefined ? '' : escape(objectType),
  ].filter((part) => part !== '').join(' · ');
  return `<li id="b${number}"><p class="where"><span class="number">${number}</span> ${where}</p>
${message === undefined ? `<p>${both(finding.message)}</p>` : ''}
<dl>${pointer === '' ? '' : `<dt>${label('Plaats', 'place')}</dt><dd><code>${escape(pointer)}</code></dd>`}${details(finding)}</dl>
${mend === undefined ? `<p class="mend">${both(finding.mend)}</p>` : ''}</li>`;
}

function details({ place, found, expected, suggestions }: Finding): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    [label('Coördinaat', 'position'), place?.coordinates.join(', ')],
    [label('Gevonden', 'found'), found === place?.coordinates.join(', ') ? undefined : found],
    [label('Verwacht', 'expected'), expected],
    [label('Bedoeld?', 'meant?'), suggestions?.join(' · ')],
  ];
  return rows.map(([name, value]) =>
    (value === undefined || value === '' ? '' : `<dt>${name}</dt><dd>${escape(value)}</dd>`)).join('');
}

function changesSection(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const more = changes.length - CHANGES_MAX;
  const title = label(`Aangepast aan model 4.0.0 (${changes.length}×)`, 'upgraded to model 4.0.0');
  return `<section aria-labelledby="aangepast">
<h2 id="aangepast" class="rule">${title}</h2>
<ol class="findings">
${changes.slice(0, CHANGES_MAX).map(changeItem).join('\n')}
</ol>
${more > 0 ? `<p class="note">${more} meer: zie het JSON-rapport. <span lang="en">${more} more: see the JSON report.</span></p>` : ''}</section>`;
}

function changeItem({ objectId, pointer, before, after, reason }: Change): string {
  return `<li><p class="where"><span class="object">${escape(objectId ?? '')}</span></p>
<dl><dt>${label('Plaats', 'place')}</dt><dd><code>${escape(pointer)}</code></dd><dt>${label('Was', 'was')}</dt><dd>${escape(before ?? '-')}</dd>
<dt>${label('Werd', 'became')}</dt><dd>${escape(after ?? '-')}</dd></dl><p>${both(reason)}</p></li>`;
}

const GLOSSARY_SECTION = `<section aria-labelledby="woorden"><h2 id="woorden" class="rule">${label('Uitleg van woorden', 'words explained')}</h2>
<dl>${GLOSSARY.map(([word, meaning]) => `<dt>${word}</dt><dd>${both(meaning)}</dd>`).join('\n')}</dl></section>`;

function tag(severity: Finding['severity']): string {
  return `<span class="tag ${severity}">${SEVERITY_WORDS[severity].nl}</span>`;
}
