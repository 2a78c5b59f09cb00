/**
 * The report as one HTML file for people: no script, no other file, readable on paper.
 * Everything that came from the delivery is escaped; the page's own policy allows nothing but its style.
 * Thin for now: summary, findings by rule, changes. Not here: the map of the places.
 */
import type { Change, Finding, Report } from '../../../schemas/finding.ts';
import type { Group } from './groups.ts';
import { groupsOf, readingOf, SEVERITY_WORDS, summaryOf, whereOf } from './groups.ts';

export function html(report: Report): string {
  const summary = summaryOf(report);
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Rapport ${escape(report.source)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Rapport van ${escape(report.source)}</h1>
<p class="${report.counts.errors > 0 ? 'error' : 'fine'}">${both({ nl: `${summary.nl}.`, en: `${summary.en}.` })}</p>
<p>${escape(readingOf(report))}</p>
${groupsOf(report.findings).map((group) => groupSection(group, report.source)).join('\n')}
${changesSection(report.changes)}
</main>
</body>
</html>
`;
}

function groupSection({ rule, severity, findings, message }: Group, source: string): string {
  const words = SEVERITY_WORDS[severity];
  const title = message === undefined ? rule : message.nl;
  return `<section>
<h2 class="${severity}">${words.nl}: ${escape(title)}</h2>
<p><code>${escape(rule)}</code> <span lang="en">${words.en}</span>, ${findings.length}×</p>
<table>
${tableHead(['Plaats', 'Object', 'Wat is er', 'Gevonden en verwacht', 'Wat te doen'])}
<tbody>
${findings.map((finding) => findingRow(finding, source)).join('\n')}
</tbody>
</table>
</section>`;
}

function findingRow(finding: Finding, source: string): string {
  const place = finding.place === undefined ? '' : `<br>${escape(finding.place.coordinates.join(', '))}`;
  const details = [
    finding.found === undefined ? '' : `gevonden: ${escape(finding.found)}`,
    finding.expected === undefined ? '' : `verwacht: ${escape(finding.expected)}`,
    (finding.suggestions ?? []).length === 0 ? '' : `bedoeld? ${escape(finding.suggestions!.join(' · '))}`,
  ].filter((part) => part !== '').join('<br>');
  return `<tr><td>${escape(whereOf(finding, source))}<br><code>${escape(finding.pointer)}</code>${place}</td>`
    + `<td>${escape(finding.objectId ?? '')}</td><td>${both(finding.message)}</td>`
    + `<td>${details}</td><td>${both(finding.mend)}</td></tr>`;
}

function changesSection(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  return `<section>
<h2 class="info">Aangepast aan model 4.0.0 (${changes.length}×)</h2>
<table>
${tableHead(['Object', 'Plaats', 'Was', 'Werd', 'Waarom'])}
<tbody>
${changes.map(changeRow).join('\n')}
</tbody>
</table>
</section>`;
}

function changeRow({ objectId, pointer, before, after, reason }: Change): string {
  return `<tr><td>${escape(objectId ?? '')}</td><td><code>${escape(pointer)}</code></td>`
    + `<td>${escape(before ?? '-')}</td><td>${escape(after ?? '-')}</td><td>${both(reason)}</td></tr>`;
}

function tableHead(names: readonly string[]): string {
  return `<thead><tr>${names.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>`;
}

function both({ nl, en }: { readonly nl: string; readonly en: string }): string {
  return `${escape(nl)}<br><span lang="en">${escape(en)}</span>`;
}

function escape(words: string): string {
  return words.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 }
main { max-width: 75rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem }
h2 { font-size: 1.15rem; border-left: .4rem solid; padding-left: .6rem; margin-top: 2rem }
.error { color: #a4000f } .warning { color: #7a4b00 } .info { color: #00507a } .fine { color: #0b6b25 }
[lang=en] { color: #4a4a4a; font-size: .9em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; overflow-wrap: anywhere }
th, td { border-bottom: 1px solid #c8c8c8 }
@media print { section { break-inside: avoid } main { max-width: none } }
`;
